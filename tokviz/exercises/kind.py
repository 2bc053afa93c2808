"""What a kind of exercise is: how its tasks are drawn and made, how its answers are read, and what is said of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from tokviz.exercises.answers import read_number
from tokviz.exercises.drawing import Draw
from tokviz.exercises.numbers import close, rounded_too_far
from tokviz.exercises.task import Answer, Line, Task, line

__all__ = ["Exercise", "accepts", "numeric"]


def accepts(task: Task, answer: Answer) -> bool:
    """Whether an answer is one of those that are right, or near enough to a number that is."""
    if isinstance(answer, int | float | Fraction):
        return any(close(answer, one) for one in task.accepted if isinstance(one, int | float | Fraction))
    return answer in task.accepted


def _number_remark(task: Task, answer: Answer) -> tuple[Line, ...]:
    """A number that is right but for its digits gets told so."""
    if not isinstance(answer, int | float | Fraction) or not isinstance(task.solution, int | float | Fraction):
        return ()
    return (line("exercise.wrong.rounded"),) if rounded_too_far(answer, task.solution) else ()


@dataclass(frozen=True)
class Exercise:
    """One kind of exercise.

    draw: a task from a generator and a level. about: a task about a given state, by keywords. read: the readings of an
    answer; raises UnreadableError. accepts: whether a reading is right. remark: what is said of a wrong one, for kinds
    that know more than the answer that is right. part: the points of a wrong one, from 0 to below 1.
    """

    name: str
    draw: Callable[[Draw, int], Task]
    about: Callable[..., Task]
    read: Callable[[Task, object], tuple[Answer, ...]]
    accepts: Callable[[Task, Answer], bool] = accepts
    remark: Callable[[Task, Answer], tuple[Line, ...]] = lambda task, answer: ()
    part: Callable[[Task, Answer], Fraction] = lambda task, answer: Fraction(0)


def numeric(name: str, draw: Callable[[Draw, int], Task], about: Callable[..., Task]) -> Exercise:
    """A kind whose answers are numbers."""
    return Exercise(
        name,
        draw,
        about,
        lambda task, answer: read_number(answer, is_count=isinstance(task.solution, int)),
        remark=_number_remark,
    )
