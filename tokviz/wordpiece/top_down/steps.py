"""One step of a top-down training, by its kind. Plain records; what costs time is computed when it is asked for.

A trial of a threshold is a step ``threshold``; for each iteration a step ``count``, a step ``select`` for each length,
the longest first, and a step ``complete``; and in the end a step ``verdict``.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar, Literal, NamedTuple

from tokviz.trace import Change, Contribution
from tokviz.wordpiece.top_down.selection import Kept

if TYPE_CHECKING:
    from tokviz.wordpiece.top_down.trace import Trace


StepKind = Literal["threshold", "count", "select", "complete", "verdict"]
Judgment = Literal["too_large", "too_small", "within_slack", "bounds_met", "lowest_threshold", "given"]


@dataclass(frozen=True, eq=False)
class Trial:
    """The training with one threshold, and how its size was judged.

    lower, upper: between which the search looked for the threshold. iterations: what each of them kept. size: of the
    whole vocabulary. judgment: ``too_large`` or ``too_small``, and the search goes on; or why it ends here: not more
    than the slack is missing (``within_slack``), there is no other threshold to try (``bounds_met``), the threshold is
    1 or less (``lowest_threshold``), or it was the only one asked for (``given``).
    """

    lower: int
    upper: int
    threshold: int
    iterations: tuple[Kept, ...]
    size: int
    judgment: Judgment


def judge(lower: int, upper: int, threshold: int, size: int, vocab_size: int, slack: float) -> Judgment:
    """Judge a threshold between these bounds that gave a vocabulary of this size, as a search for `vocab_size` does.

    >>> judge(10, 12, 11, 17, 16, 0.05), judge(12, 12, 12, 17, 16, 0.05), judge(1, 9, 5, 16, 16, 0.05)
    ('too_large', 'bounds_met', 'within_slack')
    """
    if size <= vocab_size and vocab_size - size <= slack * vocab_size:
        return "within_slack"
    if lower >= upper:
        return "bounds_met"
    if threshold <= 1:
        return "lowest_threshold"
    return "too_large" if size > vocab_size else "too_small"


@dataclass(frozen=True)
class Substring:
    """A token that a step chooses from.

    length: without the mark. count: how often it occurs where a piece begins. remains: what is left of that once longer
    ones have taken theirs away; this is held against the threshold. kept: whether it is enough. rank: its place among
    those of its length, from 1. index: the step that selects.
    """

    token: str
    length: int
    count: int
    remains: int
    kept: bool
    rank: int
    index: int
    trace: Trace = field(repr=False, compare=False)

    @property
    def what(self) -> str:
        """The token."""
        return self.token

    @property
    def value(self) -> int:
        """The value that the step decides by: `remains`."""
        return self.remains

    @property
    def is_tied(self) -> bool:
        """Never: whatever is enough is kept."""
        return False

    @property
    def contributions(self) -> tuple[Contribution, ...]:
        """The words that make up the count, in corpus order."""
        return self.trace.contributions(self.token, self.index)

    @property
    def taken(self) -> tuple[Taken, ...]:
        """The counts that longer substrings took away, the one that took most first."""
        return self.trace.taken(self.token, self.index)


@dataclass(frozen=True)
class Taken:
    """The count that the longer substring `token` took away from one that it begins with."""

    token: str
    count: int


@dataclass(frozen=True)
class _Step:
    """The fields of all steps. trial: counted from 0."""

    index: int
    trial: int
    trace: Trace = field(repr=False, compare=False)

    @property
    def tried(self) -> Trial:
        """The trial that the step belongs to."""
        return self.trace.trials[self.trial]

    @property
    def threshold(self) -> int:
        """The threshold that is tried."""
        return self.tried.threshold

    @cached_property
    def changes(self) -> tuple[Change, ...]:
        """The words that are split otherwise after this step."""
        return self.trace.changes(self.index)


@dataclass(frozen=True)
class Threshold(_Step):
    """A threshold in the middle of `lower` and `upper`, rounded down; the vocabulary is the characters again."""

    kind: ClassVar[Literal["threshold"]] = "threshold"

    @property
    def lower(self) -> int:
        return self.tried.lower

    @property
    def upper(self) -> int:
        return self.tried.upper


@dataclass(frozen=True)
class Count(_Step):
    """Words are split by the tokens so far, in the first iteration at every character, and substrings counted.

    iteration: counted from 0.
    """

    iteration: int
    kind: ClassVar[Literal["count"]] = "count"

    @cached_property
    def splits(self) -> dict[str, tuple[str, ...]]:
        """Word -> its pieces; from the beginning of each to every later place in the word substrings are counted."""
        return self.trace.splits(self.index)

    def substrings(self, word: str) -> tuple[tuple[str, ...], ...]:
        """Return for each piece of the word the tokens that begin there, the shortest first."""
        by_start, begin, prefix = [], 0, self.trace.rules.continuing_prefix
        for piece in self.splits.get(word, ()):
            mark = prefix if begin else ""
            by_start.append(tuple(mark + word[begin:end] for end in range(begin + 1, len(word) + 1)))
            begin += len(piece) - len(mark)
        return tuple(by_start)


@dataclass(frozen=True)
class Select(_Step):
    """The selection among the substrings of one length, without the mark: those are kept of which enough remains."""

    iteration: int
    length: int
    kind: ClassVar[Literal["select"]] = "select"

    @cached_property
    def candidates(self) -> tuple[Substring, ...]:
        """The substrings, those with the most left first."""
        return self.trace.candidates(self.index)

    @property
    def kept(self) -> tuple[Substring, ...]:
        """Those that are kept."""
        return tuple(candidate for candidate in self.candidates if candidate.kept)


@dataclass(frozen=True)
class Complete(_Step):
    """The end of an iteration: what was kept becomes the vocabulary, and the characters are added again."""

    iteration: int
    kind: ClassVar[Literal["complete"]] = "complete"

    @cached_property
    def came(self) -> tuple[str, ...]:
        """The tokens that were not in the vocabulary before, in its order."""
        before = set(self.trace.vocabulary(self.index))
        return tuple(token for token in self.trace.vocabulary(self.index + 1) if token not in before)

    @cached_property
    def went(self) -> tuple[str, ...]:
        """The tokens that are in the vocabulary no more, in the order that it had."""
        after = set(self.trace.vocabulary(self.index + 1))
        return tuple(token for token in self.trace.vocabulary(self.index) if token not in after)


@dataclass(frozen=True)
class Verdict(_Step):
    """The size of the vocabulary is held against the one that was asked for."""

    kind: ClassVar[Literal["verdict"]] = "verdict"

    @property
    def size(self) -> int:
        return self.tried.size

    @property
    def judgment(self) -> Judgment:
        return self.tried.judgment


Step = Threshold | Count | Select | Complete | Verdict


# -- the order of the steps --------------------------------------------------------------------------------------------
# And so what each number of a step means.


class At(NamedTuple):
    """The place of a step in the order. trial, iteration: counted from 0; length: of the substrings that it selects
    from. The last two may be unused."""

    kind: StepKind
    trial: int
    iteration: int = 0
    length: int = 0


@dataclass(frozen=True)
class Layout:
    """Each trial has `iterations`, and each of these looks at the lengths from `longest` to 1."""

    longest: int
    iterations: int

    @property
    def per_iteration(self) -> int:
        """The steps of an iteration: it counts, selects for each length, and completes the vocabulary."""
        return self.longest + 2

    @property
    def per_trial(self) -> int:
        """The steps of a trial: the threshold first and the verdict last."""
        return self.iterations * self.per_iteration + 2

    def at(self, k: int) -> At:
        """Return the place in the order of step k, counted from 0.

        >>> [Layout(longest=2, iterations=1).at(k).kind for k in range(6)]
        ['threshold', 'count', 'select', 'select', 'complete', 'verdict']
        """
        trial, place = divmod(k, self.per_trial)
        if place == 0:
            return At("threshold", trial)
        if place == self.per_trial - 1:
            return At("verdict", trial)
        iteration, phase = divmod(place - 1, self.per_iteration)
        if phase == 0:
            return At("count", trial, iteration)
        if phase == self.per_iteration - 1:
            return At("complete", trial, iteration)
        return At("select", trial, iteration, self.longest + 1 - phase)

    def place(self, trial: int, iteration: int, length: int) -> int:
        """Return the step that selects at this length.

        >>> Layout(longest=2, iterations=1).place(0, 0, 1)
        3
        """
        return trial * self.per_trial + iteration * self.per_iteration + self.longest - length + 2

    def completed(self, k: int) -> tuple[int, int]:
        """Return the trial in which `k` steps end, and how many of its iterations are complete by then.

        >>> [Layout(longest=2, iterations=1).completed(k) for k in (0, 1, 4, 5, 6, 7)]
        [(0, 0), (0, 0), (0, 0), (0, 1), (0, 1), (1, 0)]
        """
        if not k:
            return 0, 0
        trial, place = divmod(k - 1, self.per_trial)
        return trial, min(place // self.per_iteration, self.iterations)
