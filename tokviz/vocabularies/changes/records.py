"""Differences between two tokenizers, and the parts of a text that change with them: plain records."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Literal

from tokviz.merging.steps import Pair
from tokviz.models.added_tokens import AddedToken

__all__ = [
    "AddedChange",
    "ChangedPart",
    "Changes",
    "Moved",
    "MovedMerge",
    "Numbered",
    "NumberedMerge",
    "Reason",
    "ReasonKind",
    "Rescored",
    "Setting",
    "TextChanges",
]


@dataclass(frozen=True)
class Numbered:
    """A token with its id."""

    id: int
    token: str


@dataclass(frozen=True)
class Moved:
    """A token that both have, under another id."""

    token: str
    old: int
    new: int


@dataclass(frozen=True)
class NumberedMerge:
    """A merge with its number in the list of merges, counted from 1."""

    number: int
    pair: Pair


@dataclass(frozen=True)
class MovedMerge:
    """A merge that both have, which comes at another place among those that both have; with its two numbers."""

    pair: Pair
    old: int
    new: int


@dataclass(frozen=True)
class Rescored:
    """A piece with another score: a log probability of Unigram, a rank of SentencePiece BPE counted from 1."""

    token: str
    old: float
    new: float


@dataclass(frozen=True)
class AddedChange:
    """An added token that only one of the two has, or that has other options; the id alone is no change here."""

    token: str
    old: AddedToken | None
    new: AddedToken | None


@dataclass(frozen=True)
class Setting:
    """A setting with another value. path: where it is in the file, such as ``normalizer.lowercase``."""

    path: str
    old: object
    new: object


@dataclass(frozen=True)
class Changes:
    """All that differs between two tokenizers. Tokens are in the order of their ids, merges of their numbers."""

    tokens_added: tuple[Numbered, ...]
    tokens_removed: tuple[Numbered, ...]
    ids_moved: tuple[Moved, ...]
    merges_added: tuple[NumberedMerge, ...]
    merges_removed: tuple[NumberedMerge, ...]
    merges_moved: tuple[MovedMerge, ...]
    scores: tuple[Rescored, ...]
    added_tokens: tuple[AddedChange, ...]
    settings: tuple[Setting, ...]

    @property
    def are_none(self) -> bool:
        """True if the two tokenizers are identical."""
        return not any(getattr(self, field.name) for field in fields(self))


@dataclass(frozen=True)
class ChangedPart:
    """A part of a text that gets other tokens, or the same ones under other ids.

    start: where it occurs first, in characters; count: how often it occurs. old_words, new_words: its words as each
    model gets them, and whether one is an added token.
    """

    text: str
    start: int
    count: int
    old: tuple[str, ...]
    new: tuple[str, ...]
    old_ids: tuple[int | None, ...]
    new_ids: tuple[int | None, ...]
    old_words: tuple[tuple[str, bool], ...]
    new_words: tuple[tuple[str, bool], ...]

    @property
    def are_ids_alone(self) -> bool:
        """True if the tokens are the same and only their ids differ."""
        return self.old == self.new


@dataclass(frozen=True)
class TextChanges:
    """A text under two tokenizers: the number of its tokens, the parts that change, the most frequent first, and the
    tokens that are put around it, if these differ."""

    old_tokens: int
    new_tokens: int
    parts: tuple[ChangedPart, ...]
    around: tuple[tuple[str, ...], tuple[str, ...]] | None


ReasonKind = Literal[
    "id-moved",
    "added-token",
    "words",
    "token-removed",
    "token-added",
    "merge-removed",
    "merge-added",
    "merge-order",
    "score",
    "options",
    "unexplained",
]
"""The differences that explain a changed part:

- ``id-moved``: a token has a different id; ``added-token``: a text is an added token in one of the two.
- ``words``: the model gets different words, because of settings before it.
- ``token-removed``, ``token-added``: a token that only the old one has, or only the new one.
- ``merge-removed``, ``merge-added``: the same of a merge; ``merge-order``: two merges changed their order.
- ``score``: a piece has a different score; ``options``: options of the model differ.
"""


@dataclass(frozen=True)
class Reason:
    """Why a part of a text changes: the first difference between the files that shows in it.

    tokens: the token, the pair of a merge, or of ``merge-order`` the pair that the old one merges first and then that
    of the new one. old, new: the id, the number or the score in each file, None where it has none. paths: of settings.
    """

    kind: ReasonKind
    tokens: tuple[str, ...] = ()
    old: float | None = None
    new: float | None = None
    paths: tuple[str, ...] = ()
