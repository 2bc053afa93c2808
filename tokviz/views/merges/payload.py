"""Records of the picture of a training by merges, as they are sent to the browser.

A symbol is a number: its place in the pool of chips. ``python -m tools.payload_types`` writes these types for
JavaScript.
"""

from __future__ import annotations

from typing import Literal, NotRequired, TypeAlias, TypedDict

from tokviz.views.encoding.payload import LetterCell, SymbolOrigin
from tokviz.views.picture.payload import CountsOfWords

__all__ = [
    "CandidateRow",
    "Candidates",
    "FirstSymbol",
    "LanguageTurn",
    "Lines",
    "MadeToken",
    "MergesPicture",
    "Note",
    "OtherCandidate",
    "PartTests",
    "Parting",
    "TestedPart",
    "TurnState",
    "Turns",
]


class Note(TypedDict):
    """A note on a candidate's place: as long as there is room for, in short, and as a sentence."""

    long: str
    short: str
    told: str


class CandidateRow(TypedDict):
    """A pair that the next merge may choose.

    left, right: its symbols. bar: what its bar shows; worth: the same as it is written; worked: how that is worked out,
    empty for a count. words: those that add most to the count, with what each adds, and the others as one. leads:
    whether it is first by count. elsewhere: how often it occurs in other languages, where there are some.
    passed: why it may not be merged, however frequent it is. kind: what it is besides a merge, where pairs are of
    several kinds.
    """

    left: int
    right: int
    count: int
    bar: float
    worth: str
    worked: str
    words: CountsOfWords
    leads: bool
    elsewhere: NotRequired[str]
    passed: NotRequired[Note]
    kind: NotRequired[str]


class OtherCandidate(TypedDict):
    """The winner of another convention, where that parts from this one."""

    row: CandidateRow
    note: Note


class Candidates(TypedDict):
    """The candidates of a step, the best first. tied: how many share the first place, 0 at the end. total: how many
    there are. rule: what they are compared by."""

    title: str
    rule: str
    tied: int
    total: int
    rows: list[CandidateRow]
    other: NotRequired[OtherCandidate]


class FirstSymbol(TypedDict):
    """A symbol of the start. toggles: after how many merges it goes out of use, or comes back, by turns."""

    symbol: int
    toggles: list[int]


class MadeToken(TypedDict):
    """A token of the vocabulary. number: of its merge, from 1. toggles: after how many merges it comes into use, or
    goes out of it, by turns. removed: after how many steps it is removed from the vocabulary, or comes back, by
    turns."""

    number: int
    symbol: int
    toggles: list[int]
    removed: NotRequired[list[int]]


class TestedPart(TypedDict):
    """A part of a merged pair and its test. bar: what is compared, and limit: what it is compared with, both as shares
    of the longest bar. worth: how that is worked out. out: whether the part is removed; verdict: the same in a word."""

    symbol: int
    bar: float
    limit: float
    worth: str
    verdict: str
    out: bool


class PartTests(TypedDict):
    """The tests of the parts of a merged pair. token: what the pair became."""

    title: str
    token: int
    rows: list[TestedPart]


TurnState: TypeAlias = Literal["turn", "tied", "passed", "exhausted", ""]
"""The place of a language in a turn: it chooses, ties, is passed over, or has nothing left; or none of these."""


class LanguageTurn(TypedDict):
    """A language when it is decided which one chooses. share: the length of its bar in a still, from 0 to 1; value:
    what that stands for, null without any; worth: the same with its unit; number: the same without. plain: the value
    under plain BPE after as many merges, with its number. state: whether it chooses, ties with the one that does, is
    passed over by the window, or has nothing left to merge; note: the same in words."""

    name: str
    share: float
    value: float | None
    worth: str
    number: str
    plain: NotRequired[float | None]
    plain_number: NotRequired[str]
    state: TurnState
    note: str


class Turns(TypedDict):
    """The turn after some merges. asked: the title while it is asked which language chooses."""

    title: str
    asked: NotRequired[str]
    rule: str
    languages: list[LanguageTurn]


class Lines(TypedDict):
    """A line for each language over the merges. steps: after how many merges the points are: each, or some of many.
    values: of each language at these points, null without any; plain: the same under plain BPE. turns: the language
    that chose each merge, by number, -1 for one of all languages together; empty for too many merges."""

    steps: list[int]
    values: list[list[float | None]]
    plain: NotRequired[list[list[float | None]]]
    turns: list[int]
    labels: dict[str, str]


class Parting(TypedDict):
    """The point where another convention parts. step: after so many merges, null if it never does. told: what the press
    says that leads there, or that they never part."""

    step: int | None
    told: str


class MergesPicture(TypedDict):
    """The picture of a training by merges, and what holds for all its frames.

    origins: the symbols that merges made; cells: all others. letters: the symbols of the start, or `folded` as a number
    where they are too many. merges: the tokens in the order of their merges. longest: what the longest bar of all steps
    stands for. ties: one sign a step, "=" where the rule for ties decided, "|" where borders fell. words: how many the
    corpus has. superwords: the symbols of several words, with how many these are.
    lines: of languages, where these choose in turn.
    """

    kind: Literal["merges"]
    measure: str
    origins: list[SymbolOrigin]
    cells: list[LetterCell]
    letters: list[FirstSymbol]
    folded: int
    merges: list[MadeToken]
    longest: float
    ties: str
    words: int
    superwords: NotRequired[dict[str, int]]
    labels: dict[str, str]
    parting: NotRequired[Parting]
    lines: NotRequired[Lines]
