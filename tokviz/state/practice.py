"""The state of the page `/practice` as a query string, both ways. Pure: no Streamlit here.

A link holds the series (kinds, level, seed), the number of its task, and the score. The score is the visitor's own
business: who edits a link has cheated nobody else.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from tokviz.exercises import CHALLENGES, KINDS, LEVELS, Task, about
from tokviz.exercises.making import RISING, task_at
from tokviz.state.form import Choice, Field, Form, Number, Text, named, plain

PAGE = "practice"
START = ("pair-counts", "next-merge", "encode")
"""The kinds of a first visit."""
LEVEL_NAMES = {"up": RISING} | {f"{level}": level for level in LEVELS}
_MOST = 9_999
MAX_SEED = 24
"""The most characters of the word that a series is drawn from."""


@dataclass(frozen=True)
class Score:
    """The score of a visitor. asked: tasks that were answered; right: those without a mistake; points: in hundredths;
    streak: right ones in a row at the end; longest: at any time."""

    asked: int = 0
    right: int = 0
    points: int = 0
    streak: int = 0
    longest: int = 0

    def after(self, points: int, *, is_right: bool) -> Score:
        """Return the score after one more task.

        >>> Score().after(100, is_right=True).after(0, is_right=False)
        Score(asked=2, right=1, points=100, streak=0, longest=1)
        """
        streak = self.streak + 1 if is_right else 0
        return Score(self.asked + 1, self.right + is_right, self.points + points, streak, max(self.longest, streak))


@dataclass(frozen=True)
class PracticeState:
    """The tasks of the page: a series of these kinds, and the number of its task; or one challenge, by its name."""

    kinds: tuple[str, ...] = START
    level: int = RISING
    seed: str = "1"
    number: int = 1
    challenge: str = ""
    score: Score = Score()

    def task(self) -> Task:
        """Return the task that is asked."""
        if self.challenge and self.kinds == ("find-corpus",):
            return about("find-corpus", challenge=self.challenge)
        return task_at(self.kinds, self.seed, self.level, self.number)


class _Kinds:
    """Kinds of exercises, with commas between them; unknown ones are left out."""

    def parse(self, text: str) -> tuple[str, ...]:
        names = text.split(",") if len(text) < 400 else []
        kinds = tuple(name for name in KINDS if name in names)
        if not kinds:
            raise ValueError(text)
        return kinds

    def format(self, value: tuple[str, ...]) -> str:
        return ",".join(value)


class _Score:
    """The five numbers of a score, with dots between them."""

    def parse(self, text: str) -> Score:
        parts = text.split(".")
        if len(parts) != 5 or not all(part.isascii() and part.isdigit() and len(part) < 8 for part in parts):
            raise ValueError(text)
        answered, right, points, streak, longest = map(int, parts)
        if not (streak <= longest <= right <= answered <= _MOST and points <= 100 * answered):
            raise ValueError(text)
        return Score(answered, right, points, streak, longest)

    def format(self, value: Score) -> str:
        return f"{value.asked}.{value.right}.{value.points}.{value.streak}.{value.longest}"


def _seeded(state: PracticeState, seed: str) -> PracticeState:
    if not seed.strip():
        raise ValueError(seed)
    return replace(state, seed=seed.strip())


FORM: Form[PracticeState] = Form(
    opening=lambda _: PracticeState(),
    fields=(
        plain("kinds", _Kinds()),
        plain("level", Choice(LEVEL_NAMES)),
        Field("seed", Text(MAX_SEED, is_whole=True), lambda state: state.seed, _seeded),
        plain("number", Number(1, _MOST, is_capped=True)),
        plain("challenge", named(("",), CHALLENGES)),
        plain("score", _Score()),
    ),
    is_bare=True,
)
