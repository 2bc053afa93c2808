"""The candidates of WordPiece: each number by hand on the hug corpus, the rank under BPE beside it, two charts."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.charts import marks
from tests.strategies import corpora
from tokviz import examples, wordpiece
from tokviz.corpus import Corpus
from tokviz.views.merges import scores
from tokviz.views.shared.catalog import LANGUAGES, load
from tokviz.wordpiece import PRESETS, Rules, Trace

EN = load("en")

# After k merges: pair, count, left, right, score, rank under BPE, whether it ties with the choice, role.
Row = tuple[str, int, int, int, str, int, bool, str]
BY_HAND: dict[int, list[Row]] = {
    0: [
        ("##g ##s", 5, 20, 5, "1/20", 5, False, "winner"),
        ("h ##u", 15, 15, 36, "1/36", 4, False, "other"),
        ("##u ##g", 20, 36, 20, "1/36", 1, False, "bpe"),
        ("p ##u", 17, 17, 36, "1/36", 2, False, "other"),
        ("##u ##n", 16, 36, 16, "1/36", 3, False, "other"),
        ("b ##u", 4, 4, 36, "1/36", 6, False, "other"),
    ],
    2: [
        ("hu ##gs", 5, 15, 5, "1/15", 5, False, "winner"),
        ("p ##u", 17, 17, 21, "1/21", 1, False, "bpe"),
        ("##u ##n", 16, 21, 16, "1/21", 2, False, "other"),
        ("b ##u", 4, 4, 21, "1/21", 6, False, "other"),
        ("hu ##g", 10, 15, 15, "2/45", 3, False, "other"),
        ("##u ##g", 5, 21, 15, "1/63", 4, False, "other"),
    ],
    4: [  # the most frequent is among those that tie, and is the first of them
        ("p ##u", 17, 17, 21, "1/21", 1, True, "both"),
        ("##u ##g", 5, 21, 5, "1/21", 3, True, "other"),
        ("##u ##n", 16, 21, 16, "1/21", 2, True, "other"),
        ("b ##u", 4, 4, 21, "1/21", 4, True, "other"),
    ],
    8: [("pu ##n", 12, 12, 12, "1/12", 1, False, "both")],
    9: [],
}
# By score `c ##d` leads with 1 / (1 × 1); `a ##b`, the most frequent, has 9 / (9 × 10) as `e ##b` has 1 / (1 × 10).
TWO = Corpus({"ab": 9, "cd": 1, "eb": 1})


@pytest.fixture(scope="module")
def hug() -> Trace:
    return wordpiece.train(examples.load("hug").corpus)


def roles(table: pd.DataFrame) -> dict[str, str]:
    """Pair -> role, without the others."""
    return {
        f"{left} {right}": role
        for left, right, role in zip(table["left"], table["right"], table["role"], strict=True)
        if role not in {"other", "rare"}
    }


# -- the table -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("k", list(BY_HAND))
def test_candidates_by_hand(hug: Trace, k: int) -> None:
    table = scores.candidates(hug, k)
    assert list(table["likelihood_change"]) == [one.likelihood_change for one in hug.candidates(k)]
    assert table.drop(columns="likelihood_change").to_dict("records") == [
        {
            "rank": rank,
            "left": pair.split()[0],
            "right": pair.split()[1],
            "count": count,
            "left_count": left,
            "right_count": right,
            "score": float(Fraction(score)),
            "bpe_rank": bpe_rank,
            "tied": tied,
            "role": role,
        }
        for rank, (pair, count, left, right, score, bpe_rank, tied, role) in enumerate(BY_HAND[k], start=1)
    ]
    assert scores.worked_out(table, EN) == [
        f"{count} / ({left} × {right}) = {score}" for _, count, left, right, score, *_ in BY_HAND[k]
    ]


def test_only_the_first_rows(hug: Trace) -> None:
    assert scores.candidates(hug, 2, 3).equals(scores.candidates(hug, 2).head(3))
    assert scores.candidates(hug, 2, 0).empty


def test_rules_that_count() -> None:
    """The most frequent pair is chosen; the highest score is marked all the same."""
    table = scores.candidates(wordpiece.train(examples.load("hug").corpus, rules="huggingface"), 0)
    assert list(table["rank"]) == list(table["bpe_rank"]) == [1, 2, 3, 4, 5, 6]
    assert roles(table) == {"##u ##g": "bpe", "##g ##s": "winner"}
    table = scores.candidates(wordpiece.train(Corpus({"ab": 1, "cd": 1}), rules="huggingface"), 0)
    assert list(table["tied"]) == [True, True]
    assert roles(table) == {"a ##b": "both"}


def test_pairs_that_are_too_rare_come_last_and_win_nothing() -> None:
    rules = replace(PRESETS["course"], minimum_count=2)
    table = scores.candidates(wordpiece.train(TWO, rules=rules), 0)
    assert table[["left", "right", "bpe_rank", "tied", "role"]].to_numpy().tolist() == [
        ["a", "##b", 1, False, "both"],
        ["c", "##d", 2, False, "rare"],
        ["e", "##b", 3, False, "rare"],
    ]
    counting = scores.candidates(wordpiece.train(TWO, rules=replace(rules, select_by="count")), 0)
    assert roles(counting) == {"a ##b": "both"}
    assert roles(scores.candidates(wordpiece.train(TWO), 0)) == {"c ##d": "winner", "a ##b": "bpe"}


def test_a_rare_pair_of_the_same_score_does_not_tie() -> None:
    rules = replace(PRESETS["course"], minimum_count=2)
    table = scores.candidates(wordpiece.train(Corpus({"ab": 4, "cd": 1, "ce": 3}), rules=rules), 0)
    assert table[["left", "score", "tied"]].to_numpy().tolist() == [
        ["a", 0.25, True],
        ["c", 0.25, True],
        ["c", 0.25, False],  # c ##d: 1 / (4 × 1)
    ]


@given(corpora(), st.sampled_from(list(PRESETS)), st.integers(1, 3), st.data())
def test_the_table_says_what_the_trace_says(
    corpus: Corpus, preset: str, minimum_count: int, data: st.DataObject
) -> None:
    trace = wordpiece.train(corpus, merges=10, rules=replace(PRESETS[preset], minimum_count=minimum_count))
    k = data.draw(st.integers(0, len(trace)))
    table = scores.candidates(trace, k)
    assert sorted(table["bpe_rank"]) == list(table["rank"]) == list(range(1, len(table) + 1))
    if k == len(trace):
        return
    assert (table["left"][0], table["right"][0]) == trace.merges[k]
    ties = trace.tie_sizes[k]
    assert table["tied"].sum() == (ties if ties > 1 else 0)
    found = list(roles(table).values())
    assert found in (["both"], ["winner", "bpe"], ["bpe", "winner"])
    assert list(table["role"][table["bpe_rank"] == 1]) in (["both"], ["bpe"])
    if preset == "course":
        assert table["role"][0] in {"both", "winner"}
    highest = table[table["role"].isin(["both", "winner"])]
    assert highest["score"].item() == table["score"][table["count"] >= minimum_count].max()


def data_of(chart: Any) -> list[list[dict[str, Any]]]:
    return list(chart.to_dict()["datasets"].values())


# -- gains -----------------------------------------------------------------------------------------------------------


def test_gains_stand_in_place_of_scores() -> None:
    """hug: `##u ##g` occurs 20 times and gains most, 20 x ln 4.606."""
    trace = wordpiece.train(examples.load("hug").corpus, rules=Rules(select_by="gain"))
    table = scores.candidates(trace, 0)
    assert scores.worked_out(table[:2], EN, "gain") == ["20 × ln 4.606 = 30.549", "17 × ln 4.606 = 25.967"]
    assert list(table["score"]) == [one.gain for one in trace.candidates(0)]
    assert not table["tied"].any()
    assert list(table["role"][:2]) == ["both", "other"]
    spec = scores.scatter(table, EN, measure="gain").to_dict()
    (shown,) = (mark["encoding"] for mark in marks(spec) if "color" in mark["encoding"])
    assert shown["x"]["scale"]["type"] == "log"
    assert "type" not in shown["y"]["scale"]
    assert shown["color"]["scale"]["domain"] == [EN("scores.role.both.gain"), EN("scores.role.other")]


def test_gains_below_zero_have_their_place() -> None:
    """The best gain is never below 0 unless a minimum count leaves it out; the others may be."""
    trace = wordpiece.train(Corpus({"aaab": 3, "ba": 5, "bb": 1}), rules=Rules(select_by="gain", continuing_prefix=""))
    table = scores.candidates(trace, 0)
    assert table["score"].min() < 0
    spec = scores.scatter(table, EN, measure="gain").to_dict()
    domains = [
        channel["scale"]["domain"]
        for mark in marks(spec)
        for name, channel in mark["encoding"].items()
        if name in ("x", "y") and channel.get("title") == EN("column.gain")
    ]
    assert domains
    assert all(least <= table["score"].min() and table["score"].max() < most for least, most in domains)


# -- the scatter -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", list(LANGUAGES))
def test_scatter(hug: Trace, language: str) -> None:
    say = load(language)
    spec = scores.scatter(scores.points(scores.candidates(hug, 2)), say).to_dict()
    dots = next(rows for rows in spec["datasets"].values() if "role" in rows[0])
    above, below = (rows for rows in spec["datasets"].values() if "role" not in rows[0])
    assert [(row["pair"], row["count"], row["arithmetic"]) for row in dots[-2:]] == [
        ("hu ##gs", 5, "5 / (15 × 5) = 1/15"),
        ("p ##u", 17, "17 / (17 × 21) = 1/21"),
    ]
    roles = (*["other"] * 4, "winner.score", "bpe")
    assert [row["role"] for row in dots] == [say(f"scores.role.{role}") for role in roles]
    # There are few, so all are named; `##u ##n` below its point, too close to `p ##u`, 16 beside 17 at the same score.
    assert [row["pair"] for row in below] == ["##u ##n"]
    assert {row["pair"] for row in above} == {row["pair"] for row in dots} - {"##u ##n"}
    (shown,) = (mark["encoding"] for mark in marks(spec) if "color" in mark["encoding"])
    assert shown["color"]["scale"]["domain"] == shown["shape"]["scale"]["domain"]
    assert len(set(shown["shape"]["scale"]["range"])) == 3  # no role is told by its color alone
    assert {axis["scale"]["type"] for axis in (shown["x"], shown["y"])} == {"log"}
    for name in ("x", "y"):
        least, most = shown[name]["scale"]["domain"]
        values = [row["count" if name == "x" else "score"] for row in dots]
        assert 0 < least < min(values) <= max(values) < most


def test_what_is_too_rare_is_drawn_as_such() -> None:
    """Above the highest score that counts there may be higher ones, which the rules leave out."""
    rules = replace(PRESETS["course"], minimum_count=2)
    dots = next(rows for rows in data_of(scores.scatter(scores.candidates(wordpiece.train(TWO, rules=rules), 0), EN)))
    assert [row["role"] for row in dots] == [*[EN("scores.role.rare")] * 2, EN("scores.role.both.score")]
    assert dots[0]["score"] > dots[-1]["score"]
    ended = scores.candidates(wordpiece.train(Corpus({"ab": 1, "ac": 1}), rules=rules), 0)
    assert list(ended["role"]) == ["both", "other"]  # all are, and nothing will be merged


def test_points_that_lie_upon_each_other_are_named_together() -> None:
    trace = wordpiece.train(Corpus({"ab": 1, "cd": 1, "ef": 1, "gh": 1, "ij": 2}), merges=0)
    spec = scores.scatter(scores.points(scores.candidates(trace, 0)), EN).to_dict()
    labels = next(rows for rows in spec["datasets"].values() if "role" not in rows[0])
    assert sorted(row["pair"] for row in labels) == ["a ##b, c ##d, e ##f +1", "i ##j"]


def test_the_two_choices_are_named_however_close_they_are() -> None:
    trace = wordpiece.train(Corpus({"ab": 100, "cb": 99, "c": 1, "da": 1}), merges=0)
    table = scores.candidates(trace, 0)
    spec = scores.scatter(scores.points(table), EN).to_dict()
    labels = next(rows for rows in spec["datasets"].values() if "role" not in rows[0])
    assert len(roles(table)) == 2
    assert set(roles(table)) <= {row["pair"] for row in labels}


def test_a_single_point_has_room_around_it(hug: Trace) -> None:
    spec = scores.scatter(scores.points(scores.candidates(hug, 8)), EN).to_dict()
    (shown,) = (mark["encoding"] for mark in marks(spec) if "color" in mark["encoding"])
    assert shown["color"]["scale"]["domain"] == [EN("scores.role.both.score")]
    assert all(axis["scale"]["domain"][0] < axis["scale"]["domain"][1] for axis in (shown["x"], shown["y"]))


def test_only_the_best_of_many_are_drawn() -> None:
    """The best by score and the most frequent; the choice of either is among them, and only these are named."""
    words = {f"{chr(0x4E00 + i)}{chr(0x6000 + i)}": i + 1 for i in range(scores.MAX_POINTS + 1)}
    whole = scores.candidates(wordpiece.train(Corpus(words), merges=0), 0)
    assert len(scores.points(whole.head(scores.MAX_POINTS))) == scores.MAX_POINTS
    points = scores.points(whole)
    assert len(points) == scores.MAX_POINTS  # a word's score is one over its count: the two halves do not meet
    assert list(points["rank"]) == [*range(1, 301), *range(302, 602)]
    assert roles(points) == {"一 ##怀": "winner", f"{chr(0x4E00 + 600)} ##{chr(0x6000 + 600)}": "bpe"}
    spec = scores.scatter(points, EN).to_dict()
    labels = next(rows for rows in spec["datasets"].values() if "role" not in rows[0])
    assert {row["pair"] for row in labels} == set(roles(points))


def test_hostile_tokens_in_labels() -> None:
    trace = wordpiece.train(Corpus({"=<\0": 2, "\u202e\u200d": 1}), merges=0)
    dots = next(rows for rows in data_of(scores.scatter(scores.candidates(trace, 0), EN)) if "role" in rows[0])
    assert {row["pair"] for row in dots} == {"= ##<", "##< ##␀", "⟨202E⟩ ##⟨200D⟩"}
