"""The candidates: what is read off a trace, and the same made again for large corpora."""

from typing import get_args

from hypothesis import given
from hypothesis import strategies as st

from tests.strategies import corpora
from tokviz import bpe, wordpiece
from tokviz.corpus import Corpus
from tokviz.merging.rules import TieBreak
from tokviz.views.merges import candidates
from tokviz.views.merges.candidates import MAX_WORDS, step_candidates


@given(corpora(), st.sampled_from(get_args(TieBreak)), st.integers(1, 3), st.integers(1, 9))
def test_made_again_it_is_the_same(corpus: Corpus, tie: TieBreak, least: int, most: int) -> None:
    for trace in (
        bpe.train(corpus, rules=bpe.Rules(tie_break=tie, minimum_count=least)),
        wordpiece.train(corpus, rules=wordpiece.Rules(tie_break=tie, minimum_count=least)),
    ):
        steps = range(len(trace) + 1)
        read = list(step_candidates(trace, steps, most))
        for k in steps:
            assert list(candidates._by_training_again(trace, steps[k:], most)) == read[k:]


def test_its_candidates_are_those_of_the_trace() -> None:
    """u g 20 = 10 + 5 + 5; by score ##g ##s wins with 5 / (20 x 5), though ##u ##g leads by count."""
    corpus = Corpus({"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5})
    (first,) = step_candidates(bpe.train(corpus, merges=1), range(1), 2)
    assert (first.best[0].pair, first.best[0].count, first.total, first.tied) == (("u", "g"), 20, 9, 1)
    assert first.best[0].words == (("hug", 10), ("pug", 5), ("hugs", 5))
    (scored,) = step_candidates(wordpiece.train(corpus, merges=1), range(1), 9)
    best = scored.best[0]
    assert (best.pair, best.count, best.parts, best.leads) == (("##g", "##s"), 5, (20, 5), False)
    assert [candidate.pair for candidate in scored.best if candidate.leads] == [("##u", "##g")]
    assert scored.leader is None
    (short,) = step_candidates(wordpiece.train(corpus, merges=1), range(1), 2)
    assert short.leader is not None
    assert (short.leader.pair, short.leader.count, short.leader.parts) == (("##u", "##g"), 20, (36, 20))


def test_what_is_left_of_many_words_is_one_sum() -> None:
    corpus = Corpus({f"ab{letter}": 20 - place for place, letter in enumerate("cdefghi")})
    (found,) = step_candidates(bpe.train(corpus, merges=1), range(1), 1)
    candidate = found.best[0]
    assert len(candidate.words) == MAX_WORDS
    assert (candidate.rest, candidate.others) == (15 + 14, 2)
    assert sum(n for _, n in candidate.words) + candidate.rest == candidate.count


def test_a_part_in_the_middle_begins_where_it_should() -> None:
    corpus = Corpus({"low": 5, "lower": 2, "newest": 6, "widest": 3})
    trace = bpe.train(corpus)
    every = list(step_candidates(trace, range(len(trace) + 1), 9))
    assert list(candidates._by_training_again(trace, range(3, 6), 9)) == every[3:6]
    assert every[-1].best == ()
