"""Lectures through the lessons: which cards are part of one, in what order, and how long they take."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from tokviz.guides.records import Guide

__all__ = ["Stop", "lecture"]


@dataclass(frozen=True)
class Stop:
    """A lesson in a lecture. cards: the numbers of its cards that are part of it, from 1. minutes: what they take."""

    guide: Guide
    cards: tuple[int, ...]

    @property
    def minutes(self) -> float:
        return sum(self.guide.cards[number - 1].minutes for number in self.cards)


def lecture(minutes: int, guides: Iterable[Guide]) -> tuple[Stop, ...]:
    """The lessons of a lecture of so many minutes, in their order; lessons without a card in it are left out.

    >>> from tokviz.guides import load
    >>> [stop.cards for stop in lecture(45, [load("why"), load("tokens")])]
    [(1, 4), (1, 5, 8)]
    """
    stops = (Stop(guide, guide.planned(minutes)) for guide in guides)
    return tuple(stop for stop in stops if stop.cards)
