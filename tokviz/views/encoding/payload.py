"""Records of the picture of an encoding, as they are sent to the browser.

A symbol is a number: its place in the pool of chips. ``python -m tools.payload_types`` writes these types for
JavaScript. What symbols are made of is the same in the picture of a training by merges.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from tokviz.views.shared.sentences import Sentence

AttemptKind: TypeAlias = Literal["wins", "open", "out", "done"]
"""Comes next, may come, cannot come, or was settled before."""


@dataclass(frozen=True, kw_only=True)
class SymbolOrigin:
    """A symbol that a merge made. number: of the merge, from 1; left, right: its parts."""

    symbol: int
    number: int
    left: int
    right: int


@dataclass(frozen=True, kw_only=True)
class LetterCell:
    """A symbol that no merge made. before, after: the marks around its letters."""

    symbol: int
    before: str
    letters: str
    after: str


@dataclass(frozen=True, kw_only=True)
class Origins:
    """The origins of a picture's symbols, each once."""

    origins: Sequence[SymbolOrigin]
    cells: Sequence[LetterCell]


@dataclass(frozen=True)
class SymbolPlace:
    """Symbols of a row of the word, from the first on."""

    start: int
    length: int


@dataclass(frozen=True)
class Attempt:
    """One of what a step chooses from. names: its symbols. places: where they are in the row of the word. worth: what
    it is worth, in a few words; about: the same as a sentence. kind: whether it is what comes next, whether it is
    nothing that can come, or was settled before. number: of the merge that it is, from 1."""

    names: tuple[str, ...]
    places: tuple[SymbolPlace, ...]
    worth: str
    about: Sentence
    kind: AttemptKind = "open"
    number: int | None = None


@dataclass(frozen=True)
class Choice:
    """The rows that a step chooses from. rule: what there is to say of it. others: how many are left out. row: the row
    of the word, among those that are shown, that places are in."""

    title: str
    rule: str
    tries: Sequence[Attempt]
    others: int = 0
    row: int = 0


@dataclass(frozen=True, kw_only=True)
class DroppedSymbols:
    """The symbols that are dropped, as often as they are, and why."""

    symbols: Sequence[int]
    told: Sentence


@dataclass(frozen=True, kw_only=True)
class TrainedTokens:
    """The merges that made tokens in the training of a vocabulary. merges: how many there were. numbers: symbol -> the
    number of its merge, from 1."""

    merges: int
    numbers: Mapping[str, int]


@dataclass(frozen=True, kw_only=True)
class EncodingPicture:
    """The picture of an encoding, and what holds for all its frames. merges: how many the tokenizer has, 0 if it has
    none; listed: what each of them makes, if they are few. named: whether each row is below its label. windows: whether
    what a step chooses from are parts of the word. trained: how the tokens of a vocabulary came about. unknown: the
    symbol that stands for what is in no vocabulary. superwords: the symbols of several words, with how many these are,
    where rows have borders. space: the character that stands for a space in these symbols; what draws them writes
    ␣."""

    kind: Literal["encoding"]
    origins: Sequence[SymbolOrigin]
    cells: Sequence[LetterCell]
    merges: int
    named: bool
    listed: Sequence[str] | None = None
    windows: bool | None = None
    trained: TrainedTokens | None = None
    unknown: int | None = None
    dropped: DroppedSymbols | None = None
    superwords: Mapping[str, int] | None = None
    space: str | None = None
    labels: Mapping[str, str]
