"""A corpus of one's own on every page that trains on one: its field stands in the page, where one is asked for."""

from __future__ import annotations

import pytest
from streamlit.testing.v1 import AppTest

from tests.pages import visit
from tokviz.views.shared.catalog import LANGUAGES, load

EN = load("en")
WORDS = "low 5\nlower 2\nnewest 6\nwidest 3"
PAGES = {  # path, query, the field, the choice of an example
    "bpe": ("bpe", {}, "bpe_text", "bpe_example"),
    "encoding": ("bpe-encode", {"text": "lowest"}, "bpe_text", "bpe_example"),
    "wordpiece": ("wordpiece", {"do": "encode", "text": "lowest"}, "wordpiece_text", "wordpiece_example"),
    "lattice": ("unigram", {"do": "lattice", "word": "lowest"}, "unigram_text", "unigram_example"),
    "compare": ("compare", {"text": "lowest"}, "cmp_corpus", "cmp_example"),
    "why": ("why", {}, "why_text", "why_example"),
}
SPLITS = {name: (page, query, field) for name, (page, query, field, _) in PAGES.items() if name != "why"}

every_page = pytest.mark.parametrize(("page", "query", "field", "example"), PAGES.values(), ids=list(PAGES))


def fields(at: AppTest) -> tuple[list[str | None], list[str | None]]:
    """The keys of the fields for longer texts, in the page and in the side bar."""
    return [one.key for one in at.main.text_area], [one.key for one in at.sidebar.text_area]


@every_page
def test_the_field_stands_in_the_page(page: str, query: dict[str, str], field: str, example: str) -> None:
    at = visit.opened(page, **query, example="own", corpus=WORDS)
    assert fields(at)[0][0] == field
    assert fields(at)[1] == []
    assert at.text_area(key=field).value == WORDS
    assert at.text_area(key=field).label == EN("control.text")
    assert at.sidebar.file_uploader
    assert not at.error
    assert not at.info


@every_page
def test_without_one_there_is_no_field(page: str, query: dict[str, str], field: str, example: str) -> None:
    in_page, in_side_bar = fields(visit.opened(page, **query))
    assert field not in in_page + in_side_bar


@every_page
def test_what_was_typed_stays_while_an_example_is_looked_at(
    page: str, query: dict[str, str], field: str, example: str
) -> None:
    at = visit.opened(page, **query, example="own")
    at.text_area(key=field).input(WORDS)
    visit.alive(at.run())
    assert at.query_params["corpus"] == WORDS
    at.selectbox(key=example).select("lighthouse")
    visit.alive(at.run())
    assert "corpus" not in at.query_params
    at.selectbox(key=example).select("own")
    assert visit.alive(at.run()).text_area(key=field).value == WORDS
    assert at.query_params["corpus"] == WORDS
    at.text_area(key=field).input("")
    assert [one.icon for one in visit.alive(at.run()).info] == [":material/edit_note:"]


@every_page
def test_a_file_is_named_in_place_of_the_field(page: str, query: dict[str, str], field: str, example: str) -> None:
    at = visit.opened(page, **query, example="own", corpus=WORDS)
    file = next(one for one in at.sidebar.file_uploader if one.label == EN("control.file"))
    file.upload("*mine*.txt", b"hug 10, pug 5, hugs 5")
    visit.alive(at.run())
    assert at.text_area(key=field).value == WORDS  # not shown, and not lost with a server
    assert EN("control.file.in-use", name="*mine*.txt") in [visit.plain(one.value) for one in at.main.caption]
    assert "corpus" not in at.query_params
    visit.alive(at.run())
    next(one for one in at.sidebar.file_uploader if one.label == EN("control.file")).clear()
    assert visit.alive(at.run()).text_area(key=field).value == WORDS
    assert at.query_params["corpus"] == WORDS


@pytest.mark.parametrize("language", list(LANGUAGES))
@pytest.mark.parametrize(("page", "query", "field"), SPLITS.values(), ids=list(SPLITS))
def test_pasted_chinese_is_offered_other_words(page: str, query: dict[str, str], field: str, language: str) -> None:
    say = load(language)
    text = "我喜欢喝茶，他也喜欢喝茶。"
    at = visit.opened(page, **query, lang=language, example="own", corpus=text, split="whitespace")
    told = [one.value for one in at.info]
    assert len(told) == 1
    assert say("control.split") in visit.plain(told[0])
    next(one for one in at.main.button if one.label == say.choice("split", "words")).click()
    assert not visit.alive(at.run()).info
    assert [one.value for one in at.sidebar.selectbox if one.label == say("control.split")] == ["words"]
    assert at.query_params.get("split", "words") == "words"
