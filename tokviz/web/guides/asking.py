"""What a card asks, out of the server's memory, and what was answered: it is kept for the visit, by lesson and card.
How many answers were right is counted in the browser.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import cast

import streamlit as st

from tokviz import exercises
from tokviz.algorithms import ALGORITHMS
from tokviz.compare.engine import Engine
from tokviz.compare.three_vocabularies import Vocabularies
from tokviz.errors import TokvizError
from tokviz.exercises import Task
from tokviz.guides import Ask, Card, Guide
from tokviz.homework import Answered, HandIn
from tokviz.pipeline import Pipeline
from tokviz.trace import Trace
from tokviz.views.shared.catalog import Catalog
from tokviz.web.address.states.compare import CompareState
from tokviz.web.address.states.train import TrainState
from tokviz.web.address.states.why import WhyState
from tokviz.web.compare.memory import Shared
from tokviz.web.compare.source import source_of
from tokviz.web.guides import posing
from tokviz.web.pipeline import shelf
from tokviz.web.train import training
from tokviz.web.why.learning import learned

__all__ = ["asked", "handed_in", "note", "task_of"]

_ANSWERS = "guide_answers"  # (lesson, card, place of the question) -> what was answered, and when
_MOST = 200  # answers of a visit


@dataclass(frozen=True)
class _Server:
    """The server's memory (:class:`tokviz.web.guides.posing.Sources`). say: tells of the progress of a training."""

    say: Catalog

    def trace(self, state: TrainState) -> Trace:
        corpus, key, _ = training.corpus_of(state)
        return training.trace_of(ALGORITHMS[state.algorithm], corpus, key, state, self.say)[0]

    def engine(self, state: CompareState) -> Engine:
        return Engine(source_of(state, None), Shared(self.say))

    def pipeline(self, name: str) -> Pipeline:
        return shelf.pipeline(shelf.offered(())[name])

    def learned(self, state: WhyState) -> Vocabularies | None:
        found = learned(state, self.say)
        return found.three if found is not None else None


def task_of(card: Card, ask: Ask, say: Catalog) -> Task:
    """The task about the state of a card. Raises TokvizError, also for a question that does not fit its page."""
    return posing.task_of(card, ask, _Server(say))


# -- the answers -------------------------------------------------------------------------------------------------------


def note(lesson: str, card: int, reported: object) -> None:
    """Keep what the browser reported of an answer, whatever it holds."""
    if not isinstance(reported, Mapping):
        return
    place, text = reported.get("ask"), reported.get("text")
    if type(place) is not int or not (text is None or isinstance(text, str)):
        return
    answers = dict(_answers())
    answers[lesson, card, place] = text, int(time.time())
    st.session_state[_ANSWERS] = dict(list(answers.items())[-_MOST:])


def asked(lesson: str, number: int, card: Card, say: Catalog) -> list[dict[str, object]]:
    """All questions of a card as the component shows them; one that cannot be asked says why."""
    answers = _answers()
    shown: list[dict[str, object]] = []
    for place, ask in enumerate(card.asks):
        key = (lesson, number, place)
        try:
            task = task_of(card, ask, say)
            shown.append(posing.shown(task, key in answers, answers.get(key, (None,))[0], say))
        except TokvizError as error:
            shown.append({"state": "broken", "prompt": [error.sentence(say.templates)]})
    return shown


def handed_in(guide: Guide, say: Catalog) -> HandIn | None:
    """What was answered in a lesson on this visit; None for nothing that could be read."""
    answered, times = [], []
    for (lesson, number, place), (text, when) in sorted(_answers().items(), key=lambda one: one[0]):
        if lesson != guide.name or number > len(guide.cards) or place >= len(guide.cards[number - 1].asks):
            continue
        card = guide.cards[number - 1]
        with suppress(TokvizError):
            verdict = None if text is None else exercises.check(task_of(card, card.asks[place], say), text)
            if verdict is None or verdict.readable:
                answered.append(Answered(number, text, verdict is not None and verdict.right, place=place))
                times.append(when)
    return HandIn(tuple(answered), min(times), max(times), guide.name) if answered else None


def _answers() -> Mapping[tuple[str, int, int], tuple[str | None, int]]:
    return cast("Mapping[tuple[str, int, int], tuple[str | None, int]]", st.session_state.get(_ANSWERS, {}))
