"""The records of an encoding by the log of a training: the events, and what they did to one word. Plain data."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple

from tokviz.notebook_display import Drawn, Explained

__all__ = ["EncodeStep", "EncodeTrace", "Event", "Stop"]

Stop = Literal["log-ended", "whole-word"]


class Event(NamedTuple):
    """An event of the log. parts: the pair that a merge makes the token of, or the pieces that a removal leaves."""

    kind: Literal["merge", "removal"]
    token: str
    parts: tuple[str, ...]


@dataclass(frozen=True)
class EncodeStep:
    """An event applied to a word.

    number: its place in the log, counted from 0. symbols: of the word before it; positions: where what it replaces
    begins; after: the word after it. passed: how many events since the last one found nothing in the word.
    """

    number: int
    event: Event
    symbols: tuple[str, ...]
    positions: tuple[int, ...]
    after: tuple[str, ...]
    passed: int


@dataclass(frozen=True)
class EncodeTrace(Drawn, Explained[EncodeStep]):
    """The encoding of one word, event by event.

    start: the symbols that the word begins as, after unknown characters were dealt with. stopped: ``log-ended``, all
    events were gone through; ``whole-word``, the word was looked up whole.
    """

    word: str
    start: tuple[str, ...]
    steps: tuple[EncodeStep, ...]
    tokens: tuple[str, ...]
    stopped: Stop
