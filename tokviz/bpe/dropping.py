"""Symbols that a text loses: those that are in no vocabulary, where no unknown token stands for them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from tokviz.bpe.encoding import Dropped
from tokviz.bpe.model import Model

__all__ = ["dropped_of", "dropped_symbols"]


def dropped_of(model: object, word: str) -> tuple[Dropped, ...]:
    """The symbols of a word that a model drops; only BPE drops any."""
    return model.dropped(word) if isinstance(model, Model) else ()


def dropped_symbols(model: object, words: Iterable[str]) -> Counter[str]:
    """Count the dropped symbols of some words, in the order of the words.

    >>> from tokviz.bpe.encoding import Encoding
    >>> dropped_symbols(Model((), ("a",), encoding=Encoding(unknown="drop")), ["axa", "a", "yx", "x"])
    Counter({'x': 3, 'y': 1})
    """
    found: Counter[str] = Counter()
    for word, times in Counter(words).items():
        for one in dropped_of(model, word):
            found[one.symbol] += times
    return found
