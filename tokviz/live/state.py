"""What everybody in a room sees: what is shown, what is asked, and how many are there.

Records, and how they are told; what may be done is in :mod:`tokviz.live.room`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Literal

from tokviz.live.questions import hidden, revealed

__all__ = ["Asked", "RoomState", "Shown", "Stand"]

Stand = Literal["open", "closed", "shown"]
"""Of a question: it takes answers; it takes none any more; its answer is on the screen."""


@dataclass(frozen=True)
class Shown:
    """What the teacher shows. address: path and query of a page. view: the name of the payload of its stage, empty
    where there is none; step: of the stage."""

    address: str
    view: str = ""
    step: int = 0


@dataclass(frozen=True)
class Asked:
    """A question of the room. number: from 1. ask: as a stage has it, or a task. shown: where it was asked. counts: how
    many chose each option, or wrote it."""

    number: int
    ask: Mapping[str, Any]
    shown: Shown
    stand: Stand
    counts: tuple[int, ...]

    @property
    def answered(self) -> int:
        """How many have answered."""
        return sum(self.counts)


@dataclass(frozen=True)
class RoomState:
    """What everybody in a room sees at once. question: the one that is asked now, if any is. students: how many are
    here. admits: whether new students are let in."""

    shown: Shown | None
    question: Asked | None
    students: int
    admits: bool = True

    def told(self, *, leads: bool) -> dict[str, Any]:
        """As a message. Before a question is revealed nobody sees how the answers are spread: the teacher's screen is
        on the wall. leads: for the teacher, who also sees how many have answered."""
        told: dict[str, Any] = {
            "shown": None,
            "question": None,
            "students": self.students,
            "admits": self.admits,
        }
        if self.shown is not None:
            told["shown"] = asdict(self.shown)
        if (asked := self.question) is not None:
            is_shown = asked.stand == "shown"
            ask, counted = revealed(asked.ask, asked.counts) if is_shown else (hidden(asked.ask), None)
            told["question"] = {
                "number": asked.number,
                "stand": asked.stand,
                "task": "task" in asked.ask,
                **asdict(asked.shown),
                "ask": ask,
                "counts": counted,
            }
            if leads or is_shown:
                told["question"]["answered"] = asked.answered
        return told
