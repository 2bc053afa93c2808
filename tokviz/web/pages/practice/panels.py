"""What `/practice` draws: the task with its verdict, and below it the way to the next one and the score.

What stands below is one low row, so that the picture that explains a task is in view with its verdict.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import streamlit as st

from tokviz.errors import TokvizError
from tokviz.exercises import Task, Verdict
from tokviz.state.practice import PracticeState, Score
from tokviz.views.shared.catalog import Catalog
from tokviz.web.components import focus
from tokviz.web.exercise import handing_in, panel
from tokviz.web.pages.practice import answers, controls
from tokviz.web.shared import messages

__all__ = ["after", "task"]

_KEY, _NEXT = "practice_task", "practice_next"


def task(chosen: PracticeState, say: Catalog) -> Task | None:
    """The task; once it is over, what became of it. Returns it if it is over."""
    try:
        asked = chosen.task()
    except TokvizError as error:
        messages.show_error(error, say)
        return None
    kind = say(f"exercise.kind.{asked.kind}")
    if asked.level:
        st.caption(say("practice.heading", number=chosen.number, kind=kind, level=say(f"practice.level.{asked.level}")))
    else:
        st.caption(kind)
    is_over = panel.ask(asked, _KEY, say, partial(_count, chosen)) is not None
    place = f".st-key-{_NEXT} button" if is_over else ".st-key-part_rows :is(input, textarea)"
    focus.move(f"{chosen.number} {chosen.score.asked} {is_over}", place, key="practice_focus")
    return asked if is_over else None


def _count(chosen: PracticeState, answer: str, hints: int, verdict: Verdict) -> None:
    answers.note(chosen, answer, hints, is_right=verdict.right)
    points = round(100 * verdict.points)
    controls.change(lambda old: replace(old, score=old.score.after(points, is_right=verdict.right)))


def _go_on() -> None:
    st.session_state.pop(_KEY, None)
    controls.change(lambda old: old if old.challenge else replace(old, number=old.number + 1))


def after(chosen: PracticeState, say: Catalog, *, is_over: bool) -> None:
    """The way on once a task is over, and how many were right, with how many points, and how many in a row."""
    with st.container(key="practice_after", horizontal=True, vertical_alignment="center", gap="small"):
        if is_over:
            label = say("practice.again") if chosen.challenge else say("practice.next")
            st.button(
                label, key=_NEXT, on_click=_go_on, shortcut="Alt+N", icon=":material/arrow_forward:", type="primary"
            )
        _score(chosen.score, say)
        handed = answers.handed_in(chosen)
        if handed is not None:
            handing_in.show(handed, say)


def _score(found: Score, say: Catalog) -> None:
    if not found.asked:
        st.caption(say("practice.about"))
        return
    told = [
        say("predict.label.score", right=found.right, asked=found.asked),
        say.count("practice.points", 1 if found.points == 100 else 2, points=say.short(found.points / 100, 4)),
        say("predict.label.streak", streak=found.streak),
        say("practice.longest", longest=found.longest),
    ]
    st.caption(" · ".join(told))
    st.button(say("predict.label.reset"), type="tertiary", on_click=_reset)


def _reset() -> None:
    controls.change(lambda old: replace(old, score=Score()))
