"""The conventions of BoundlessBPE: how lines are split, which words open, and which kind of merge wins a tie.

Pure data. Source: kensho-technologies/boundlessbpe 9c7ef2e, without its removal of tokens; the paper is Schmidt et al.
2025, arXiv 2504.00178.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal, get_args

import regex

from tokviz.checks import check_choice, check_least
from tokviz.knobs import Knob
from tokviz.merging.rules import Rules as MergingRules
from tokviz.superbpe.rules import FirstSplit

Kind = Literal["merge", "supermerge"]

_OPEN = regex.compile(r"^(?=.+\p{L})(?:\p{L}\p{M}*|[ _'’])+$")


def can_open(piece: str) -> bool:
    """Tell if a piece of text can be joined with its neighbors.

    It has letters, spaces, underscores and apostrophes only, with a letter that is not its first character.

    >>> [can_open(piece) for piece in (" way", "don't", "a", " 12", ",")]
    [True, True, False, False, False]
    """
    return _OPEN.match(piece) is not None


@dataclass(frozen=True)
class Rules:
    """One convention of BoundlessBPE training.

    stage1: what a line is split by.
    wins_tie: which kind goes first where the best merge and the best supermerge have the same count.
    doubled_open: whether the token of a supermerge of two equal tokens can be joined on. In the authors' program it
        cannot, by oversight.
    minimum_count: training ends when the best pair of both kinds occurs less often than this.
    """

    stage1: FirstSplit = "gpt2"
    wins_tie: Kind = "supermerge"
    doubled_open: bool = True
    minimum_count: int = 1

    def __post_init__(self) -> None:
        check_choice("stage1", self.stage1, get_args(FirstSplit))
        check_choice("wins_tie", self.wins_tie, get_args(Kind))
        check_least("minimum_count", self.minimum_count, 1)

    @property
    def first_tokens(self) -> tuple[str, ...]:
        """The tokens at the head of the vocabulary: there are none."""
        return ()

    def trained_length(self, word: str) -> int:
        """Return the number of bytes of a line."""
        return len(word.encode("utf-8"))

    @property
    def merging(self) -> MergingRules:
        """The rules of merges inside of words: over bytes, ties go to the smallest pair of byte strings."""
        return MergingRules(alphabet="bytes", tie_break="smallest-pair", minimum_count=self.minimum_count)


PRESETS: Mapping[str, Rules] = MappingProxyType({"boundless": Rules()})
"""Name -> rules, in the order in which they are offered."""

KNOBS: tuple[Knob, ...] = (
    Knob("stage1", "first", "choice", get_args(FirstSplit)),
    Knob("wins_tie", "tie", "choice", get_args(Kind)),
    Knob("doubled_open", "doubled", "flag"),
    Knob("minimum_count", "min", "positive"),
)
"""Every field of the rules, in the order in which they are offered."""
