"""A corpus of one's own on every page that trains on one: its field is in the page, where one is asked for."""

from __future__ import annotations

import pytest
from streamlit.testing.v1 import AppTest

from tests.pages import visit
from tokviz.text_keys import split_key
from tokviz.views.shared.catalog import LANGUAGES, load

EN = load("en")
WORDS = "low 5\nlower 2\nnewest 6\nwidest 3"
PAGES = {  # path, query, the field, what the keys begin with
    "bpe": ("bpe", {}, "bpe_text", "bpe"),
    "encoding": ("bpe-encode", {"text": "lowest"}, "bpe_text", "bpe"),
    "wordpiece": ("wordpiece", {"do": "encode", "text": "lowest"}, "wordpiece_text", "wordpiece"),
    "lattice": ("unigram", {"do": "lattice", "word": "lowest"}, "unigram_text", "unigram"),
    "compare": ("compare", {"text": "lowest"}, "compare_corpus", "compare"),
    "why": ("why", {}, "why_text", "why"),
}
SPLITS = {name: (page, query, field) for name, (page, query, field, _) in PAGES.items() if name != "why"}

every_page = pytest.mark.parametrize(("page", "query", "field", "prefix"), PAGES.values(), ids=list(PAGES))


def fields(at: AppTest) -> tuple[list[str | None], list[str | None]]:
    """The keys of the fields for longer texts, in the page and in the side bar."""
    return [one.key for one in at.main.text_area], [one.key for one in at.sidebar.text_area]


@every_page
def test_the_field_stands_in_the_page(page: str, query: dict[str, str], field: str, prefix: str) -> None:
    at = visit.opened(page, **query, example="own", corpus=WORDS)
    assert fields(at)[0][0] == field
    assert fields(at)[1] == []
    assert at.text_area(key=field).value == WORDS
    assert at.text_area(key=field).label == EN("control.text")
    assert not at.error
    assert not at.info


@every_page
def test_without_one_there_is_no_field(page: str, query: dict[str, str], field: str, prefix: str) -> None:
    in_page, in_side_bar = fields(visit.opened(page, **query))
    assert field not in in_page + in_side_bar


@every_page
def test_what_was_typed_stays_while_an_example_is_looked_at(
    page: str, query: dict[str, str], field: str, prefix: str
) -> None:
    at = visit.opened(page, **query, example="own")
    at.text_area(key=field).input(WORDS)
    visit.alive(at.run())
    assert at.query_params["corpus"] == WORDS
    at = visit.pick(at, f"{prefix}_example", "lighthouse")
    assert "corpus" not in at.query_params
    at = visit.pick(at, f"{prefix}_example", "own")
    assert at.text_area(key=field).value == WORDS
    assert at.query_params["corpus"] == WORDS
    at.text_area(key=field).input("")
    assert [one.icon for one in visit.alive(at.run()).info] == [":material/edit_note:"]


@every_page
def test_what_is_applied_in_the_panel_is_shown(page: str, query: dict[str, str], field: str, prefix: str) -> None:
    at = visit.opened(page, **query)
    at = visit.apply(at, prefix, WORDS)
    assert (at.query_params["example"], at.query_params["corpus"]) == ("own", WORDS)
    assert at.text_area(key=field).value == WORDS
    assert not at.session_state[f"{prefix}_own_panel"]
    assert not at.error


@every_page
def test_an_empty_text_has_its_panel_open(page: str, query: dict[str, str], field: str, prefix: str) -> None:
    at = visit.opened(page, **query, example="own")
    assert at.session_state[f"{prefix}_own_panel"]
    assert at.text_area(key=f"{prefix}_draft").value == ""
    at.button(key=f"{prefix}_apply").click()
    assert visit.alive(at.run()).session_state[f"{prefix}_own_panel"]
    at.button(key=f"{prefix}_cancel").click()
    at = visit.alive(at.run())
    assert not at.session_state[f"{prefix}_own_panel"]
    assert "»" not in visit.texts(at.main)


@every_page
def test_a_file_counts_before_the_text(page: str, query: dict[str, str], field: str, prefix: str) -> None:
    at = visit.opened(page, **query, example="own", corpus=WORDS)
    at = visit.upload(at, prefix, "*mine*.txt", b"hug 10, pug 5, hugs 5")
    assert at.text_area(key=field).value == WORDS  # not lost
    assert "corpus" not in at.query_params
    at = visit.open_panel(at, f"{prefix}_own_panel")
    assert EN("control.file.in-use", name="*mine*.txt") in [visit.plain(one.value) for one in at.main.caption]
    assert "corpus" not in at.query_params
    at = visit.put_file_away(at, prefix)
    assert at.text_area(key=field).value == WORDS
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
    next(one for one in at.main.button if one.label == say.choice(split_key, "words")).click()
    assert not visit.alive(at.run()).info
    assert [one.value for one in at.sidebar.selectbox if one.label == say("control.split")] == ["words"]
    assert at.query_params.get("split", "words") == "words"
