"""The tables of a trace: their columns are a promise, and every row says what the trace says."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.strategies import corpora
from tokviz import bpe, examples, wordpiece
from tokviz.bpe import PRESETS, Trace
from tokviz.corpus import Corpus
from tokviz.views.merges import tables


@pytest.fixture(scope="module")
def sennrich() -> Trace:
    return bpe.train(examples.load("sennrich").corpus)


def test_steps(sennrich: Trace) -> None:
    table = tables.steps(sennrich).frame()
    assert list(table.columns) == [
        *("step", "left", "right", "token", "count", "tied", "vocabulary_change", "symbols_in_use", "vocabulary_size")
    ]
    assert table.iloc[0].tolist() == [1, "e", "s", "es", 9, 3, 0, 11, 12]
    assert table.iloc[14].tolist() == [15, "lower", "</w>", "lower</w>", 2, 1, -1, 4, 26]
    assert len(table) == 15
    assert sennrich.to_frame().equals(table)


def test_steps_of_wordpiece() -> None:
    """The parts of a score come with it, and the score is a fraction, exactly as it was compared."""
    trace = wordpiece.train(examples.load("hug").corpus)
    table = tables.steps(trace).frame()
    assert list(table.columns) == [
        *("step", "left", "right", "token", "count", "tied", "vocabulary_change", "symbols_in_use", "vocabulary_size"),
        *("left_count", "right_count", "score"),
    ]
    assert table.iloc[0].tolist() == [1, "##g", "##s", "##gs", 5, 1, 0, 7, 13, 20, 5, "1/20"]
    assert table.iloc[1].tolist() == [2, "h", "##u", "hu", 15, 6, 0, 7, 14, 15, 36, "1/36"]
    assert " ".join(table["score"]) == "1/20 1/36 1/15 1/15 1/21 1/4 1/16 1/17 1/12"
    counting = tables.steps(wordpiece.train(examples.load("hug").corpus, rules="huggingface")).frame()
    assert counting.iloc[0].tolist()[-3:] == [36, 20, "1/36"]
    assert trace.to_frame().equals(table)


def test_candidates(sennrich: Trace) -> None:
    table = tables.candidates(sennrich, 0)
    assert table.head(4).to_dict("list") == {
        "rank": [1, 2, 3, 4],
        "left": ["e", "s", "t", "w"],
        "right": ["s", "t", "</w>", "e"],
        "count": [9, 9, 9, 8],
        "tied": [True, True, True, False],
    }
    assert tables.candidates(sennrich, 0, 2).equals(table.head(2))
    assert tables.candidates(sennrich, 15).empty


def test_a_lone_winner_ties_with_nobody() -> None:
    """`u g` occurs 20 times, and no other pair does."""
    trace = bpe.train(examples.load("hug").corpus, rules="course")
    assert trace.tie_sizes[0] == 1
    assert not tables.candidates(trace, 0)["tied"].any()
    (only,) = tables.candidates(bpe.train(Corpus({"ab": 3}), rules="course"), 0).to_dict("records")
    assert only["tied"] is False


def test_contributions_are_sorted_by_their_part() -> None:
    trace = bpe.train(Corpus({"aab": 4, "aaa": 5, "ba": 1}), rules="course")
    assert tables.contributions(trace, ("a", "a"), 0).frame().to_dict("list") == {
        "word": ["aaa", "aab"],
        "occurrences": [2, 1],
        "count": [5, 4],
        "total": [10, 4],
    }
    assert tables.contributions(trace, ("x", "y"), 0).frame().empty


@given(corpora(), st.sampled_from(list(PRESETS)), st.data())
def test_tables_say_what_the_trace_says(corpus: Corpus, preset: str, data: st.DataObject) -> None:
    trace = bpe.train(corpus, merges=10, rules=preset)
    k = data.draw(st.integers(0, len(trace)))

    steps = tables.steps(trace).frame()
    assert list(zip(steps["left"], steps["right"], strict=True)) == trace.merges
    assert tuple(steps["token"]) == trace.tokens
    assert steps["vocabulary_change"].sum() == trace.symbols_in_use[-1] - trace.symbols_in_use[0]

    candidates = tables.candidates(trace, k)
    assert dict(
        zip(zip(candidates["left"], candidates["right"], strict=True), candidates["count"], strict=True)
    ) == trace.pairs(k)
    if k < len(trace):
        assert (candidates["left"][0], candidates["right"][0]) == trace.merges[k]
        ties = trace.tie_sizes[k]
        assert candidates["tied"].sum() == (ties if ties > 1 else 0)
        words = tables.contributions(trace, trace.merges[k], k).frame()
        assert words["total"].sum() == trace.counts[k]
        assert words["total"].is_monotonic_decreasing

    vocabulary = tables.vocabulary(trace, k)
    assert tuple(vocabulary["token"]) == trace.vocabulary(k)
    assert tuple(vocabulary["id"]) == tuple(range(trace.sizes()[k]))
    in_use = vocabulary[vocabulary["occurrences"] > 0]["token"]
    assert set(in_use) == set(trace.symbols(k))
    assert vocabulary["occurrences"].sum() == trace.total_symbols[k]
