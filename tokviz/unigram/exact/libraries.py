"""Where tokenizers and sentencepiece leave the loop of :mod:`tokviz.unigram.training`, each in its own class.

Both train until the vocabulary is at most 1.1 times as large as asked for, prune by an estimate of the loss, and in the
end put characters back that were dropped and cut what is left to the size. They differ in what they count, in when they
look, in what they round to, and in how they cut. Sources: tokenizers 0.23.3, `UnigramTrainer`; sentencepiece 0.2.3,
`unigram_model_trainer.cc`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import ClassVar

import numpy as np

from tokviz.unigram.arrays.trellis import Floats
from tokviz.unigram.exact.finishing import Piece, finish, reachable
from tokviz.unigram.rules import Rules

__all__ = ["LIBRARIES", "Library"]


class Library(ABC):
    """One library's ways. Sizes are numbers of pieces; `size` is the size of the vocabulary that was asked for."""

    precision: ClassVar[type[np.floating]] = np.float64
    """What every sum is rounded to."""
    unknown_is_first: ClassVar[bool] = False
    """Whether unknown characters count as the first piece, a slip."""
    looks_after_pruning: ClassVar[bool] = False
    """Whether it looks at the size behind a pruning, not before one."""

    def in_order(self, counts: Mapping[str, int]) -> list[tuple[str, int]]:
        """The words in the order in which it adds up."""
        return list(counts.items())

    @abstractmethod
    def least_size(self, characters: int, rules: Rules) -> int:
        """The smallest size that it takes for a corpus of so many different characters."""

    @abstractmethod
    def is_small_enough(self, pieces: int, size: int) -> bool:
        """Whether so many pieces are few enough to end the rounds."""

    @abstractmethod
    def after_pruning(self, pieces: int, size: int, share: float) -> int:
        """How many pieces a pruning that takes out a `share` leaves."""

    @abstractmethod
    def final(self, names: Sequence[str], scores: Floats, characters: Sequence[str], size: int) -> list[Piece]:
        """The pieces in the end, `size` of them, with their scores, in the order of their ids."""


class _Tokenizers(Library):
    """It counts an unknown piece of its own, and cuts in the order of the list."""

    def least_size(self, characters: int, rules: Rules) -> int:
        return max(characters, len(rules.first_tokens) + 1)

    def is_small_enough(self, pieces: int, size: int) -> bool:
        return pieces + 1 <= size * 11 // 10

    def after_pruning(self, pieces: int, size: int, share: float) -> int:
        return max(size * 11 // 10, int((pieces + 1) * (1 - share))) - 1

    def final(self, names: Sequence[str], scores: Floats, characters: Sequence[str], size: int) -> list[Piece]:
        return finish(names, scores, characters, size, by_score=False)


class _SentencePiece(Library):
    """It computes in single precision, drops what its own parts outscore, and cuts by score."""

    precision = np.float32
    unknown_is_first = True
    looks_after_pruning = True

    def in_order(self, counts: Mapping[str, int]) -> list[tuple[str, int]]:
        return sorted(counts.items(), key=lambda item: (-item[1], item[0]))

    def least_size(self, characters: int, rules: Rules) -> int:
        return characters + len(rules.first_tokens)

    def is_small_enough(self, pieces: int, size: int) -> bool:
        return pieces <= int(size * 1.1)

    def after_pruning(self, pieces: int, size: int, share: float) -> int:
        return max(int(size * 1.1), int(np.float32(1 - share) * np.float32(pieces)))

    def final(self, names: Sequence[str], scores: Floats, characters: Sequence[str], size: int) -> list[Piece]:
        found = np.flatnonzero(reachable(names, scores))
        return finish([names[i] for i in found.tolist()], scores[found], characters, size, by_score=True)


LIBRARIES: Mapping[str, Library] = MappingProxyType({"huggingface": _Tokenizers(), "sentencepiece": _SentencePiece()})
"""Flow of the rules -> the library whose it is. The flow ``plain`` is the loop itself."""
