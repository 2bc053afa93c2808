"""Records of the picture of unigram training, as they are sent to the browser.

A piece and a word are numbers: their places among the pieces and the words of the picture. ``python -m
tools.payload_types`` writes these types for JavaScript.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from tokviz.views.shared.sentences import Sentence
from tokviz.views.unigram.resplits import LikelihoodWithout
from tokviz.views.unigram.words_and_pieces import PieceStatus, SegmentationStatus

ViewKind: TypeAlias = Literal["start", "seed", "expect", "maximize", "prune", "final"]
"""The kinds of steps; before the first one, and where a library brings its vocabulary to size."""


@dataclass(frozen=True, kw_only=True)
class WordSegmentation:
    """A segmentation of a word. unknown: the places of those of its pieces that are unknown characters. left: how many
    more pieces it has. chances: the probabilities of the pieces, where the product is written out; product: that of
    them all. share: of the word's count; null where nothing is counted. why: what is said of it."""

    pieces: Sequence[int]
    unknown: Sequence[int]
    left: int
    chances: Sequence[float] | None = None
    product: float
    share: float | None
    standing: SegmentationStatus
    why: Sentence


@dataclass(frozen=True, kw_only=True)
class OtherSegmentations:
    """The segmentations of a word that are not shown: how many, and the share that they get together."""

    count: int
    share: float


@dataclass(frozen=True, kw_only=True)
class PieceFlow:
    """A piece that a word adds to. often: how often the word has it, each segmentation weighed by its share."""

    piece: int
    often: float


@dataclass(frozen=True, kw_only=True)
class SegmentedWord:
    """A word as a step splits it. ways: its best segmentations, the best first. why: what is said of the word."""

    word: int
    ways: Sequence[WordSegmentation]
    others: OtherSegmentations | None = None
    flows: Sequence[PieceFlow]
    why: Sentence


@dataclass(frozen=True, kw_only=True)
class WordWithout:
    """The best segmentation of a word by all pieces and the best one without one piece, with the probability of either.
    likelihood: of that without it, beside the other; of a word that does not use the piece both are the same."""

    word: int
    before: Sequence[int]
    after: Sequence[int]
    product: float
    without: float
    likelihood: LikelihoodWithout


@dataclass(frozen=True, kw_only=True)
class PieceBar:
    """A piece with its number. value: what its bar shows; before: the same before the step. worth: the value as it is
    written, with two digits; exact: with more. note: what is said beside it. why: how the number comes about. resplit:
    the words shown that a removal splits again, or those that have the piece in no best segmentation."""

    piece: int
    value: float
    before: float | None
    standing: PieceStatus
    worth: str
    exact: str
    note: Sentence
    why: Sentence
    resplit: Sequence[WordWithout] | None = None


@dataclass(frozen=True, kw_only=True)
class Heading:
    """The heading of a column. shows: what the column has of each."""

    name: str
    shows: str


@dataclass(frozen=True, kw_only=True)
class Headings:
    """The headings of both columns."""

    words: Heading
    pieces: Heading


@dataclass(frozen=True, kw_only=True)
class LeftOutPieces:
    """The pieces that have no row. above, below: how many, before the rows and after them. sum: their values together.
    note: what else is said of them; empty for nothing."""

    above: int
    below: int
    sum: float
    note: str


@dataclass(frozen=True, kw_only=True)
class UnigramView:
    """The result of the last step. words: the numbers of segmented words; before the first step one word. cut: how many
    of the rows are above the line of a pruning; null without one."""

    kind: ViewKind
    heads: Headings
    words: Sequence[int]
    rows: Sequence[PieceBar]
    cut: int | None
    more: LeftOutPieces


@dataclass(frozen=True, kw_only=True)
class CountedWord:
    """A word of the corpus, and how often it occurs."""

    text: str
    count: int


@dataclass(frozen=True, kw_only=True)
class SurpriseAtStep:
    """The negative log-likelihood of the corpus that an expectation step met. step: how many steps are then done."""

    step: int
    loss: float


@dataclass(frozen=True, kw_only=True)
class UnigramPicture:
    """The picture of a Unigram training, and what holds for all its frames.

    steps: a letter for each: S seeds, E expectation, M maximization, P pruning. segmented: words as steps split them,
    each once. surprise: how it changes over the whole training. total: how many words the corpus has. space: the
    character that stands for a space in pieces and words; what draws them writes ␣.
    """

    kind: Literal["unigram"]
    steps: str
    pieces: Sequence[str]
    words: Sequence[CountedWord]
    segmented: Sequence[SegmentedWord]
    surprise: Sequence[SurpriseAtStep]
    total: int
    labels: Mapping[str, str]
    space: str | None = None
