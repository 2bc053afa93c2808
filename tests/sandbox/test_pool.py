"""All workers of a server: which of them answer, how many there are, and when they end."""

from __future__ import annotations

import gc
import os
import select
import signal
import socket
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from threading import Event, get_ident
from typing import Any, cast

import pytest

from tests.sandbox import strangers
from tests.sandbox.conftest import SMALL
from tests.sandbox.strangers import Library
from tokviz.errors import CageError, FormatError
from tokviz.files.pipeline import Pipeline
from tokviz.sandbox import Pool, Source, ask, fork_server, is_remote
from tokviz.sandbox import pool as pool_module
from tokviz.sandbox.processes import Worker
from tokviz.sandbox.remote import Remote, itself, question
from tokviz.sandbox.worker import Held, Limited

pytestmark = pytest.mark.workers


def library(name: str, count: int = 3) -> Source:
    return Source(name, f"{name}.json", Library, (count,))


def process(value: Any) -> int:
    return ask(strangers.process, value)


def ended(number: int) -> bool:
    return not Path(f"/proc/{number}").exists()


@pytest.fixture
def questions(monkeypatch: pytest.MonkeyPatch) -> list[bytes]:
    """The letters of what workers are asked."""
    asked: list[bytes] = []
    ask_worker = Worker.ask

    def count(worker: Any, kind: bytes, *args: Any) -> Any:
        asked.append(kind)
        return ask_worker(worker, kind, *args)

    monkeypatch.setattr(Worker, "ask", count)
    return asked


# -- answers -----------------------------------------------------------------------------------------------------------


def test_what_was_answered_is_not_asked_again(pool: Pool, questions: list[bytes]) -> None:
    value = pool.open(library("answered"))
    assert questions == [b"o", b"a"]
    assert [len(value) for _ in range(3)] == [3] * 3
    assert pool.open(library("answered")) == value
    assert questions == [b"o", b"a", b"a"]


def test_few_answers_are_kept(monkeypatch: pytest.MonkeyPatch, questions: list[bytes]) -> None:
    monkeypatch.setattr(pool_module, "_ANSWERS", 20_000)
    monkeypatch.setattr(pool_module, "_LARGEST_ANSWER", 8_000)
    with Pool(SMALL) as pool:
        value = pool.open(library("answers"))
        del questions[:]
        for size in (6_000, 7_000, 9_000, 6_000):
            ask(strangers.make, value, size)
        assert len(questions) == 3  # the last one is the first again
        ask(strangers.make, value, 9_000)  # too large to be kept
        assert len(questions) == 4
        for number in range(100):  # small ones count for more than their bytes
            ask(strangers.total, [number], value.count)
        assert len(pool._answers) <= 20
        assert pool._kept == sum(size for size, _ in pool._answers.values()) <= 20_000


@pytest.mark.parametrize("function", [strangers.crash, strangers.loop], ids=["crash", "time"])
def test_what_took_too_much_is_not_tried_again(
    function: Callable[..., object], pool: Pool, questions: list[bytes]
) -> None:
    value = pool.open(library(f"{function}"))
    del questions[:]
    for _ in range(3):
        with pytest.raises(CageError):
            ask(function, value)
    assert questions == [b"a"]
    assert len(value) == 3


def opened_badly(count: int) -> object:
    """Raise an error, or end the process: no worker can open this."""
    if count:
        raise FormatError("json-key-twice", line=count, key="a")
    os._exit(1)


@pytest.mark.parametrize(("count", "code"), [(0, "cage-crash"), (1, "json-key-twice")])
def test_what_cannot_be_opened_is_not_tried_again(count: int, code: str, pool: Pool, questions: list[bytes]) -> None:
    """The sentence names the file as this visitor calls it."""
    for name in ("first.json", "another.json"):
        with pytest.raises((CageError, FormatError)) as caught:
            pool.open(Source(f"badly {count}", name, opened_badly, (count,)))
        assert caught.value.code == code
        assert caught.value.details.get("name", name) == name
    assert questions == [b"o"]


def test_failures_that_are_remembered_are_few(pool: Pool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool_module, "_REMEMBERED", 3)
    for number in range(1, 6):
        with pytest.raises(FormatError):
            pool.open(Source(f"few {number}", "few.json", opened_badly, (number,)))
    assert len(pool._failures) == 3


# -- workers -----------------------------------------------------------------------------------------------------------


def test_each_source_has_a_worker(pool: Pool) -> None:
    one, other = pool.open(library("one")), pool.open(library("other", 5))
    assert process(one) != process(other)
    assert {process(one), process(other)} <= set(pool.numbers)


def test_others_live_when_one_ends(pool: Pool) -> None:
    one, other = pool.open(library("ends")), pool.open(library("stays", 5))
    before = process(one), process(other)
    with pytest.raises(CageError):
        ask(strangers.crash, one)
    card = one.card(2)
    assert card.doubled() == 4
    assert ask(strangers.process_now, one, 1) != before[0]
    assert ask(strangers.process_now, other, 1) == before[1]
    assert ended(before[0])


def test_one_that_went_while_idle_is_missed_by_nobody(pool: Pool) -> None:
    """As where the system, which is out of memory, ends workers first."""
    value = pool.open(library("idle"))
    card = value.card(1)
    number = process(value)
    gone = os.pidfd_open(number)
    os.kill(number, signal.SIGKILL)
    assert select.select([gone], [], [], 20)[0]
    os.close(gone)
    assert card.doubled() == 2
    assert ask(strangers.process_now, value, 2) != number


def test_a_question_may_have_two_sources(pool: Pool, questions: list[bytes]) -> None:
    one, other = pool.open(library("left", 3)), pool.open(library("right", 5))
    del questions[:]
    assert ask(strangers.lengths, one, other) == (3, 5)
    assert questions == [b"o", b"a"]  # the other is opened beside the first
    assert ask(strangers.same, (one.best, other.best)) == (one.best, other.best)
    assert other.has(other.best)
    assert not ask(Library.has, one, other.best)
    beside, card = ask(strangers.pair_with_new, (one, other))
    assert beside == (one, other)
    assert card.number == -1


def test_a_second_source_that_cannot_be_opened_is_named(pool: Pool) -> None:
    one = pool.open(library("sound"))
    bad = Source("unsound", "unsound.json", opened_badly, (0,))
    with pytest.raises(CageError) as caught:
        ask(strangers.lengths, one, cast(Any, Remote(pool, (bad,), _held(bad), Library)))
    assert caught.value.details["name"] == "unsound.json"


def _held(source: Source) -> Any:
    return Held(question(itself(source)).data, 0)


@pytest.mark.parametrize("most", [1, 3])
def test_there_are_no_more_workers_than_allowed(most: int) -> None:
    with Pool(replace(SMALL, workers=most)) as pool:
        values = [pool.open(library(f"number {number}", number + 1)) for number in range(5)]
        assert len(pool.numbers) == most
        assert [ask(len, value) for value in values] == [1, 2, 3, 4, 5]
        assert [value.best.number for value in values] == [0, 1, 2, 3, 4]
        assert len(pool.numbers) == most


def test_those_not_asked_for_longest_make_room() -> None:
    with Pool(replace(SMALL, workers=2)) as pool:
        one, other = pool.open(library("first")), pool.open(library("second"))
        numbers = process(one), process(other)
        ask(strangers.process_now, one, 1)
        pool.open(library("third"))
        assert numbers[0] in pool.numbers
        assert numbers[1] not in pool.numbers
        assert ended(numbers[1])


def test_heavy_workers_make_room_when_they_answered() -> None:
    with Pool(replace(SMALL, together=60_000_000)) as pool:
        light, heavy, other = (pool.open(library(name)) for name in ("light", "heavy", "heavy too"))
        kept = process(other)
        for value in (heavy, other):
            ask(strangers.take_and_keep, value, 45_000_000)
        assert pool.numbers == (kept,)
        assert 45_000_000 <= pool.weight <= 60_000_000
        assert len(light) == 3


def test_idle_workers_are_ended() -> None:
    with Pool(replace(SMALL, idle=60)) as pool:
        one, other = pool.open(library("one")), pool.open(library("other"))
        numbers = process(one), process(other)
        pool._tidy()
        assert set(pool.numbers) == set(numbers)
        _let_pass(pool, 61)
        assert not pool.numbers
        assert all(map(ended, numbers))
        assert one.card(2).number == 2


def test_a_worker_that_could_open_nothing_is_ended() -> None:
    with Pool(SMALL) as pool:
        with pytest.raises(FormatError):
            pool.open(Source("broken", "broken.json", Pipeline.from_file, (b"{",)))
        assert not pool.numbers


def _let_pass(pool: Pool, seconds: float) -> None:
    """As if so many seconds had passed since a worker was asked."""
    for worker in pool._workers.values():
        worker.asked_at -= seconds
    pool._tidy()


def test_the_heaviest_makes_room_for_the_others() -> None:
    with Pool(replace(SMALL, most=50_000_000)) as pool:
        light, heavy = pool.open(library("light")), pool.open(library("heavy"))
        numbers = process(light), process(heavy)
        with pytest.raises(CageError) as told:
            ask(strangers.take_and_wait, heavy, 80_000_000)
        assert told.value.code == "cage-busy"
        assert ended(numbers[1])
        assert ask(strangers.process_now, light, 2) == numbers[0]
        assert ask(strangers.process_now, heavy, 2) != numbers[1]


def test_memory_is_counted(pool: Pool) -> None:
    value = pool.open(library("counted"))
    before = pool.weight
    ask(strangers.take_and_keep, value, 50_000_000)
    assert 50_000_000 <= pool.weight - before <= 70_000_000


def test_the_server_does_not_grow_by_what_a_worker_makes(pool: Pool) -> None:
    value = pool.open(library("large"))
    ask(strangers.take, value, 1)
    gc.collect()
    before = _resident()
    for size in range(100_000_000, 120_000_000, 10_000_000):
        assert ask(strangers.take, value, size) == size
    for size in range(9_000_000, 9_000_015):
        assert len(ask(strangers.make, value, size)) == size
    gc.collect()
    assert _resident() - before < 60_000_000


def _resident() -> int:
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


# -- visitors ----------------------------------------------------------------------------------------------------------


def test_a_visitor_who_has_left_ends_the_worker() -> None:
    looked: list[int] = []

    @contextmanager
    def waiting() -> Iterator[Callable[[], bool]]:
        yield lambda: looked.append(1) or len(looked) < 3  # type: ignore[func-returns-value]

    with Pool(SMALL, waiting) as pool:
        pool.start()
        value = pool.open(library("left"))
        number = process(value)
        del looked[:]
        with pytest.raises(CageError) as caught:
            ask(strangers.block, value)
        assert caught.value.code == "cage-left"
        assert ended(number)
        assert pool.numbers == ()
        del looked[:]
        with pytest.raises(CageError):  # it is tried again for another visitor
            ask(strangers.block, value)
        assert len(looked) == 3


def test_what_surrounds_a_wait_is_left_however_it_ends() -> None:
    entered: list[str] = []

    @contextmanager
    def waiting() -> Iterator[Callable[[], bool]]:
        entered.append("in")
        try:
            yield lambda: True
        finally:
            entered.append("out")

    with Pool(replace(SMALL, wait=0.4), waiting) as pool:
        pool.start()
        value = pool.open(library("waits"))
        with pytest.raises(CageError):
            ask(strangers.block, value)
    assert entered[-2:] == ["in", "out"]
    assert entered.count("in") == entered.count("out")


def test_a_visitor_waits_until_a_worker_is_free() -> None:
    begun, goes_on = Event(), Event()

    def hold(*_: object) -> None:
        begun.set()
        assert goes_on.wait(20)

    with Pool(replace(SMALL, workers=1)) as pool, ThreadPoolExecutor(2) as threads:
        one = pool.open(library("busy"))
        first = threads.submit(ask, strangers.with_progress, one, hold)
        assert begun.wait(20)
        second = threads.submit(pool.open, library("waiting", 4))
        assert pool.numbers == (pool.numbers[0],)
        goes_on.set()
        assert len(second.result(20)) == 4
        assert first.result(20).number == 3


def test_a_visitor_who_leaves_while_all_are_busy_waits_no_more() -> None:
    begun, goes_on, stays = Event(), Event(), get_ident()

    def hold(*_: object) -> None:
        begun.set()
        assert goes_on.wait(20)

    @contextmanager
    def waiting() -> Iterator[Callable[[], bool]]:
        yield lambda: get_ident() != stays

    with Pool(replace(SMALL, workers=1), waiting) as pool, ThreadPoolExecutor(1) as threads:
        pool.start()
        one = threads.submit(pool.open, library("busy")).result(20)
        first = threads.submit(ask, strangers.with_progress, one, hold)
        assert begun.wait(20)
        with pytest.raises(CageError) as caught:
            pool.open(library("waiting"))
        assert caught.value.code == "cage-left"
        goes_on.set()
        assert first.result(20).number == 3


def test_eight_visitors_at_once(pool: Pool) -> None:
    """Half of them ask one worker, one of them crashes it."""
    pool.start()

    def visit(number: int) -> list[int]:
        value = pool.open(library(f"at once {number % 4}", 100 + number % 4))
        if number == 7:
            with pytest.raises(CageError):
                ask(strangers.crash, value)
        return [len(value), *(value.card(place).number for place in range(40)), value.best.doubled()]

    with ThreadPoolExecutor(8) as threads:
        found = list(threads.map(visit, range(8)))
    assert found == [[100 + n % 4, *range(40), 2 * (99 + n % 4)] for n in range(8)]


@pytest.mark.parametrize("answer", [0, ConnectionError()], ids=["no process", "nobody"])
def test_a_system_that_starts_no_process_is_asked_again(
    answer: int | OSError, pool: Pool, monkeypatch: pytest.MonkeyPatch
) -> None:
    def asked(*_: object) -> int:
        if isinstance(answer, OSError):
            raise answer
        return answer

    pool.start()
    source = library(f"busy {answer}")
    with monkeypatch.context() as patched:
        patched.setattr(pool._server, "_asked", asked)
        with pytest.raises(CageError) as caught:
            pool.open(source)
    assert caught.value.code == "cage-busy"
    assert len(pool.open(source)) == 3


def test_the_process_that_forks_survives_a_system_that_does_not(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse() -> int:
        raise BlockingIOError

    monkeypatch.setattr(os, "fork", refuse)
    ours, theirs = socket.socketpair()
    with ours, theirs:
        assert fork_server._fork(ours, theirs.fileno(), Limited(1, 1)) == 0


# -- where there are no workers ----------------------------------------------------------------------------------------


def test_without_workers_files_are_opened_here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool_module, "CAN_FORK", False)
    with Pool(SMALL) as pool:
        pool.start()
        value = pool.open(library("here"))
        assert not is_remote(value)
        assert ask(strangers.process, value) == os.getpid()
        assert pool.numbers == ()


def test_without_worker_processes_it_is_opened_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """As on Windows, with all that the opener is given."""
    monkeypatch.setattr(pool_module, "CAN_FORK", False)
    with Pool(SMALL) as pool:
        assert pool.open(Source("few", "few.json", Library, (), {"count": 5})).count == 5
