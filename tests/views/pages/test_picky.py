"""The views of `/picky` as data: without a browser and without Streamlit."""

from __future__ import annotations

import json

import pytest

from tests.catalogs import saying
from tests.views.pages.shown import cells, of_kind, only, opened, said
from tokviz import examples, picky
from tokviz.picky import PRESETS
from tokviz.state.lattice import MAX_WORD
from tokviz.views.pages.registry import NOW, titles
from tokviz.views.shared.catalog import LANGUAGES, load
from tokviz.views.shared.chips import DataTable
from tokviz.views.shared.sentences import without_marks
from tokviz.views.shows import Algorithm, Columns, Flow, Lines, Picture, Text, Tree

EN = load("en")
VIEWS = [name for name in titles("picky") if name != NOW]
PARTS = {"example": "parts"}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("view", [NOW, *VIEWS])
@pytest.mark.parametrize("step", ["0", "5", "13"])
def test_every_view_in_every_language(step: str, view: str, language: str) -> None:
    """Nothing is left to merge after the last step, so there are no candidates."""
    assert opened("picky", view, language, step, **PARTS) or (view, step) == (NOW, "13")


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("view", VIEWS)
def test_every_convention_on_prose(view: str, preset: str) -> None:
    assert opened("picky", view, step="30", example="lighthouse", rules=preset, merges="60")


def test_candidates_are_of_a_step() -> None:
    """Step 6 is the fifth merge: the list is of the step, as in the picture. Step 5 is a removal: it has none."""
    shows = opened("picky", NOW, step="5", **PARTS)
    heading = next(of_kind(shows, Text))
    assert (said([heading]), heading.look) == ([EN("picky.panel.merge", number=6)], "heading")
    assert heading.about
    assert [row[:3] for row in cells(only(shows, DataTable))] == [
        ["1", "␣ a", "4"],
        ["2", "a b", "4"],
        ["3", "b d", "3"],
    ]
    assert opened("picky", NOW, step="4", **PARTS) == []


def test_the_tests_so_far_lead_to_their_steps() -> None:
    table = only(opened("picky", "tests", step="5", **PARTS), DataTable)
    removed = EN("picky.verdict.removed")
    assert cells(table) == [
        ["4", "␣abc", "␣ab", "4", "9", "9/13", removed],
        ["2", "␣ab", "␣a", "0", "13", "1", removed],
    ]
    assert [row.step for row in table.rows] == [4, 2]


def test_a_long_table_has_pages() -> None:
    """60 steps make more tokens than one page has; what is no page is the first or the last."""
    query = {"example": "lighthouse", "merges": "60"}
    first, second, last, strange = (
        cells(only(opened("picky", "history", step="60", **query, history_page=page), DataTable))
        for page in ("1", "2", "99", "two")
    )
    assert (len(first), strange) == (25, first)
    assert second != first
    assert last[-1] != first[-1]


def test_encoding_replays_the_log() -> None:
    """The first event merges the mark with a, which ▁ab needs; a removal of ▁a finds nothing in `abcabd`."""
    walk = json.loads(only(opened("picky", "encode", **PARTS), Picture).payload)
    told = "\n".join(without_marks(one["text"]) for frame in walk["frames"] for one in frame["say"])
    assert saying("picky.encode.start", events=13).search(told)
    assert saying("picky.encode.done.removal", number=3, event=3, token="▁a", pieces="▁ a").search(told) is None
    assert saying("picky.encode.next.merge", number=1, event=1, pair="▁ a", token="▁a").search(told)


def test_a_word_that_is_typed() -> None:
    """Another word has another picture; none has a sentence; what is longer than a field is cut."""
    walk = json.loads(only(opened("picky", "encode", **PARTS, word="dab"), Picture).payload)
    assert walk["rows"] or walk["frames"]
    assert said(opened("picky", "encode", **PARTS, word=" ")) == [EN("picky.encode.empty")]
    assert only(opened("picky", "encode", **PARTS, word="a" * 10 * MAX_WORD), Picture).payload


def test_the_tree_says_why_and_crosses_out() -> None:
    """At step 10 both ancestors of ▁abc are out of the vocabulary."""
    shows = opened("picky", "tree", step="10", **PARTS, tree="▁abc")
    told = [text for text in of_kind(shows, Text) if text.look == "item"]
    assert [text.parts[0] for text in told] == [{"tokens": ["␣ab"]}, {"tokens": ["␣a"]}]
    top = only(shows, Tree).trees[0]
    assert (top.chip.letters, top.chip.is_removed, top.parts[0].chip.is_removed) == ("␣abc", False, True)


def test_a_token_that_is_none_opens_the_longest() -> None:
    assert opened("picky", "tree", step="10", **PARTS, tree="zzz") == opened("picky", "tree", step="10", **PARTS)


def test_the_chart_says_the_same_in_words() -> None:
    shows = opened("picky", "sizes", step="5", **PARTS)
    chart = only(shows, Lines)
    assert [dict(line.points)[5] for line in chart.lines] == [10, 12]
    assert chart.alt == EN("picky.sizes.alt", step=5, size=10, ever=12, tally=10)
    assert (chart.here, chart.alt in said(shows)) == (5, True)


def test_the_vocabulary_beside_the_symbols() -> None:
    """After 5 steps abc is ▁abc, and the other words ▁, a, b and d; c and special tokens are in no word."""
    shows = opened("picky", "vocabularies", step="5", **PARTS)
    left, right = only(shows, Columns).columns
    assert [chip.letters for chip in only(left, Flow).chips] == ["␣abc", "␣", "a", "b", "d"]
    unused = {chip.letters for chip in only(right, Flow).chips if chip.is_used_up}
    assert unused == {"<UNK>", "<PAD>", "<BOS>", "<EOS>", "c"}
    assert only(right, Flow).total == 10


def test_a_step_that_removes_is_not_called_a_merge() -> None:
    """Step 5 removes ▁ab, which is split where it is; step 3 removes ▁a, which no word has. Merges use parts up."""
    told = {step: said(opened("picky", "vocabularies", step=step, **PARTS)) for step in ("2", "3", "5")}
    assert EN("picky.vocabularies.split", number=5, tokens="␣ab") in told["5"]
    assert EN("picky.vocabularies.none-split", number=3) in told["3"]
    assert EN("picky.vocabularies.consumed", number=2, tokens="␣a and b") in told["2"]
    assert any(text.endswith(EN("picky.vocabularies.change", change="−1", number=5)) for text in told["5"])


@pytest.mark.parametrize("example", ["parts", "kentucky", "lighthouse", "hug"])
@pytest.mark.parametrize("preset", PRESETS)
def test_what_is_said_of_the_vocabulary_holds(example: str, preset: str) -> None:
    """The rule below both vocabularies, and that a removal splits its token or changes no word."""
    trace = picky.train(examples.load(example).corpus, merges=40, rules=PRESETS[preset])
    for step in trace:
        k = step.index + 1
        change = trace.sizes()[k] - trace.sizes()[k - 1]
        if step.is_removal:
            assert change == -1
            assert step.consumed in ((), (step.token,))
            assert step.consumed or trace.words(k) == trace.words(k - 1)
            assert not step.consumed or set(step.pieces) <= set(trace.symbols(k))
        else:
            assert change == (step.token not in trace.vocabulary(k - 1))


def test_the_algorithm_stops_at_the_step() -> None:
    merge, removal = (only(opened("picky", "algorithm", step=step, **PARTS), Algorithm).lines for step in ("4", "5"))
    assert [line.text for line in merge] == [line.text for line in removal]
    assert any(line.is_current for line in merge)
    assert [line.is_current for line in merge] != [line.is_current for line in removal]
