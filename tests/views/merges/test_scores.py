"""The candidates of WordPiece: each number by hand on the hug corpus, the rank under BPE beside it, the scatter."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.strategies import corpora
from tokviz import examples, wordpiece
from tokviz.corpus import Corpus
from tokviz.views.merges.scores import MAX_POINTS, SCORES, Scores, scatter
from tokviz.views.shared.catalog import LANGUAGES, load
from tokviz.views.shared.points import Points
from tokviz.views.shared.reasons import worked_out
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


COLUMNS = (
    "rank",
    "left",
    "right",
    "count",
    "left_count",
    "right_count",
    "score",
    "likelihood_change",
    "bpe_rank",
    "tied",
)


def candidates(trace: Trace, k: int) -> pd.DataFrame:
    """The candidates of step k."""
    return SCORES.only(*COLUMNS, "role").of(Scores.of_step(trace, k)).frame()


def arithmetic(trace: Trace, k: int) -> list[str]:
    return [worked_out(fact, EN) for fact in Scores.of_step(trace, k).pair_values()]


def drawn(trace: Trace, k: int) -> Points:
    return scatter(Scores.of_step(trace, k), EN)


def named_roles(chart: Points) -> list[str]:
    """The role of each point, as the legend has it."""
    return [chart.kinds[point.kind].name for point in chart.points]


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
    table = candidates(hug, k)
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
    assert arithmetic(hug, k) == [
        f"{count} / ({left} × {right}) = {score}" for _, count, left, right, score, *_ in BY_HAND[k]
    ]


def test_only_the_first_rows(hug: Trace) -> None:
    assert Scores.of_step(hug, 2, 3).found == Scores.of_step(hug, 2).found[:3]
    assert not Scores.of_step(hug, 2, 0).found


def test_rules_that_count() -> None:
    """The most frequent pair is chosen; the highest score is marked all the same."""
    table = candidates(wordpiece.train(examples.load("hug").corpus, rules="huggingface"), 0)
    assert list(table["rank"]) == list(table["bpe_rank"]) == [1, 2, 3, 4, 5, 6]
    assert roles(table) == {"##u ##g": "bpe", "##g ##s": "winner"}
    table = candidates(wordpiece.train(Corpus({"ab": 1, "cd": 1}), rules="huggingface"), 0)
    assert list(table["tied"]) == [True, True]
    assert roles(table) == {"a ##b": "both"}


def test_pairs_that_are_too_rare_come_last_and_win_nothing() -> None:
    rules = replace(PRESETS["course"], minimum_count=2)
    table = candidates(wordpiece.train(TWO, rules=rules), 0)
    assert table[["left", "right", "bpe_rank", "tied", "role"]].to_numpy().tolist() == [
        ["a", "##b", 1, False, "both"],
        ["c", "##d", 2, False, "rare"],
        ["e", "##b", 3, False, "rare"],
    ]
    counting = candidates(wordpiece.train(TWO, rules=replace(rules, select_by="count")), 0)
    assert roles(counting) == {"a ##b": "both"}
    assert roles(candidates(wordpiece.train(TWO), 0)) == {"c ##d": "winner", "a ##b": "bpe"}


def test_a_rare_pair_of_the_same_score_does_not_tie() -> None:
    rules = replace(PRESETS["course"], minimum_count=2)
    table = candidates(wordpiece.train(Corpus({"ab": 4, "cd": 1, "ce": 3}), rules=rules), 0)
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
    table = candidates(trace, k)
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


# -- gains -----------------------------------------------------------------------------------------------------------


def test_gains_stand_in_place_of_scores() -> None:
    """hug: `##u ##g` occurs 20 times and gains most, 20 x ln 4.606."""
    trace = wordpiece.train(examples.load("hug").corpus, rules=Rules(select_by="gain"))
    table = candidates(trace, 0)
    assert arithmetic(trace, 0)[:2] == ["20 × ln 4.606 = 30.549", "17 × ln 4.606 = 25.967"]
    assert list(table["score"]) == [one.gain for one in trace.candidates(0)]
    assert not table["tied"].any()
    assert list(table["role"][:2]) == ["both", "other"]
    chart = drawn(trace, 0)
    assert (chart.x.is_log, chart.y.is_log, chart.y.title) == (True, False, EN("column.gain"))
    assert [kind.name for kind in chart.kinds] == [EN("measure.gain.role.both"), EN("scores.role.other")]


def test_gains_below_zero_have_their_place() -> None:
    """The best gain is never below 0 unless a minimum count leaves it out; the others may be."""
    trace = wordpiece.train(Corpus({"aaab": 3, "ba": 5, "bb": 1}), rules=Rules(select_by="gain", continuing_prefix=""))
    gains = list(candidates(trace, 0)["score"])
    assert min(gains) < 0
    assert drawn(trace, 0).y.low <= min(gains)
    assert drawn(trace, 0).y.high > max(gains)


# -- the scatter -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", list(LANGUAGES))
def test_scatter(hug: Trace, language: str) -> None:
    say = load(language)
    chart = scatter(Scores.of_step(hug, 2), say)
    assert [(point.name, point.x, point.written) for point in chart.points[:2]] == [
        ("hu ##gs", 5, "5 / (15 × 5) = 1/15"),
        ("p ##u", 17, "17 / (17 × 21) = 1/21"),
    ]
    assert named_roles(chart) == [
        say(key) for key in ("measure.score.role.winner", "scores.role.bpe", *["scores.role.other"] * 4)
    ]
    assert [point.name for point in chart.drawn()][-2:] == ["p ##u", "hu ##gs"]  # the choices lie on top
    # There are few, so all are named; `##u ##n` below its point, too close to `p ##u`, 16 beside 17 at the same score.
    assert [label.text for label in chart.labels if label.is_below] == ["##u ##n"]
    assert {label.text for label in chart.labels} == {point.name for point in chart.points}
    assert len({kind.shape for kind in chart.kinds}) == 3  # no role is told by its color alone
    assert chart.x.is_log
    assert chart.y.is_log
    for axis, values in (
        (chart.x, [point.x for point in chart.points]),
        (chart.y, [point.y for point in chart.points]),
    ):
        assert 0 < axis.low < min(values) <= max(values) < axis.high
    assert chart.alt == say(
        "measure.score.scatter-alt",
        pairs=say("list.comma").join(f"{point.name} {point.written}" for point in chart.points),
    )


def test_what_is_too_rare_is_drawn_as_such() -> None:
    """Above the highest score that counts there may be higher ones, which the rules leave out."""
    rules = replace(PRESETS["course"], minimum_count=2)
    chart = drawn(wordpiece.train(TWO, rules=rules), 0)
    assert named_roles(chart) == [EN("measure.score.role.both"), *[EN("scores.role.rare")] * 2]
    assert chart.points[1].y > chart.points[0].y
    ended = candidates(wordpiece.train(Corpus({"ab": 1, "ac": 1}), rules=rules), 0)
    assert list(ended["role"]) == ["both", "other"]  # all are, and nothing will be merged


def test_points_that_lie_upon_each_other_are_named_together() -> None:
    trace = wordpiece.train(Corpus({"ab": 1, "cd": 1, "ef": 1, "gh": 1, "ij": 2}), merges=0)
    assert sorted(label.text for label in drawn(trace, 0).labels) == ["a ##b, c ##d, e ##f +1", "i ##j"]


def test_the_two_choices_are_named_however_close_they_are() -> None:
    trace = wordpiece.train(Corpus({"ab": 100, "cb": 99, "c": 1, "da": 1}), merges=0)
    chosen = roles(candidates(trace, 0))
    assert len(chosen) == 2
    assert set(chosen) <= {label.text for label in drawn(trace, 0).labels}


def test_a_single_point_has_room_around_it(hug: Trace) -> None:
    chart = drawn(hug, 8)
    assert named_roles(chart) == [EN("measure.score.role.both")]
    assert all(axis.low < value < axis.high for axis, value in ((chart.x, 12), (chart.y, 1 / 12)))


def test_only_the_best_of_many_are_drawn() -> None:
    """The best by score and the most frequent; the choice of either is among them, and only these are named."""
    words = {f"{chr(0x4E00 + i)}{chr(0x6000 + i)}": i + 1 for i in range(MAX_POINTS + 1)}
    trace = wordpiece.train(Corpus(words), merges=0)
    chart = drawn(trace, 0)
    names = [" ".join(one.pair) for one in trace.candidates(0)]
    # A word's score is one over its count: the two halves do not meet, and the one in the middle is left out.
    assert [point.name for point in chart.points] == names[:300] + names[301:]
    assert {label.text for label in chart.labels} == {"一 ##怀", f"{chr(0x4E00 + 600)} ##{chr(0x6000 + 600)}"}
    assert len(drawn(wordpiece.train(Corpus(dict(list(words.items())[:MAX_POINTS])), merges=0), 0).points) == MAX_POINTS
