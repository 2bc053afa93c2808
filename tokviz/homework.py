"""Homework: a sheet of exercises for everybody of a class, each with variants of their own, and its grading.

>>> homework = Homework(("next-merge", "score"), seed="7", count=2, level=1, students=("Ada", "Bo"))
>>> [task.kind for task in homework.tasks("Bo")]
['next-merge', 'score']

What was answered on /practice or in a lesson comes back as a hand-in code (`write_code`, `read_code`, `grade_codes`).

What is right is worked out from the plan (kinds, seed, level, student, number), and never read from what was handed in.
Nothing here is worded, drawn or written to disk. The code is in ``tokviz/features/homework/``; this is its public name.
"""

from tokviz.exercises.hand_in import Answered, HandIn
from tokviz.features.homework.codes import GradedCode, grade_codes, read_code, write_code
from tokviz.features.homework.grading import Grade, grade
from tokviz.features.homework.plan import Homework, roster

__all__ = [
    "Answered",
    "Grade",
    "GradedCode",
    "HandIn",
    "Homework",
    "grade",
    "grade_codes",
    "read_code",
    "roster",
    "write_code",
]
