"""The plain algorithm against the trainer: words, candidates and vocabulary of every state."""

from itertools import islice
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.strategies import corpora
from tokviz import bpe, examples
from tokviz.bpe import PRESETS, Rules, algorithm
from tokviz.corpus import Corpus
from tokviz.merging.rules import Alphabet, TieBreak


def check(corpus: Corpus, rules: Rules, merges: int) -> None:
    trace = bpe.train(corpus, merges=merges, rules=rules)
    states = list(islice(algorithm.train(corpus, rules), merges + 1))
    assert len(states) == len(trace) + 1
    for k, state in enumerate(states):
        assert state.words == tuple(trace.words(k).values())
        assert dict(state.pairs) == dict(trace.pairs(k))
        assert [pair for pair, _ in state.pairs] == list(trace.pairs(k))
        assert state.vocabulary == trace.vocabulary(k)


@given(
    corpora(),
    st.sampled_from(get_args(TieBreak)),
    st.sampled_from(["", "</w>"]),
    st.booleans(),
    st.sampled_from(["", "##"]),
    st.sampled_from(["", "▁"]),
    st.sampled_from(get_args(Alphabet)),
    st.integers(1, 3),
    st.integers(0, 25),
)
def test_it_equals_the_trainer(
    corpus: Corpus,
    tie: TieBreak,
    end: str,
    attached: bool,
    prefix: str,
    start: str,
    alphabet: Alphabet,
    least: int,
    merges: int,
) -> None:
    rules = Rules(
        end_of_word=end,
        end_of_word_attached=attached,
        continuing_prefix=prefix,
        start_of_word=start,
        tie_break=tie,
        alphabet=alphabet,
        minimum_count=least,
    )
    check(corpus, rules, merges)


@pytest.mark.parametrize("example", ["sennrich", "hug", "follow"])
@pytest.mark.parametrize("preset", [name for name, rules in PRESETS.items() if not algorithm.leaves_out(rules)])
def test_the_worked_examples(example: str, preset: str) -> None:
    check(Corpus(examples.load(example).corpus), PRESETS[preset], 20)
