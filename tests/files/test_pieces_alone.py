"""A `.model` without its library is what the library makes of it: tokens, ids, places and stages."""

from __future__ import annotations

from functools import cache

import pytest
from hypothesis import given, settings

from tests.files.styles import sentencepiece_model
from tests.files.test_sentencepiece_models import LINES, OPTIONS, TEXTS
from tokviz.errors import RulesError
from tokviz.files.sentencepiece_engine import PiecesAlone, SentencePiece

KINDS = ("unigram", "bpe", "word", "char")
SYMBOL_OF_SPACES = 9  # of which a model of words makes one unknown token, as of two unknown marks


@cache
def opened(kind: str, number: int) -> tuple[PiecesAlone, SentencePiece]:
    """Return a trained model without the library and with it."""
    options = {"vocab_size": 75, **OPTIONS[number]} if kind in KINDS[:2] else OPTIONS[number] | {"vocab_size": 60}
    listed = {name: ",".join(value) if isinstance(value, list) else value for name, value in options.items()}
    data = sentencepiece_model(kind, LINES, **listed)
    return PiecesAlone(data), SentencePiece(data)


MODELS = [
    (kind, number)
    for kind in KINDS
    for number, options in enumerate(OPTIONS)
    if kind in KINDS[:2] or not (options.get("byte_fallback") or number == SYMBOL_OF_SPACES)
]


@settings(max_examples=40, deadline=None)
@given(text=TEXTS)
def test_texts_are_split_and_placed_as_by_the_library(text: str) -> None:
    for kind, number in MODELS:
        ours, theirs = opened(kind, number)
        for stages in ("before", "after", "pre_tokens", "characters", "plain", "whole"):
            assert getattr(ours, stages)(text) == getattr(theirs, stages)(text), (kind, OPTIONS[number], stages)


@pytest.mark.parametrize(("kind", "number"), MODELS)
def test_the_rest_is_that_of_the_library(kind: str, number: int) -> None:
    ours, theirs = opened(kind, number)
    ids = sorted(theirs.vocabulary.values())
    for one in ("vocabulary", "added", "kept", "settings", "notes", "written"):
        assert getattr(ours, one) == getattr(theirs, one), one
    assert ours.gained(ids) == theirs.gained(ids)
    assert ours.many(["low", "hug pug"]) == theirs.many(["low", "hug pug"])
    assert (ours.library, ours.literal("<s>")) == (None, theirs.literal("<s>"))
    for call in (lambda: ours.joined(["low"]), lambda: ours.decode([3], skip_special=False)):
        with pytest.raises(RulesError) as refused:
            call()
        assert refused.value.code == "library-missing"
