"""The encoding of one word, step by step: the Viterbi table filled from left to right, then traced back.

Plain records, which :meth:`tokviz.unigram.model.Model.explain` fills.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from tokviz.notebook_display import Drawn, Explained
from tokviz.unigram.lattice import Lattice
from tokviz.unigram.paths import Arc, Cell, Path

__all__ = ["EncodeStep", "EncodeTrace"]


@dataclass(frozen=True)
class EncodeStep:
    """One step.

    kind: ``fill``, a position gets its best score; ``trace-back``, its back-pointer is followed to the left.
    cell: the position's row of the table, with the arcs that lead to it and the score of each.
    arc: the arc chosen. suffix: when tracing back, the pieces found so far, which end the word.
    """

    kind: Literal["fill", "trace-back"]
    cell: Cell
    arc: Arc
    suffix: tuple[str, ...] = ()

    @property
    def position(self) -> int:
        return self.cell.position


@dataclass(frozen=True)
class EncodeTrace(Drawn, Explained[EncodeStep]):
    """The encoding of one word: a step for each position, then one for each piece, from the right.

    path: the best path; tied: all paths as good as it; tokens: the result, in which a run of unknown characters is one.
    """

    word: str
    lattice: Lattice
    steps: tuple[EncodeStep, ...]
    path: Path
    tied: tuple[Path, ...]
    tokens: tuple[str, ...]
