"""The parts of `/practice`: the task with its verdict, the score, the answers of a visit, and the visitor's own merges.

Above the task is one low row with its number, the score and the way to the next task, which is always at one place; the
picture that explains the task is in view with its verdict. The first answer to a task counts: a series can be opened
again at any task, and its solutions are known by then. Merges that a visitor pastes or uploads are data; they are never
run.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import TypeAlias, cast

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from tokviz.errors import TokvizError
from tokviz.exercises import Task, Verdict
from tokviz.exercises.conventions import Name
from tokviz.exercises.hand_in import MAX_ANSWERS, Answered, HandIn
from tokviz.state.practice import PracticeState, Score
from tokviz.views.exercises.series import following, heading_of, score_text
from tokviz.views.pages.practice import ALGORITHMS, CORPUS, MAX_CORPUS, MAX_MERGES, Checking, checked
from tokviz.views.shared.catalog import Catalog
from tokviz.web import hooks
from tokviz.web.components.page_parts import move_focus
from tokviz.web.computing.memory import MEMORY
from tokviz.web.exercise import panel
from tokviz.web.pages.practice import controls
from tokviz.web.server import uploads
from tokviz.web.shared import drawing, messages

_KEY, _NEXT = "practice_task", "practice_next"
_ANSWERS = "practice_answers"
_Series: TypeAlias = tuple[tuple[str, ...], int, str, str]
_Noted: TypeAlias = Mapping[tuple[_Series, int], tuple[Answered, int]]  # with the time of each answer
_CORPUS, _MERGES, _FILE, _KIND = "practice_corpus", "practice_merges", "practice_file", "practice_algorithm"


def show_task(chosen: PracticeState, say: Catalog) -> tuple[Task | None, Verdict | None]:
    """Draw the task; once it is over, also its verdict. Returns both, as far as they are there."""
    try:
        task = chosen.task()
    except TokvizError as error:
        messages.show_error(error, say)
        return None, None
    verdict = panel.ask(task, _KEY, say, partial(_count_answer, chosen))
    is_over = verdict is not None
    place = f".st-key-{_NEXT} button" if is_over else ".st-key-part_rows :is(input, textarea)"
    move_focus(f"{chosen.number} {chosen.score.asked} {is_over}", place, key="practice_focus")
    return task, verdict


def _count_answer(chosen: PracticeState, answer: str, hints: int, verdict: Verdict) -> None:
    _note_answer(chosen, answer, hints, is_right=verdict.right)
    points = round(100 * verdict.points)
    controls.change_state(lambda old: replace(old, score=old.score.after(points, is_right=verdict.right)))


def _next_task() -> None:
    st.session_state.pop(_KEY, None)
    controls.change_state(following)


def row_of_task() -> DeltaGenerator:
    """Draw the row above the task, which :func:`show_row` fills once it is known whether the task is over."""
    return st.container(key="practice_after", horizontal=True, vertical_alignment="center", gap="small")


def show_row(chosen: PracticeState, task: Task, say: Catalog, *, is_over: bool) -> None:
    """Draw the name of the task, the score (right answers, points, and answers in a row) and the way to the next."""
    with st.container(key="practice_name", width="content"):
        st.caption(heading_of(task, chosen.number, say))
    _show_score(chosen.score, say)
    handed = _answers_of(chosen)
    if handed is not None:
        hooks.beside_score(handed, say)
    label = say("practice.again") if chosen.challenge else say("practice.next")
    st.button(
        label,
        key=_NEXT,
        on_click=_next_task,
        shortcut="Alt+N",
        icon=":material/arrow_forward:",
        type="primary" if is_over else "secondary",
        disabled=not is_over,
    )


def _show_score(score: Score, say: Catalog) -> None:
    st.caption(score_text(score, say))
    if score.asked:
        st.button(say("predict.label.reset"), type="tertiary", on_click=_reset_score)


def _reset_score() -> None:
    controls.change_state(lambda old: replace(old, score=Score()))


# -- the answers of a visit, for the code that hands them in -----------------------------------------------------------


def _note_answer(chosen: PracticeState, text: str, hints: int, *, is_right: bool) -> None:
    """Store an answer to the current task, unless there is one."""
    now = _noted_answers()
    key = _series_of(chosen), 1 if chosen.challenge else chosen.number
    answered = Answered(key[1], text, is_right, hints)
    st.session_state[_ANSWERS] = dict(list(({key: (answered, int(time.time()))} | dict(now)).items())[:MAX_ANSWERS])


def _answers_of(chosen: PracticeState) -> HandIn | None:
    """Return all answers to the current series or challenge; None before the first one."""
    series = _series_of(chosen)
    noted = sorted(
        (answer for (which, _), answer in _noted_answers().items() if which == series),
        key=lambda answer: answer[0].number,
    )
    if not noted:
        return None
    times = [when for _, when in noted]
    kinds, level, seed, challenge = series
    answers = tuple(answered for answered, _ in noted)
    return HandIn(answers, min(times), max(times), kinds=kinds, level=level, seed=seed, challenge=challenge)


def _noted_answers() -> _Noted:
    return cast("_Noted", st.session_state.get(_ANSWERS, {}))


def _series_of(chosen: PracticeState) -> _Series:
    return chosen.kinds, chosen.level, chosen.seed, chosen.challenge


# -- merges or a vocabulary of the visitor's own -----------------------------------------------------------------------


def show_own_merges(say: Catalog) -> None:
    """Draw the fields and, once there are merges, which convention they follow."""
    with st.expander(say("check.title"), icon=":material/rule:"):
        st.caption(say("check.about"))
        left, right = st.columns(2, gap="medium")
        with left:
            st.session_state.setdefault(_CORPUS, CORPUS)
            words = st.text_area(say("check.corpus"), key=_CORPUS, height=150, max_chars=MAX_CORPUS)
            algorithm = st.radio(
                say("check.algorithm"),
                list(ALGORITHMS),
                format_func=lambda name: ALGORITHMS[name],
                key=_KIND,
                horizontal=True,
            )
        with right:
            merges = st.text_area(
                say("check.merges"), key=_MERGES, height=150, max_chars=MAX_MERGES, placeholder="e s\nes t\nest </w>"
            )
            files = uploads.ask(say("check.file"), _FILE, say, types=["txt", "codes", "bpe", "json"], most=1)
        for file in files:
            if len(file.data) > 20 * MAX_MERGES:
                st.error(say("check.unreadable.large"))
                return
            merges = file.data.decode("utf-8", "replace")
        if merges.strip():
            name: Name = "wordpiece" if algorithm == "wordpiece" else "bpe"
            drawing.draw(checked(words, merges, name, Checking(MEMORY, say)), "practice", say)
