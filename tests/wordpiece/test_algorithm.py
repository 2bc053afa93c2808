"""The plain algorithm against the trainer: words, scores in order, and vocabulary of every state."""

from fractions import Fraction
from itertools import islice
from typing import get_args

from hypothesis import given
from hypothesis import strategies as st

from tests.strategies import corpora
from tokviz import wordpiece
from tokviz.corpus import Corpus
from tokviz.merging.rules import TieBreak
from tokviz.wordpiece import Rules, algorithm
from tokviz.wordpiece.rules import SelectBy
from tokviz.wordpiece.scores import gain_of


@given(
    corpora(),
    st.sampled_from(["score", "count", "gain"]),
    st.sampled_from(get_args(TieBreak)),
    st.sampled_from(["##", "", "@"]),
    st.integers(1, 3),
    st.integers(0, 25),
)
def test_it_equals_the_trainer(
    corpus: Corpus, select_by: SelectBy, tie: TieBreak, prefix: str, least: int, merges: int
) -> None:
    rules = Rules(select_by=select_by, tie_break=tie, continuing_prefix=prefix, minimum_count=least)
    trace = wordpiece.train(corpus, merges=merges, rules=rules)
    states = list(islice(algorithm.train(corpus, rules), merges + 1))
    assert len(states) == len(trace) + 1
    for k, state in enumerate(states):
        assert state.words == tuple(trace.words(k).values())
        assert state.vocabulary == trace.vocabulary(k)
        found = [one for one in trace.candidates(k) if one.count >= least]
        worth: list[object] = [one.value for one in found]
        if select_by == "gain":
            totals = trace.total_symbols[k], trace.total_pairs[k]
            worth = [gain_of(one.count, one.left_count, one.right_count, *totals) for one in found]
        assert list(state.pairs) == list(zip([one.pair for one in found], worth, strict=True))


def test_the_worked_example() -> None:
    """hug: ##g ##s wins with 5 / (20 x 5) = 1/20, though ##u ##g occurs 20 times."""
    corpus = Corpus({"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5})
    states = list(islice(algorithm.train(corpus, Rules()), 4))
    assert [state.pairs[0] for state in states[:3]] == [
        (("##g", "##s"), Fraction(1, 20)),
        (("h", "##u"), Fraction(1, 36)),
        (("hu", "##gs"), Fraction(1, 15)),
    ]
