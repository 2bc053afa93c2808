"""A queue in which scripts run one at a time.

Streamlit runs the scripts of all visitors in parallel threads. Python computes for one of them at a time anyway, and in
parallel they are slower: Streamlit reads its options under one lock, some hundred times a run, and a run that loses the
processor while it has that lock stops all others. A hundred visitors who arrive together would all see their page at
the very end, after twice the time that it takes to serve them one by one.

A visitor whose last run was quick, such as a step, goes before those whose was not, so the steps of a class do not wait
for pages that others open; but only so many overtake. A run that only waits steps aside meanwhile, and one that
computes for longer than LONG keeps nobody waiting. Of those only FEW compute at once: if there are more, each pauses at
its checkpoints (:mod:`tokviz.checkpoint`), so that short runs find the processor nearly free. A run ends at the next
checkpoint after its visitor has left.

Without it: tests/web/streamlit_workarounds/test_run_queue.py::test_one_runs_at_a_time_and_all_of_them_do
Tried with: Streamlit 1.67
"""

from __future__ import annotations

from collections import OrderedDict, deque
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Condition, Event, local
from time import monotonic, sleep

from tokviz.checkpoint import watched
from tokviz.web.streamlit_workarounds import sessions

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


class RunQueue:
    """A queue whose first run computes, in order of arrival, but quick runs overtake.

    long: seconds after which the next run does not wait for the first any more.
    """

    def __init__(self, long: float = LONG) -> None:
        self._long = long
        self._free = Condition()
        self._queue: deque[Turn] = deque()
        self._overtaking = 0  # quick runs since another one had its turn, and those that are to come before it
        self._holder: Turn | None = None
        self._until = 0.0

    def take(self, *, is_quick: bool = False) -> Turn:
        """Wait for a turn and return it; it is to be given back."""
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
        """Return the number of turns before a new one.

        They are all, or the next one and quick ones that came before.
        """
        slow = (place for place, turn in enumerate(self._queue) if place and not turn.is_quick)
        others = next(slow, len(self._queue))
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


_queue = RunQueue()
_runs = local()  # .turn: that of the run of this thread; .began: when it was its turn; .paused: when it last paused
_long: dict[Turn, None] = {}  # the turns of long runs
_last: OrderedDict[str, float] = OrderedDict()  # session -> seconds of its last run


@contextmanager
def take_turn() -> Iterator[None]:
    """Wait for a turn, and run the block in it."""
    _take()
    try:
        with watched(_at_checkpoint):
            yield
    finally:
        _give_back()
        del _runs.turn


@contextmanager
def step_aside() -> Iterator[None]:
    """Let others run while the block waits; outside of any turn, change nothing."""
    is_run = hasattr(_runs, "turn")
    if is_run:
        _give_back()
    try:
        yield
    finally:
        if is_run:
            _take()


def _take() -> None:
    _runs.turn = _queue.take(is_quick=_last.get(sessions.session_id(), LONG) < QUICK)
    _runs.began = _runs.paused = monotonic()


def _give_back() -> None:
    visitor = sessions.session_id()
    _last[visitor] = monotonic() - _runs.began
    _last.move_to_end(visitor)
    while len(_last) > _VISITORS:
        _last.popitem(last=False)
    _queue.give_back(_runs.turn)
    _long.pop(_runs.turn, None)


def _at_checkpoint() -> None:
    sessions.stop_without_visitor()
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
