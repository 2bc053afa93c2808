"""The page of a lesson: its cards, what stands beside each, and what there is to say of each answer to a question."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tokviz.exercises import Task
from tokviz.guides import Ask, Card, Guide
from tokviz.views.shared.catalog import Catalog
from tokviz.web.guides import face, posing
from tokviz.web.guides.state import Place, following, query_of
from tokviz.web.offline.options import options
from tokviz.web.offline.scenes import of_card
from tokviz.web.offline.shows import Pool
from tokviz.web.offline.sources import ALONE

__all__ = ["made"]


def made(guide: Guide, say: Catalog) -> dict[str, Any]:
    """What ``lesson.js`` reads: the payloads, and of each card its text, its questions and its address in the app.
    Raises TokvizError for a card whose page cannot be as its address says."""
    pool, cards = Pool(), []
    for number, card in enumerate(guide.cards, start=1):
        place = Place(guide, number)
        cards.append(
            {
                "card": face.told(place, following(guide), say),
                "shows": of_card(card, pool, say),
                "asks": [_asked(card, ask, say) for ask in card.asks],
                "query": query_of(place, {"lang": say.language}),
                "page": card.page,
            }
        )
    return {"cards": cards, "payloads": pool.payloads}


def _asked(card: Card, ask: Ask, say: Catalog) -> dict[str, Any]:
    """A question before an answer, after each of those to choose from, and where it is given up."""
    task = posing.task_of(card, ask, ALONE)
    choices = task.choices or options(task)
    told = posing.shown(task, [None], say)
    return {
        "open": posing.shown(task, [], say) | {"choices": choices} if choices else told,
        "answers": {text: _tries(task, text, choices, say) for text in choices},
        "told": told,
    }


def _tries(task: Task, text: str, choices: Sequence[str], say: Catalog) -> list[dict[str, object]]:
    """What is said of an answer as the first one, and as the last."""
    tries = [posing.shown(task, [text] * number, say) for number in (1, posing.TRIES)]
    return [one | {"choices": choices} if one["state"] == "again" else one for one in tries]
