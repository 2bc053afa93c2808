"""The plain algorithm against the trainer: words, lengths, turns, candidates and vocabulary of every state."""

from __future__ import annotations

from itertools import islice

from hypothesis import given
from hypothesis import strategies as st

from tests.parity.conventions import corpus_of
from tests.parity.libraries import Words
from tests.parity.test_against_libraries import inputs
from tokviz import parity
from tokviz.corpus import LanguageCorpus
from tokviz.parity import PRESETS, Rules, algorithm


def check(corpus: LanguageCorpus, rules: Rules, merges: int) -> None:
    trace = parity.train(corpus, merges=merges, rules=rules)
    states = list(islice(algorithm.train(corpus, rules), merges + 1))
    assert len(states) == len(trace) + 1
    for k, state in enumerate(states):
        words = trace.words(k)
        assert state.words == tuple(tuple(words[word] for word, _ in one.words) for one in corpus.languages)
        assert (state.lengths, state.turn) == (trace.lengths(k), trace.turn(k).language)
        assert list(state.pairs) == list(trace.pairs(k).items())
        assert state.vocabulary == trace.vocabulary(k)
        if trace.measures_dev:
            dev = trace.dev_words(k)
            assert state.dev == tuple(tuple(dev[word] for word, _ in one.dev or ()) for one in corpus.languages)


@given(
    inputs(),
    st.sampled_from(["greatest-pair", "smallest-pair", "smallest-ids", "shortest-token"]),
    st.sampled_from(["dev", "training"]),
    st.sampled_from(["characters", "bytes"]),
    st.integers(1, 3),
    st.integers(0, 20),
)
def test_it_equals_the_trainer(
    data: tuple[list[Words], list[Words] | None], tie: str, turn: str, alphabet: str, least: int, merges: int
) -> None:
    rules = Rules(tie_break=tie, turn=turn, alphabet=alphabet, minimum_count=least)  # type: ignore[arg-type]
    check(corpus_of(*data), rules, merges)


def test_the_worked_example() -> None:
    corpus = corpus_of([{"low": 5, "lower": 2, "newest": 6, "widest": 3}, {"neu": 2, "neues": 3}])
    check(corpus, PRESETS["parity"], 30)
