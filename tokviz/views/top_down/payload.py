"""Records of the picture of a top-down training, as they are sent to the browser.

A token is a number: its place in the pool of chips. ``python -m tools.payload_types`` writes these types for
JavaScript.
"""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

from tokviz.views.picture.payload import CountsOfWords
from tokviz.views.shared.sentences import Sentence
from tokviz.wordpiece.top_down.steps import Judgment

__all__ = [
    "CountOfToken",
    "CountedSubstring",
    "KeptToken",
    "PlaceInWord",
    "SubstringSelection",
    "ThresholdTrial",
    "TopDownParts",
    "TopDownPicture",
]


class CountOfToken(TypedDict):
    """A longer token, and what it took from a count."""

    token: int
    count: int


class CountedSubstring(TypedDict):
    """A substring that a step selects or not. remains: what is left of its count. words: those that add most to the
    count. taken: the longer tokens that took most from it. Both are empty on a large corpus."""

    token: int
    count: int
    remains: int
    kept: bool
    words: CountsOfWords
    taken: list[CountOfToken]


class PlaceInWord(TypedDict):
    """A place in a word where a substring is counted. start: in letters. taken_by: the longer token that took it, if
    one did."""

    start: int
    token: int
    taken_by: NotRequired[int]


class SubstringSelection(TypedDict):
    """The substrings that the next step selects from. limit: what is kept, as the title says it. length: of all
    substrings. total: how many there are; rows: the first of them. counted: the places in each word."""

    title: str
    limit: str
    length: int
    threshold: int
    total: int
    rows: list[CountedSubstring]
    counted: dict[str, list[PlaceInWord]]


class KeptToken(TypedDict):
    """A token that is kept, and what remained of its count. new: whether the last step kept it."""

    token: int
    remains: int
    new: bool


class TopDownParts(TypedDict):
    """The parts of a frame besides words and sentences. vocabulary: what is said of the tokens listed as kept."""

    vocabulary: Sentence
    kept: list[KeptToken]
    selection: NotRequired[SubstringSelection]


class ThresholdTrial(TypedDict):
    """The training with one threshold. lower, upper: its bounds. size: of the vocabulary that it gave. begins: the step
    that it begins with."""

    lower: int
    upper: int
    threshold: int
    size: int
    judgment: Judgment
    begins: int


class TopDownPicture(TypedDict):
    """The picture of a top-down training, and what holds for all its frames. words: how many the corpus has. mark: what
    pieces but the first begin with. per_trial: how many steps a trial has."""

    kind: Literal["top-down"]
    words: int
    mark: str
    trials: list[ThresholdTrial]
    per_trial: int
    labels: dict[str, str]
