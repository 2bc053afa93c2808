"""Records of the picture of a top-down training, as they are sent to the browser.

A token is a number: its place in the pool of chips. ``python -m tools.payload_types`` writes these types for
JavaScript.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from tokviz.views.picture.payload import CountsOfWords
from tokviz.views.shared.sentences import Sentence
from tokviz.wordpiece.top_down.steps import Judgment


@dataclass(frozen=True, kw_only=True)
class CountOfToken:
    """A longer token, and what it took from a count."""

    token: int
    count: int


@dataclass(frozen=True, kw_only=True)
class CountedSubstring:
    """A substring that a step selects or not. remains: what is left of its count. words: those that add most to the
    count. taken: the longer tokens that took most from it. Both are empty on a large corpus."""

    token: int
    count: int
    remains: int
    kept: bool
    words: CountsOfWords
    taken: Sequence[CountOfToken]


@dataclass(frozen=True, kw_only=True)
class PlaceInWord:
    """A place in a word where a substring is counted. start: in letters. taken_by: the longer token that took it, if
    one did."""

    start: int
    token: int
    taken_by: int | None = None


@dataclass(frozen=True, kw_only=True)
class SubstringSelection:
    """The substrings that the next step selects from. limit: what is kept, as the title says it. length: of all
    substrings. total: how many there are; rows: the first of them. counted: the places in each word."""

    title: str
    limit: str
    length: int
    threshold: int
    total: int
    rows: Sequence[CountedSubstring]
    counted: Mapping[str, Sequence[PlaceInWord]]


@dataclass(frozen=True, kw_only=True)
class KeptToken:
    """A token that is kept, and what remained of its count. new: whether the last step kept it."""

    token: int
    remains: int
    new: bool


@dataclass(frozen=True, kw_only=True)
class TopDownParts:
    """The parts of a frame besides words and sentences. vocabulary: what is said of the tokens listed as kept."""

    vocabulary: Sentence
    kept: Sequence[KeptToken]
    selection: SubstringSelection | None = None


@dataclass(frozen=True, kw_only=True)
class ThresholdTrial:
    """The training with one threshold. lower, upper: its bounds. size: of the vocabulary that it gave. begins: the step
    that it begins with."""

    lower: int
    upper: int
    threshold: int
    size: int
    judgment: Judgment
    begins: int


@dataclass(frozen=True, kw_only=True)
class TopDownPicture:
    """The picture of a top-down training, and what holds for all its frames. words: how many the corpus has. mark: what
    pieces but the first begin with. per_trial: how many steps a trial has."""

    kind: Literal["top-down"]
    words: int
    mark: str
    trials: Sequence[ThresholdTrial]
    per_trial: int
    labels: Mapping[str, str]
