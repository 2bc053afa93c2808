"""The views of `/superbpe` as data: without a browser and without Streamlit."""

from __future__ import annotations

import pytest

from tests.views.pages.shown import cells, of_kind, only, opened, said
from tokviz.views.pages.registry import NOW, titles
from tokviz.views.shared.catalog import LANGUAGES, load
from tokviz.views.shared.chips import DataTable
from tokviz.views.shared.lines import Lines
from tokviz.views.shows import Flow, Text

EN = load("en")
WAY = {"example": "by-the-way"}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("view", titles("superbpe"))
@pytest.mark.parametrize("rules", ["source", "boundless"])
@pytest.mark.parametrize("step", ["0", "7", "9"])
def test_every_view_in_every_language(step: str, rules: str, view: str, language: str) -> None:
    """There are no candidates where the borders fall next."""
    assert opened("superbpe", view, language, step, rules=rules, **WAY) or (view, step) == (NOW, "7")


def test_candidates_that_are_passed_over_have_a_reason() -> None:
    """The column of reasons is there where a candidate has one; so is the sentence below it."""
    for step, is_passing in (("55", True), ("54", False)):
        shows = opened("superbpe", NOW, step=step, example="at-the-end")
        table = only(shows, DataTable)
        assert (EN("column.vetoed") in [heading.text for heading in table.columns]) == is_passing
        assert (EN("superbpe.candidates.help") in said(shows)) == is_passing
        assert table.rows[0].is_chosen
    boundless = only(opened("superbpe", NOW, step="3", rules="boundless", **WAY), DataTable)
    assert EN("column.kind") in [heading.text for heading in boundless.columns]


def test_long_lines_are_said_beside_the_step() -> None:
    assert EN("superbpe.long-lines") in said(opened("superbpe", NOW, step="3", example="lighthouse"))
    assert EN("superbpe.long-lines") not in said(opened("superbpe", NOW, step="3", **WAY))


def test_the_newest_step_is_first() -> None:
    table = only(opened("superbpe", "merges", step="9", **WAY), DataTable)
    assert [row.step for row in table.rows] == [*range(9, 0, -1)]
    assert [row.is_chosen for row in table.rows] == [True, *[False] * 8]
    assert cells(table)[1][1] == EN("superbpe.kind.lift")
    assert said(opened("superbpe", "merges", step="0", **WAY)) == [EN("merges.none")]


def test_superwords_lead_to_their_steps() -> None:
    """The borders fall at step 8: before, no token has several words."""
    assert said(opened("superbpe", "superwords", step="8", **WAY)) == [EN("superbpe.superwords.none")]
    table = only(opened("superbpe", "superwords", step="12", **WAY), DataTable)
    assert [row.step for row in table.rows] == sorted((row.step or 0 for row in table.rows), reverse=True)
    assert min(row.step or 0 for row in table.rows) == 9


def test_the_kink_is_where_the_borders_fall() -> None:
    """Both lines are over the size of the vocabulary: that of this training goes on below that of plain BPE."""
    shows = opened("superbpe", "kink", step="9", **WAY)
    chart = only(shows, Lines)
    mine, plain = (dict(line.points) for line in chart.lines)
    assert chart.rules[0].at == 18
    assert chart.here in mine
    assert mine[max(mine)] < plain[max(plain)]
    assert chart.alt == said(shows)[0]
    assert EN("superbpe.kink.lift") in said(shows)
    boundless = opened("superbpe", "kink", step="9", rules="boundless", **WAY)
    assert only(boundless, Lines).rules == ()
    assert EN("superbpe.kink.lift") not in said(boundless)


@pytest.mark.parametrize("rules", ["source", "boundless"])
def test_a_text_is_split_by_both(rules: str) -> None:
    shows = opened("superbpe", "beside", rules=rules, **{"try": "by the way"}, **WAY)
    assert EN("superbpe.tokens", name=EN("superbpe.plain"), tokens=EN.count("count.tokens", 3)) in said(shows)
    assert [flow.total for flow in of_kind(shows, Flow)][1] == 3
    empty = opened("superbpe", "beside", rules=rules, **{"try": ""}, **WAY)
    assert not list(of_kind(empty, Flow))
    assert len(list(of_kind(empty, Text))) == 1
