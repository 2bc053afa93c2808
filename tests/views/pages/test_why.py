"""The views of `/why` as data: without a browser and without Streamlit."""

from __future__ import annotations

import json

import pytest

from tests.catalogs import saying
from tests.views.pages.shown import cells, of_kind, only, page_views, said
from tokviz.state.why import NAMES
from tokviz.views.picture.payload import still_rows
from tokviz.views.shared.catalog import LANGUAGES, load
from tokviz.views.shared.chips import DataTable
from tokviz.views.shows import Bars, Fold, Grid, Lines, Picture, Show, Text

EN = load("en")


def pictures(views: dict[str, list[Show]]) -> list[dict[str, list[str]]]:
    """Word -> its chips, for words, characters and subwords."""
    drawn = (json.loads(picture.payload) for picture in of_kind(views["words"], Picture))
    return [{label: chips for label, _, chips in still_rows(payload)} for payload in drawn]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("example", NAMES[:-1])
def test_every_text_in_every_language(example: str, language: str) -> None:
    say, views = load(language), page_views("why", language, example=example)
    assert all(views.values())
    assert say(f"why.about.{example}") in said(views["text"])
    assert [len(rows) for rows in pictures(views)] == [3, 3, 3]
    assert (say("why.claim.text") in said(views["units"])) == (example == "tea")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_opening_example(language: str) -> None:
    say, views = load(language), page_views("why", language)
    assert said(views["words"])[-1] == say("why.arithmetic", alphabet=17, merges=17, sum=34)
    headings = [text for text in of_kind(views["words"], Text) if text.look == "heading"]
    assert said(headings) == [say(f"why.kind.{kind}") for kind in ("words", "characters", "subwords")]
    assert pictures(views) == [
        {"runner": ["runner"], "thinking": ["thinking"], "running": [f"⟨{say('why.unknown')}⟩"]},
        {"runner": list("runner"), "thinking": list("thinking"), "running": list("running")},
        {"runner": ["runner"], "thinking": ["thinking"], "running": ["run", "n", "ing"]},
    ]


def test_how_often_the_words_occur() -> None:
    views = page_views("why")
    counted = said(views["words"])[-2]
    for word, count, place in (("runner", 14, 2), ("running", 1, 40)):
        occurs = EN.count("count.times", count)
        assert EN("why.word", word=word, count=occurs, place=place, all=44) in counted
    assert "runner 14" in "\n".join(said(only(views["text"], Fold).shows))


def test_the_measures_as_bars_as_lines_and_in_numbers() -> None:
    views = page_views("why")
    assert cells(only(views["sizes"], DataTable)) == [
        ["Words", "34", "1.00", "29.0% (9)", "1.00", "6.0% (14)"],
        ["Characters", "17", "4.13", "3.2% (1)", "4.35", "0.0% (0)"],
        ["Subwords (BPE)", "34", "2.06", "3.2% (1)", "2.37", "0.0% (0)"],
    ]
    lengths, unknown = of_kind(views["sizes"], Lines)
    assert [round(dict(line.points)[34], 2) for line in lengths.lines] == [2.06, 4.13, 1.0]
    assert unknown.numbers == "percent"
    table = only(views["sizes"], Grid).table.rows(EN)
    assert ["Words", 34, 34, "1.00", "29.0% (9)", "1.00", "6.0% (14)"] in table
    assert EN("why.no-test") not in said(views["sizes"])


@pytest.mark.parametrize(("size", "said_of_it"), [("27", {"merges": 10, "sum": 27}), ("10", {})])
def test_another_size(size: str, said_of_it: dict[str, int]) -> None:
    views = page_views("why", size=size)
    key = "why.arithmetic" if said_of_it else "why.arithmetic.small"
    values = {"alphabet": 17, **(said_of_it or {"size": 10})}
    assert said(views["words"])[-1] == EN(key, **values)
    assert only(views["sizes"], DataTable).rows[0].cells[1] == size
    assert all(chart.here == int(size) for chart in of_kind(views["sizes"], Lines))
    assert any(x == int(size) for x, _ in next(of_kind(views["sizes"], Lines)).lines[0].points)


def test_a_size_beyond_the_text_is_the_largest() -> None:
    assert page_views("why", size="5000")["words"] == page_views("why", size="115")["words"]


def test_a_part_of_a_model_is_drawn_in_the_whole() -> None:
    bars = only(page_views("why")["models"], Bars)
    assert all(0 < bars.share(bar) < 1 for bar in bars.bars)
    assert bars.bars[-1].name in bars.alt
    assert bars.share(bars.bars[0]) > bars.share(bars.bars[-1])


def test_chinese_in_bytes_characters_and_merges() -> None:
    views = page_views("why", example="tea")
    units = cells(only(views["units"], DataTable))
    assert [row[0] for row in units] == [EN(f"why.unit.{unit}") for unit in ("bytes", "characters", "subwords")]
    assert [row[3] for row in units] == ["3.00", "1.00", "0.90"]
    assert int(units[0][2]) == 3 * int(units[1][2])
    told = "\n".join(said(views["units"]))
    assert saying("why.claim.numbers", merges=EN.count("count.merges", 154), train="50.2%").search(told)
    assert EN("why.claim.less") in told
    assert EN("why.claim.no-merges") in said(page_views("why", example="tea", size="100")["units"])


# -- a word of one's own -----------------------------------------------------------------------------------------------


def test_a_word_is_first_in_all_three() -> None:
    views = page_views("why", word="thinkers")
    drawn = pictures(views)
    assert [next(iter(rows)) for rows in drawn] == ["thinkers"] * 3
    assert [rows["thinkers"] for rows in drawn] == [["⟨unknown⟩"], list("thinkers"), ["thin", "k", "er", "s"]]
    assert EN("why.own.whole", word="thinkers") in said(views["words"])
    assert [list(rows) for rows in pictures(page_views("why", word="running"))] == [
        ["running", "runner", "thinking"]
    ] * 3


def test_what_of_a_word_is_unknown_is_said() -> None:
    told = "\n".join(said(page_views("why", word="quizzed", size="10")["words"]))
    assert EN("why.own.never", word="quizzed", characters=EN.listed(["q", "z"])) in told
    assert EN("why.own.no-room", word="quizzed", characters=EN.listed(["u", "d"])) in told
    known = "\n".join(said(page_views("why", word="rain")["words"]))
    assert saying("why.word", word="rain", count=EN.count("count.times", 7)).search(known)
    assert not saying("why.own.never").search(known)


@pytest.mark.parametrize("text", ["a", "a a", "low", "😀"])
def test_a_text_too_short_to_hold_anything_out(text: str) -> None:
    views = page_views("why", corpus=text)
    assert EN("why.no-test") in said(views["sizes"])
    assert cells(only(views["sizes"], DataTable))[0][2] == "1.00"
    assert EN("why.units.train") in said(views["units"])


@pytest.mark.parametrize(
    "text",
    ["<script>alert(1)</script> **bold** `code` $x$" * 3, "e\u0301 \u200d \u202e \ufeff" * 9, "x" * 900 + " y" * 9],
)
def test_hostile_texts_are_shown(text: str) -> None:
    assert len(pictures(page_views("why", corpus=text))) == 3
