"""Tables and the chart of a parity-aware training."""

from __future__ import annotations

from dataclasses import replace

from tokviz import examples, parity
from tokviz.corpus import Language, LanguageCorpus
from tokviz.views.algorithms import steps_of, views_of
from tokviz.views.parity import charts, tables
from tokviz.views.shared.catalog import load

EXAMPLE = examples.load("two-languages")
TRACE = parity.train(EXAMPLE.corpus_for("parity"), merges=8)
SAY = load("en")


def test_steps_have_the_turn_and_the_counts() -> None:
    frame = steps_of(TRACE)
    assert list(frame["language"]) == ["German"] * 3 + ["English"] * 3 + ["German", "English"]
    assert list(frame["count_English"]) == [6, 0, 0, 9, 9, 7, 0, 7]
    assert list(frame["count_German"]) == [5, 5, 3, 0, 0, 0, 3, 0]
    assert list(frame["count"]) == [5, 5, 3, 9, 9, 7, 3, 7]


def test_candidates_have_a_column_for_each_language() -> None:
    frame = views_of(TRACE).tables().choice(TRACE, 0, SAY).frame()
    assert frame[["left", "right", "count", "count_English", "count_German"]].values.tolist() == [
        ["n", "e", 5, 6, 5],
        ["e", "u", 5, 0, 5],
        ["u", "e", 3, 0, 3],
        ["e", "s", 3, 9, 3],
    ]


def test_lengths_and_turns() -> None:
    frame = tables.LENGTHS.of(tables.Lengths(TRACE, 8)).frame()
    assert frame.to_dict("list") == {
        "language": ["English", "German"],
        "length_before": [9, 15],
        "length_now": [4, 4],
        "turns": [4, 4],
    }
    course = tables.course(TRACE)
    assert course[course["language"] == "English"]["length"].tolist() == [9, 8, 8, 8, 7, 6, 5, 5, 4]


def test_beside_plain_bpe() -> None:
    """All merges global: e s, n e, es t, o w, l ow, w est, ne west, ne u; the dev texts end at 2 and 7 symbols."""
    plain = parity.train(EXAMPLE.corpus_for("parity"), merges=8, rules=replace(TRACE.rules, global_merges=8))
    compared = tables.Compared(TRACE, 8, plain, 8)
    assert (list(compared.together()), list(compared.in_turns()), compared.changes()) == ([2, 7], [4, 4], [2, -3])
    assert list(steps_of(plain)["language"]) == [""] * 8


def test_the_chart_has_a_line_for_each_language() -> None:
    drawn = charts.lengths(TRACE, 3, SAY).to_dict()
    data = next(iter(drawn["datasets"].values()))
    assert {row["language"] for row in data if "language" in row} == {"English", "German"}


def test_a_language_can_be_called_like_a_column() -> None:
    corpus = LanguageCorpus([Language.of("step", {"ab": 2}), Language.of("length", {"cd": 1})])
    course = tables.course(parity.train(corpus, merges=1))
    assert course.to_dict("list") == {
        "step": [0, 0, 1, 1],
        "language": ["step", "length"] * 2,
        "length": [4, 2, 2, 2],
    }
