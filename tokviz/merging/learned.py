"""The merges of a training as comparisons ask for them, whatever else its steps do."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from tokviz.merging.measures import COUNT, Measure, Worth
from tokviz.merging.steps import Pair


class Learned(NamedTuple):
    """A merge that was learned. worth: what it was chosen by, as its measure has it. is_super: it joins whole words.
    language: the one whose turn it was, where languages take turns."""

    pair: Pair
    worth: Worth
    is_super: bool = False
    measure: Measure = COUNT
    language: str = ""


@dataclass(frozen=True)
class Removal:
    """A removal of a token from the vocabulary. step: which of the training, from 0."""

    step: int
    token: str
    pieces: tuple[str, ...]


class LearnsMerges:
    """A trace of which steps are merges, all or some of them."""

    @property
    def learned(self) -> tuple[Learned | None, ...]:
        """The merge that each step is; None for a step that is no merge."""
        raise NotImplementedError

    @property
    def lift(self) -> int | None:
        """The number of the step at which the borders between words fall; None where they do not."""
        return None

    @property
    def sizes_with_removed(self) -> tuple[int, ...] | None:
        """The number of tokens after 0, 1, ... steps, with those that are removed; None where none is."""
        return None

    def steps_of_ranks(self, k: int) -> Sequence[int]:
        """Return the step that each merge of the tokenizer after `k` steps comes from, by its rank."""
        return range(k)

    def undone_removal(self, k: int) -> Removal | None:
        """Return the removal of the token that step k brings back; None where it brings none back."""
        return None
