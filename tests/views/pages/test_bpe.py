"""The views of `/bpe` as data: without a browser and without Streamlit."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tests.catalogs import saying
from tests.views.pages.shown import cells, of_kind, only, opened, said
from tokviz import bpe, examples
from tokviz.bpe.rules import PRESETS
from tokviz.corpus import Corpus
from tokviz.memory import LocalMemory
from tokviz.state.request import TrainingRequest
from tokviz.views.merges.tables import MERGES
from tokviz.views.pages import merges, versus
from tokviz.views.pages.registry import NOW, names, titles
from tokviz.views.shared.catalog import LANGUAGES, load
from tokviz.views.shared.chips import DataTable, cell_text
from tokviz.views.shared.lines import Lines
from tokviz.views.shared.palette import hue_of
from tokviz.views.shows import Fold, Given, Grid, Seen, Text, Tree, spoken

EN = load("en")
SENNRICH = {"example": "sennrich"}


def lines(trace: bpe.Trace, step: int) -> list[Lines]:
    """Return the two charts of the course of a training."""
    return [
        show for show in merges.course(Seen(trace, TrainingRequest(), step, EN), Given()) if isinstance(show, Lines)
    ]


def test_the_views_are_in_the_order_of_the_page() -> None:
    assert list(titles("bpe")) == [
        NOW,
        "merges",
        "tree",
        "ways",
        "vocabularies",
        "course",
        "algorithm",
        "printed",
        "versus",
        "files",
    ]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("view", [name for name in titles("bpe") if name != "ways"])
@pytest.mark.parametrize("step", ["0", "3", "15"])
def test_every_view_in_every_language(step: str, view: str, language: str) -> None:
    """After the last merge there are no candidates, and no merge of the source."""
    assert opened("bpe", view, language, step, **SENNRICH) or (view, step) == (NOW, "15")


def test_what_was_printed_is_there_where_something_was() -> None:
    trace, own = bpe.train(Corpus({"low": 5})), TrainingRequest(example="own", text="low 5")
    assert "printed" not in names(Seen(trace, own, 0, EN))
    assert "printed" in names(Seen(trace, TrainingRequest(example="sennrich"), 0, EN))


# -- the merges so far -------------------------------------------------------------------------------------------------


def test_the_newest_merge_is_first_and_each_leads_to_its_step() -> None:
    table = only(opened("bpe", "merges", step="3", **SENNRICH), DataTable)
    assert [row[:3] for row in cells(table)] == [["3", "est </w>", "est</w>"], ["2", "es t", "est"], ["1", "e s", "es"]]
    assert [(row.step, row.is_chosen) for row in table.rows] == [(3, True), (2, False), (1, False)]
    assert [heading.text for heading in table.columns][-1] == EN("column.printed")
    assert cells(table)[0][-1] == EN("printed.yes")


def test_merges_can_have_more_values() -> None:
    """WordPiece has scores beside the counts."""
    trace = bpe.train(Corpus({"low": 5, "lower": 2}), merges=2)
    shows = merges.merges_so_far(Seen(trace, TrainingRequest(example="own", text="low"), 2, EN), Given(), ["score"])
    assert MERGES.only("score").columns[0].title in {"column.score"}
    assert EN("column.score") in [heading.text for heading in only(list(shows), DataTable).columns]


# -- the course --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("step", [0, 7, 15])
def test_the_course_has_every_size(step: int) -> None:
    trace = bpe.train(examples.load("sennrich").corpus)
    sizes, length = lines(trace, step)
    assert [y for _, y in sizes.lines[0].points] == list(trace.symbols_in_use)
    assert [y for _, y in sizes.lines[1].points] == list(trace.sizes())
    assert [y for _, y in length.lines[0].points] == list(trace.total_symbols)
    assert (sizes.here, length.here) == (step, step)
    assert len({(line.look, line.dash) for line in sizes.lines}) == 2


def test_few_steps_have_the_colors_of_their_merges() -> None:
    _, length = lines(bpe.train(examples.load("sennrich").corpus), 7)
    assert [dot.hue for dot in length.dots] == [None, *(hue_of(k, 15) for k in range(1, 16))]


def test_a_long_course_is_thinned_but_keeps_its_ends_and_the_step() -> None:
    trace = bpe.train(Corpus({"".join(chr(0x4E00 + i) for i in range(3_000)): 1}), rules="course")
    sizes, length = lines(trace, 1_234)
    steps = [int(step) for step, _ in length.lines[0].points]
    assert {0, 1_234, len(trace)} <= set(steps)
    assert len(steps) < 1_000
    assert (sizes.is_dotted, length.dots) == (False, ())


def test_an_empty_trace_has_a_course() -> None:
    sizes, length = lines(bpe.train(Corpus({"a": 1}), rules="course"), 0)
    assert (len(sizes.lines[0].points), sizes.here, length.here) == (1, 0, 0)


def test_the_charts_say_the_same_in_words() -> None:
    shows = opened("bpe", "course", step="3", **SENNRICH)
    alts = [chart.alt for chart in of_kind(shows, Lines)]
    assert alts == said(shows)
    assert alts[0] == EN("chart.sizes.alt", step=3, in_use=10, size=14)


# -- a tree ------------------------------------------------------------------------------------------------------------


def test_a_tree_is_of_the_token_or_of_the_largest() -> None:
    chosen = only(opened("bpe", "tree", step="3", tree="es", **SENNRICH), Tree)
    assert [tree.chip.letters for tree in chosen.trees] == ["es"]
    assert cell_text((only(opened("bpe", "tree", step="3", **SENNRICH), Tree).trees[0].chip,)) == "est</w>"
    assert said(opened("bpe", "tree", **SENNRICH)) == [EN("merges.none")]


# -- as printed --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("step", "cards"), [("0", 0), ("1", 0), ("2", 1), ("3", 1)])
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_erratum_is_beside_its_step(step: str, cards: int, language: str) -> None:
    say = load(language)
    shows = opened("bpe", NOW, language, step, example="aaabdaaabac")
    folds = [fold for fold in of_kind(shows, Fold) if fold.icon]
    assert [fold.title for fold in folds].count(say("erratum.title")) == cards
    shown = "\n".join(said(shows))
    for number, key in ((2, "aaab-readme"), (3, "aaab-readme-third")):
        assert (say(f"erratum.{key}.right").replace("`", "") in shown) == (step == str(number))
        assert (say(f"erratum.{key}.printed").replace("`", "") in shown) == (step == str(number))


def test_no_erratum_under_other_rules() -> None:
    shows = opened("bpe", NOW, step="2", example="aaabdaaabac", rules="sennrich")
    assert EN("erratum.title") not in [fold.title for fold in of_kind(shows, Fold)]


@pytest.mark.parametrize(
    ("name", "rules", "agree", "total"),
    [
        ("sennrich", "", 15, 15),
        ("follow", "", 13, 13),
        ("follow", "subword-nmt", 13, 13),
        ("hug", "", 3, 3),
        ("jurafsky", "", 8, 8),
        ("jurafsky-2025", "", 8, 8),
        ("aaabdaaabac", "", 1, 3),
        ("course", "", 19, 19),
    ],
)
def test_as_printed(name: str, rules: str, agree: int, total: int) -> None:
    shows = opened("bpe", "printed", example=name, **({"rules": rules} if rules else {}))
    assert saying("printed.agree", agree=agree, total=total).search(said(shows)[0])
    table = only(shows, Grid).table.frame()
    assert len(table) == total
    assert list(table["printed"]).count(EN("printed.yes")) == agree


def test_other_rules_than_those_of_the_source_have_a_hint() -> None:
    (hint,) = of_kind(opened("bpe", "printed", rules="minbpe", **SENNRICH), Text)
    assert hint.look == "hint"


# -- another convention ------------------------------------------------------------------------------------------------


def test_another_convention_names_the_step_where_they_part() -> None:
    shows = opened("bpe", "versus", example="follow", vs="subword-nmt")
    assert saying("versus.tie.at-once", left="l o", right="w e").search(said(shows)[0])
    assert list(only(shows, Grid).table.frame()["same"]).index(EN("versus.here")) == 0


@pytest.mark.parametrize("other", PRESETS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_other_convention(other: str, language: str) -> None:
    shows = opened("bpe", "versus", language, vs=other, **SENNRICH)
    (shown,) = said(shows)
    if other == "sennrich":
        assert load(language)("versus.same", shared=load(language).count("count.merges", 15)) == shown
    assert "{" not in shown.replace("{}", "")
    trace = bpe.train(Corpus(examples.load("sennrich").corpus), rules=other)
    table = only(shows, Grid).table
    assert len(table.frame()) == max(15, len(trace))
    assert len(table.read(load(language)).columns) == 4  # also where both are called the same


class Counting(LocalMemory):
    """A memory that notes what it trains."""

    def __init__(self) -> None:
        super().__init__(lambda _: self.progressed.append(1))
        self.progressed: list[int] = []


def test_a_host_without_a_link_asks_for_the_convention_and_trains_once() -> None:
    """The second view asks for the same training, which the memory of the host has after the first."""
    memory, ask = Counting(), Given({"versus": "course"})
    trace = bpe.train(examples.load("sennrich").corpus)
    seen = Seen(trace, TrainingRequest(example="sennrich"), 3, EN, memory)
    first = said(versus.versus(seen, ask))
    told = len(memory.progressed)
    assert said(versus.versus(seen, ask)) == first
    assert told == len(memory.progressed) > 0
    assert [field.name for field in ask.asked] == ["versus"] * 2


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("knobs", "expected"),
    [
        ({}, {"signs": ("▁a 1", "▁s ,", "▁b 22"), "scripts": ("▁x ж",)}),
        ({"split_by_number": False}, {"signs": ("▁s ,",), "scripts": ("▁x ж",)}),
        ({"split_digits": True}, {"digit": ("▁a 1", "2 2", "▁b 2"), "signs": ("▁s ,",), "scripts": ("▁x ж",)}),
        ({"split_by_unicode_script": False, "max_token_length": 3}, {"length": ("▁b 22",)}),
        ({"split_by_unicode_script": False}, {}),
    ],
)
def test_pairs_that_may_not_be_merged_are_said_with_their_reason(
    knobs: dict[str, Any], expected: dict[str, tuple[str, ...]], language: str
) -> None:
    say = load(language)
    trace = bpe.train(Corpus({"a1": 5, "s,": 4, "b22": 3, "xж": 1}), rules=replace(PRESETS["sentencepiece"], **knobs))
    shown = merges.candidates(Seen(trace, TrainingRequest(), len(trace), say), Given())
    told = [spoken(show) for show in shown if isinstance(show, Text)]
    for line, (reason, pairs) in zip(told, expected.items(), strict=True):
        assert line.startswith(say(f"candidates.refused.{reason}", pairs="|").partition("|")[0])
        assert all(pair in line for pair in pairs)
