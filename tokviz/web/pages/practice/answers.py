"""What a visitor of `/practice` answered on this visit, for the code that hands it in. The first answer to a task
counts: a series can be opened again at any task, and its solutions are known by then."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import TypeAlias, cast

import streamlit as st

from tokviz.homework import Answered, HandIn
from tokviz.homework.handin import MAX_ANSWERS
from tokviz.state.practice import PracticeState

__all__ = ["handed_in", "note"]

_ANSWERS = "practice_answers"

_Series: TypeAlias = tuple[tuple[str, ...], int, str, str]
_Kept: TypeAlias = Mapping[tuple[_Series, int], tuple[Answered, int]]  # with the time of each answer


def note(chosen: PracticeState, text: str, hints: int, *, is_right: bool) -> None:
    """Keep an answer to the task that is asked."""
    now = _kept()
    key = _series(chosen), 1 if chosen.challenge else chosen.number
    answered = Answered(key[1], text, is_right, hints)
    st.session_state[_ANSWERS] = dict(list(({key: (answered, int(time.time()))} | dict(now)).items())[:MAX_ANSWERS])


def handed_in(chosen: PracticeState) -> HandIn | None:
    """All answers to the series, or the challenge, that is open; None before the first one."""
    series = _series(chosen)
    found = sorted((one for (which, _), one in _kept().items() if which == series), key=lambda one: one[0].number)
    if not found:
        return None
    times = [when for _, when in found]
    kinds, level, seed, challenge = series
    answers = tuple(answered for answered, _ in found)
    return HandIn(answers, min(times), max(times), kinds=kinds, level=level, seed=seed, challenge=challenge)


def _kept() -> _Kept:
    return cast("_Kept", st.session_state.get(_ANSWERS, {}))


def _series(chosen: PracticeState) -> _Series:
    return chosen.kinds, chosen.level, chosen.seed, chosen.challenge
