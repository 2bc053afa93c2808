"""Exercises that are drawn from a seed, small enough to be done by hand, and graded by the real algorithms.

>>> task = make("next-merge", seed=7, level=1)
>>> check(task, task.solution).right
True

`make` draws a task; `about` asks about a given state: that of a lesson's card, or of whatever page is open. `check`
grades: every tied answer is right, and so is every notation that can be read. A seed gives the same task on every
machine and in every version of Python; `variant` makes the seeds of a class, `task_at` a series. `check_function` runs
a trainer or an encoder of the user beside ours. Nothing here is worded or drawn.
"""

from tokviz.exercises.answers import Exercise
from tokviz.exercises.challenges import CHALLENGES
from tokviz.exercises.checking import FUNCTIONS, Checked, check_function
from tokviz.exercises.making import KINDS, RISING, about, check, make, task_at
from tokviz.exercises.task import LEVELS, Answer, Form, Given, State, Task, Verdict, variant
from tokviz.lines import Line

__all__ = [
    "CHALLENGES",
    "FUNCTIONS",
    "KINDS",
    "LEVELS",
    "RISING",
    "Answer",
    "Checked",
    "Exercise",
    "Form",
    "Given",
    "Line",
    "State",
    "Task",
    "Verdict",
    "about",
    "check",
    "check_function",
    "make",
    "task_at",
    "variant",
]
