"""What the card of a lesson says, wherever it stands: its text with the terms in it, its titles and its words. Pure."""

from __future__ import annotations

from tokviz import guides
from tokviz.guides import Guide
from tokviz.views.shared import glossary
from tokviz.views.shared.catalog import Catalog
from tokviz.web.guides.state import Place

__all__ = ["number_of", "told"]

_LABELS = (
    "lesson",
    "back",
    "next",
    "next_card",
    "next_step",
    "list",
    "leave",
    "return",
    "fold",
    "unfold",
    "check",
    "tell",
    "yours",
)


def told(place: Place, following: Guide | None, say: Catalog, *, has_notes: bool = False) -> dict[str, object]:
    """What ``face.js`` shows of a card. following: the lesson after this one, if there is one that can be read.
    has_notes: whether what only a presenter reads is there."""
    guide, card = place.guide, place.card
    text = glossary.mark_terms(card.text[say.language], say.language)
    labels = {name: say(f"guide.label.{name}") for name in _LABELS}
    labels["score"] = say("guide.score", right="{right}", asked="{asked}")
    labels["place"] = number_of(place, say)
    if card.until is not None:
        labels["hint"] = say("guide.steps.asked" if card.is_predicting else "guide.steps", until=card.until)
    elif card.part == "controls":
        labels["hint"] = say("guide.side-bar")
    if following:
        labels["following"] = say("guide.next")
        labels["after"] = following.title[say.language].replace("`", "")
    if card.notes and has_notes:
        labels["notes"] = say("guide.notes", minutes=say.short(card.minutes, 2), text=card.notes[say.language])
    if place.number == 1 and guide.goal:
        needed = [guides.load(name).title[say.language] for name in guide.needs if name in guides.names()]
        labels["goal"] = guide.goal[say.language]
        labels["needs"] = say("guide.needs", lessons=say.listed(needed)) if needed else ""
    return {
        "card": place.number,
        "before": place.before,
        "after": place.after,
        "titles": [one.title[say.language] for one in guide.cards],
        "guide": guide.title[say.language],
        "lesson": guide.name,
        "text": text,
        "terms": glossary.definitions(text, say.language),
        "step": card.step,
        "until": card.until,
        "labels": labels,
        "lang": say.language,
    }


def number_of(place: Place, say: Catalog) -> str:
    """Which of the cards it is, as "3 of 9"."""
    return say("guide.place", number=place.number, total=len(place.guide.cards))
