"""How many scripts run at once: one, though Streamlit would run those of all visitors side by side.

Python computes for one of them at a time anyway, and side by side they are slower: Streamlit reads its options under
one lock, some hundred times a run, and a run that loses the processor while it holds that lock stops all others. A
hundred visitors who arrive together would all see their page at the very end, after twice the time that it takes to
serve them one by one. A visitor whose last run was quick, such as a step, goes before those whose was not, so the steps
of a class do not wait for pages that others open; but only so many overtake.

Who only waits leaves its place meanwhile; who computes for longer than LONG keeps nobody out. Of those only FEW compute
at once: where there are more, each pauses at its checkpoints (:mod:`tokviz.checkpoint`), so that short runs find the
processor nearly free. A run ends at the next checkpoint after its visitor has left.
"""

from __future__ import annotations

from collections import OrderedDict, deque
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Condition, Event, local
from time import monotonic, sleep

from streamlit import runtime
from streamlit.runtime.scriptrunner import StopException, get_script_run_ctx

from tokviz.checkpoint import watched

__all__ = ["FEW", "LONG", "QUICK", "Place", "Turn", "left", "taken"]

LONG = 0.5
"""Seconds after which a run shares the processor with the next one. Most are done in a tenth of that."""


FEW = 2
"""So many runs that take longer than LONG compute at once."""
_SLICE = 0.1  # seconds between two pauses
_LONGEST_PAUSE = 1.0


QUICK = 0.15
"""Seconds of a run that counts as quick."""
_OVERTAKING = 2  # quick runs between two others, where both wait
_VISITORS = 2_000  # whose last run is remembered


class Turn(Event):
    """A place in the queue; it is set when it is the first."""

    def __init__(self, is_quick: bool) -> None:
        super().__init__()
        self.is_quick = is_quick


class Place:
    """What one run has at a time, in order of arrival, but quick ones overtake. long: seconds after which the next does
    not wait for it."""

    def __init__(self, long: float = LONG) -> None:
        self._long = long
        self._free = Condition()
        self._queue: deque[Turn] = deque()
        self._overtaking = 0  # quick runs since another one had its turn, and those that are to come before it
        self._holder: Turn | None = None
        self._until = 0.0

    def take(self, *, is_quick: bool = False) -> Turn:
        """Wait for one's turn; what comes back is to be given back."""
        mine = Turn(is_quick)
        with self._free:
            self._queue.insert(self._behind(mine), mine)
            if self._queue[0] is mine:
                mine.set()
        mine.wait()
        with self._free:
            self._free.wait_for(lambda: self._holder is None, max(0.0, self._until - monotonic()))
            self._holder, self._until = mine, monotonic() + self._long
            self._queue.popleft()
            if not mine.is_quick:
                self._overtaking = 0
            if self._queue:
                self._queue[0].set()
        return mine

    def _behind(self, mine: Turn) -> int:
        """How many are before it: all, or the next one and quick ones that came before."""
        others = next((place for place, one in enumerate(self._queue) if place and not one.is_quick), len(self._queue))
        if not mine.is_quick or others == len(self._queue) or self._overtaking >= _OVERTAKING:
            return len(self._queue)
        self._overtaking += 1
        return others

    def give_back(self, mine: Turn) -> None:
        """Let the next one run, if this one still keeps it waiting."""
        with self._free:
            if self._holder is mine:
                self._holder = None
                self._free.notify()


_place = Place()
_runs = local()  # .turn: that of the run of this thread; .began: when it was its turn; .paused: when it last paused
_long: dict[Turn, None] = {}  # the turns of long runs
_last: OrderedDict[str, float] = OrderedDict()  # session -> seconds of its last run


@contextmanager
def taken() -> Iterator[None]:
    """Run the block when it is its turn."""
    _take()
    try:
        with watched(_at_checkpoint):
            yield
    finally:
        _give_back()
        del _runs.turn


@contextmanager
def left() -> Iterator[None]:
    """Let others run while the block waits; outside of any turn, nothing changes."""
    is_run = hasattr(_runs, "turn")
    if is_run:
        _give_back()
    try:
        yield
    finally:
        if is_run:
            _take()


def _take() -> None:
    _runs.turn = _place.take(is_quick=_last.get(_visitor(), LONG) < QUICK)
    _runs.began = _runs.paused = monotonic()


def _give_back() -> None:
    visitor = _visitor()
    _last[visitor] = monotonic() - _runs.began
    _last.move_to_end(visitor)
    while len(_last) > _VISITORS:
        _last.popitem(last=False)
    _place.give_back(_runs.turn)
    _long.pop(_runs.turn, None)


def _visitor() -> str:
    context = get_script_run_ctx(suppress_warning=True)
    return "" if context is None else context.session_id


def _at_checkpoint() -> None:
    _end_without_visitor()
    if hasattr(_runs, "turn"):
        _give_way()


def _give_way() -> None:
    """Pause in a long run while there are more than FEW, for so long that together they compute like FEW.

    A pause is no lock: it ends by itself, whatever this run holds that others wait for.
    """
    now = monotonic()
    if now - _runs.began < LONG:
        return
    _long[_runs.turn] = None
    since = now - _runs.paused
    if since >= _SLICE:
        if len(_long) > FEW:
            sleep(min(since * (len(_long) / FEW - 1), _LONGEST_PAUSE))
        _runs.paused = monotonic()


def _end_without_visitor() -> None:
    """End the run of a visitor who has left: Streamlit itself looks only where something is drawn."""
    context = get_script_run_ctx(suppress_warning=True)
    if context is not None and runtime.exists() and not runtime.get_instance().is_active_session(context.session_id):
        raise StopException
