"""Tables of a parity-aware training."""

from __future__ import annotations

from dataclasses import replace

from tokviz import examples, parity
from tokviz.views.algorithms import steps_of, views_of
from tokviz.views.parity import tables
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


def test_beside_plain_bpe() -> None:
    """All merges global: e s, n e, es t, o w, l ow, w est, ne west, ne u; the dev texts end at 2 and 7 symbols."""
    plain = parity.train(EXAMPLE.corpus_for("parity"), merges=8, rules=replace(TRACE.rules, global_merges=8))
    compared = tables.Compared(TRACE, 8, plain, 8)
    assert (list(compared.together()), list(compared.in_turns()), compared.changes()) == ([2, 7], [4, 4], [2, -3])
    assert list(steps_of(plain)["language"]) == [""] * 8
