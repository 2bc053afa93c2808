"""Records of guided lessons: a guide, its cards, what a card asks; and the lectures that are made of them.

>>> Card("bpe", {"step": "3"}, "picture", None, {}, {}).step
3
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

MAX_TITLE = 10
MAX_TEXT = 65
"""The maximum length of a title and of a text, in words, so that it fits beside its page; see :func:`length`."""
ROUTES = (45, 90)
"""The lectures that the cards are planned for, in minutes."""
WHY = "why"
"""The kind of question that asks for a reason; its answers are written, all others are computed."""

Texts = Mapping[str, str]
"""A text in every language."""
Value = str | int | tuple[str, ...]


@dataclass(frozen=True)
class Reason:
    """A reason to choose from. response: what the card replies to who chooses it."""

    text: Texts
    response: Texts
    is_right: bool = False


@dataclass(frozen=True)
class Ask:
    """A question about the state of a card: a kind of exercise, and what it takes beside that state. The answer is
    computed where it is asked. A question of kind :data:`WHY` has its own words and reasons instead."""

    kind: str
    given: Mapping[str, Value] = field(default_factory=dict)
    question: Texts = field(default_factory=dict)
    reasons: tuple[Reason, ...] = ()


@dataclass(frozen=True)
class Card:
    """One card. page and query: the address that sets the page's state. part: the area of the page that it speaks of.

    until: the step up to which a presenter's remote steps the picture before it turns to the next card; None for no
    stepping. title, text: language -> text, in paragraphs divided by an empty line, with `code` and **bold**. asks:
    what it asks. notes: what only a presenter reads. minutes: how long it takes in a lecture. routes: the lectures that
    it is part of, by their length. sources: the papers that it relies on; on the last card, those to read on with.
    moves: the parameters of its address that it asks the visitor to change, which leads nowhere else.
    """

    page: str
    query: Mapping[str, str]
    part: str
    until: int | None
    title: Texts
    text: Texts
    asks: tuple[Ask, ...] = ()
    notes: Texts = field(default_factory=dict)
    minutes: float = 1
    routes: tuple[int, ...] = ()
    sources: tuple[str, ...] = ()
    moves: tuple[str, ...] = ()

    @property
    def counted(self) -> str:
        """Return the parameter that counts the steps of its picture: those of the clock are sizes of vocabularies."""
        return "size" if self.part == "clock" else "step"

    @property
    def step(self) -> int:
        """Return the step that its address asks for, as its picture counts them."""
        value = self.query.get(self.counted, "")
        return int(value) if value.isdecimal() else 0

    @property
    def is_predicting(self) -> bool:
        """True if the picture asks for the next step."""
        return self.query.get("predict") == "1"

    @property
    def predicts_merges(self) -> bool:
        """True if the picture asks for the next merge of BPE."""
        return self.is_predicting and self.page == "bpe"


@dataclass(frozen=True)
class Guide:
    """A guided lesson. title, line: language -> its name, and one sentence about it. goal: what one can do after it;
    empty where its file says nothing. needs: the lessons before it. next: the one after it, empty for none."""

    name: str
    title: Texts
    line: Texts
    cards: tuple[Card, ...]
    goal: Texts = field(default_factory=dict)
    needs: tuple[str, ...] = ()
    next: str = ""

    @property
    def kinds(self) -> tuple[str, ...]:
        """Return the kinds of exercises that its cards ask for, in their order; predicted merges of BPE are one, and a
        question for a reason is none."""
        predicted = (Ask("next-merge"),)
        asks = [ask for card in self.cards for ask in (*card.asks, *(predicted if card.predicts_merges else ()))]
        return tuple(dict.fromkeys(ask.kind for ask in asks if ask.kind != WHY))

    @property
    def minutes(self) -> float:
        """Return the minutes that its cards take."""
        return sum(card.minutes for card in self.cards)

    def planned(self, route: int) -> tuple[int, ...]:
        """Return the cards that are part of a lecture of so many minutes, by number from 1."""
        return tuple(number for number, card in enumerate(self.cards, start=1) if route in card.routes)


# -- lectures ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Stop:
    """A lesson in a lecture. cards: the numbers of its cards that are part of it, from 1. minutes: what they take."""

    guide: Guide
    cards: tuple[int, ...]

    @property
    def minutes(self) -> float:
        return sum(self.guide.cards[number - 1].minutes for number in self.cards)


def lecture(minutes: int, guides: Iterable[Guide]) -> tuple[Stop, ...]:
    """Return the lessons of a lecture of so many minutes, in their order; lessons without a card in it are left out.

    >>> from tokviz.guides import load
    >>> [stop.cards for stop in lecture(45, [load("why"), load("tokens")])]
    [(1, 2, 6), (1, 3)]
    """
    stops = (Stop(guide, guide.planned(minutes)) for guide in guides)
    return tuple(stop for stop in stops if stop.cards)
