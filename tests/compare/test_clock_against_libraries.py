"""At each size of the clock a word is split as the libraries split it: trained by them to that size, or given the
vocabulary that the clock has there."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tokenizers import Tokenizer, models

from tests.bpe import libraries
from tests.bpe.libraries import as_lines, sentencepiece_processor
from tests.strategies import words
from tests.unigram.libraries import sentencepiece_encode, tokenizers_encode
from tokviz import bpe, unigram, wordpiece
from tokviz.compare.clock import Clock, Hand, clock_of_traces
from tokviz.corpus import Corpus
from tokviz.errors import TokvizError
from tokviz.examples import load
from tokviz.trace import Trace
from tokviz.unigram.lattice import Path

SIZES = 10
FIFTY = settings(max_examples=min(50, settings().max_examples))
DRAWN = st.builds(Corpus, st.dictionaries(words("abcd", 6), st.integers(1, 9), min_size=2, max_size=6))
WORKED = [Corpus(dict(load(name).cut("whitespace"))) for name in ("hug", "sennrich")]


def one_clock(trace: Trace) -> tuple[Clock, Hand]:
    """Return the clock of a training alone."""
    clock = clock_of_traces({"one": trace}, " ".join(dict.fromkeys(["".join(word[::-1]) for word in trace.corpus])))
    return clock, clock.hands[0]


def ten(clock: Clock) -> Sequence[int]:
    """Return ten sizes from the smallest to the largest, or all."""
    most = clock.largest - clock.smallest
    return sorted({clock.smallest + most * part // (SIZES - 1) for part in range(SIZES)})


def agrees(trace: Trace, encode: Callable[[Clock, Hand, int, str], list[str] | None]) -> None:
    """Assert that the words are split at ten sizes as `encode` does; None is a word that it says nothing of."""
    clock, hand = one_clock(trace)
    for size in ten(clock):
        number, place = hand.at(size)
        assert place in ("here", "smaller")
        for word, split in zip(clock.words, hand.splits[number], strict=True):
            theirs = encode(clock, hand, hand.states[number].size, word.text)
            assert theirs is None or list(split.tokens) == theirs, (size, word.text)


def bpe_of_tokenizers(corpus: Corpus) -> None:
    """Trained by tokenizers to each size."""

    def encode(clock: Clock, hand: Hand, size: int, word: str) -> list[str] | None:
        merges, vocabulary = libraries.hugging_face(as_lines(corpus), size)
        if not set(word) <= set(vocabulary):
            return None
        ids = {token: number for number, token in enumerate(vocabulary)}
        tokens: list[str] = Tokenizer(models.BPE(ids, merges)).encode(word).tokens
        return tokens

    agrees(bpe.train(corpus, rules="huggingface"), encode)


def bpe_of_sentencepiece(corpus: Corpus) -> None:
    """Trained by sentencepiece to each size."""
    trace = bpe.train(corpus, rules="sentencepiece")
    special = len(trace.rules.first_tokens)

    def encode(clock: Clock, hand: Hand, size: int, word: str) -> list[str] | None:
        processor = sentencepiece_processor(
            as_lines(corpus), size + special, model_type="bpe", split_by_unicode_script=True
        )
        return list(processor.encode(word, out_type=str))

    agrees(trace, encode)


def longest_match_of_tokenizers(corpus: Corpus) -> None:
    """By tokenizers, with the vocabulary of each size."""

    def encode(clock: Clock, hand: Hand, size: int, word: str) -> list[str] | None:
        model = hand.model(hand.at(size)[0])
        assert isinstance(model, wordpiece.Model)
        ids = {token: number for number, token in enumerate(model.vocabulary)}
        tokens: list[str] = Tokenizer(models.WordPiece(ids, unk_token=model.unk)).encode(word).tokens
        return tokens

    agrees(wordpiece.train(corpus, rules="course"), encode)


def best_path_of(library: Callable[..., list[str]], corpus: Corpus) -> None:
    """By a library, with the pieces and the scores of each size. Where paths tie, its path is one of the best."""
    try:
        trace = unigram.train(corpus, vocab_size=len(set("".join(corpus))), rules="soft-em")
    except TokvizError:
        return

    def encode(clock: Clock, hand: Hand, size: int, word: str) -> list[str] | None:
        model = hand.model(hand.at(size)[0])
        assert isinstance(model, unigram.Model)
        if not set(word) <= model.scores.keys():
            return None
        theirs = library({"<unk>": -99.0, **model.scores}, word)
        paths: Sequence[Path] = model.lattice(word).paths(200)
        best = max(path.score for path in paths)
        tied = [list(path.pieces) for path in paths if path.score > best - 1e-5]
        assert theirs in tied
        return theirs if len(tied) == 1 else None

    agrees(trace, encode)


PROOFS: dict[str, Callable[[Corpus], None]] = {
    "tokenizers: BPE": bpe_of_tokenizers,
    "sentencepiece: BPE": bpe_of_sentencepiece,
    "tokenizers: WordPiece": longest_match_of_tokenizers,
    "tokenizers: Unigram": lambda corpus: best_path_of(tokenizers_encode, corpus),
    "sentencepiece: Unigram": lambda corpus: best_path_of(sentencepiece_encode, corpus),
}


@pytest.mark.parametrize("name", PROOFS)
@pytest.mark.parametrize("corpus", WORKED, ids=["hug", "sennrich"])
def test_the_worked_examples_are_split_as_by_the_libraries(corpus: Corpus, name: str) -> None:
    PROOFS[name](corpus)


@pytest.mark.parametrize("name", PROOFS)
@given(corpus=DRAWN)
@FIFTY
def test_drawn_words_are_split_as_by_the_libraries(name: str, corpus: Corpus) -> None:
    PROOFS[name](corpus)
