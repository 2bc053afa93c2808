"""One task on a page: the question, the field for an answer, hints, and the verdict.

A pair is chosen on the words, or typed; once a task is over, its picture shows what was given. The answer and the hints
that were taken are kept for as long as the same task is asked under the same key; another task starts over. What
is not answered yet is not sent to the browser: neither the solution nor a hint nor the picture.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from zlib import crc32

import streamlit as st

from tokviz.corpus import Corpus
from tokviz.exercises import Task, Verdict, check
from tokviz.views.exercises import picture, sheet
from tokviz.views.exercises.wording import ANSWER_KEYS, choice_name, field_form
from tokviz.views.picture.questions import payload_json
from tokviz.views.shared.catalog import Catalog
from tokviz.web.components.page_parts import PairPlace, choose_pair
from tokviz.web.shared import stepping

_PLACES = {
    "pair": "exercise.place.pair",
    "pairs": "exercise.place.pairs",
    "tokens": "exercise.place.tokens",
    "number": "exercise.place.number",
    "count": "exercise.place.count",
    "bytes": "exercise.place.bytes",
    "text": "exercise.place.text",
}

_MAX_ANSWER = 400  # characters of a line, and of a corpus
_FIELD = 352  # pixels: the buttons are beside it, and on a phone below it

Closed = Callable[[str, int, Verdict], None]
"""Called with an answer as it was written, the hints that were taken, and the verdict."""


@dataclass(frozen=True)
class _Progress:
    """The state of the task of that number: the last answer, whether it is over, how many hints were taken."""

    task: int
    answer: str | None = None
    is_over: bool = False
    hints: int = 0


def ask(task: Task, key: str, say: Catalog, on_closed: Closed) -> Verdict | None:
    """Draw a task under a key of the page, and return its verdict once it is over, None before.

    A readable answer ends a task; a corpus may be changed until it is right, or until the visitor asks for an example.
    on_closed: called once, when the task ends, before the page runs again.
    """
    progress = _progress_of(task, key)
    st.html(sheet.question_html(task, say, progress.hints, drawn=_drawn(task, progress)))
    verdict = None if progress.answer is None else check(task, progress.answer, progress.hints)
    if not progress.is_over:
        _choice(task, key, progress, say, on_closed)
        _form(task, key, progress, say, on_closed)
    if verdict is not None:
        st.html(sheet.verdict_html(task, verdict, say, tells=progress.is_over, has_picture=picture.has_picture(task)))
    return verdict if progress.is_over else None


def _drawn(task: Task, progress: _Progress) -> tuple[str, ...]:
    """Return the names of the given parts that are drawn elsewhere.

    They are words on which a pair is chosen; of a task that is over all, below a picture.
    """
    if progress.is_over and picture.has_picture(task):
        return tuple(given.name for given in task.given)
    return ("words", "language-words") if task.form == "pair" and not progress.is_over else ()


def _choice(task: Task, key: str, progress: _Progress, say: Catalog, on_closed: Closed) -> None:
    """Draw the words on which a pair is chosen, if that is what the task asks for."""
    words = picture.choice_words(task)
    if not words:
        return

    def close(place: PairPlace) -> None:
        word, first = place
        _close(task, key, " ".join(words[word][first : first + 2]), on_closed)

    choose_pair(picture.choice_payload(task, say), words, f"{key}_choice_{progress.task}", close)


def picture_of(task: Task, key: str, say: Catalog, chosen: object = None) -> None:
    """Draw the picture at the step that the task is about, once it is over, and below it what was given and why.

    chosen: the answer, as it was read.
    """
    shown = picture.step_payload(task, say, chosen)
    if shown is not None:
        built, step = shown
        stepping.token_walk(payload_json(built), key, step)
        st.html(sheet.explanation_html(task, say))


def _form(task: Task, key: str, progress: _Progress, say: Catalog, on_closed: Closed) -> None:
    field = f"{key}_answer_{progress.task}"
    label = say(ANSWER_KEYS[task.form])  # of a pair: that it can be typed, too
    is_line = task.form not in {"choice", "corpus", "pairs"}
    with (
        st.form(f"{key}_form_{progress.task}", border=False),
        st.container(horizontal=is_line, vertical_alignment="bottom", gap="small"),
    ):
        if task.form == "choice":
            st.radio(label, task.choices, index=None, format_func=lambda name: choice_name(task, name, say), key=field)
        elif task.form == "corpus":
            st.session_state.setdefault(field, _lines(task.get("corpus")))
            st.text_area(label, key=field, height=140, max_chars=_MAX_ANSWER, help=say("exercise.answer.corpus.help"))
        elif task.form == "pairs":
            st.text_area(label, key=field, height=100, max_chars=_MAX_ANSWER, placeholder=say("exercise.place.pairs"))
        else:
            st.text_input(
                label, key=field, max_chars=_MAX_ANSWER, placeholder=say(_PLACES[field_form(task)]), width=_FIELD
            )
        with st.container(horizontal=True, width="content" if is_line else "stretch"):
            st.form_submit_button(say("exercise.check"), on_click=_answered, args=(task, key, field, on_closed))
            if progress.hints < len(task.hints):
                cost = say("exercise.hint.cost", n=progress.hints + 1, of=len(task.hints))
                st.form_submit_button(say("exercise.hint.button"), help=cost, on_click=_hinted, args=(task, key))
            if task.form == "corpus" and progress.answer is not None:
                st.form_submit_button(say("exercise.example.button"), on_click=_over, args=(task, key, on_closed))


def _answered(task: Task, key: str, field: str, on_closed: Closed) -> None:
    _close(task, key, str(st.session_state.get(field) or ""), on_closed)


def _close(task: Task, key: str, answer: str, on_closed: Closed) -> None:
    """Take an answer; one that ends the task is told."""
    progress = _progress_of(task, key)
    if progress.is_over:  # a second click, before the page was drawn
        return
    verdict = check(task, answer, progress.hints)
    is_over = verdict.right or (verdict.readable and task.form != "corpus")
    st.session_state[key] = replace(progress, answer=answer, is_over=is_over)
    if is_over:
        on_closed(answer, progress.hints, verdict)


def _hinted(task: Task, key: str) -> None:
    progress = _progress_of(task, key)
    st.session_state[key] = replace(progress, hints=min(progress.hints + 1, len(task.hints)))


def _over(task: Task, key: str, on_closed: Closed) -> None:
    progress = _progress_of(task, key)
    if not progress.is_over:
        st.session_state[key] = replace(progress, is_over=True)
        answer = progress.answer or ""
        on_closed(answer, progress.hints, check(task, answer, progress.hints))


def _progress_of(task: Task, key: str) -> _Progress:
    number = crc32(repr((task.kind, task.level, task.seed, task.prompt, task.given)).encode("utf-8", "surrogatepass"))
    progress = st.session_state.get(key)
    return progress if isinstance(progress, _Progress) and progress.task == number else _Progress(number)


def _lines(value: object) -> str:
    return "\n".join(f"{word} {count}" for word, count in value.items()) if isinstance(value, Corpus) else ""
