"""The questions of a card on the server, and what was answered on this visit, by lesson and card.

How many answers were right is counted in the browser.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import cast

import streamlit as st

from tokviz.algorithms import ALGORITHMS
from tokviz.compare.comparison import Engine
from tokviz.compare.three_vocabularies import Vocabularies
from tokviz.errors import TokvizError
from tokviz.exercises import Task
from tokviz.exercises.hand_in import Answered, HandIn
from tokviz.files.pipeline import Pipeline
from tokviz.guides import Ask, Card, Guide
from tokviz.state.compare import CompareState, compared_corpus
from tokviz.state.training import TrainState
from tokviz.state.why import WhyState
from tokviz.trace import Trace
from tokviz.views.exercises import asking
from tokviz.views.shared.catalog import Catalog
from tokviz.web.computing.memory import MEMORY
from tokviz.web.guides import card_content
from tokviz.web.pages.tokenizers import available
from tokviz.web.pages.why.controls import train_vocabularies
from tokviz.web.training import training

_ANSWERS = "guide_answers"  # (lesson, card, place of the question) -> what was answered, each with its time
_MOST = 200  # questions of a visit
_MOST_TRIES = 20  # answers to one question, with those that cannot be read
_LONGEST = 400  # characters of an answer

_Key = tuple[str, int, int]
_Tries = tuple[tuple[str | None, int], ...]


@dataclass(frozen=True)
class _Server:
    """The server's memory, as :class:`tokviz.web.guides.card_content.Sources`. say: tells of a training's progress."""

    say: Catalog

    def trace(self, state: TrainState) -> Trace:
        return training.train(ALGORITHMS[state.algorithm], state, self.say).trace

    def engine(self, state: CompareState) -> Engine:
        return Engine(compared_corpus(state, MEMORY), MEMORY)

    def pipeline(self, name: str) -> Pipeline:
        return available.load_pipeline(available.available_tokenizers(())[name])

    def learned(self, state: WhyState) -> Vocabularies | None:
        trained = train_vocabularies(state, self.say)
        return trained.three if trained is not None else None


def task_of(card: Card, ask: Ask, say: Catalog) -> Task:
    """Return the task about the state of a card. Raises TokvizError, also for a question that does not fit its page."""
    return card_content.task_of(card, ask, _Server(say))


# -- the answers -------------------------------------------------------------------------------------------------------


def note(lesson: str, card: int, reported: object) -> None:
    """Keep what the browser reported of an answer, or of all that it has kept of this lesson, whatever it holds."""
    if not isinstance(reported, Mapping):
        return
    if "kept" in reported:
        _restore(lesson, reported["kept"])
    else:
        _add(lesson, card, reported.get("ask"), [reported.get("text")])


def forget(lesson: str) -> None:
    """Forget what was answered in a lesson, which starts over."""
    st.session_state[_ANSWERS] = {key: tries for key, tries in _answers().items() if key[0] != lesson}


def _restore(lesson: str, stored: object) -> None:
    """Take what the browser kept over a reload, where nothing is known yet."""
    for entry in stored[:_MOST] if isinstance(stored, list) else ():
        match entry:
            case {"card": int(card), "place": int(place), "texts": list(texts)}:
                if (lesson, card, place) not in _answers():
                    _add(lesson, card, place, texts)


def _add(lesson: str, card: int, place: object, texts: Sequence[object]) -> None:
    """Keep answers to a question, the last ones of many."""
    if type(place) is not int or not all(text is None or isinstance(text, str) for text in texts):
        return
    now = int(time.time())
    key = lesson, card, place
    timed_texts = tuple((text if text is None else str(text)[:_LONGEST], now) for text in texts)
    answers = dict(_answers())
    answers[key] = (*answers.get(key, ()), *timed_texts)[-_MOST_TRIES:]
    st.session_state[_ANSWERS] = dict(list(answers.items())[-_MOST:])


def questions(lesson: str, number: int, card: Card, say: Catalog) -> list[dict[str, object]]:
    """Return all questions of a card as the component shows them; one that cannot be asked says why."""
    answers = _answers()
    shown: list[dict[str, object]] = []
    for place, ask in enumerate(card.asks):
        key = (lesson, number, place)
        try:
            question = card_content.question_of(card, ask, _Server(say))
            shown.append(asking.question_data(question, [text for text, _ in answers.get(key, ())], say))
        except TokvizError as error:
            shown.append({"state": "broken", "prompt": [error.sentence(say.templates)]})
    return shown


def words_told(lesson: str, number: int, card: Card, say: Catalog) -> dict[int, str]:
    """Return the words that questions of a card were about, by the place of the question: of those that are over."""
    answers = _answers()
    words: dict[int, str] = {}
    for place, ask in enumerate(card.asks):
        tries = answers.get((lesson, number, place), ())
        if not tries:
            continue
        with suppress(TokvizError):
            question = card_content.question_of(card, ask, _Server(say))
            is_over = asking.outcome(question, [text for text, _ in tries]).state in {"right", "wrong", "shown"}
            if is_over and isinstance(question, Task) and question.state.word:
                words[place] = question.state.word
    return words


def handed_in(guide: Guide, say: Catalog) -> HandIn | None:
    """Return the answers in a lesson on this visit; None if none could be read."""
    answered, times = [], []
    for (lesson, number, place), tries in sorted(_answers().items(), key=lambda entry: entry[0]):
        if lesson != guide.name or number > len(guide.cards) or place >= len(guide.cards[number - 1].asks):
            continue
        card = guide.cards[number - 1]
        with suppress(TokvizError):
            question = card_content.question_of(card, card.asks[place], _Server(say))
            outcome = asking.outcome(question, [text for text, _ in tries])
            if outcome.state not in ("open", "unreadable"):
                answered.append(Answered(number, outcome.text, outcome.state == "right", outcome.wrong, place))
                times += [when for _, when in tries]
    return HandIn(tuple(answered), min(times), max(times), guide.name) if answered else None


def told_of(handed: HandIn, guide: Guide, say: Catalog) -> str:
    """Return the number of answered questions of a lesson, as "1 of 2 answered"."""
    return say("guide.answered", n=len(handed.answers), total=sum(len(card.asks) for card in guide.cards))


def _answers() -> Mapping[_Key, _Tries]:
    return cast("Mapping[_Key, _Tries]", st.session_state.get(_ANSWERS, {}))
