"""A worker process keeps to its limits, and the server to what it believes."""

from __future__ import annotations

import os
import pickle
import resource
import select
import signal
import struct
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from tests.sandbox import strangers
from tests.sandbox.conftest import SMALL
from tests.sandbox.strangers import Hostile
from tokviz.errors import CageError, FormatError
from tokviz.sandbox import Limits, Pool, Source, ask
from tokviz.texts import LANGUAGES, templates

pytestmark = pytest.mark.workers


@pytest.fixture
def library(pool: Pool, source: Source) -> Any:
    return pool.open(source)


def refused(code: str, function: Callable[..., object], *args: object) -> CageError:
    """Return the error for a visitor when a function is asked that exceeds a limit."""
    with pytest.raises(CageError) as caught:
        ask(function, *args)
    assert caught.value.code == code
    return caught.value


def is_alive(number: int) -> bool:
    """Tell if a process runs; not if it has ended and nobody has asked about it."""
    with suppress(OSError):
        return Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    return False


def ends(process: int, seconds: float = 20) -> bool:
    """Tell if a process, of which this is the file, ends within some seconds."""
    return bool(select.select([process], [], [], seconds)[0])


# -- limits ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("code", "function", "args"),
    [
        ("cage-crash", strangers.crash, ()),
        ("cage-crash", strangers.leave, ()),
        ("cage-crash", strangers.recurse, ()),
        ("cage-memory", strangers.take, (400_000_000,)),
        ("cage-memory", strangers.nested_ranks, (1_500,)),
        ("cage-memory", strangers.endless, ()),
        ("cage-time", strangers.loop, ()),
        ("cage-large", strangers.make, (50_000_000,)),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_a_limit_is_a_sentence(code: str, function: Callable[..., object], args: tuple[int, ...], library: Any) -> None:
    error = refused(code, function, library, *args)
    for language in LANGUAGES:
        sentence = error.sentence(templates(language))
        assert "library.json" in sentence
        assert {"cage-memory": "200 MB", "cage-time": "2 "}.get(code, "") in sentence
    assert ask(len, library) == 3  # in the same worker or another


def test_waiting_has_a_limit(source: Source) -> None:
    with Pool(Limits(memory=SMALL.memory, processor=SMALL.processor, wait=0.5)) as pool:
        pool.start()
        library = pool.open(source)
        refused("cage-time", strangers.block, library)
        refused("cage-time", strangers.tell_for_ever, library, lambda _: None)
        refused("cage-time", strangers.claim, library, 1_000)
        assert ask(len, library) == 3


def test_each_question_has_the_whole_time(library: Any) -> None:
    """The time that earlier questions took does not count."""
    spent = [ask(strangers.spend, library, seconds) for seconds in (1.6, 1.7)]
    assert sum(spent) > SMALL.processor + 1


def test_a_result_just_below_the_limit_arrives(library: Any) -> None:
    assert len(ask(strangers.make, library, 47_999_000)) == 47_999_000


@pytest.mark.parametrize(
    ("name", "most"),
    [("RLIMIT_CORE", 0), ("RLIMIT_FSIZE", 0), ("RLIMIT_NOFILE", 64)],
)
def test_the_system_keeps_limits(name: str, most: int, library: Any) -> None:
    assert ask(strangers.limit, library, name) == (most, most)


def test_a_worker_writes_no_file(library: Any, tmp_path: Path) -> None:
    with pytest.raises(RuntimeError, match="File too large"):
        ask(strangers.write_file, library, str(tmp_path / "written"))
    assert (tmp_path / "written").stat().st_size == 0


def test_a_worker_opens_few_files(library: Any) -> None:
    with pytest.raises(RuntimeError, match="Too many open files"):
        ask(strangers.open_many, library, 100)


def test_it_gives_way_to_the_server(library: Any) -> None:
    number = ask(strangers.process, library)
    assert os.getpriority(os.PRIO_PROCESS, number) >= min(os.getpriority(os.PRIO_PROCESS, 0) + 10, 19)
    assert Path(f"/proc/{number}/oom_score_adj").read_text().strip() == "1000"


# -- what it knows and leaves behind -----------------------------------------------------------------------------------


def test_no_secret_arrives(source: Source, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HF_TOKEN", "hf_secret")
    monkeypatch.setenv("STREAMLIT_SERVER_COOKIE_SECRET", "cookie_secret")
    with Pool(SMALL) as pool:
        library = pool.open(source)
        assert not {"HF_TOKEN", "STREAMLIT_SERVER_COOKIE_SECRET"} & ask(strangers.environment, library).keys()
        assert b"secret" not in ask(strangers.parent_environment, library)


def test_it_holds_no_file_of_the_server(library: Any, tmp_path: Path) -> None:
    with (tmp_path / "open").open("w"):
        links = ask(strangers.files, library)
    assert sorted(link.partition(":")[0] for link in links) == ["/dev/null", "/dev/null", "/dev/null", "socket"]


def test_no_child_survives_its_worker(library: Any) -> None:
    child = os.pidfd_open(ask(strangers.start_child, library))
    assert not ends(child, 0)
    refused("cage-crash", strangers.crash, library)
    assert ends(child)
    os.close(child)


# -- what the server believes ------------------------------------------------------------------------------------------


WEIGHT = (b"w", struct.pack(">Q", 1))


@pytest.mark.parametrize(
    "frames",
    [
        ((b"r", pickle.dumps(Hostile(os.system, "exit"))), WEIGHT),
        ((b"e", pickle.dumps(Hostile(os.system, "exit"))), WEIGHT),
        ((b"c", pickle.dumps(Hostile(os.system, "exit"))),),
        ((b"c", pickle.dumps((0, ()))),),  # there is no function to tell
        ((b"c", pickle.dumps("x")),),
        ((b"r", b"no pickle"), WEIGHT),
        ((b"r", pickle.dumps(1)), (b"w", b"1")),
        ((b"e", pickle.dumps(1)), WEIGHT),
        ((b"e", pickle.dumps(("raised", 1))), WEIGHT),
        ((b"x", pickle.dumps(1)), WEIGHT),
    ],
    ids=str,
)
def test_an_answer_that_is_none_ends_the_worker(
    frames: tuple[tuple[bytes, bytes], ...], pool: Pool, library: Any
) -> None:
    number = ask(strangers.process, library)
    refused("cage-crash", strangers.answer_with, library, *frames)
    assert not is_alive(number)
    assert number not in pool.numbers


def test_no_memory_is_taken_for_an_answer_that_is_too_large(library: Any) -> None:
    """Of a worker that announces two gigabytes."""
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    with pytest.raises(CageError):
        ask(strangers.claim, library, 1 << 31)
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 100_000


# -- errors ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "error", [FormatError("json-key-twice", line=3, key="a"), KeyError("a"), ValueError("b"), IndexError()], ids=repr
)
def test_errors_that_callers_expect_arrive(error: Exception, library: Any) -> None:
    with pytest.raises(type(error)) as caught:
        ask(strangers.fail, library, error)
    assert str(caught.value) == str(error)


@pytest.mark.parametrize(
    ("function", "told"),
    [
        (strangers.raise_unexpected, "ZeroDivisionError: seen by nobody"),
        (strangers.raise_of_a_library, "JSONDecodeError"),
    ],
)
def test_what_nobody_expects_says_where_it_happened(function: Callable[..., object], told: str, library: Any) -> None:
    number = ask(strangers.process, library)
    with pytest.raises(RuntimeError, match=told) as caught:
        ask(function, library)
    assert function.__name__ in str(caught.value)
    assert is_alive(number)


def test_an_error_has_a_most_size(library: Any) -> None:
    with pytest.raises(RuntimeError, match="in a worker: aaa"):
        ask(strangers.fail, library, KeyError("a" * 200_000))


# -- progress ----------------------------------------------------------------------------------------------------------


def test_progress_is_told_while_it_is_made(library: Any) -> None:
    told: list[object] = []
    assert ask(strangers.with_progress, library, lambda *args: told.append(args)).number == 3
    assert told == [(step, "of", 3) for step in range(3)]


def test_a_visitor_who_leaves_while_told_ends_the_worker(pool: Pool, library: Any) -> None:
    class Left(BaseException):
        pass

    def leave(*_: object) -> None:
        raise Left

    number = ask(strangers.process, library)
    with pytest.raises(Left):
        ask(strangers.block_after_telling, library, leave)
    assert not is_alive(number)
    assert number not in pool.numbers
    assert ask(len, library) == 3


# -- the process that forks --------------------------------------------------------------------------------------------


def forks(pool: Pool) -> int:
    process = pool._server._process
    assert process is not None
    return process.pid


def test_the_process_that_forks_is_started_again(source: Source) -> None:
    with Pool(SMALL) as pool:
        library = pool.open(source)
        first = forks(pool)
        os.kill(first, signal.SIGKILL)
        assert ask(len, library) == 3  # its workers go on
        other = pool.open(Source("another", "another.json", strangers.Library, (5,)))
        assert ask(len, other) == 5
        assert forks(pool) != first
        refused("cage-crash", strangers.crash, library)  # whose parent has gone
        assert ask(sum, map(len, [library, other])) == 8


def test_closing_ends_all_processes(source: Source) -> None:
    pool = Pool(SMALL)
    library = pool.open(source)
    processes = [os.pidfd_open(one) for one in (*pool.numbers, forks(pool), ask(strangers.start_child, library))]
    assert not any(ends(one, 0) for one in processes)
    pool.close()
    pool.close()
    assert all(map(ends, processes))
    for one in processes:
        os.close(one)


def test_nothing_is_started_before_it_is_needed() -> None:
    with Pool(SMALL) as pool:
        assert pool._server._process is None
        pool.start()
        assert is_alive(forks(pool))
        assert pool.numbers == ()
        assert pool.weight == 0
