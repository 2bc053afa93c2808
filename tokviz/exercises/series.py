"""An endless series of tasks out of some kinds: which task has which number.

A series is its kinds, its seed and its level; every number of it can be made at once, so that a link can name one. A
rising series begins with each of its kinds once, as they are taught, the next merge first without a tie and then with
one. No task asks about an algorithm that none of the kinds is about.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from types import MappingProxyType

from tokviz.errors import RulesError
from tokviz.exercises.drawing import LEVELS, Draw
from tokviz.exercises.making import KINDS, make
from tokviz.exercises.task import Task

__all__ = ["PER_LEVEL", "RISING", "level_at", "task_at"]

RISING = 0
"""The level of a series that begins with the easiest tasks and gets harder."""
PER_LEVEL = 4
"""After so many tasks of a rising series the next level begins."""


def level_at(level: int, number: int) -> int:
    """The level of the task of that number, counted from 1.

    >>> [level_at(RISING, number) for number in (1, 4, 5, 9, 100)], level_at(2, 100)
    ([1, 1, 2, 3, 3], 2)
    """
    return level or min(LEVELS[0] + (number - 1) // PER_LEVEL, LEVELS[-1])


_ALGORITHMS: Mapping[str, str] = MappingProxyType(
    dict.fromkeys(("pair-counts", "next-merge", "next-merges", "encode", "decode", "convention"), "bpe")
    | dict.fromkeys(("score", "longest-match"), "wordpiece")
    | dict.fromkeys(("path-probability", "best-path", "expected-count", "piece-loss"), "unigram")
)
"""What a kind is about; those that are left out are about none, or say themselves about which."""
_MOST_DRAWS = 60
"""So many tasks are drawn at most until one is as it should be; more than half of all are."""


def task_at(kinds: Sequence[str], seed: object, level: int, number: int) -> Task:
    """The task of that number, counted from 1. level: one of LEVELS, or RISING. Raises RulesError for no kinds and for
    unknown ones.

    >>> task_at(["score"], "class 7", RISING, 5).level
    2
    >>> [task_at(["encode", "next-merge"], "1", RISING, number).kind for number in (1, 2, 3)]
    ['next-merge', 'next-merge', 'encode']
    """
    if not kinds:
        raise RulesError("exercise-kind", value="", choices=", ".join(KINDS))
    about = {_ALGORITHMS[kind] for kind in kinds if kind in _ALGORITHMS}
    plan = _first_tasks(kinds) if level == RISING else ()
    kind, is_tied = plan[number - 1] if number <= len(plan) else (_drawn_kind(kinds, seed, number), None)

    def is_wanted(task: Task) -> bool:
        is_about_others = kind in _ALGORITHMS and task.algorithm not in {"", *about}
        return not is_about_others and is_tied in (None, bool(task.others))

    return _first_wanted(kind, f"{seed} {number}", level_at(level, number), is_wanted)


def _drawn_kind(kinds: Sequence[str], seed: object, number: int) -> str:
    return Draw("tokviz series", seed, number).choice(list(kinds))


def _first_tasks(kinds: Collection[str]) -> tuple[tuple[str, bool | None], ...]:
    """How a rising series begins: its kinds as they are taught, and whether pairs tie; None where that is open."""
    asked = [kind for kind in (*KINDS, *kinds) if kind in kinds]
    plans = [
        ((kind, False), (kind, True)) if kind == "next-merge" else ((kind, None),) for kind in dict.fromkeys(asked)
    ]
    return tuple(one for plan in plans for one in plan)


def _first_wanted(kind: str, seed: str, level: int, is_wanted: Callable[[Task], bool]) -> Task:
    """The first task that is as wanted of those that a seed makes, which is nearly always one of the first few."""
    task = make(kind, seed, level)
    for again in range(2, _MOST_DRAWS):
        if is_wanted(task):
            break
        task = make(kind, f"{seed} {again}", level)
    return task
