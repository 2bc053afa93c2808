"""Tokenizers of all three algorithms for the tests of comparisons, and corpora to train them on."""

from __future__ import annotations

from hypothesis import assume
from hypothesis import strategies as st

from tests.strategies import corpora
from tokviz import bpe, unigram, wordpiece
from tokviz.compare.sizes import Tokenizer, at_size
from tokviz.corpus import Corpus
from tokviz.errors import TokvizError
from tokviz.trace import Trace

HUG = Corpus({"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5})

BPE = ("course", "sennrich", "subword-nmt", "huggingface", "minbpe", "sentencepiece")
WORDPIECE = ("course", "huggingface")
UNIGRAM = ("course", "hard-em", "soft-em")


def train(corpus: Corpus, algorithm: str, preset: str, size: int) -> Trace:
    """A trace that goes a little beyond a size."""
    if algorithm == "bpe":
        return bpe.train(corpus, vocab_size=size + 3, rules=preset)
    if algorithm == "wordpiece":
        return wordpiece.train(corpus, vocab_size=size + 3, rules=preset)
    return unigram.train(corpus, vocab_size=max(size - 3, 1), rules=preset)


@st.composite
def tokenizers(draw: st.DrawFn, corpus: Corpus) -> Tokenizer:
    """A tokenizer of any algorithm and size, trained on `corpus`."""
    presets = [*(("bpe", name) for name in BPE), *(("wordpiece", name) for name in WORDPIECE)]
    presets += [("unigram", name) for name in UNIGRAM]
    algorithm, preset = draw(st.sampled_from(presets))
    alphabet = len(set().union(*corpus.words)) + (260 if preset == "minbpe" else 5)
    size = draw(st.integers(2, 14)) + alphabet
    try:
        return at_size(train(corpus, algorithm, preset, size), size)
    except TokvizError:
        assume(False)
        raise


@st.composite
def pairs(draw: st.DrawFn) -> tuple[Corpus, Tokenizer, Tokenizer]:
    """A corpus and two tokenizers, each trained on it or on another."""
    corpus = draw(corpora())
    other = draw(st.just(corpus) | corpora())
    return corpus, draw(tokenizers(corpus)), draw(tokenizers(other))
