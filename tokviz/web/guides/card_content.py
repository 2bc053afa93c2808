"""The content of a lesson's card, as the card's script reads it, and what its questions are about. Without Streamlit.

The answer to a question is computed by the real algorithm on the state that the card's page shows. Where that state
comes from, a server's memory or none, is up to the :class:`Sources`.
"""

from __future__ import annotations

from typing import Any, Protocol

from tokviz import exercises, guides
from tokviz.compare.comparison import Engine, Slot
from tokviz.compare.three_vocabularies import Vocabularies
from tokviz.errors import RulesError
from tokviz.exercises import Task
from tokviz.files.pipeline import Pipeline
from tokviz.guides import Ask, Card, Guide
from tokviz.state.compare import CompareState, compared_size
from tokviz.state.lattice import LatticeState
from tokviz.state.pages import form_of
from tokviz.state.tokenizers import TokenizersState
from tokviz.state.training import ApplyState, TrainState
from tokviz.state.why import WhyState
from tokviz.trace import Trace
from tokviz.views.shared import glossary
from tokviz.views.shared.catalog import Catalog
from tokviz.web.guides.state import Place

_LABEL_KEYS = {
    "lesson": "guide.label.lesson",
    "back": "guide.label.back",
    "next": "guide.label.next",
    "next_card": "guide.label.next_card",
    "next_step": "guide.label.next_step",
    "list": "guide.label.list",
    "leave": "guide.label.leave",
    "leave_short": "guide.label.leave-short",
    "practice": "guide.label.practice",
    "return": "guide.label.return",
    "return_other": "guide.label.return-other",
    "fold": "guide.label.fold",
    "unfold": "guide.label.unfold",
    "check": "guide.label.check",
    "tell": "guide.label.tell",
    "yours": "guide.label.yours",
    "because": "guide.label.because",
}

_LABELS = (
    "lesson",
    "back",
    "next",
    "next_card",
    "next_step",
    "list",
    "leave",
    "leave_short",
    "practice",
    "return",
    "return_other",
    "fold",
    "unfold",
    "check",
    "tell",
    "yours",
    "because",
)

_PLAYS_TO = {
    "step": "guide.steps",
    "size": "guide.sizes",
}


def card_data(place: Place, following: Guide | None, say: Catalog, *, has_notes: bool = False) -> dict[str, object]:
    """Return the data of a card for ``face.js``.

    following: the lesson after this one, if there is one that can be read. has_notes: whether what only a presenter
    reads is there.
    """
    guide, card = place.guide, place.card
    text = glossary.mark_terms(card.text[say.language], say.language)
    labels = {name: say(_LABEL_KEYS[name]) for name in _LABELS}
    labels["score"] = say("guide.score", right="{right}", asked="{asked}")
    labels["place"] = number_of(place, say)
    labels["ask_place"] = say("guide.place", number="{number}", total="{total}")
    if card.sources:
        labels["sources"] = say("guide.sources" if place.after else "guide.read-on")
    if card.until is not None:
        plays = say(_PLAYS_TO[card.counted], until=card.until)
        labels["hint"] = say("guide.steps.asked", until=card.until) if card.is_predicting else plays
        labels["hint_steps"] = plays  # where the picture has nothing to ask
    elif card.part == "controls":
        labels["hint"] = say("guide.side-bar")
    if following:
        labels["following"] = say("guide.next")
        labels["after"] = following.title[say.language].replace("`", "")
    if card.notes and has_notes:
        labels["notes"] = say("guide.notes", minutes=say.short(card.minutes, 2), text=card.notes[say.language])
    if place.number == 1 and guide.goal:
        # By their numbers in the list of lessons: titles with colons and commas make no sentence.
        numbers = [number for number, name in enumerate(guides.names(), start=1) if name in guide.needs]
        needed = [say("guide.needs.lesson", number=number) for number in numbers]
        labels["goal"] = guide.goal[say.language]
        labels["needs"] = say("guide.needs", lessons=say.listed(needed)) if needed else ""
    return {
        "card": place.number,
        "before": place.before,
        "after": place.after,
        "titles": [card.title[say.language] for card in guide.cards],
        "guide": guide.title[say.language],
        "lesson": guide.name,
        "text": text,
        "terms": glossary.definitions(text, say.language),
        "sources": list(card.sources),
        "counted": card.counted,
        "step": card.step,
        "until": card.until,
        "labels": labels,
        "lang": say.language,
    }


def number_of(place: Place, say: Catalog) -> str:
    """Return the number of the card among the cards, as "3 of 9"."""
    return say("guide.place", number=place.number, total=len(place.guide.cards))


# -- questions ---------------------------------------------------------------------------------------------------------

_TEXTS = ("utf8-bytes", "pre-tokens")  # kinds that are about no training
_NAMES = {"step": "k", "pattern": "pretokenizer"}


class Sources(Protocol):
    """The source of the trainings and tokenizers of pages. All methods raise TokvizError."""

    def trace(self, state: TrainState) -> Trace:
        """Return the training."""

    def engine(self, state: CompareState) -> Engine:
        """Return the engine that compares on the corpus."""

    def pipeline(self, name: str) -> Pipeline:
        """Return the real tokenizer of that name."""

    def learned(self, state: WhyState) -> Vocabularies | None:
        """Return the vocabularies learned from a text; None where there is none."""


def question_of(card: Card, ask: Ask, sources: Sources) -> Task | Ask:
    """Return the task about the state of a card, which judges an answer.

    If the reasons of the question are written, it is the question itself. Raises TokvizError as :func:`task_of` does.
    """
    return ask if ask.reasons else task_of(card, ask, sources)


def task_of(card: Card, ask: Ask, sources: Sources) -> Task:
    """Return the task about the state of a card. Raises TokvizError, also for a question that does not fit its page."""
    inputs = {_NAMES.get(name, name): value for name, value in ask.given.items() if name != "of"}
    try:
        subject = {} if ask.kind in _TEXTS else _subject(card, ask, sources)
        return exercises.about(ask.kind, **(subject | inputs))
    except (TypeError, LookupError) as error:
        raise RulesError("guide-ask", kind=ask.kind, page=card.page) from error


def _subject(card: Card, ask: Ask, sources: Sources) -> dict[str, Any]:
    """Return the subject of a card's page: a trace and a step of it, or a model."""
    state, _ = form_of(card.page, card.query).read(card.query)
    match state:
        case TrainState():
            return {"trace": sources.trace(state), "k": state.step}
        case LatticeState():
            trace = sources.trace(state.train)
            return {"trace": trace, "k": state.at or len(trace)}
        case ApplyState():
            trace = sources.trace(state.train)
            return {"trace": trace, "k": len(trace)}
        case CompareState():
            return {"model": _compared(state, str(ask.given.get("of", "")), sources)}
        case TokenizersState():
            return {"model": sources.pipeline(state.tokenizer).model}
        case WhyState():
            three = sources.learned(state)
            if three is not None:
                return {"model": three.trace.model(three.merges(state.size or three.usual))}
    return {}


def _compared(state: CompareState, name: str, sources: Sources) -> Any:
    """Return the tokenizer of that algorithm, as large as the page makes it; the first one where none is named."""
    engine = sources.engine(state)
    slots = [Slot.of(tokenizer) for tokenizer in state.tokenizers]
    slot = next((slot for slot in slots if slot.algorithm == name.lower()), slots[0])
    return engine.tokenizer(slot, compared_size(engine, state), slot.name).model
