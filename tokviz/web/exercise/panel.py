"""One task on a page: the question, the field for an answer, hints, and the verdict.

A pair is chosen on the words, or typed; once a task is over, its picture shows what was given. The answer and the hints
that were taken are kept for as long as the same task is asked under the same key; another task starts over. What
is not answered yet is not sent to the browser: neither the solution nor a hint nor the picture.
"""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from tokviz.exercises import Task, Verdict
from tokviz.views.exercises import picture, sheet
from tokviz.views.exercises.series import MAX_ANSWER, Attempt, drawn_elsewhere, number_of, opening_text, placeholder
from tokviz.views.exercises.wording import ANSWER_KEYS, choice_name
from tokviz.views.picture.questions import payload_json
from tokviz.views.shared.catalog import Catalog
from tokviz.web.components.page_parts import PairPlace, choose_pair
from tokviz.web.shared import stepping

_FIELD = 352  # pixels: the buttons are beside it, and on a phone below it

Closed = Callable[[str, int, Verdict], None]
"""Called with an answer as it was written, the hints that were taken, and the verdict."""


def ask(task: Task, key: str, say: Catalog, on_closed: Closed) -> Verdict | None:
    """Draw a task under a key of the page, and return its verdict once it is over, None before.

    A readable answer ends a task; a corpus may be changed until it is right, or until the visitor asks for an example.
    on_closed: called once, when the task ends, before the page runs again.
    """
    attempt = _attempt(task, key)
    drawn = drawn_elsewhere(task, is_over=attempt.is_over)
    st.html(sheet.question_html(task, say, attempt.hints, drawn=drawn))
    verdict = attempt.verdict(task)
    if not attempt.is_over:
        _choice(task, key, attempt, say, on_closed)
        _form(task, key, attempt, say, on_closed)
    if verdict is not None:
        st.html(sheet.verdict_html(task, verdict, say, tells=attempt.is_over, has_picture=picture.has_picture(task)))
    return verdict if attempt.is_over else None


def _choice(task: Task, key: str, attempt: Attempt, say: Catalog, on_closed: Closed) -> None:
    """Draw the words on which a pair is chosen, if that is what the task asks for."""
    words = picture.choice_words(task)
    if not words:
        return

    def close(place: PairPlace) -> None:
        word, first = place
        _close(task, key, " ".join(words[word][first : first + 2]), on_closed)

    choose_pair(picture.choice_payload(task, say), words, f"{key}_choice_{attempt.task}", close)


def picture_of(task: Task, key: str, say: Catalog, chosen: object = None) -> None:
    """Draw the picture at the step that the task is about, once it is over, and below it what was given and why.

    chosen: the answer, as it was read.
    """
    shown = picture.step_payload(task, say, chosen)
    if shown is not None:
        built, step = shown
        stepping.token_walk(payload_json(built), key, step)
        st.html(sheet.explanation_html(task, say))


def _form(task: Task, key: str, attempt: Attempt, say: Catalog, on_closed: Closed) -> None:
    field = f"{key}_answer_{attempt.task}"
    label = say(ANSWER_KEYS[task.form])  # of a pair: that it can be typed, too
    is_line = task.form not in {"choice", "corpus", "pairs"}
    with (
        st.form(f"{key}_form_{attempt.task}", border=False),
        st.container(horizontal=is_line, vertical_alignment="bottom", gap="small"),
    ):
        if task.form == "choice":
            st.radio(label, task.choices, index=None, format_func=lambda name: choice_name(task, name, say), key=field)
        elif task.form == "corpus":
            st.session_state.setdefault(field, opening_text(task))
            st.text_area(label, key=field, height=140, max_chars=MAX_ANSWER, help=say("exercise.answer.corpus.help"))
        elif task.form == "pairs":
            st.text_area(label, key=field, height=100, max_chars=MAX_ANSWER, placeholder=placeholder(task, say))
        else:
            st.text_input(label, key=field, max_chars=MAX_ANSWER, placeholder=placeholder(task, say), width=_FIELD)
        with st.container(horizontal=True, width="content" if is_line else "stretch"):
            st.form_submit_button(say("exercise.check"), on_click=_answered, args=(task, key, field, on_closed))
            if attempt.hints < len(task.hints):
                cost = say("exercise.hint.cost", n=attempt.hints + 1, of=len(task.hints))
                st.form_submit_button(say("exercise.hint.button"), help=cost, on_click=_hinted, args=(task, key))
            if task.form == "corpus" and attempt.answer is not None:
                st.form_submit_button(say("exercise.example.button"), on_click=_over, args=(task, key, on_closed))


def _answered(task: Task, key: str, field: str, on_closed: Closed) -> None:
    _close(task, key, str(st.session_state.get(field) or ""), on_closed)


def _close(task: Task, key: str, answer: str, on_closed: Closed) -> None:
    """Take an answer; one that ends the task is told."""
    _go_on(task, key, _attempt(task, key).answered(task, answer), on_closed)


def _hinted(task: Task, key: str) -> None:
    st.session_state[key] = _attempt(task, key).hinted(task)


def _over(task: Task, key: str, on_closed: Closed) -> None:
    _go_on(task, key, _attempt(task, key).given_up(), on_closed)


def _go_on(task: Task, key: str, attempt: Attempt, on_closed: Closed) -> None:
    was_over = _attempt(task, key).is_over  # a second click, before the page was drawn
    st.session_state[key] = attempt
    verdict = attempt.verdict(task)
    if attempt.is_over and not was_over and verdict is not None:
        on_closed(attempt.answer or "", attempt.hints, verdict)


def _attempt(task: Task, key: str) -> Attempt:
    number, attempt = number_of(task), st.session_state.get(key)
    return attempt if isinstance(attempt, Attempt) and attempt.task == number else Attempt(number)
