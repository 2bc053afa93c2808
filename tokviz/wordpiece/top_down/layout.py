"""In what order the steps of a top-down training come, and so what each number of a step means."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from tokviz.wordpiece.top_down.steps import StepKind

__all__ = ["At", "Layout"]


class At(NamedTuple):
    """What a step does. trial, iteration: counted from 0; length: of what it selects from. The last two may be idle."""

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
        """What step k does, counted from 0.

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
        """The step that selects at this length.

        >>> Layout(longest=2, iterations=1).place(0, 0, 1)
        3
        """
        return trial * self.per_trial + iteration * self.per_iteration + self.longest - length + 2

    def completed(self, k: int) -> tuple[int, int]:
        """In which trial `k` steps end, and how many iterations of it are complete by then.

        >>> [Layout(longest=2, iterations=1).completed(k) for k in (0, 1, 4, 5, 6, 7)]
        [(0, 0), (0, 0), (0, 0), (0, 1), (0, 1), (1, 0)]
        """
        if not k:
            return 0, 0
        trial, place = divmod(k - 1, self.per_trial)
        return trial, min(place // self.per_iteration, self.iterations)
