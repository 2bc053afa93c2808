"""A task as a question for a class: a plain record that can be kept as JSON, and the answers to it graded.

A choice has options, every other task a field; the record has the shape that :mod:`tokviz.live.questions` knows. It is
worded in the teacher's language, and answers are written in the notation of that language.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from tokviz.exercises import KINDS, Answer, Task, check, make
from tokviz.exercises.answers import UnreadableError
from tokviz.exercises.task import Line, line
from tokviz.live.questions import MAX_OPTIONS, Written
from tokviz.views.exercises import brief
from tokviz.views.exercises.sheet import answer_text, solution_line
from tokviz.views.exercises.wording import field_form, sentence, sentences
from tokviz.views.shared.catalog import Catalog, load
from tokviz.views.shared.sentences import Sentence

__all__ = ["MAX_ANSWER", "graded", "posed", "unreadable"]

MAX_ANSWER = 400
"""Characters of an answer of a student."""

_MAX_LABEL = 100
_LONG = {"pairs", "corpus"}  # answers of several lines


def posed(kind: str, level: int, seed: str, say: Catalog) -> dict[str, Any]:
    """Return the task of that kind, level and seed. Raises RulesError for a kind or a level that there is not.

    >>> ask = posed("utf8-bytes", 1, "1", load("en"))
    >>> ask["question"][1], ask["options"], ask["field"]
    ('ü', [{'label': ['', 'C3 BC'], 'right': True}], 'bytes in hexadecimal, two digits each')
    """
    task = _made(kind, level, seed)
    ask: dict[str, Any] = {
        "question": sentence(task.prompt, say),
        "given": brief.given(task, say),
        "answer": sentence(solution_line(task), say),
        "rule": sentences(task.because, say),
        "task": [kind, level, seed, say.language],
    }
    if task.form == "choice":
        chosen = [{"label": [say(f"preset.{one}")], "right": one in task.accepted} for one in task.choices]
        return {**ask, "options": chosen}
    right = task.accepted if len(task.accepted) <= MAX_OPTIONS // 2 else (task.solution,)
    labels = dict.fromkeys(_label(task, one, say) for one in right)
    options = [{"label": ["", one], "right": True} for one in labels]
    start: Mapping[str, int] = task.get("corpus") if task.form == "corpus" else {}
    text = "\n".join(f"{word} {count}" for word, count in start.items())
    field = say(f"guide.ask.form.{field_form(task)}")
    return {**ask, "options": options, "field": field, "lines": task.form in _LONG, "start": text}


def graded(ask: Mapping[str, Any], text: str) -> Written:
    """Return what became of an answer: in the one notation that all who mean it get. Raises UnreadableError.

    >>> ask = posed("utf8-bytes", 1, "1", load("en"))
    >>> graded(ask, "0xc3,0xbc"), graded(ask, "195 188"), graded(ask, "FC")
    (Written(label='C3 BC', right=True), Written(label='C3 BC', right=True), Written(label='FC', right=False))
    """
    kind, level, seed, language = ask["task"]
    if len(text) > MAX_ANSWER:
        raise UnreadableError(line("exercise.unreadable.long", most=MAX_ANSWER))
    task = _made(kind, level, seed)
    verdict = check(task, text)
    if verdict.answer is None:
        raise UnreadableError(verdict.said[0])
    return Written(_label(task, verdict.answer, load(language)), verdict.right)


def unreadable(ask: Mapping[str, Any], why: Line) -> Sentence:
    """Say why an answer is none, as a sentence."""
    return sentence(why, load(ask["task"][3]))


def _label(task: Task, answer: Answer, say: Catalog) -> str:
    """Return an answer as it stands beside its count: numbers that are near enough are the same one."""
    text = answer_text(
        task.solution if task.form == "number" and KINDS[task.kind].accepts(task, answer) else answer, say
    )
    cut = text if len(text) <= _MAX_LABEL else f"{text[: _MAX_LABEL - 1]}…"
    return cut.encode("utf-8", "replace").decode()


@lru_cache(64)
def _made(kind: str, level: int, seed: str) -> Task:
    return make(kind, seed, level)
