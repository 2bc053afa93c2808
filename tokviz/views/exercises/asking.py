"""Questions as a card or a browser tab shows them, as ``asks.js`` reads it: open, after an answer, or told.

A wrong answer may be tried again once; what cannot be read does not count.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from tokviz import exercises
from tokviz.exercises import Task, Verdict
from tokviz.guides import Ask, Reason
from tokviz.views.exercises import sheet, wording
from tokviz.views.exercises.wording import FORM_KEYS
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.sentences import Sentence, marked

TRIES = 2
"""The number of readable answers that a question takes."""


@dataclass(frozen=True)
class Outcome:
    """The outcome of the answers to a question, given in this order; None is to be shown what is right.

    text, verdict: of the last of them. wrong: how many were wrong before it.
    """

    state: str
    text: str | None
    verdict: Verdict | None
    wrong: int = 0


def outcome(question: Task | Ask, texts: Sequence[str | None]) -> Outcome:
    """Return the state of a question after these answers.

    A wrong answer may be tried again once, and what cannot be read does not count.
    """
    result, wrong = Outcome("open", None, None), 0
    for text in texts:
        if text is None:
            return Outcome("shown", None, None, wrong)
        verdict = _reason_verdict(question, text) if isinstance(question, Ask) else exercises.check(question, text)
        if verdict.right:
            return Outcome("right", text, verdict, wrong)
        if not verdict.readable:
            result = Outcome("unreadable", text, verdict, wrong)
            continue
        if wrong + 1 == TRIES:
            return Outcome("wrong", text, verdict, wrong)
        result, wrong = Outcome("again", text, verdict, wrong), wrong + 1
    return result


def _reason_verdict(ask: Ask, text: str) -> Verdict:
    """Return the verdict on a reason, which is chosen by its number; another text is of another version."""
    chosen = _chosen(ask, text)
    is_right = chosen is not None and chosen.is_right
    return Verdict(is_right, Fraction(is_right), (), readable=chosen is not None)


def _chosen(ask: Ask, text: str | None) -> Reason | None:
    numbers = dict(zip(choices_of(ask), ask.reasons, strict=True))
    return numbers.get(text or "")


def choices_of(ask: Ask) -> tuple[str, ...]:
    """Return the answers to a question for a reason: the numbers of its reasons, the same in every language."""
    return tuple(str(number) for number in range(1, len(ask.reasons) + 1))


def question_data(question: Task | Ask, texts: Sequence[str | None], say: Catalog) -> dict[str, object]:
    """Return a question as the card shows it (``asks.js``). texts: what was answered, in this order."""
    return _reasons_data(question, texts, say) if isinstance(question, Ask) else _task_data(question, texts, say)


def _reasons_data(ask: Ask, texts: Sequence[str | None], say: Catalog) -> dict[str, object]:
    """Return a question for a reason: with each answer its response, and in the end the right reason."""
    result = outcome(ask, texts)
    chosen = _chosen(ask, result.text)
    data: dict[str, object] = {
        "state": "open" if result.state == "unreadable" else result.state,
        "prompt": _parts(ask.question[say.language]),
        "given": [],
        "field": say(FORM_KEYS["choice"]),
        "choices": list(choices_of(ask)),
        "reasons": [_parts(reason.text[say.language]) for reason in ask.reasons],
        "text": result.text or "",
    }
    if chosen and result.verdict:
        response = _parts(chosen.response[say.language])
        again = [say("guide.ask.again")] if result.state == "again" else []
        data |= {"opening": wording.opening(result.verdict, say), "said": response, "because": again}
    if result.state in ("wrong", "shown"):
        right = next(reason for reason in ask.reasons if reason.is_right)
        data["answer"] = _parts(say("guide.ask.answer") + right.text[say.language])
        data["because"] = _parts(right.response[say.language])
    return data


def _parts(text: str) -> Sentence:
    """Return a text of a lesson as a sentence."""
    return marked(text.replace("**", ""))


def _task_data(task: Task, texts: Sequence[str | None], say: Catalog) -> dict[str, object]:
    """Return a question whose answer is computed."""
    result = outcome(task, texts)
    data: dict[str, object] = {
        "state": result.state,
        "prompt": wording.sentence(task.prompt, say),
        "given": sheet.given_lines(task, say),
        "field": say(FORM_KEYS[wording.field_form(task)]),
        "choices": list(task.choices),
        "text": result.text or "",
    }
    if result.state == "open":
        return data
    right = (say("guide.ask.answer"), *sheet.answer_lines(task.solution, say))
    because = {"because": wording.sentences(task.because, say)}
    if result.verdict is None:
        return data | {"said": right} | because
    data |= {"opening": wording.opening(result.verdict, say), "said": wording.sentences(result.verdict.said, say)}
    match result.state:
        case "again":
            return data | {"said": _hint(task, say)}
        case "unreadable":
            return data
    because = {"because": wording.sentences(result.verdict.because, say)}
    return data | because | ({} if result.verdict.right else {"answer": right})


def _hint(task: Task, say: Catalog) -> Sentence:
    """Return help with a second try, without the answer: the slightest of the hints."""
    hint = wording.sentence(task.hints[0], say) if task.hints else ()
    return (say("guide.ask.again"), *hint)
