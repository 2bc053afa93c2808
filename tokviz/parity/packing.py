"""Counts of several languages in one whole number, so that adding numbers adds the counts of each language.

Training by merges adds and subtracts weights of words (:mod:`tokviz.merging.state`). With these weights it keeps the
counts of all languages at the price of one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from tokviz.corpus import Corpus
from tokviz.corpus.languages import languages_of, shares_of


class Packing:
    """The packed counts of a corpus by language. weights: of its words, in order.

    Each language has as many bits as the number of all symbols takes, which no count exceeds.

    >>> packing = Packing(Corpus({"low": 5, "lower": 2}))
    >>> packing.unpack(sum(packing.weights))
    (7,)
    """

    def __init__(self, corpus: Corpus) -> None:
        """Pack the counts of a corpus."""
        self.languages = len(languages_of(corpus))
        # A letter is at most four bytes, and a word has up to two marks.
        most = sum((4 * len(word) + 2) * count for word, count in corpus.items())
        self._bits = most.bit_length()
        self._mask = (1 << self._bits) - 1
        self.weights = tuple(sum(count << (self._bits * i) for i, count in shares) for shares in shares_of(corpus))

    def unpack(self, number: int) -> tuple[int, ...]:
        """Return the count of each language."""
        return tuple(number >> (self._bits * i) & self._mask for i in range(self.languages))

    def of_language(self, packed: Mapping[str, int], language: int) -> Mapping[str, int]:
        """Return a view of the counts of one language."""
        return _OfLanguage(packed, self._bits * language, self._mask)

    def of_all(self, packed: Mapping[str, int]) -> Mapping[str, int]:
        """Return a view of the sums of all languages."""
        return _OfAll(packed, self)


class _View(Mapping[str, int]):
    """A mapping that computes its values from packed ones; 0 for a key that is not there."""

    def __init__(self, packed: Mapping[str, int]) -> None:
        self._packed = packed

    def __iter__(self) -> Iterator[str]:
        return iter(self._packed)

    def __len__(self) -> int:
        return len(self._packed)


class _OfLanguage(_View):
    def __init__(self, packed: Mapping[str, int], shift: int, mask: int) -> None:
        super().__init__(packed)
        self._shift, self._mask = shift, mask

    def __getitem__(self, pair: str) -> int:
        return self._packed.get(pair, 0) >> self._shift & self._mask


class _OfAll(_View):
    def __init__(self, packed: Mapping[str, int], packing: Packing) -> None:
        super().__init__(packed)
        self._packing = packing

    def __getitem__(self, pair: str) -> int:
        return sum(self._packing.unpack(self._packed.get(pair, 0)))
