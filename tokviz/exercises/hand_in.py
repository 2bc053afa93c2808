"""Answers of a visitor in a lesson or in a series of tasks, ready to be handed in."""

from __future__ import annotations

from dataclasses import dataclass

from tokviz.exercises.making import RISING, about, task_at
from tokviz.exercises.task import Task

MAX_ANSWERS = 200
"""The most answers that are kept of one series."""


@dataclass(frozen=True)
class Answered:
    """One answer. number: of the task in its series, or of the card in its lesson, from 1. place: of the question on
    its card, from 0. text: as it was written; None for who asked to be told. hints: how many were taken. right: what
    the page said of it."""

    number: int
    text: str | None
    right: bool
    hints: int = 0
    place: int = 0


@dataclass(frozen=True)
class HandIn:
    """The answers of a visit to one lesson, or to one series of tasks: kinds, level and seed, or a challenge.

    began, ended: when the first and the last was answered, in seconds since 1970.
    """

    answers: tuple[Answered, ...]
    began: int
    ended: int
    lesson: str = ""
    kinds: tuple[str, ...] = ()
    level: int = RISING
    seed: str = ""
    challenge: str = ""

    def task(self, number: int) -> Task:
        """Return the task of that number; a lesson has none, since what its cards ask is about pages."""
        if self.challenge:
            return about("find-corpus", challenge=self.challenge)
        return task_at(self.kinds, self.seed, self.level, number)
