"""Steps of a word that is looked up: plain records that :class:`tokviz.lookup.model.Model` fills."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from tokviz.notebook_display import Drawn, Explained

__all__ = ["EncodeStep", "EncodeTrace", "Found", "joined"]

Found = Literal["known", "symbol", "unknown", "joined", "bytes"]


@dataclass(frozen=True)
class EncodeStep:
    """A part of a word that is looked up.

    text: the part; start: where it begins in the word, in characters. found: ``known``; ``symbol``, it is one that the
    user defined; or it is not in the vocabulary, and becomes an unknown token (``unknown``), a part of the one before
    it (``joined``) or its bytes (``bytes``). tokens: what it becomes; of ``joined``, what the token before gets.
    """

    text: str
    start: int
    found: Found
    tokens: tuple[str, ...]

    @property
    def end(self) -> int:
        """Place in the word at which the part ends."""
        return self.start + len(self.text)


@dataclass(frozen=True)
class EncodeTrace(Drawn, Explained[EncodeStep]):
    """A word, the parts of it that are looked up, and its tokens."""

    word: str
    steps: tuple[EncodeStep, ...]
    tokens: tuple[str, ...]


def joined(steps: Iterable[EncodeStep]) -> tuple[str, ...]:
    """The tokens of some steps.

    >>> joined([EncodeStep("x", 0, "unknown", ("x",)), EncodeStep("y", 1, "joined", ("y",))])
    ('xy',)
    """
    tokens: list[str] = []
    for step in steps:
        if step.found == "joined":
            tokens[-1] += step.tokens[0]
        else:
            tokens += step.tokens
    return tuple(tokens)
