"""The page `/practice` in a browser tab: a task of a series, what becomes of an answer to it, and the score.

The tab keeps nothing: a request names the task by the app's own query string, and has what was done about it so far. It
also has what the visitor does now, such as an answer. Nothing of a solution is in an answer to a task that is not over.
"""

from __future__ import annotations

from dataclasses import asdict, replace
from typing import Any
from urllib.parse import urlencode

from tokviz.errors import TokvizError
from tokviz.exercises import Task
from tokviz.features.site.payloads import Pool
from tokviz.features.site.payloads import picture as shown_picture
from tokviz.features.site.tab import viewing
from tokviz.features.site.tab.requests import Request, read
from tokviz.state.practice import FORM, PAGE, PracticeState
from tokviz.views.exercises import picture, sheet
from tokviz.views.exercises.series import (
    MAX_ANSWER,
    Attempt,
    drawn_elsewhere,
    following,
    heading_of,
    number_of,
    opening_text,
    placeholder,
    score_text,
    topics_label,
)
from tokviz.views.exercises.wording import ANSWER_KEYS, choice_name
from tokviz.views.shared.catalog import Catalog

_MOST_HINTS = 20


def practice(request: Request) -> dict[str, Any]:
    """Return a task, after what the visitor does about it. Raises TokvizError."""
    asked, say = read(request), request.say
    state = asked.state
    if not isinstance(state, PracticeState):
        raise TokvizError("tab-request")
    task = state.task()
    before = _attempt(request.more.get("attempt"), task)
    attempt = _after(request.more.get("act"), task, before)
    verdict = attempt.verdict(task)
    if verdict is not None and attempt.is_over and not before.is_over:
        score = state.score.after(round(100 * verdict.points), is_right=verdict.right)
        state = replace(state, score=score)
    wrong = [say("notice.link", names=say("list.comma").join(asked.wrong))] if asked.wrong else []
    return {
        "title": say("page.practice"),
        "query": urlencode(FORM.write(state)),
        "next": urlencode(FORM.write(following(state))),
        "attempt": asdict(attempt),
        "topics": topics_label(state.kinds, say),
        "heading": heading_of(task, state.number, say),
        "score": score_text(state.score, say),
        "is_begun": bool(state.score.asked) or state.number > 1,
        "onward": say("practice.again") if state.challenge else say("practice.next"),
        "notes": wrong,
        "question": sheet.question(task, say, attempt.hints, drawn=drawn_elsewhere(task, is_over=attempt.is_over)),
        "field": None if attempt.is_over else _field(task, attempt, say),
        "choice": picture.choice_payload(task, say) if picture.choice_words(task) and not attempt.is_over else None,
        "verdict": None
        if verdict is None
        else sheet.told(task, verdict, say, tells=attempt.is_over, has_picture=picture.has_picture(task)),
        **_explained(task, attempt, say),
        "views": viewing.tabs_of_page(PAGE, say),
    }


def _attempt(known: object, task: Task) -> Attempt:
    """Return the attempt that a browser has kept; that of another task, or of another version, begins anew."""
    number = number_of(task)
    match known:
        case {"task": int(of), "answer": str() | None as answer, "is_over": bool(is_over), "hints": int(hints)}:
            if of == number and 0 <= hints <= min(len(task.hints), _MOST_HINTS) and not (is_over and answer is None):
                return Attempt(number, None if answer is None else answer[:MAX_ANSWER], is_over, hints)
    return Attempt(number)


def _after(act: object, task: Task, attempt: Attempt) -> Attempt:
    """Return an attempt after what the visitor does: an answer, a pair by its place, a hint, or to be shown an example.
    Raises TokvizError for anything else."""
    match act:
        case None:
            return attempt
        case {"answer": str(answer)}:
            return attempt.answered(task, answer[:MAX_ANSWER])
        case {"pair": [int(word), int(first)]}:
            words = picture.choice_words(task)
            if not (0 <= word < len(words) and 0 <= first < len(words[word]) - 1):
                raise TokvizError("tab-request")
            return attempt.answered(task, " ".join(words[word][first : first + 2]))
        case {"hint": True}:
            return attempt.hinted(task)
        case {"example": True} if task.form == "corpus" and attempt.answer is not None:
            return attempt.given_up()
    raise TokvizError("tab-request")


def _field(task: Task, attempt: Attempt, say: Catalog) -> dict[str, Any]:
    """Return the field that takes an answer, and what can be asked for beside it."""
    left = len(task.hints) - attempt.hints
    cost = say("exercise.hint.cost", n=attempt.hints + 1, of=len(task.hints)) if left else ""
    return {
        "label": say(ANSWER_KEYS[task.form]),
        "help": say("exercise.answer.corpus.help") if task.form == "corpus" else "",
        "place": placeholder(task, say),
        "text": opening_text(task) if attempt.answer is None else attempt.answer,
        "is_long": task.form in ("corpus", "pairs"),
        "choices": [[name, choice_name(task, name, say)] for name in task.choices] if task.form == "choice" else [],
        "hint": cost,
        "has_example": task.form == "corpus" and attempt.answer is not None,
    }


def _explained(task: Task, attempt: Attempt, say: Catalog) -> dict[str, Any]:
    """Return the picture of a task that is over, and what is below it; nothing before, and where nothing steps."""
    verdict, pool = attempt.verdict(task), Pool()
    shown = picture.step_payload(task, say, verdict.answer) if verdict is not None and attempt.is_over else None
    if shown is None:
        return {"shows": [], "payloads": [], "explained": None}
    payload, step = shown
    shows = [shown_picture(pool, [payload], step)]
    return {"shows": shows, "payloads": pool.payloads, "explained": sheet.explained(task, say)}
