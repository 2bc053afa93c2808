"""Longest-pair BPE against its plain algorithm."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from tokviz.lpbpe import algorithm

from tokviz import Corpus, lpbpe


@given(st.dictionaries(st.text("abc", min_size=1, max_size=6), st.integers(1, 4), min_size=1, max_size=6))
def test_every_state_is_that_of_the_plain_algorithm(words: dict[str, int]) -> None:
    corpus = Corpus(words)
    trace = lpbpe.train(corpus)
    states = list(algorithm.train(corpus, trace.rules))
    assert len(states) == len(trace) + 1
    for k, state in enumerate(states):
        assert tuple(trace.words(k).values()) == state.words
        assert trace.vocabulary(k) == state.vocabulary
        assert tuple(pair for pair, count in trace.pairs(k).items() if count > 1) == tuple(
            pair for pair, _ in state.pairs
        )


def test_the_longest_wins_and_not_the_most_frequent() -> None:
    trace = lpbpe.train({"low": 5, "lower": 2, "newest": 6, "widest": 3})
    assert trace.tokens[:5] == ("es", "est", "west", "ewest", "newest")
    assert [trace.value(k) for k in range(5)] == [2, 3, 4, 5, 6]
