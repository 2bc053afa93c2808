"""Tasks as questions for a class, and the answers of students to them.

A question is a plain record that can be kept as JSON, with the shape that `questions.py` knows: a choice has options,
every other task a field.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from tokviz.exercises import KINDS, Answer, Line, Task, check, make
from tokviz.exercises.answers import UnreadableError
from tokviz.features.live.questions import MAX_OPTIONS, Written
from tokviz.lines import line
from tokviz.views.exercises.sheet import answer_text, given_lines, solution_line
from tokviz.views.exercises.wording import FORM_KEYS, choice_name, field_form, sentence, sentences
from tokviz.views.shared.catalog import Catalog, load
from tokviz.views.shared.sentences import Sentence

MAX_ANSWER = 400
"""Characters of an answer of a student."""

_MAX_LABEL = 100
_LONG = {"pairs", "corpus"}  # answers of several lines
_OF_SYMBOLS = {"pair", "tokens"}  # answers of symbols, with spaces between them


def class_question(kind: str, level: int, seed: str, say: Catalog) -> dict[str, Any]:
    """Return the task of that kind, level and seed. Raises RulesError for a kind or a level that there is not.

    >>> ask = class_question("utf8-bytes", 1, "1", load("en"))
    >>> ask["question"][1], ask["options"], ask["field"]
    ({'tokens': ['ü']}, [{'label': [{'code': 'C3 BC'}], 'right': True}], 'two hexadecimal digits a byte')
    """
    task = _task_of(kind, level, seed)
    ask: dict[str, Any] = {
        "question": sentence(task.prompt, say),
        "given": given_lines(task, say),
        "answer": sentence(solution_line(task), say),
        "rule": sentences(task.because, say),
        "task": [kind, level, seed, say.language],
    }
    if task.form == "choice":
        chosen = [
            {"label": [choice_name(task, choice, say)], "right": choice in task.accepted} for choice in task.choices
        ]
        return {**ask, "options": chosen}
    right = task.accepted if len(task.accepted) <= MAX_OPTIONS // 2 else (task.solution,)
    labels = dict.fromkeys(_option_label(task, answer, say) for answer in right)
    options = [{"label": [{"code": label}], "right": True} for label in labels]
    start: Mapping[str, int] = task.get("corpus") if task.form == "corpus" else {}
    text = "\n".join(f"{word} {count}" for word, count in start.items())
    field = say(FORM_KEYS[field_form(task)])
    return {
        **ask,
        "options": options,
        "field": field,
        "lines": task.form in _LONG,
        "start": text,
        "symbols": task.form in _OF_SYMBOLS,
    }


def grade_answer(ask: Mapping[str, Any], text: str) -> Written:
    """Return a graded answer, in one notation for all who mean it.

    Raises UnreadableError.

    >>> ask = class_question("utf8-bytes", 1, "1", load("en"))
    >>> grade_answer(ask, "0xc3,0xbc"), grade_answer(ask, "195 188"), grade_answer(ask, "FC")
    (Written(label='C3 BC', right=True), Written(label='C3 BC', right=True), Written(label='FC', right=False))
    """
    kind, level, seed, language = ask["task"]
    if len(text) > MAX_ANSWER:
        raise UnreadableError(line("exercise.unreadable.long", most=MAX_ANSWER))
    task = _task_of(kind, level, seed)
    verdict = check(task, text)
    if verdict.answer is None:
        raise UnreadableError(verdict.said[0])
    return Written(_option_label(task, verdict.answer, load(language)), verdict.right)


def unreadable_answer(ask: Mapping[str, Any], why: Line) -> Sentence:
    """Say why an answer is none, as a sentence."""
    return sentence(why, load(ask["task"][3]))


def _option_label(task: Task, answer: Answer, say: Catalog) -> str:
    """Return an answer as it is beside its count: numbers that are near enough are the same one."""
    text = answer_text(
        task.solution if task.form == "number" and KINDS[task.kind].accepts(task, answer) else answer, say
    )
    cut = text if len(text) <= _MAX_LABEL else f"{text[: _MAX_LABEL - 1]}…"
    return cut.encode("utf-8", "replace").decode()


@lru_cache(64)
def _task_of(kind: str, level: int, seed: str) -> Task:
    return make(kind, seed, level)
