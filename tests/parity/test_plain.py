"""Plain BPE beside a training by languages: the same words, as many merges, measured on the same development words."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from hypothesis import assume, given
from hypothesis import strategies as st

from tests.parity.conventions import corpus_of
from tests.parity.libraries import Words, hugging_face
from tests.parity.test_against_libraries import inputs
from tokviz import bpe, examples, parity
from tokviz.corpus import Corpus
from tokviz.parity import Rules

UNEQUAL = examples.load("unequal-languages")
Data = tuple[list[Words], list[Words] | None]


def tokens(encode: object, dev: Sequence[Words]) -> tuple[int, ...]:
    """Return the number of tokens of each development text."""
    assert callable(encode)
    return tuple(sum(len(encode(word)) * count for word, count in words.items()) for words in dev)


def test_unequal_texts_end_level_and_plain_bpe_does_not() -> None:
    """English has 4,514 of the 5,040 characters: plain BPE spends its merges there."""
    trace = parity.train(UNEQUAL.corpus_for("parity"), merges=120)
    assert [len(one.text) for one in UNEQUAL.languages] == [4514, 267, 259]
    assert trace.lengths() == (71, 71, 71)
    assert trace.plain.lengths() == (64, 78, 83)
    assert trace.lengths(0) == trace.plain.lengths(0) == (113, 111, 114)
    assert trace.lengths(40) == (83, 85, 85)
    assert (trace.turn(40).language, trace.turn(40).tied) == (1, (2,))


@given(inputs(), st.integers(0, 12))
def test_it_is_bpe_of_all_words_together(data: Data, merges: int) -> None:
    corpus = corpus_of(*data)
    trace = parity.train(corpus, merges=merges)
    rules = bpe.Rules(tie_break="greatest-pair", minimum_count=1)
    together = bpe.train(Corpus(dict(corpus)), merges=len(trace), rules=rules)
    assert trace.plain.merges == together.merges
    assert set(trace.plain.turns) <= {None}


@given(inputs(), st.integers(1, 12))
def test_lengths_are_those_of_the_library(data: Data, merges: int) -> None:
    """The library trains once with the languages in turn, and once with global merges alone."""
    training, dev = data
    assume(dev is not None)
    assert dev is not None
    corpus = corpus_of(training, dev)
    trace = parity.train(corpus, merges=merges)
    assume(len(trace))
    known = trace.dev_words(0)
    measured = [{word: count for word, count in words.items() if word in known} for words in dev]
    for ours, more in ((trace, {}), (trace.plain, {"global_merges": len(trace)})):
        _, _, tokenizer = hugging_face(training, dev, None, num_merges=len(trace), **more)
        if trace.measures_dev:
            assert ours.lengths() == tokens(lambda word, made=tokenizer: made.encode(word).tokens, measured)


@given(inputs(), st.integers(0, 12), st.booleans())
def test_forms_of_development_words(data: Data, merges: int, is_plain: bool) -> None:
    trace = parity.train(corpus_of(*data), merges=merges, rules=Rules())
    trace = trace.plain if is_plain else trace
    known = trace.dev_words(0)
    course = trace.dev_course({*known, "never seen"})
    assert list(course) == list(known)
    for k in range(len(trace) + 1):
        now = {word: [form for after, form in forms if after <= k][-1] for word, forms in course.items()}
        assert now == trace.dev_words(k)
    assert all(after < later for forms in course.values() for (after, _), (later, _) in pairwise(forms))
