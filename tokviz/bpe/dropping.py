"""What is lost of a text: symbols that are in no vocabulary, where no unknown token stands for them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from tokviz.bpe.model import Model

__all__ = ["dropped_symbols"]


def dropped_symbols(model: object, words: Iterable[str]) -> Counter[str]:
    """How often which symbols of some words are dropped, in the order of the words; only BPE drops any.

    >>> from tokviz.bpe.encoding import Encoding
    >>> dropped_symbols(Model((), ("a",), encoding=Encoding(unknown="drop")), ["axa", "a", "yx", "x"])
    Counter({'x': 3, 'y': 1})
    """
    found: Counter[str] = Counter()
    if isinstance(model, Model) and model.encoding.unknown == "drop":
        for word, times in Counter(words).items():
            for _, symbol in model.dropped(word):
                found[symbol] += times
    return found
