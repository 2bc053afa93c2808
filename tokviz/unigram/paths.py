"""The parts of a lattice and what searches in it find: arcs, paths, the Viterbi table. Plain records."""

from __future__ import annotations

import math
from dataclasses import dataclass

__all__ = ["Arc", "Best", "Cell", "Path", "log_add", "same_score"]

_TIE = 1e-9  # scores closer than this, relative to their size, differ by rounding only


def log_add(x: float, y: float) -> float:
    """log(exp(x) + exp(y)) without overflow.

    >>> round(math.exp(log_add(math.log(0.25), math.log(0.5))), 12)
    0.75
    """
    if x < y:
        x, y = y, x
    return x if y == -math.inf else x + math.log1p(math.exp(y - x))


def same_score(x: float, y: float) -> bool:
    """Whether two scores differ by no more than rounding."""
    return abs(x - y) <= _TIE * max(1.0, abs(x))


@dataclass(frozen=True)
class Arc:
    """A piece between two positions of a word, with its log score; `known` is False for an unknown character."""

    begin: int
    end: int
    piece: str
    score: float
    known: bool = True

    @property
    def probability(self) -> float:
        return math.exp(self.score)


@dataclass(frozen=True)
class Path:
    """A segmentation: its arcs from left to right, and their scores added up in this order."""

    arcs: tuple[Arc, ...]
    score: float

    @property
    def pieces(self) -> tuple[str, ...]:
        return tuple(arc.piece for arc in self.arcs)

    @property
    def probability(self) -> float:
        """The product of the pieces' probabilities."""
        return math.exp(self.score)


@dataclass(frozen=True)
class Cell:
    """A position in the Viterbi table.

    candidates: the arcs that end here, each with the score of the best path that it ends; score: the highest of them;
    arc: the back-pointer, the first arc to reach that score; None at position 0, which is where all paths begin.
    """

    position: int
    score: float
    arc: Arc | None
    candidates: tuple[tuple[Arc, float], ...]

    @property
    def tied(self) -> tuple[Arc, ...]:
        """The arcs that share the highest score, rounding aside."""
        return tuple(arc for arc, score in self.candidates if same_score(self.score, score))


@dataclass(frozen=True)
class Best:
    """The best segmentation with the table that found it, one cell a position.

    tied: all best paths, the winner first, at most as many as a lattice lists; number_of_tied: how many there are.
    """

    path: Path
    table: tuple[Cell, ...]
    tied: tuple[Path, ...]
    number_of_tied: int
