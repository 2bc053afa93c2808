"""Records of the picture of a training by merges, as they are sent to the browser.

A symbol is a number: its place in the pool of chips. ``python -m tools.payload_types`` writes these types for
JavaScript.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from tokviz.views.encoding.payload import LetterCell, SymbolOrigin
from tokviz.views.picture.payload import CountsOfWords
from tokviz.views.shared.sentences import Sentence


@dataclass(frozen=True, kw_only=True)
class Note:
    """A note on a candidate's place: as long as there is room for, in short, and as a sentence."""

    long: str
    short: str
    told: str


@dataclass(frozen=True, kw_only=True)
class CandidateRow:
    """A pair that the next merge may choose.

    left, right: its symbols. bar: what its bar shows; worth: the same as it is written; worked: how that is worked out,
    empty for a count. words: those that add most to the count, with what each adds, and the others as one. leads:
    whether it is first by count. elsewhere: how often it occurs in other languages, where there are some.
    passed: why it may not be merged, however frequent it is. kind: what it is besides a merge, where pairs are of
    several kinds. place: of one that is not among the best, counted from 0.
    """

    left: int
    right: int
    count: int
    bar: float
    worth: str
    worked: str
    words: CountsOfWords
    leads: bool
    elsewhere: str | None = None
    passed: Note | None = None
    kind: str | None = None
    place: int | None = None


@dataclass(frozen=True, kw_only=True)
class OtherCandidate:
    """The winner of another convention, where that parts from this one."""

    row: CandidateRow
    note: Note


@dataclass(frozen=True, kw_only=True)
class Candidates:
    """The candidates of a step, the best first. tied: how many share the first place, 0 at the end. total: how many
    there are. rule: what they are compared by. leader: the most frequent one, where a score leaves it out of the
    rows."""

    title: str
    rule: str
    tied: int
    total: int
    rows: Sequence[CandidateRow]
    leader: CandidateRow | None = None
    other: OtherCandidate | None = None


@dataclass(frozen=True, kw_only=True)
class FirstSymbol:
    """A symbol of the start. toggles: after how many merges it goes out of use, or comes back, by turns."""

    symbol: int
    toggles: Sequence[int]


@dataclass(frozen=True, kw_only=True)
class MadeToken:
    """A token of the vocabulary. number: of its merge, from 1. toggles: after how many merges it comes into use, or
    goes out of it, by turns. removed: after how many steps it is removed from the vocabulary, or comes back, by
    turns."""

    number: int
    symbol: int
    toggles: Sequence[int]
    removed: Sequence[int] | None = None


@dataclass(frozen=True, kw_only=True)
class TestedPart:
    """A part of a merged pair and its test. bar: what is compared, and limit: what it is compared with, both as shares
    of the longest bar. worth: what the bar stands for; worked: how that is worked out. told: where the part occurs now.
    fails: whether the part is removed for it, and out: whether it is already; verdict: the same in a word."""

    symbol: int
    bar: float
    limit: float
    worth: str
    worked: str
    told: Sentence
    fails: bool
    out: bool
    verdict: str


@dataclass(frozen=True, kw_only=True)
class PartTests:
    """The tests of the parts of a merged pair. token: what the pair became. rule: what the line on the bars is."""

    title: str
    rule: str
    token: int
    rows: Sequence[TestedPart]


@dataclass(frozen=True, kw_only=True)
class RemovedPlace:
    """A place where a removed token is now. count: how often. word: one that was split again, empty for the token that
    the removed one is in. symbols: of the word, or that token. pieces: which of them it became, by their places."""

    count: int
    word: str
    symbols: Sequence[int]
    pieces: Sequence[int]


@dataclass(frozen=True, kw_only=True)
class RemovedPlaces:
    """The places where a token is that the last step removed. more: what is said of further words, empty for none."""

    title: str
    rows: Sequence[RemovedPlace]
    more: str


TurnState: TypeAlias = Literal["turn", "tied", "passed", "exhausted", ""]
"""The place of a language in a turn: it chooses, ties, is passed over, or has nothing left; or none of these."""


@dataclass(frozen=True, kw_only=True)
class LanguageTurn:
    """A language when it is decided which one chooses. share: the length of its bar in a still, from 0 to 1; value:
    what that stands for, null without any; worth: the same with its unit; number: the same without.
    plain_number: that under plain BPE after as many merges. state: whether it chooses, ties with the one that does, is
    passed over by the window, or has nothing left to merge; note: the same in words."""

    name: str
    share: float
    value: float | None
    worth: str
    number: str
    plain_number: str | None = None
    state: TurnState
    note: str


@dataclass(frozen=True, kw_only=True)
class Turns:
    """The turn after some merges. asked: the title while it is asked which language chooses."""

    title: str
    asked: str | None = None
    rule: str
    languages: Sequence[LanguageTurn]


@dataclass(frozen=True, kw_only=True)
class Lines:
    """A line for each language over the merges. steps: after how many merges the points are: each, or some of many.
    values: of each language at these points, null without any; plain: the same under plain BPE. turns: the language
    that chose each merge, by number, -1 for one of all languages together; empty for too many merges."""

    steps: Sequence[int]
    values: Sequence[Sequence[float | None]]
    plain: Sequence[Sequence[float | None]] | None = None
    turns: Sequence[int]
    labels: Mapping[str, str]


@dataclass(frozen=True, kw_only=True)
class LengthPoint:
    """The tokens of a line on average after some steps; told: the same as it is written."""

    step: int
    length: float
    told: str


@dataclass(frozen=True, kw_only=True)
class LineLengths:
    """The tokens of the lines of a text, in a training whose borders fall. lift: after so many steps they fall next.
    before: line -> its tokens then. ours, plain: points of a line from the first step to the last, by this training
    and by plain BPE, whose line is empty where it was not trained."""

    lift: int
    before: Mapping[str, int]
    ours: Sequence[LengthPoint]
    plain: Sequence[LengthPoint]


@dataclass(frozen=True, kw_only=True)
class Parting:
    """The point where another convention parts. step: after so many merges, null if it never does. told: what the press
    says that leads there, or that they never part."""

    step: int | None
    told: str


@dataclass(frozen=True, kw_only=True)
class MergesPicture:
    """The picture of a training by merges, and what holds for all its frames.

    origins: the symbols that merges made; cells: all others. letters: the symbols of the start, or `folded` as a number
    where they are too many. merges: the tokens in the order of their merges. longest: what the longest bar of all steps
    stands for. ties: one sign a step, "=" where the rule for ties decided, "|" where borders fell, "x" where a token
    was removed. words: how many the corpus has. superwords: the symbols of several words, with how many these are.
    space: the character that stands for a space in these symbols; what draws them writes ␣. lengths: of the lines,
    where these are in the picture. lines: of languages, where these choose in turn.
    """

    kind: Literal["merges"]
    measure: str
    origins: Sequence[SymbolOrigin]
    cells: Sequence[LetterCell]
    letters: Sequence[FirstSymbol]
    folded: int
    merges: Sequence[MadeToken]
    longest: float
    ties: str
    words: int
    superwords: Mapping[str, int] | None = None
    space: str | None = None
    lengths: LineLengths | None = None
    labels: Mapping[str, str]
    parting: Parting | None = None
    lines: Lines | None = None
