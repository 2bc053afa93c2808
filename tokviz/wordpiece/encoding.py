"""What a WordPiece encoding looks like step by step: plain records that :class:`tokviz.wordpiece.model.Model` fills.

Only what cannot be derived is kept: where each search began and what it found. The prefixes that were tried are made
when they are asked for, because a long word has very many.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from tokviz.notebook_display import Drawn, Explained

__all__ = ["EncodeStep", "EncodeTrace", "Stop", "Tried"]

Stop = Literal["done", "no-match", "too-long"]


@dataclass(frozen=True)
class Tried:
    """One prefix of what was left of a word: its text, the token looked up for it, and whether that is known."""

    text: str
    token: str
    known: bool


@dataclass(frozen=True)
class EncodeStep:
    """A search for the longest known prefix of what is left of a word.

    start: where in the word it begins, in characters. token: the longest match as the vocabulary has it, mark included,
    and end: where in the word it ends. Both are None if there was no match. prefix: the mark of pieces inside a word.
    """

    word: str
    start: int
    end: int | None
    token: str | None
    prefix: str

    @property
    def left(self) -> str:
        """What the search looked at: the word from `start` on."""
        return self.word[self.start :]

    @property
    def text(self) -> str:
        """The characters that the token covers; none if there was no match."""
        return self.word[self.start : self.end] if self.end is not None else ""

    @property
    def rest(self) -> str:
        """What is left after this step; all of it if there was no match."""
        return self.word[self.start if self.end is None else self.end :]

    @property
    def tried(self) -> tuple[Tried, ...]:
        """Each prefix in the order in which it was looked up, the longest first; only the last may be known."""
        mark = self.prefix if self.start else ""
        last = self.start + 1 if self.end is None else self.end
        ends = range(len(self.word), last - 1, -1)
        texts = [self.word[self.start : end] for end in ends]
        return tuple(Tried(text, mark + text, end == self.end) for end, text in zip(ends, texts, strict=True))


@dataclass(frozen=True)
class EncodeTrace(Drawn, Explained[EncodeStep]):
    """The encoding of one word, piece by piece.

    tokens: what the word becomes; the unknown token alone if it `stopped` before its end. stopped: ``done``; or
    ``no-match``, no prefix of what was left is known, which the last step shows; or ``too-long``, the word has more
    than `max_word_length` characters and was not looked at.
    """

    word: str
    steps: tuple[EncodeStep, ...]
    tokens: tuple[str, ...]
    stopped: Stop
    max_word_length: int

    @property
    def found(self) -> tuple[str, ...]:
        """The pieces that were found, also those that a failure after them made void."""
        return tuple(step.token for step in self.steps if step.token is not None)
