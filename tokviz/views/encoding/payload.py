"""Records of the picture of an encoding, as they are sent to the browser.

A symbol is a number: its place in the pool of chips. ``python -m tools.payload_types`` writes these types for
JavaScript. What symbols are made of is the same in the picture of a training by merges.
"""

from __future__ import annotations

from typing import Literal, NotRequired, TypeAlias, TypedDict

from tokviz.views.shared.sentences import Sentence

__all__ = [
    "AttemptKind",
    "AttemptRow",
    "ChoiceRows",
    "DroppedSymbols",
    "EncodingPicture",
    "LetterCell",
    "Origins",
    "SymbolOrigin",
    "SymbolPlace",
    "TrainedTokens",
]

AttemptKind: TypeAlias = Literal["wins", "open", "out", "done"]
"""Comes next, may come, cannot come, or was settled before."""


class SymbolOrigin(TypedDict):
    """A symbol that a merge made. number: of the merge, from 1; left, right: its parts."""

    symbol: int
    number: int
    left: int
    right: int


class LetterCell(TypedDict):
    """A symbol that no merge made. before, after: the marks around its letters."""

    symbol: int
    before: str
    letters: str
    after: str


class Origins(TypedDict):
    """The origins of a picture's symbols, each once."""

    origins: list[SymbolOrigin]
    cells: list[LetterCell]


class SymbolPlace(TypedDict):
    """Symbols of a row of the word, from the first on."""

    start: int
    length: int


class AttemptRow(TypedDict):
    """One of what a step chooses from. names: its symbols. places: where they are in the row of the word. worth: what
    it is worth, in a few words; about: the same as a sentence. number: of the merge that it is, from 1."""

    names: list[str]
    places: list[SymbolPlace]
    worth: str
    about: Sentence
    kind: AttemptKind
    number: NotRequired[int]


class ChoiceRows(TypedDict):
    """The rows that a step chooses from. others: how many are left out. row: the row of the word that places are in."""

    title: str
    rule: str
    others: int
    row: int
    tries: list[AttemptRow]


class DroppedSymbols(TypedDict):
    """The symbols that are dropped, as often as they are, and why."""

    symbols: list[int]
    told: Sentence


class TrainedTokens(TypedDict):
    """The merges that made tokens in the training of a vocabulary. merges: how many there were. numbers: symbol -> the
    number of its merge, from 1."""

    merges: int
    numbers: dict[str, int]


class EncodingPicture(TypedDict):
    """The picture of an encoding, and what holds for all its frames. merges: how many the tokenizer has, 0 if it has
    none; listed: what each of them makes, if they are few. named: whether each row is below its label. windows: whether
    what a step chooses from are parts of the word. trained: how the tokens of a vocabulary came about. unknown: the
    symbol that stands for what is in no vocabulary. superwords: the symbols of several words, with how many these are,
    where rows have borders. space: the character that stands for a space in these symbols; what draws them writes
    ␣."""

    kind: Literal["encoding"]
    origins: list[SymbolOrigin]
    cells: list[LetterCell]
    merges: int
    named: bool
    listed: NotRequired[list[str]]
    windows: NotRequired[bool]
    trained: NotRequired[TrainedTokens]
    unknown: NotRequired[int]
    dropped: NotRequired[DroppedSymbols]
    superwords: NotRequired[dict[str, int]]
    space: NotRequired[str]
    labels: dict[str, str]
