"""The open guided lesson and its card, as a query string, both ways. Pure: no Streamlit here.

`?guide=bpe&card=3` is beside the parameters of the page, which are the card's own until the visitor changes
something.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass

from tokviz import guides
from tokviz.errors import TokvizError
from tokviz.guides import Card, Guide
from tokviz.state.compare import CompareState
from tokviz.state.lattice import LatticeState
from tokviz.state.pages import form_of

PREDICT = "predict"
"""The parameter that makes a picture ask."""

ROUTE = "route"
"""The parameter that names the lecture that is given, by its minutes."""


@dataclass(frozen=True)
class Place:
    """A place in a guide. number: of the card, from 1. route: the minutes of the lecture that is given; 0 for none."""

    guide: Guide
    number: int
    route: int = 0

    @property
    def cards(self) -> tuple[int, ...]:
        """Return the cards that are gone through, by number."""
        return self.guide.planned(self.route) or tuple(range(1, len(self.guide.cards) + 1))

    @property
    def before(self) -> int:
        """Return the card before this one; 0 for none."""
        return max((number for number in self.cards if number < self.number), default=0)

    @property
    def after(self) -> int:
        """Return the card after this one; 0 for none."""
        return min((number for number in self.cards if number > self.number), default=0)

    @property
    def card(self) -> Card:
        return self.guide.cards[self.number - 1]


def read(query: Mapping[str, str]) -> tuple[Place | None, tuple[str, ...]]:
    """Return the place of a query string, and the parameters that had to be fixed.

    None where no guide is open. Raises FormatError for a guide whose file cannot be read.

    >>> place, wrong = read({"guide": "bpe", "card": "100"})
    >>> place.number == len(place.guide.cards), wrong
    (True, ('card',))
    """
    name = query.get("guide", "")
    if not name:
        return None, ()
    if name not in guides.names():
        return None, ("guide",)
    guide = guides.load(name)
    card_text = query.get("card", "1")
    number = int(card_text) if card_text.isascii() and card_text.isdigit() and len(card_text) < 4 else 0
    within = min(max(number, 1), len(guide.cards))
    route = query.get(ROUTE, "")
    planned = int(route) if route in {str(minutes) for minutes in guides.ROUTES} else 0
    return Place(guide, within, planned), () if number == within else ("card",)


def following(guide: Guide) -> Guide | None:
    """Return the lesson after this one, if there is one that can be read; if not, the start page says so."""
    if guide.next in guides.names():
        with suppress(TokvizError):
            return guides.load(guide.next)
    return None


def query_of(place: Place, kept_query: Mapping[str, str]) -> dict[str, str]:
    """Return the query string that opens a card.

    kept_query: what else belongs to no page, such as the language; whether the picture asks is up to the card.

    >>> place, _ = read({"guide": "bpe"})
    >>> query_of(place, {"lang": "zh"})
    {'example': 'sennrich', 'predict': '1', 'lang': 'zh', 'guide': 'bpe', 'card': '1'}
    """
    kept_query = {name: value for name, value in kept_query.items() if name != PREDICT}
    return {**place.card.query, **kept_query, "guide": place.guide.name, "card": str(place.number)}


def canonical(card: Card, shown: Mapping[str, str] | None = None) -> dict[str, str]:
    """Return the address of a card in the form in which its page writes it. shown: the query string, if not its own."""
    asked = card.query if shown is None else shown
    query = form_of(card.page, asked).rewritten(asked)
    return query | {name: value for name, value in card.query.items() if name == PREDICT}


def showing(card: Card, word: str) -> dict[str, str] | None:
    """Return the query string of a card's page with a word that the card asked about; None where the page shows none.

    >>> from tokviz import guides
    >>> showing(guides.load("compare").cards[7], "puns")
    {'example': 'hug', 'text': 'mug puns', 'word': 'puns'}
    """
    state, _ = form_of(card.page, card.query).read(card.query)
    match state:
        case LatticeState():
            query = {**card.query, "word": word}
        case CompareState():
            words = state.text.split()
            query = {**card.query, "text": " ".join(words if word in words else [*words, word]), "word": word}
        case _:
            return None
    return {name: value for name, value in query.items() if name != "step"}
