"""A whole text as one word, as minbpe's basic tokenizer takes it: the same merges, at a bounded cost."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest
from hypothesis import given

from tests.bpe import naive
from tests.strategies import corpora
from tokviz import bpe, unigram, wordpiece
from tokviz.bpe import PRESETS, Rules
from tokviz.corpus import MAX_LONG_WORD_CHARS, MAX_WORD_CHARS, Corpus
from tokviz.errors import LimitError
from tokviz.merging import training
from tokviz.pretokenize.byte_level import CHAR_TO_BYTE


def text(size: int) -> str:
    """A text of so many characters, some of them of several bytes, with words that recur."""
    rng = random.Random(7)
    syllables = ["ba", "né", "to", "li", "wa", "茶", "sch", "o"]
    words = ["".join(rng.choices(syllables, k=rng.randint(1, 4))) for _ in range(300)]
    weights = [1 / rank for rank in range(1, 301)]
    return " ".join(rng.choices(words, weights, k=size // 2))[:size]


def basic(data: bytes, merges: int) -> list[tuple[int, int]]:
    """Training as minbpe's basic tokenizer does it: count the pairs, replace the first of the best."""
    ids, made = list(data), []
    for step in range(merges):
        counts: dict[tuple[int, int], int] = {}
        for pair in pairwise(ids):
            counts[pair] = counts.get(pair, 0) + 1
        best = max(counts, key=counts.__getitem__)
        made.append(best)
        after, i = [], 0
        while i < len(ids):
            if i + 1 < len(ids) and (ids[i], ids[i + 1]) == best:
                after.append(256 + step)
                i += 2
            else:
                after.append(ids[i])
                i += 1
        ids = after
    return made


@pytest.mark.slow
def test_a_text_as_one_word_is_trained_as_minbpe_does_it() -> None:
    whole = text(50_000)
    trace = bpe.train(Corpus({whole: 1}), merges=60, rules="minbpe")
    ids = {**CHAR_TO_BYTE} | {token: 256 + k for k, token in enumerate(trace.tokens)}
    assert [(ids[left], ids[right]) for left, right in trace.merges] == basic(whole.encode(), 60)


@pytest.mark.parametrize("preset", PRESETS)
def test_a_long_word_is_trained_as_the_naive_trainer_does_it(preset: str) -> None:
    corpus = Corpus({text(2_500): 1, "banéto": 3})
    expected = naive.train(corpus, PRESETS[preset], 25)
    assert [
        (step.pair, step.token, step.count) for step in bpe.train(corpus, merges=25, rules=preset)
    ] == expected.merges


@given(corpora())
def test_places_that_are_looked_up_together_are_those_looked_up_alone(corpus: Corpus) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(training, "_SHORT", 0)
        patch.setattr(training, "_FEW", 0)
        for rules in (Rules(), Rules(tie_break="last-seen")):
            assert bpe.train(corpus, rules=rules).merges == [pair for pair, *_ in naive.train(corpus, rules, 60).merges]


def test_the_ties_of_a_long_word_are_counted() -> None:
    trace = bpe.train(Corpus({text(3_000): 1}), merges=40, rules="minbpe")
    assert trace.tie_sizes == tuple(len(step.tied) for step in trace)


@pytest.mark.slow
def test_a_word_without_a_repetition_is_read_once_for_all_pairs() -> None:
    rng = random.Random(1)
    word = "".join(chr(rng.randrange(0x4E00, 0x9E00)) for _ in range(100_000))
    trace = bpe.train(Corpus({word: 1}), merges=3, rules="course")
    counts: dict[str, int] = {}
    for pair in map(str.__add__, word, word[1:]):
        counts[pair] = counts.get(pair, 0) + 1
    assert "".join(trace.merges[0]) == max(counts, key=counts.__getitem__)


def test_where_a_training_takes_the_square_of_a_word_it_is_refused() -> None:
    corpus = Corpus({"ab" * (MAX_WORD_CHARS // 2) + "c": 1})
    assert len(bpe.train(corpus, merges=3)) == len(wordpiece.train(corpus, merges=3, rules="huggingface")) == 3
    for rules in ("course", "gain"):
        with pytest.raises(LimitError) as caught:
            wordpiece.train(corpus, merges=3, rules=rules)
        assert caught.value.details["limit"] == "MAX_WORD_CHARS"
    with pytest.raises(LimitError) as caught:
        unigram.train(corpus, vocab_size=10)
    assert caught.value.details["limit"] == "MAX_WORD_CHARS"


@pytest.mark.slow
def test_what_a_trace_of_long_tokens_may_record() -> None:
    """Each merge of a word without repetitions makes the token before it one letter longer."""
    word = "".join(map(chr, range(0x4E00, 0x4E00 + 20_000)))
    with pytest.raises(LimitError) as caught:
        bpe.train(Corpus({word: 1}), rules="course")
    assert caught.value.code == "limit-recorded-symbols"


def test_the_longest_word() -> None:
    assert Corpus({"a" * MAX_LONG_WORD_CHARS: 1}).total == 1
    with pytest.raises(LimitError):
        Corpus({"a" * (MAX_LONG_WORD_CHARS + 1): 1})
