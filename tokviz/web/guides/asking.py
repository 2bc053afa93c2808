"""What a card asks: the task about the state of its address, what was answered, and what the card says of that.

The answer is computed by the real algorithm on the state that the card's page shows. What a visitor answered is kept
for the visit, by lesson and card; how many were right is counted in the browser.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from contextlib import suppress
from typing import Any, cast

import streamlit as st

from tokviz import exercises
from tokviz.algorithms import ALGORITHMS
from tokviz.compare.engine import Engine
from tokviz.compare.sizes import common_sizes, usual_size
from tokviz.compare.slots import Slot
from tokviz.errors import RulesError, TokvizError
from tokviz.exercises import Task
from tokviz.guides import Ask, Card, Guide
from tokviz.homework import Answered, HandIn
from tokviz.views.exercises import brief, wording
from tokviz.views.shared.catalog import Catalog
from tokviz.web.address.train_state import TrainState
from tokviz.web.apply.lattice_state import LatticeState
from tokviz.web.apply.state import ApplyState
from tokviz.web.compare.memory import Shared
from tokviz.web.compare.source import source_of
from tokviz.web.compare.state import CompareState
from tokviz.web.guides.state import form_of
from tokviz.web.pipeline import shelf
from tokviz.web.pipeline.state import TokenizersState
from tokviz.web.train import training
from tokviz.web.why.learning import learned
from tokviz.web.why.state import WhyState

__all__ = ["asked", "handed_in", "note", "task_of"]

_ANSWERS = "guide_answers"  # (lesson, card, place of the question) -> what was answered, and when
_MOST = 200  # answers of a visit
_TEXTS = ("utf8-bytes", "pre-tokens")  # kinds that are about no training
_NAMES = {"step": "k", "pattern": "pretokenizer"}


# -- the task ----------------------------------------------------------------------------------------------------------


def task_of(card: Card, ask: Ask, say: Catalog) -> Task:
    """The task about the state of a card. Raises TokvizError, also for a question that does not fit its page."""
    given = {_NAMES.get(name, name): value for name, value in ask.given.items() if name != "of"}
    try:
        subject = {} if ask.kind in _TEXTS else _subject(card, ask, say)
        return exercises.about(ask.kind, **(subject | given))
    except (TypeError, LookupError) as error:
        raise RulesError("guide-ask", kind=ask.kind, page=card.page) from error


def _subject(card: Card, ask: Ask, say: Catalog) -> dict[str, Any]:
    """What the page of a card is about: a trace and a step of it, or a model."""
    state, _ = form_of(card.page, card.query).read(card.query)
    match state:
        case TrainState():
            return {"trace": _trace(state, say), "k": state.step}
        case LatticeState():
            trace = _trace(state.train, say)
            return {"trace": trace, "k": state.at or len(trace)}
        case ApplyState():
            trace = _trace(state.train, say)
            return {"trace": trace, "k": len(trace)}
        case CompareState():
            return {"model": _compared(state, str(ask.given.get("of", "")), say)}
        case TokenizersState():
            return {"model": shelf.pipeline(shelf.offered(())[state.tokenizer]).model}
        case WhyState():
            found = learned(state, say)
            if found is not None:
                return {"model": found.three.trace.model(found.three.merges(state.size or found.three.usual))}
    return {}


def _trace(chosen: TrainState, say: Catalog) -> Any:
    corpus, key, _ = training.corpus_of(chosen)
    return training.trace_of(ALGORITHMS[chosen.algorithm], corpus, key, chosen, say)[0]


def _compared(state: CompareState, name: str, say: Catalog) -> Any:
    """The tokenizer of that algorithm, as large as the page makes it; the first one where none is named."""
    engine = Engine(source_of(state, None), Shared(say))
    slots = [Slot.of(one) for one in state.tokenizers]
    ranges = [one for one in (engine.possible(slot) for slot in slots) if one is not None]
    size = state.size or usual_size(*common_sizes(ranges)[:2])
    slot = next((one for one in slots if one.algorithm == name.lower()), slots[0])
    return engine.tokenizer(slot, size, slot.name).model


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
            shown.append(_shown(task, key in answers, answers.get(key, (None,))[0], say))
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


def _shown(task: Task, is_answered: bool, text: str | None, say: Catalog) -> dict[str, object]:
    made: dict[str, object] = {
        "state": "open",
        "prompt": wording.sentence(task.prompt, say),
        "given": brief.given(task, say),
        "field": say(f"guide.ask.form.{task.form}"),
        "choices": list(task.choices),
        "text": text or "",
    }
    if not is_answered:
        return made
    right = [say("guide.ask.answer"), *brief.answer(task.solution, say)[1:]]
    if text is None:
        return made | {"state": "shown", "said": right, "because": wording.sentences(task.because, say)}
    verdict = exercises.check(task, text)
    said = wording.sentences(verdict.said, say)
    opening = wording.opening(verdict, say)
    if not verdict.readable:
        return made | {"state": "unreadable", "opening": opening, "said": said}
    state = "right" if verdict.right else "wrong"
    told = {"state": state, "opening": opening, "said": said, "because": wording.sentences(verdict.because, say)}
    return made | told | ({} if verdict.right else {"answer": right})
