"""The views of a training in a browser tab: what the page has below its picture, without the libraries of the app."""

from __future__ import annotations

import json
import re
from base64 import b64decode
from dataclasses import replace
from io import BytesIO
from typing import Any
from urllib.parse import urlencode
from zipfile import ZipFile

import pytest

from tests.catalogs import saying
from tests.views.pages.shown import only, opened, page_views, said
from tokviz.algorithms import ALGORITHMS
from tokviz.features.site.tab.answering import answer
from tokviz.state.tab import PAGES as TAB_PAGES
from tokviz.state.trained_pages import training_views
from tokviz.views.pages.registry import MERGES, NOW, PAGES, page_of, titles
from tokviz.views.shared.catalog import LANGUAGES, load
from tokviz.views.shared.chips import DataTable
from tokviz.views.shows import Picture, Text, spoken

EN = load("en")
VIEWS = list(titles("picky"))


def ask(
    view: Any, lang: str = "en", /, *, page: str = "picky", fields: Any = None, asks: bool = False, **query: str
) -> Any:
    request = {"kind": "view", "page": page, "query": urlencode({"example": "parts", **query}), "lang": lang}
    return json.loads(answer(json.dumps({**request, "view": view, "fields": fields or {}, "asks": asks})))


def kinds(shows: list[Any]) -> list[str]:
    """The kinds of shows, without fields."""
    return [show["kind"] for show in shows if show["kind"] != "field"]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("view", VIEWS)
def test_a_view_says_what_the_app_says(view: str, language: str) -> None:
    answered = ask(view, language, step="5")
    shows = opened("picky", view, language, step="5", example="parts")
    assert answered["ok"]
    assert kinds(answered["shows"]) == [type(show).__name__.lower() for show in shows]
    sentences = ["".join(map(written, show["parts"])) for show in answered["shows"] if show["kind"] == "text"]
    assert sentences == [spoken(show) for show in shows if isinstance(show, Text)]


def written(part: Any) -> str:
    """A part of a sentence as text."""
    if isinstance(part, str):
        return part
    return part.get("mention") or part.get("word") or part.get("code") or " ".join(part["tokens"])


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_a_picture_names_the_views_below_it(algorithm: str) -> None:
    request = {"kind": "picture", "page": algorithm, "query": "example=hug&merges=3", "lang": "en"}
    named = json.loads(answer(json.dumps(request)))["views"]
    tabs = {MERGES: EN("tab.merges")} | {tab.name: EN(tab.title) for tab in training_views(algorithm)}
    assert named
    assert [title for name, title in named if name != NOW] == [tabs[name] for name, _ in named if name != NOW]
    assert ask("algorithm", page=algorithm, example="hug", merges="3", step="1")["ok"]


def test_rows_lead_to_steps_and_defaults_are_left_out() -> None:
    (table, _) = ask("tests", step="5")["shows"]
    assert [row["step"] for row in table["rows"]] == [4, 2]
    assert table["rows"][0]["cells"][2] == [{"letters": "␣ab", "hue": only_hue("␣ab")}]


def only_hue(letters: str) -> int | None:
    """The hue of a chip in the app's table."""
    table = only(opened("picky", "tests", step="5", example="parts"), DataTable)
    chips = {
        chip.letters: chip.hue for row in table.rows for cell in row.cells if isinstance(cell, tuple) for chip in cell
    }
    return chips[letters]


def test_a_field_is_in_its_place_with_its_value() -> None:
    field, tree, *_ = ask("tree", step="10", fields={"tree": "▁ab"})["shows"]
    assert (field["kind"], field["type"], field["value"]) == ("field", "choice", "▁ab")
    assert dict(field["field"]["options"])["▁abc"] == "␣abc"
    assert (tree["trees"][0]["chip"]["letters"], tree["trees"][0]["chip"]["is_removed"]) == ("␣ab", True)


def test_a_picture_is_among_the_payloads() -> None:
    answered = ask("encode", fields={"word": "abd"})
    (shown,) = (show for show in answered["shows"] if show["kind"] == "picture")
    walk = only(opened("picky", "encode", example="parts", word="abd"), Picture)
    assert answered["payloads"][shown["parts"][0]] == json.loads(walk.payload)


def test_what_comes_next_is_hidden_while_it_is_asked_for() -> None:
    assert ask(NOW, asks=True)["shows"] == [{"kind": "text", "parts": [EN("predict.hidden")], "look": "caption"}]
    assert said(opened("picky", NOW, example="parts"))[0] == EN("picky.panel.merge", number=1)
    assert "table" in json.dumps(ask("tests", asks=True, step="5")["shows"])


def test_what_is_beside_the_picture_is_hidden_only_where_something_is_asked_for() -> None:
    """Of Unigram that is before a pruning: its second step in the course."""
    hidden = {"kind": "text", "parts": [EN("predict.hidden")], "look": "caption"}
    shown = {step: ask(NOW, page="unigram", asks=True, example="hug", step=step)["shows"] for step in ("0", "1", "2")}
    assert {step for step, shows in shown.items() if shows == [hidden]} == {"1"}


@pytest.mark.parametrize(
    "more",
    [{"view": "no such"}, {"view": 3}, {"view": None}, {"view": "tests", "fields": []}],
)
def test_what_is_no_view_is_refused(more: dict[str, Any]) -> None:
    request = {"kind": "view", "page": "picky", "query": "example=parts", **more}
    assert json.loads(answer(json.dumps(request))) == {"ok": False, "message": EN("error.tab-request")}


@pytest.mark.parametrize(
    ("source", "key"),
    [
        ("{{ messages[0] }", "error.chat-template-line"),
        ("{{ raise_exception(1) }}", "error.chat-refused"),
        ("{% for a in range(9999) %}{% for b in range(9999) %}{% endfor %}{% endfor %}", "error.chat-template-limit"),
    ],
)
def test_a_template_that_fails_is_a_sentence(source: str, key: str) -> None:
    told = ask("now", page="chat", source=source, preset="own", chat='[["user","hi"]]', template="own")
    assert not told["ok"]
    assert re.fullmatch(saying(key), told["message"])


def file(name: Any, /, *, page: str = "bpe", fields: Any = None, **query: str) -> Any:
    """Ask for a file of the view with all files."""
    more = {"view": "files", "fields": fields or {}, "file": name}
    request = {"kind": "file", "page": page, "query": urlencode(query), "lang": "en", **more}
    return json.loads(answer(json.dumps(request)))


def test_the_files_are_listed_and_made_when_they_are_asked_for() -> None:
    """The worksheet has the steps that its fields name."""
    shows = ask("files", page="bpe", example="hug", rules="course", step="2")["shows"]
    fields = {show["field"]["name"] for show in shows if show["kind"] == "field"}
    assert fields == {"sheet_7_first", "sheet_7_last"}
    text = json.dumps(shows)
    assert '"make"' not in text
    named = re.findall(r'"kind": "file", "name": "(\w+)"', text)
    assert {"merges", "json", "zip", "replay", "still_svg", "worksheet_blank", "worksheet_filled"} <= set(named)
    made = file("still_svg", example="hug", rules="course", step="2")
    assert (made["name"], made["type"]) == ("tokviz-bpe-hug-2.svg", "image/svg+xml")
    assert made["content"].startswith("<svg")
    query = {"example": "hug", "rules": "course"}
    sheets = [file("worksheet_filled", fields={"sheet_7_last": last}, **query)["content"] for last in ("2", "4")]
    assert [sheet.count("<table") for sheet in sheets] == [9, 16]


def test_a_file_that_is_no_text_is_sent_in_base64() -> None:
    made = file("zip", example="hug", rules="huggingface")
    assert "content" not in made
    with ZipFile(BytesIO(b64decode(made["bytes"]))) as archive:
        assert sorted(archive.namelist()) == ["merges.txt", "vocab.json"]


@pytest.mark.parametrize("name", ["no such", 3, None, "codes"])
def test_a_file_that_there_is_not_is_refused(name: Any) -> None:
    """The course's words do not end in </w>, as those of a file of codes do."""
    assert file(name, example="hug", rules="course") == {"ok": False, "message": EN("error.tab-request")}


def test_the_sheet_of_a_text_and_its_bytes() -> None:
    made = file("sheet_blank", page="bytes", text="né")
    assert (made["name"], made["content"][:15]) == ("tokviz-bytes-blank.html", "<!DOCTYPE html>")


@pytest.mark.parametrize("fields", [{"tree": 3}, {"tree": "x" * 9_999}, {"<b>": "<b>"}, {"history_page": "-1"}])
def test_strange_values_of_fields_count_as_none(fields: dict[str, Any]) -> None:
    assert ask("tree", step="10", fields=fields) == ask("tree", step="10")


def test_a_view_takes_few_bytes() -> None:
    """The largest of a training of prose, but for the picture of a word."""
    views = (name for name in VIEWS if name != "encode")
    sizes = {name: len(json.dumps(ask(name, example="lighthouse", step="30", merges="60"))) for name in views}
    assert max(sizes.values()) < 40_000, sizes


def test_a_view_of_many_pieces_takes_few_bytes() -> None:
    query = {"example": "kitchen", "vocab": "150", "rules": "soft-em", "step": "6"}
    every = titles("unigram")
    sizes = {name: len(json.dumps(ask(name, page="unigram", fields=None, asks=False, **query))) for name in every}
    assert max(sizes.values()) < 40_000, sizes


# -- pages that do not train -------------------------------------------------------------------------------------------

WITH_LIBRARY = {("vocabulary", "unused")}  # of which a tab has a part
OFFERED = [(page, view) for page in PAGES if page in TAB_PAGES for view in page_of(page).views]
OFFERED = [offered for offered in OFFERED if offered not in WITH_LIBRARY]


def of_page(page: str, view: str, lang: str = "en", /, *, fields: Any = None, **query: str) -> Any:
    request = {"kind": "view", "page": page, "query": urlencode(query), "lang": lang, "view": view}
    return json.loads(answer(json.dumps({**request, "fields": fields or {}})))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("page", "view"), OFFERED)
def test_a_view_of_a_page_says_what_the_app_says(page: str, view: str, language: str) -> None:
    answered = of_page(page, view, language, **OPENING[page])
    shows = page_views(page, language, **OPENING[page])[view]
    assert kinds(answered["shows"]) == [type(show).__name__.lower() for show in shows]
    sentences = ["".join(map(written, show["parts"])) for show in answered["shows"] if show["kind"] == "text"]
    assert sentences == [without_rest(show) for show in shows if isinstance(show, Text)]
    assert len(json.dumps(answered)) < 60_000


OPENING = {
    "bytes": {"text": "né lower newest", "merges": "20"},
    "why": {"example": "runner"},
    "compare": {"example": "hug"},
    "tokenizers": {"text": "It's 10 [MASK]", "tokenizer": "gpt", "back": "1"},
    "wordpiece-encode": {"example": "hug", "merges": "3", "pre": "bert"},
    "bpe-encode": {"merges": "10", "dropout": "50"},
    "parity-encode": {"example": "two-languages"},
    "superbpe-encode": {"text": "by the way\non the way"},
    "lattice": {"example": "hug", "word": "hugs", "step": "3"},
    "vocabulary": {"beside": "bert", "preset": "own", "text": "lower st"},
    "chat": {"preset": "typed", "template": "llama-2", "tokenizer": "bert"},
    "practice": {"seed": "7"},
}


def without_rest(text: Text) -> str:
    return spoken(replace(text, rest="", lead=""))


@pytest.mark.parametrize(
    ("page", "above"),
    [("bytes", {"rows", "picture"}), ("tokenizers", {"rows"}), ("vocabulary", set()), ("chat", set())],
)
def test_a_page_names_the_views_below_its_picture(page: str, above: set[str]) -> None:
    request = {"kind": "picture", "page": page, "query": "text=low", "lang": "en"}
    named = json.loads(answer(json.dumps(request)))["views"]
    assert {name for name, _ in named} == page_views(page, text="low").keys() - above


def test_a_field_of_the_link_opens_with_the_value_of_the_link() -> None:
    shows = of_page("bytes", "patches", text="lower", threshold="1", fields={"threshold": "2"})["shows"]
    asked = {show["field"]["name"]: show for show in shows if show["kind"] == "field"}
    assert {name: show["is_linked"] for name, show in asked.items()} == {
        **dict.fromkeys(("starts", "threshold", "context", "smoothing"), True)
    }
    assert asked["threshold"]["field"]["opening"] == "1"
    (rows,) = of_page("bytes", "rows", text="né", token="2")["shows"]
    assert (rows["picked"], rows["fields"]) == ({"pretoken": 1, "token": 2}, {"pretoken": "word", "token": "token"})


def test_a_tab_looks_through_the_text_of_the_link_alone() -> None:
    shows = of_page("vocabulary", "unused", preset="own", text="lower st")["shows"]
    (field,) = (show for show in shows if show["kind"] == "field" and show["field"]["name"] == "corpus")
    assert [value for value, _ in field["field"]["options"]] == ["text"]
    assert "error" not in {show.get("look") for show in shows}


def test_a_vocabulary_that_a_tab_does_not_have_is_refused() -> None:
    for query in ({"tokenizer": "own.json"}, {"beside": "bert,own.json"}):
        answered = of_page("vocabulary", "counts", **query)
        assert answered == {"ok": False, "wants": "own.json", "message": EN("error.tab-library", name="own.json")}


def test_the_pages_of_a_table_have_a_name() -> None:
    shows = of_page("vocabulary", "special", tokenizer="bert")["shows"] + of_page("vocabulary", "numbers")["shows"]
    shows += of_page("vocabulary", "overlap", beside="bert")["shows"][-1]["columns"][0]
    fields = [show["field"] for show in shows if show["kind"] == "field" and show["type"] == "pages"]
    assert fields
    assert all(field["label"] == EN("vocabulary.part", parts=field["pages"]) for field in fields)
