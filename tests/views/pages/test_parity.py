"""The views of `/parity` as data: without a browser and without Streamlit."""

from __future__ import annotations

import pytest

from tests.views.pages.shown import cells, of_kind, only, opened, said
from tokviz import parity
from tokviz.corpus import Language, LanguageCorpus
from tokviz.state.request import TrainingRequest
from tokviz.views.pages.parity import lengths
from tokviz.views.pages.registry import NOW, names, titles
from tokviz.views.shared.catalog import LANGUAGES, load
from tokviz.views.shared.chips import DataTable
from tokviz.views.shared.lines import Lines
from tokviz.views.shows import Given, Grid, Seen, Text

EN = load("en")
TWO = {"example": "two-languages"}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("view", titles("parity"))
@pytest.mark.parametrize("step", ["0", "4", "8"])
def test_every_view_in_every_language(step: str, view: str, language: str) -> None:
    assert opened("parity", view, language, step, merges="8", **TWO)


def test_candidates_have_a_column_for_each_language() -> None:
    """German chooses at first: its counts decide, and English ones are beside."""
    shows = opened("parity", NOW, **TWO)
    table = only(shows, DataTable)
    assert [heading.text for heading in table.columns[-2:]] == ["English", "German"]
    assert [[row[1], row[2], *row[-2:]] for row in cells(table)] == [
        ["n e", "5", "6", "5"],
        ["e u", "5", "0", "5"],
        ["u e", "3", "0", "3"],
        ["e s", "3", "9", "3"],
    ]
    assert EN("parity.candidates", language="German") in said(shows)


def test_one_language_has_no_columns_and_nothing_beside() -> None:
    corpus = LanguageCorpus([Language.of("", {"low": 5, "lower": 2})])
    seen = Seen(parity.train(corpus, merges=2), TrainingRequest("parity", example="own", text="low"), 1, EN)
    assert "plain" not in names(seen)
    assert "lengths" in names(seen)


def test_the_chart_has_a_line_for_each_language() -> None:
    """The text of English goes from 9 symbols to 4; lines differ by more than their colors."""
    shows = opened("parity", "lengths", step="8", merges="8", **TWO)
    chart = only(shows, Lines)
    assert [line.name for line in chart.lines] == ["English", "German"]
    assert [y for _, y in chart.lines[0].points] == [9, 8, 8, 8, 7, 6, 5, 5, 4]
    assert len({line.dash for line in chart.lines}) == len({line.hue for line in chart.lines}) == 2
    assert chart.alt in said(shows)
    assert only(shows, Grid).table.frame()["turns"].tolist() == [4, 4]


def test_a_language_can_be_called_like_a_column() -> None:
    corpus = LanguageCorpus([Language.of("step", {"ab": 2}), Language.of("length", {"cd": 1})])
    seen = Seen(parity.train(corpus, merges=1), TrainingRequest("parity"), 1, EN)
    chart = next(show for show in lengths(seen, Given()) if isinstance(show, Lines))
    assert {line.name: line.points for line in chart.lines} == {
        "step": ((0, 4), (1, 2)),
        "length": ((0, 2), (1, 2)),
    }


def test_plain_bpe_costs_the_other_language() -> None:
    """All merges global: the texts end at 2 and 7 symbols, in turns at 4 and 4."""
    shows = opened("parity", "plain", step="8", merges="8", **TWO)
    table = only(shows, Grid).table.frame()
    assert (table["length_plain"].tolist(), table["length_turns"].tolist()) == ([2, 7], [4, 4])
    assert said(shows)[-1] == EN("parity.plain.result", shorter=1, longer=1, languages=2)
    assert {text.look for text in of_kind(shows, Text)} == {"caption"}
