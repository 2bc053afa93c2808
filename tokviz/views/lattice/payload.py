"""Records of the picture of a lattice, as they are sent to the browser.

An arc is a number: its place among the arcs. ``python -m tools.payload_types`` writes these types for JavaScript.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, kw_only=True)
class LatticeArc:
    """A piece between two positions. probability, cost: as they are written. share: of all segmentations, of those that
    use it; percent: the same as it is written."""

    begin: int
    end: int
    piece: str
    probability: str
    cost: str
    share: float
    percent: str


@dataclass(frozen=True, kw_only=True)
class ArcCost:
    """An arc that ends at a position. sum: how the cost of the best way with it adds up."""

    arc: int
    sum: str


@dataclass(frozen=True, kw_only=True)
class LatticePosition:
    """A position of the word. cost: of the best way to it; short_cost: the same with fewer decimals. arcs: those that
    end there, the best first. tied: how many of them are as good as the best."""

    cost: str
    short_cost: str
    arcs: Sequence[ArcCost]
    tied: int


@dataclass(frozen=True, kw_only=True)
class LatticePath:
    """A segmentation. share: of the probability of the word; percent: the same as it is written. product: how its
    probability is worked out."""

    arcs: Sequence[int]
    share: float
    percent: str
    product: str
    cost: str


@dataclass(frozen=True, kw_only=True)
class LatticePicture:
    """The picture of a lattice, and what holds for all its frames.

    letters: the characters of the word. positions: one more than there are letters. best: the arcs of the segmentation
    that is chosen. paths: the best segmentations. number: how many segmentations there are, as it is written; total:
    the same, at most a billion. sum: their probabilities together. space: the character that stands for a space in the
    letters; what draws them writes ␣.
    """

    kind: Literal["lattice"]
    letters: Sequence[str]
    arcs: Sequence[LatticeArc]
    positions: Sequence[LatticePosition]
    best: Sequence[int]
    paths: Sequence[LatticePath]
    number: str
    total: int
    sum: str
    labels: Mapping[str, str]
    space: str | None = None
