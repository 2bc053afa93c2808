"""The conventions of longest-pair BPE: those of merging in general, and how often a pair must occur."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import get_args

from tokviz.checks import check_choice
from tokviz.knobs import Knob
from tokviz.merging import rules as merging_rules

__all__ = ["KNOBS", "PRESETS", "Rules"]


@dataclass(frozen=True)
class Rules(merging_rules.Rules):
    """One convention of longest-pair BPE.

    minimum_count: pairs that are rarer are never merged: without it, each word would become a token, one by one.
    """

    minimum_count: int = 2

    def __post_init__(self) -> None:
        super().__post_init__()
        check_choice("minimum_count", min(self.minimum_count, 1), (1,))
        check_choice("duplicates", self.duplicates, ("reuse",))
        check_choice("max_token_length", self.max_token_length, (None,))


PRESETS: Mapping[str, Rules] = MappingProxyType({"lpbpe": Rules()})
"""Name -> rules, in the order in which they are offered."""


KNOBS: tuple[Knob, ...] = (
    Knob("tie_break", "tie", "choice", get_args(merging_rules.TieBreak)),
    Knob("minimum_count", "min", "positive"),
)
"""The fields that are offered."""
