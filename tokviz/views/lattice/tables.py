"""Tables of a lattice: its segmentations, Viterbi's table, sums over paths, expected counts; and random segmentations.

Each is declared by its columns. Numbers are written as :mod:`tokviz.views.lattice.viterbi` does, because a probability
can be smaller than what a float holds.
"""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, starmap
from typing import Any

from tokviz.unigram import EncodeTrace, Lattice, Path
from tokviz.unigram.lattice import same_score
from tokviz.views.lattice.viterbi import decimal, moment, percent, written_product
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.display import shorten, visible
from tokviz.views.shared.encoding_reasons import cost
from tokviz.views.shared.tables import Cell, Column, Table, as_named

_MAX_SHOWN = 200  # characters of a segmentation


def split(path: Path) -> str:
    """Return a path as its pieces with spaces between them."""
    return shorten(" ".join(visible(piece) for piece in path.pieces), _MAX_SHOWN)


# -- how people read a value -------------------------------------------------------------------------------------------


def _if_any(write: Callable[[Any, Catalog], Cell]) -> Callable[[Any, Catalog], Cell]:
    """Return the same for a value that may be None, whose cell is empty."""
    return lambda value, say: "" if value is None else write(value, say)


def _visible(pieces: Iterable[str], _: Catalog) -> str:
    return " ".join(map(visible, pieces))


def _beginning(text: str, _: Catalog) -> str:
    return shorten(visible(text), 24)


def _integer(value: int, say: Catalog) -> str:
    return say.integer(value)


def _product(value: tuple[Path, int | None], say: Catalog) -> str:
    path, common = value
    return written_product(path, common, say)


def _decimal(value: float, say: Catalog) -> str:
    return say.decimal(value, 5)


# -- segmentations -----------------------------------------------------------------------------------------------------


_VERDICTS = {
    "best": "lattice.best",
    "kept": "lattice.tied.kept",
    "tied": "lattice.tied",
}


@dataclass(frozen=True)
class Segmentations:
    """The best segmentations of a word. common: the denominator that all probabilities share, if they are fractions."""

    lattice: Lattice
    paths: Sequence[Path]
    common: int | None

    def verdicts(self) -> list[str | None]:
        """Return the verdict on each path: the best, or a tie with it; None for others."""
        best = self.lattice.best()

        def verdict(path: Path) -> str | None:
            if not same_score(best.path.score, path.score):
                return None
            if best.number_of_tied == 1:
                return "best"
            return "kept" if path.pieces == best.path.pieces else "tied"

        return list(map(verdict, self.paths))


SEGMENTATIONS: Table[Segmentations] = Table(
    (
        Column("rank", "lattice.column.rank", lambda of: range(1, len(of.paths) + 1), is_number=True),
        Column("segmentation", "lattice.column.segmentation", lambda of: of.paths, lambda path, _: split(path)),
        Column("product", "lattice.column.product", lambda of: [(path, of.common) for path in of.paths], _product),
        Column("cost", "lattice.column.cost", lambda of: [path.score for path in of.paths], cost),
        Column("share", "lattice.column.share", lambda of: list(map(of.lattice.share, of.paths)), percent),
        Column("verdict", "lattice.column.verdict", Segmentations.verdicts, _if_any(as_named(_VERDICTS))),
    )
)
"""The best segmentations of a word."""

# -- positions ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class PositionRow:
    """A position of Viterbi's table, empty where it is not filled yet. covered: the word up to there; score, piece and
    begin: of the best path that ends there; tied: the other pieces that are as good; is_followed: whether tracing back
    went this way."""

    position: int
    covered: str
    score: float | None = None
    piece: str = ""
    begin: int | None = None
    tied: tuple[str, ...] = ()
    is_followed: bool = False


def position_rows(trace: EncodeTrace, k: int) -> list[PositionRow]:
    """Return Viterbi's table after `k` steps of :meth:`tokviz.unigram.Model.explain`."""
    now, word = moment(trace, k), trace.lattice.word
    followed = {arc.end for arc in now.path} if now.is_back else set()
    rows = []
    for cell in trace.lattice.table:
        row = PositionRow(cell.position, word[: cell.position])
        if cell.position <= now.filled:
            tied = tuple(arc.piece for arc in cell.tied if arc is not cell.arc)
            row = replace(row, score=cell.score, tied=tied, is_followed=cell.position in followed)
            if cell.arc is not None:
                row = replace(row, piece=cell.arc.piece, begin=cell.arc.begin)
        rows.append(row)
    return rows


POSITIONS: Table[Sequence[PositionRow]] = Table(
    (
        Column("position", "lattice.column.position", lambda rows: [row.position for row in rows], is_number=True),
        Column("covered", "lattice.column.covered", lambda rows: [row.covered for row in rows], _beginning),
        Column("cost", "lattice.column.cost", lambda rows: [row.score for row in rows], _if_any(cost)),
        Column("probability", "lattice.column.probability", lambda rows: [row.score for row in rows], _if_any(decimal)),
        Column("piece", "lattice.column.piece", lambda rows: [[row.piece] for row in rows], _visible),
        Column("begin", "lattice.column.begin", lambda rows: [row.begin for row in rows], _if_any(_integer)),
        Column("tied", "lattice.column.tied", lambda rows: [row.tied for row in rows], _visible),
        Column("followed", "lattice.column.followed", lambda rows: ["✓" * row.is_followed for row in rows]),
    )
)
"""Viterbi's table, one row a position."""


def _through(lattice: Lattice) -> list[float]:
    """Return the share of all paths that come by each position, by probability."""
    sums = zip(lattice.forward, lattice.backward, strict=True)
    return [min(1.0, math.exp(before + after - lattice.log_probability)) for before, after in sums]


SUMS: Table[Lattice] = Table(
    (
        Column("position", "lattice.column.position", lambda of: range(len(of.word) + 1), is_number=True),
        Column("covered", "lattice.column.covered", lambda of: list(accumulate(of.word, initial="")), _beginning),
        Column("forward", "lattice.column.forward", lambda of: of.forward, decimal),
        Column("backward", "lattice.column.backward", lambda of: of.backward, decimal),
        Column("through", "lattice.column.through", _through, percent),
    )
)
"""The sums over paths, one row a position: of all beginnings that lead there, and of all ends from there."""

# -- expected counts ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class ExpectedRow:
    """A piece with its expected count in a word."""

    piece: str
    expected: float

    @property
    def characters(self) -> float:
        """Return the count times the length, which adds up to the length of the word."""
        return self.expected * len(self.piece)


def expected_rows(lattice: Lattice) -> list[ExpectedRow]:
    """Return the expected counts of a word's pieces, the greatest first."""
    return sorted(starmap(ExpectedRow, lattice.expected_counts().items()), key=lambda row: -row.expected)


EXPECTED: Table[Sequence[ExpectedRow]] = Table(
    (
        Column("piece", "lattice.column.piece", lambda rows: [[row.piece] for row in rows], _visible),
        Column("expected", "lattice.column.expected", lambda rows: [row.expected for row in rows], _decimal),
        Column("length", "lattice.column.length", lambda rows: [len(row.piece) for row in rows], is_number=True),
        Column("characters", "lattice.column.characters", lambda rows: [row.characters for row in rows], _decimal),
    )
)
"""The expected counts of a word's pieces."""

# -- random segmentations ----------------------------------------------------------------------------------------------


def draw(lattice: Lattice, draws: int, seed: int, alpha: float, *, compounding: bool = False) -> Counter[str]:
    """Draw so many segmentations and count each."""
    rng = random.Random(seed)
    return Counter(split(lattice.sample(rng, alpha, compounding=compounding)) for _ in range(draws))


@dataclass(frozen=True)
class Sampled:
    """A segmentation among random ones. expected: its probability; drawn: its part of all draws; count: of these."""

    segmentation: str
    expected: float
    drawn: float
    count: int


def samples(
    lattice: Lattice, paths: Sequence[Path], drawn: Counter[str], alpha: float, *, compounding: bool = False
) -> list[Sampled]:
    """Return the counts that were drawn beside those expected, a row for each path.

    The rows are in the order of `paths`; if others remain, they are one row with an empty name.
    """
    total = max(1, drawn.total())
    rows = [
        (split(path), lattice.sampling_probability(path, alpha, compounding=compounding), drawn[split(path)])
        for path in paths
    ]
    if lattice.number_of_paths > len(paths):
        rest = drawn.total() - sum(count for _, _, count in rows)
        rows.append(("", max(0.0, 1 - sum(part for _, part, _ in rows)), rest))
    return [Sampled(name, expected, count / total, count) for name, expected, count in rows]
