"""Scripts run one at a time, in order of arrival, unless one computes for long or only waits."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from threading import Event, Lock
from types import SimpleNamespace

import pytest
from streamlit.runtime.scriptrunner import StopException

from tokviz.checkpoint import checkpoint
from tokviz.web.server import runs
from tokviz.web.server.runs import Place, Turn

FOREVER = 1e6
MANY = 40


def test_one_runs_at_a_time_and_all_of_them_do() -> None:
    place, inside, most, lock = Place(FOREVER), 0, 0, Lock()

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
    place, order = Place(FOREVER), []
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
    place, order = Place(FOREVER), list[str]()
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
    place = Place(long=0.0)
    first = place.take()
    second = place.take()  # would never come back if it waited for the first
    place.give_back(first)  # no longer its own to give back
    place.give_back(second)
    assert Place.take(place)


def test_who_waits_leaves_its_place_and_takes_one_again() -> None:
    done: list[int] = []
    with runs.taken():
        with runs.left(), ThreadPoolExecutor(1) as pool:
            pool.submit(_run, done).result()
        assert done == [1]
        with ThreadPoolExecutor(1) as pool:
            later = pool.submit(_run, done)
            with runs.left():
                later.result()
    assert done == [1, 1]


def test_outside_of_a_run_there_is_nothing_to_leave() -> None:
    with runs.left():
        pass
    with runs.taken(), runs.left():
        pass


def _run(done: list[int]) -> None:
    with runs.taken():
        done.append(1)


@pytest.mark.parametrize("is_there", [True, False])
def test_a_run_ends_at_a_checkpoint_after_its_visitor_has_left(is_there: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Streamlit looks only where something is drawn, and a long computation draws nothing."""
    server = SimpleNamespace(is_active_session={"here": True, "gone": False}.__getitem__)
    session = SimpleNamespace(session_id="here" if is_there else "gone")
    monkeypatch.setattr(runs, "runtime", SimpleNamespace(exists=lambda: True, get_instance=lambda: server))
    monkeypatch.setattr(runs, "get_script_run_ctx", lambda **_: session)
    done: list[str] = []
    with nullcontext() if is_there else pytest.raises(StopException), runs.taken():
        checkpoint()
        done.append("the rest")
    assert bool(done) == is_there
    checkpoint()  # outside of a run nobody looks
    with runs.left():
        pass


@pytest.mark.parametrize(("others", "pauses"), [(0, []), (1, []), (2, [0.5]), (7, [1.0])])
def test_of_long_runs_few_compute_at_once(others: int, pauses: list[float], monkeypatch: pytest.MonkeyPatch) -> None:
    """So many others make a run pause that has computed for a second since it began."""
    clock, slept = [100.0], list[float]()
    monkeypatch.setattr(runs, "monotonic", lambda: clock[0])
    monkeypatch.setattr(runs, "sleep", slept.append)
    monkeypatch.setattr(runs, "_long", {Turn(False): None for _ in range(others)})
    monkeypatch.setattr(runs, "_place", Place(FOREVER))
    with runs.taken():
        checkpoint()
        assert slept == []
        clock[0] += 1.0
        checkpoint()
        assert slept == pauses
        checkpoint()  # it has just paused
        assert slept == pauses
        assert len(runs._long) == others + 1
    assert len(runs._long) == others
