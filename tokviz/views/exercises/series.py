"""A task of a series as the page `/practice` has it: what was done about it, and the row above it.

A task is drawn from its link alone, so an :class:`Attempt` is all that a host has to keep of it. What is asked and what
is told of an answer is in :mod:`tokviz.views.exercises.sheet`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from zlib import crc32

from tokviz.corpus import Corpus
from tokviz.exercises import KINDS, Task, Verdict, check
from tokviz.state.practice import PracticeState, Score
from tokviz.views.exercises.picture import has_picture
from tokviz.views.exercises.wording import KIND_KEYS, LEVEL_KEYS, field_form
from tokviz.views.shared.catalog import Catalog

_PLACES = {
    "pair": "exercise.place.pair",
    "pairs": "exercise.place.pairs",
    "tokens": "exercise.place.tokens",
    "number": "exercise.place.number",
    "count": "exercise.place.count",
    "bytes": "exercise.place.bytes",
    "text": "exercise.place.text",
}
MAX_ANSWER = 400
"""The most characters of an answer: of a line, and of a corpus."""
_MOST_NAMED = 4  # topics


# -- a task ------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Attempt:
    """The state of a visitor's work on the task of that number (:func:`number_of`): the last answer as it was written,
    whether the task is over, and how many hints were taken."""

    task: int
    answer: str | None = None
    is_over: bool = False
    hints: int = 0

    def verdict(self, task: Task) -> Verdict | None:
        """Return the verdict on the last answer; None before the first."""
        return None if self.answer is None else check(task, self.answer, self.hints)

    def answered(self, task: Task, answer: str) -> Attempt:
        """Return the attempt after an answer.

        A readable one ends a task; a corpus may be changed until it is right. Nothing changes a task that is over.
        """
        if self.is_over:
            return self
        verdict = check(task, answer, self.hints)
        is_over = verdict.right or (verdict.readable and task.form != "corpus")
        return replace(self, answer=answer, is_over=is_over)

    def hinted(self, task: Task) -> Attempt:
        """Return the attempt with one more hint, if there is one."""
        return self if self.is_over else replace(self, hints=min(self.hints + 1, len(task.hints)))

    def given_up(self) -> Attempt:
        """Return the attempt of a visitor who wants to see an example."""
        return replace(self, answer=self.answer or "", is_over=True)


def number_of(task: Task) -> int:
    """Return the number that tells a task from others."""
    asked = repr((task.kind, task.level, task.seed, task.prompt, task.given))
    return crc32(asked.encode("utf-8", "surrogatepass"))


def following(state: PracticeState) -> PracticeState:
    """Return the state of the next task; a challenge is tried again.

    >>> following(PracticeState(number=3)).number
    4
    """
    return state if state.challenge else replace(state, number=state.number + 1)


def drawn_elsewhere(task: Task, *, is_over: bool) -> tuple[str, ...]:
    """Return the names of the given parts that are drawn elsewhere.

    They are words on which a pair is chosen; of a task that is over all, below a picture.
    """
    if is_over and has_picture(task):
        return tuple(given.name for given in task.given)
    return ("words", "language-words") if task.form == "pair" and not is_over else ()


def placeholder(task: Task, say: Catalog) -> str:
    """Say in the field how an answer is written; empty where there is no field, or it has a corpus."""
    return say(_PLACES[field_form(task)]) if field_form(task) in _PLACES else ""


def opening_text(task: Task) -> str:
    """Return the text of the field at first: the corpus that is to be changed, or nothing."""
    corpus = task.get("corpus") if task.form == "corpus" else None
    return "\n".join(f"{word} {count}" for word, count in corpus.items()) if isinstance(corpus, Corpus) else ""


# -- the row above it --------------------------------------------------------------------------------------------------


def topics_label(kinds: Sequence[str], say: Catalog) -> str:
    """Return the names of the chosen topics, or their number if they are many."""
    if len(kinds) > _MOST_NAMED:
        return say("practice.topics.many", n=len(kinds), of=len(KINDS))
    return say("practice.topics", topics=say("practice.topics.and").join(say(KIND_KEYS[kind]) for kind in kinds))


def heading_of(task: Task, number: int, say: Catalog) -> str:
    """Return the name of a task: its number, kind and level; of a challenge its kind."""
    kind = say(KIND_KEYS[task.kind])
    return say("practice.heading", number=number, kind=kind, level=say(LEVEL_KEYS[task.level])) if task.level else kind


def score_text(score: Score, say: Catalog) -> str:
    """Return the right answers, the points, and how many were right in a row; before the first answer what the page
    is for."""
    if not score.asked:
        return say("practice.about")
    parts = [
        say("predict.label.score", right=score.right, asked=score.asked),
        say.count("practice.points", 1 if score.points == 100 else 2, points=say.short(score.points / 100, 4)),
        say("predict.label.streak", streak=score.streak),
        say("practice.longest", longest=score.longest),
    ]
    return " · ".join(parts)
