"""A queue for large trainings, so that one visitor does not slow down a class that uses the same server.

All trainings share one processor, that of Python, so a large one needs a turn. A session has at most one at a time, the
server SLOTS; a training that waits is served in order of arrival, its visitor sees how many are ahead, and leaves the
queue by leaving the page. The same training is never done twice at once: the others wait for the first one's result.
How large a corpus may be at all is said in `tokviz.corpus` and by the trainers.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from threading import Condition

import streamlit as st

from tokviz.web.shared import i18n
from tokviz.web.streamlit_workarounds import run_queue, sessions

__all__ = ["QUICK", "SLOTS", "TrainingQueue", "letters", "turn"]

SLOTS = 2
"""The most large trainings that run at once: more would not be done sooner, and stepping would get slow for all."""
QUICK = 20_000
"""A corpus of up to this many letters is trained in a second or so, and waits for none but the same training."""
_LOOK = 0.3  # seconds between two looks at whether the visitor is still there


@dataclass(eq=False)
class _Ticket:
    """A training that waits for its turn. weight: in letters."""

    owner: str
    key: Hashable
    weight: int


class TrainingQueue:
    """The queue for training. A ticket is drawn with `draw`, is up when `wait` says so, and must be given back."""

    def __init__(self, slots: int = SLOTS) -> None:
        self._slots = slots
        self._waiting: list[_Ticket] = []
        self._running: list[_Ticket] = []
        self._changed = Condition()

    def draw(self, owner: str, key: Hashable, weight: int) -> _Ticket:
        """Take a place in the queue."""
        ticket = _Ticket(owner, key, weight)
        with self._changed:
            self._waiting.append(ticket)
        return ticket

    def wait(self, ticket: _Ticket, seconds: float) -> int:
        """Wait for one's turn for so long; returns how many are ahead then, and 0 when it is one's turn."""
        with self._changed:
            if self._changed.wait_for(lambda: self._may_start(ticket), seconds):
                self._waiting.remove(ticket)
                self._running.append(ticket)
                self._changed.notify_all()
                return 0
            before = self._waiting[: self._waiting.index(ticket)]
            return 1 + sum(self._is_large(other) for other in before)

    def give_back(self, ticket: _Ticket) -> None:
        """Let the next one begin, or leave the queue."""
        with self._changed:
            for tickets in (self._waiting, self._running):
                if ticket in tickets:
                    tickets.remove(ticket)
            self._changed.notify_all()

    def _may_start(self, ticket: _Ticket) -> bool:
        if any(other.key == ticket.key for other in self._running):
            return False
        if not self._is_large(ticket):
            return True
        busy = [other for other in self._running if self._is_large(other)]
        if len(busy) >= self._slots or any(other.owner == ticket.owner for other in busy):
            return False
        # Those before it that could start as well go first. Who waits for the same training, or for the end of the own
        # other one, holds up nobody.
        owners, keys = {other.owner for other in busy}, {other.key for other in self._running}
        ahead = filter(self._is_large, self._waiting[: self._waiting.index(ticket)])
        first = {other.key for other in ahead if other.owner not in owners and other.key not in keys}
        return ticket.key not in first and len(busy) + len(first) < self._slots

    @staticmethod
    def _is_large(ticket: _Ticket) -> bool:
        return ticket.weight > QUICK


@contextmanager
def turn(key: Hashable, weight: int) -> Iterator[None]:
    """Hold a turn for the training named by `key`; where there is a wait, the page says so. weight: see `letters`.

    However the block ends, also by Streamlit stopping the script, the turn is given back. After a wait somebody else
    may have trained the same: look once more.
    """
    turns = _queue()
    ticket = turns.draw(sessions.session_id(), key, weight)
    try:
        if ahead := turns.wait(ticket, 0):
            place = st.empty()
            with run_queue.step_aside():
                while ahead:
                    # Drawing is also where Streamlit ends the script of a visitor who has left.
                    place.info(i18n.catalog().count("limits.waiting", ahead), icon=":material/hourglass_top:")
                    ahead = turns.wait(ticket, _LOOK)
            place.empty()
        yield
    finally:
        turns.give_back(ticket)


def letters(words: Collection[str], length: Callable[[str], int] = len) -> int:
    """Return the weight of a corpus: the letters of its different words.

    It is for training and for the memory. length: as how many a training takes a word; see
    :meth:`tokviz.trace.Rules.trained_length`.

    >>> letters({"low": 5, "lower": 2})
    8
    """
    return sum(map(length, words))


@cache
def _queue() -> TrainingQueue:
    """Return the queue of this server.

    A browser may ask Streamlit to clear its caches, and this is not to be in them.
    """
    return TrainingQueue()
