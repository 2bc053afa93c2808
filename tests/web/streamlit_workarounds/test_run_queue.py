"""Scripts run one at a time, in order of arrival, unless one computes for long or only waits."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from threading import Event, Lock
from types import SimpleNamespace

import pytest
from streamlit.runtime.scriptrunner import StopException

from tokviz.checkpoint import checkpoint
from tokviz.web.streamlit_workarounds import run_queue, sessions
from tokviz.web.streamlit_workarounds.run_queue import RunQueue, Turn

FOREVER = 1e6
MANY = 40


def test_one_runs_at_a_time_and_all_of_them_do() -> None:
    place, inside, most, lock = RunQueue(FOREVER), 0, 0, Lock()

    def run(number: int) -> int:
        nonlocal inside, most
        mine = place.take()
        with lock:
            inside += 1
            most = max(most, inside)
        with lock:
            inside -= 1
        place.give_back(mine)
        return number

    with ThreadPoolExecutor(MANY) as pool:
        assert list(pool.map(run, range(MANY))) == list(range(MANY))
    assert most == 1


def test_who_waits_is_served_in_order_of_arrival() -> None:
    place, order = RunQueue(FOREVER), []
    first = place.take()

    def run(number: int, has_come: Event) -> None:
        has_come.set()
        mine = place.take()
        order.append(number)
        place.give_back(mine)

    with ThreadPoolExecutor(3) as pool:
        for number in range(3):
            has_come = Event()
            pool.submit(run, number, has_come)
            has_come.wait()
            while len(place._queue) <= number:  # it is in the queue
                pass
        assert not order
        place.give_back(first)
    assert order == [0, 1, 2]


def test_quick_ones_overtake_but_not_without_end() -> None:
    """All but the next one, which is set already."""
    place, order = RunQueue(FOREVER), list[str]()
    first = place.take()

    def run(name: str) -> None:
        mine = place.take(is_quick=name.islower())
        order.append(name)
        place.give_back(mine)

    with ThreadPoolExecutor(9) as pool:
        for number, name in enumerate("ABCabcdef"):
            pool.submit(run, name)
            while len(place._queue) <= number:  # it is in the queue
                pass
        place.give_back(first)
    assert "".join(order) == "AabBCcdef"


def test_who_computes_for_long_keeps_nobody_out() -> None:
    place = RunQueue(long=0.0)
    first = place.take()
    second = place.take()  # would never come back if it waited for the first
    place.give_back(first)  # no longer its own to give back
    place.give_back(second)
    assert RunQueue.take(place)


def test_who_waits_leaves_its_place_and_takes_one_again() -> None:
    done: list[int] = []
    with run_queue.take_turn():
        with run_queue.step_aside(), ThreadPoolExecutor(1) as pool:
            pool.submit(_run, done).result()
        assert done == [1]
        with ThreadPoolExecutor(1) as pool:
            later = pool.submit(_run, done)
            with run_queue.step_aside():
                later.result()
    assert done == [1, 1]


def test_outside_of_a_run_there_is_nothing_to_leave() -> None:
    with run_queue.step_aside():
        pass
    with run_queue.take_turn(), run_queue.step_aside():
        pass


def _run(done: list[int]) -> None:
    with run_queue.take_turn():
        done.append(1)


@pytest.mark.parametrize("is_there", [True, False])
def test_a_run_ends_at_a_checkpoint_after_its_visitor_has_left(is_there: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Streamlit looks only where something is drawn, and a long computation draws nothing."""
    server = SimpleNamespace(is_active_session={"here": True, "gone": False}.__getitem__)
    session = SimpleNamespace(session_id="here" if is_there else "gone")
    monkeypatch.setattr(sessions, "runtime", SimpleNamespace(exists=lambda: True, get_instance=lambda: server))
    monkeypatch.setattr(sessions, "get_script_run_ctx", lambda **_: session)
    done: list[str] = []
    with nullcontext() if is_there else pytest.raises(StopException), run_queue.take_turn():
        checkpoint()
        done.append("the rest")
    assert bool(done) == is_there
    checkpoint()  # outside of a run nobody looks
    with run_queue.step_aside():
        pass


@pytest.mark.parametrize(("others", "pauses"), [(0, []), (1, []), (2, [0.5]), (7, [1.0])])
def test_of_long_runs_few_compute_at_once(others: int, pauses: list[float], monkeypatch: pytest.MonkeyPatch) -> None:
    """So many others make a run pause that has computed for a second since it began."""
    clock, slept = [100.0], list[float]()
    monkeypatch.setattr(run_queue, "monotonic", lambda: clock[0])
    monkeypatch.setattr(run_queue, "sleep", slept.append)
    monkeypatch.setattr(run_queue, "_long", {Turn(False): None for _ in range(others)})
    monkeypatch.setattr(run_queue, "_queue", RunQueue(FOREVER))
    with run_queue.take_turn():
        checkpoint()
        assert slept == []
        clock[0] += 1.0
        checkpoint()
        assert slept == pauses
        checkpoint()  # it has just paused
        assert slept == pauses
        assert len(run_queue._long) == others + 1
    assert len(run_queue._long) == others
