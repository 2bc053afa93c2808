"""Accounts of how one tokenizer came to split, or not to split, a word at one place, with facts that can be looked up.

Plain records; :class:`tokviz.compare.sides.Side` finds them. Which of the facts is the reason why two tokenizers differ
is decided in :mod:`tokviz.compare.differences`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from tokviz.compare.histories import Merge
from tokviz.merging.learned import Removal
from tokviz.merging.steps import Pair
from tokviz.unigram.lattice import rounding, same_score
from tokviz.unigram.missing import Missing


@dataclass(frozen=True)
class Judged:
    """Counts that a training from the top down held against its threshold: of a token in its last pass, and what longer
    ones left of that. is_above: only more than the threshold was enough."""

    count: int
    remains: int
    threshold: int
    is_above: bool = False


class _Fact:
    """The questions that all facts answer."""

    @property
    def decided(self) -> Merge | None:
        """Return the merge that decided, if one did."""
        return None

    @property
    def step(self) -> int | None:
        """Return the step of the training that decided, if one did."""
        return None if self.decided is None else self.decided.step


@dataclass(frozen=True)
class ByMerges(_Fact):
    """A word split by merges.

    merges: those of the word in their order, without those that a removal undid. crossing: the one that joined what is
    left and right of the place, and made: the last one that the token there comes from; None on the side that is cut
    there. apart: the tokens left and right of the cut; later: the merge beyond this size that joins them, if the trace
    shows it. last: the last merge of this size, None without a trace. rival: the first merge of this side that made the
    other side's `crossing` impossible, because it took a part of what that joins; None if there was none, and the
    tokens simply were not merged.

    Where there is more than merges: removed: the removal that split the word there, and undone: the merge across the
    place that it undid. missed: the last merge of `apart` of this size, where the two met only after it. has_parts:
    a border between words parts them, and not both are whole words, which alone are joined. back: the removal of the
    token of `crossing` before that brought it back. lift: the step at which the borders between words fell, where one
    was there.
    """

    merges: tuple[Merge, ...]
    crossing: Merge | None = None
    made: Merge | None = None
    apart: Pair | None = None
    later: Merge | None = None
    last: Merge | None = None
    rival: Merge | None = None
    removed: Removal | None = None
    undone: Merge | None = None
    missed: Merge | None = None
    has_parts: bool = False
    back: Removal | None = None
    lift: int | None = None

    @property
    def decided(self) -> Merge | None:
        """Return the merge that joined, or that made joining impossible, or that joins beyond this size."""
        return self.crossing or self.rival or self.undone or self.missed or self.later

    @property
    def step(self) -> int | None:
        """Return the step of the training that decided: of what was joined and split again, the removal."""
        return super().step if self.removed is None else self.removed.step


@dataclass(frozen=True)
class LongestMatch(_Fact):
    """A word split by the longest match from the left, and not as the merges of the training would (`by_merges`, None
    if they are not known).

    token: that which covers the place, or ends there; start: where it begins in the word that the tokenizer sees, in
    characters. made: the merge that put it into the vocabulary; None for a letter, or without a trace. longer: what the
    search would have had to find to go on as far as the other side's token does; it is not in the vocabulary. judged:
    what a training from the top down made of `longer`.
    """

    token: str
    start: int
    made: Merge | None
    longer: str | None
    by_merges: tuple[str, ...] | None
    judged: Judged | None = None

    @property
    def decided(self) -> Merge | None:
        """Return the merge that put the token into the vocabulary."""
        return self.made


@dataclass(frozen=True)
class Probability(_Fact):
    """A word split into its likeliest pieces.

    Of the tokenizer's word in which the place is. score: the logarithm of the probability of this split; other: of the
    other side's, in the pieces `pieces`, unknown characters scoring as they do in the lattice, without cuts inside a
    character; None if some are `missing`. best: the pieces of this split with their scores, whose sum `score` is;
    scores: those of `pieces`, none if `other` is None. is_single: whether the sums that are compared have single
    precision.
    """

    score: float
    other: float | None
    pieces: tuple[str, ...]
    missing: tuple[Missing, ...]
    best: tuple[tuple[str, float], ...] = ()
    scores: tuple[float, ...] = ()
    is_single: bool = False

    @property
    def is_tied(self) -> bool:
        """True if both are equally likely: rounding or their order decided."""
        return self.other is not None and same_score(self.score, self.other, rounding(is_single=self.is_single))

    @property
    def step(self) -> int | None:
        """Return the step that took the first of the missing pieces out."""
        return next((piece.step for piece in self.missing if piece.step is not None), None)


@dataclass(frozen=True)
class LookedUp(_Fact):
    """A token that was looked up, whatever the merges are, if there are any.

    unit: what is looked up: a ``whole`` word, each ``word`` of a text, or each ``character``. is_known: whether the
    vocabulary has it.
    """

    token: str
    unit: Literal["whole", "word", "character"] = "whole"
    is_known: bool = True


@dataclass(frozen=True)
class Other(_Fact):
    """Only what came out: the words that the tokenizer sees, and its tokens; pieces unknown, or undone again.

    is_known: whether the tokens stand for all that the word is. is_spelled: some stand for bytes of characters that the
    vocabulary lacks. limit: the most characters that a word may have, where one has more and was not looked up.
    """

    words: tuple[str, ...]
    tokens: tuple[str, ...]
    is_known: bool = True
    is_spelled: bool = False
    limit: int | None = None


@dataclass(frozen=True)
class Added(_Fact):
    """An added token at a place. is_taken: whether this tokenizer takes it; the other one does."""

    token: str
    is_taken: bool


@dataclass(frozen=True)
class Unexplained(_Fact):
    """A word that the library of a file splits otherwise than our model of the file, which therefore explains nothing.

    tokens: the library's. modeled: those of our model for the same word alone. is_rounded: whether our model, too, has
    the library's tokens for the whole text, where rounding of one sum decides.
    """

    tokens: tuple[str, ...]
    modeled: tuple[str, ...]
    is_rounded: bool = False


@dataclass(frozen=True)
class Spaced(_Fact):
    """The treatment of spaces at a place by a tokenizer.

    tokens: of the word. before: the special token before the place, empty at the start of the text; None if there is
    neither. puts: whether a space is put in there. white: the white space of the text at the place. covers: whether the
    tokenizer has tokens for all of it. has_part: whether it has some for it.
    """

    tokens: tuple[str, ...]
    before: str | None = None
    puts: bool = False
    white: str = ""
    covers: bool = False
    has_part: bool = False


@dataclass(frozen=True)
class Marked:
    """A space that a tokenizer puts in as a token of its own.

    token: as it is written. before: the special token before it, empty at the start of the text; None if there is
    neither.
    """

    token: str
    before: str | None


Account = ByMerges | LongestMatch | Probability | LookedUp | Other | Added | Spaced | Unexplained
