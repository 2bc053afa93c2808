"""Questions about the next step of a trace, made once for every presenter and in no language.

Each algorithm makes its own in a module `questions.py`. A picture asks them before it shows the step, exercises make
tasks of them, and a worksheet leaves their answers blank: what would do, and why, is the same everywhere.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from tokviz.lines import Line

Thing = TypeVar("Thing")
Fact = TypeVar("Fact")


@dataclass(frozen=True)
class StepQuestion(Generic[Thing, Fact]):
    """The question which of several things a step takes.

    step: the number of steps done. asked: the question. right: what would do, the algorithm's own choice first. wrong:
    what else there is to choose from, the best first. hints: from the slightest on. why: the facts that decide. taken:
    how many of the right ones the step takes.
    """

    step: int
    asked: Line
    right: Sequence[Thing]
    wrong: Sequence[Thing]
    hints: tuple[Line, ...] = ()
    why: tuple[Fact, ...] = ()
    taken: int = 1

    @property
    def chosen(self) -> Thing:
        """The algorithm's own choice."""
        return self.right[0]

    @property
    def options(self) -> tuple[Thing, ...]:
        """All there is to choose from, the best first."""
        return (*self.right, *self.wrong)
