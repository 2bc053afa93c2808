"""The steps of a SuperBPE training: a merge of either stage, and the one at which the borders fall.

Plain records. What costs time to compute is computed when it is asked for, by the trace that the step belongs to.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar, Literal, TypeAlias

from tokviz.merging.steps import Pair
from tokviz.superbpe.rules import Veto, words_in_token
from tokviz.trace import Change, Contribution

if TYPE_CHECKING:
    from tokviz.superbpe.trace import Trace


@dataclass(frozen=True)
class Border:
    """A border inside of a line that no merge of the present stage crosses.

    place: how many symbols are before it. falls: whether the second stage may cross it.
    """

    place: int
    falls: bool


@dataclass(frozen=True)
class Candidate:
    """A pair after `index` steps, which the next may choose.

    count: how often it occurs. rank: its place among those that may be merged, from 1; 0 for one that is passed over.
    is_tied: it shares the first place, and the tie-break decides. vetoed: why it is passed over, if it is.
    """

    kind: ClassVar[Literal["merge"]] = "merge"
    pair: Pair
    count: int
    rank: int
    is_tied: bool
    vetoed: Veto | None
    index: int
    trace: Trace = field(repr=False, compare=False)

    @property
    def what(self) -> Pair:
        """The pair."""
        return self.pair

    @property
    def value(self) -> int:
        """The value that the choice is made by: the count."""
        return self.count

    @property
    def token(self) -> str:
        """The token that the pair would become."""
        return "".join(self.pair)

    @property
    def contributions(self) -> tuple[Contribution, ...]:
        """The lines that make up the count, in corpus order."""
        return self.trace.contributions(self.pair, self.index)


@dataclass(frozen=True)
class Merge:
    """One merge.

    stage: 1 before the borders fall, 2 after. pair, token, count, vocabulary_change, consumed: as in
    :class:`tokviz.merging.steps.Step`.
    """

    kind: ClassVar[Literal["merge"]] = "merge"
    index: int
    stage: Literal[1, 2]
    pair: Pair
    token: str
    count: int
    vocabulary_change: int
    consumed: tuple[str, ...]
    trace: Trace = field(repr=False, compare=False)

    @property
    def words_in_token(self) -> int:
        """The number of words in the token."""
        return words_in_token(self.token)

    @cached_property
    def tied(self) -> tuple[Pair, ...]:
        """The pairs that had the highest count of those that may be merged, the winner first."""
        stage, k = self.trace.stage_at(self.index)
        return stage.tied_by_count(k)

    @cached_property
    def passed_over(self) -> tuple[Candidate, ...]:
        """The pairs that are passed over although they occur more often, or as often and would come first."""
        candidates = self.trace.candidates(self.index)
        return candidates[: next(i for i, candidate in enumerate(candidates) if candidate.rank == 1)]

    @cached_property
    def crosses(self) -> int:
        """The number of the counted occurrences that hold a border of the first stage."""
        return self.trace.crossing(self.index)

    @cached_property
    def changes(self) -> tuple[Change, ...]:
        """The lines that have the pair, in corpus order, before and after this merge."""
        return self.trace.changes(self.index)

    @cached_property
    def contributions(self) -> tuple[Contribution, ...]:
        """The lines that make up the count, in corpus order."""
        return self.trace.contributions(self.pair, self.index)


@dataclass(frozen=True)
class Lift:
    """The step at which the borders between words fall: lines are split anew, and the merges so far applied again."""

    kind: ClassVar[Literal["lift"]] = "lift"
    stage: ClassVar[Literal[2]] = 2
    pair: ClassVar[None] = None
    token: ClassVar[None] = None
    index: int
    trace: Trace = field(repr=False, compare=False)

    @property
    def lost(self) -> tuple[Pair, ...]:
        """The merges that are dropped, because their pair does not occur when they are applied again."""
        return self.trace.lost

    @cached_property
    def changes(self) -> tuple[Change, ...]:
        """The lines that are segmented otherwise from here on, because a merge now crosses an old border."""
        return self.trace.changes(self.index)


Step: TypeAlias = Merge | Lift
