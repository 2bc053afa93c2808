"""Files that visitors ask for are made one at a time for each, in turn, within limits, and only while they wait."""

from __future__ import annotations

import ast
import asyncio
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Event
from types import SimpleNamespace
from typing import Any

import pytest
from streamlit.proto.BackMsg_pb2 import BackendOperationRequest
from streamlit.proto.ForwardMsg_pb2 import BackendOperationResponse
from streamlit.runtime.backend_operation_handler import DeferredFileHandler

from tests.catalogs import saying
from tests.coroutines import run
from tokviz import bpe
from tokviz.checkpoint import checkpoint
from tokviz.corpus import Corpus
from tokviz.errors import LimitError
from tokviz.views.algorithms import trace_json
from tokviz.views.shared.catalog import load
from tokviz.web.computing import workers
from tokviz.web.shared import downloads
from tokviz.web.streamlit_workarounds import deferred_files, sessions

ROOT = Path(__file__).parents[3]
EN = load("en")


@pytest.fixture(autouse=True)
def fresh(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(deferred_files, "_making", {})
    handle = DeferredFileHandler.handle
    deferred_files.install()
    yield
    DeferredFileHandler.handle = handle  # type: ignore[method-assign]


def handler(**files: Callable[[], object]) -> DeferredFileHandler:
    """Make the handler of a server that offers these files."""

    def execute(file_id: str) -> str:
        try:
            files[file_id]()
        except Exception as error:
            raise RuntimeError("Callable execution failed") from error
        return f"/media/{file_id}"

    manager: Any = SimpleNamespace(execute_deferred=execute)
    return DeferredFileHandler(lambda: manager)


async def asked(files: DeferredFileHandler, name: str, session: str) -> BackendOperationResponse:
    request = BackendOperationRequest(request_id=name)
    request.deferred_file.file_id = name
    return await files.handle(request, session)


def test_a_session_has_one_file_in_the_making() -> None:
    may_end = Event()
    files = handler(slow=may_end.wait, quick=lambda: None)

    async def talk() -> list[BackendOperationResponse]:
        first = asyncio.create_task(asked(files, "slow", "a"))
        await asyncio.sleep(0)  # the task begins
        second = await asked(files, "quick", "a")
        other = await asked(files, "quick", "b")
        may_end.set()
        return [second, other, await first, await asked(files, "quick", "a")]

    second, other, first, later = run(talk())
    assert saying("files.one-at-a-time").fullmatch(second.error_msg)
    assert [answer.deferred_file.url for answer in (other, first, later)] == [
        *("/media/quick", "/media/slow", "/media/quick")
    ]


def test_a_server_makes_few_at_once() -> None:
    may_end, begun = Event(), list[str]()

    def slow(name: str) -> Callable[[], object]:
        def make() -> None:
            begun.append(name)
            may_end.wait()

        return make

    files = handler(**{name: slow(name) for name in "abcdef"})

    async def talk() -> list[BackendOperationResponse]:
        tasks = [asyncio.create_task(asked(files, name, name)) for name in "abcdef"]
        while len(begun) < deferred_files.SLOTS:
            await asyncio.sleep(0)
        assert len(begun) == deferred_files.SLOTS
        may_end.set()
        return list(await asyncio.gather(*tasks))

    assert [answer.deferred_file.url for answer in run(talk())] == [f"/media/{name}" for name in "abcdef"]


def test_a_file_ends_with_its_visitor(monkeypatch: pytest.MonkeyPatch) -> None:
    here, done = {"a"}, list[int]()
    monkeypatch.setattr(sessions, "is_active", lambda session: session in here or not session)

    def make() -> None:
        here.clear()
        checkpoint()
        done.append(1)

    assert not run(asked(handler(file=make), "file", "a")).HasField("deferred_file")
    assert (done, deferred_files._making) == ([], {})
    assert not run(asked(handler(file=lambda: done.append(2)), "file", "a")).HasField("deferred_file")
    assert done == []


def test_its_visitor_cancels_a_file(monkeypatch: pytest.MonkeyPatch) -> None:
    begun, may_go_on, done = Event(), Event(), list[str]()

    def make() -> None:
        begun.set()
        may_go_on.wait()
        checkpoint()
        done.append("cancelled")

    def press_cancel(session: str) -> None:
        with monkeypatch.context() as patched:
            patched.setattr(sessions, "session_id", lambda: session)
            deferred_files.cancel()

    files = handler(file=make, other=lambda: done.append("other"))

    async def talk() -> list[BackendOperationResponse]:
        first = asyncio.create_task(asked(files, "file", "a"))
        await asyncio.to_thread(begun.wait)
        press_cancel("b")  # has none
        press_cancel("a")
        may_go_on.set()
        return [await first, await asked(files, "other", "a")]

    first, again = run(talk())
    assert saying("files.cancelled").fullmatch(first.error_msg)
    assert (again.deferred_file.url, done) == ("/media/other", ["other"])


def test_a_file_that_waits_for_others_is_cancelled_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    may_end, done = Event(), list[int]()
    files = handler(slow=may_end.wait, file=lambda: done.append(1))

    async def talk() -> BackendOperationResponse:
        others = [asyncio.create_task(asked(files, "slow", str(number))) for number in range(deferred_files.SLOTS)]
        await asyncio.sleep(0)  # the tasks begin
        waiting = asyncio.create_task(asked(files, "file", "a"))
        await asyncio.sleep(0)
        monkeypatch.setattr(sessions, "session_id", lambda: "a")
        deferred_files.cancel()
        answer = await waiting
        may_end.set()
        await asyncio.gather(*others)
        return answer

    assert saying("files.cancelled").fullmatch(run(talk()).error_msg)
    assert done == []


def test_a_file_from_a_worker_is_waited_for_as_long_as_its_visitor_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    here, waited = {"a"}, list[bool]()
    monkeypatch.setattr(sessions, "is_active", lambda session: session in here or not session)

    def make() -> None:
        with workers.pool()._waiting() as still_waits:
            waited.append(still_waits())
            here.clear()
            waited.append(still_waits())

    run(asked(handler(file=make), "file", "a"))
    assert waited == [True, False]


def test_a_file_ends_after_some_seconds_of_the_processor(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = [0.0]
    monkeypatch.setattr(deferred_files, "thread_time", lambda: clock[0])

    def make() -> None:
        checkpoint()
        clock[0] += deferred_files.SECONDS + 1
        checkpoint()

    answer = run(asked(handler(file=make), "file", "a"))
    assert saying("error.limit-saved-seconds").fullmatch(answer.error_msg)


def test_a_file_that_is_too_large_is_refused_in_the_language_of_the_page(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[Callable[[], object]] = []
    monkeypatch.setattr("streamlit.download_button", lambda label, content, *_, **__: drawn.append(content))
    monkeypatch.setattr("tokviz.web.shared.i18n.catalog", lambda: load("zh"))
    monkeypatch.setattr(deferred_files, "MAX_SAVED_BYTES", 10)
    for content in ("12345678901", "一二三四"):
        downloads.save("", lambda content=content: content, "", "")  # type: ignore[misc]
    downloads.save("", lambda: "1234567890", "", "")
    refused, too, taken = (run(asked(handler(file=make), "file", "")) for make in drawn)
    for answer in (refused, too):
        assert answer.error_msg == LimitError("MAX_SAVED_BYTES", 10, met=1).sentence(load("zh").templates)
    assert taken.deferred_file.url


def test_a_fault_of_ours_is_told_without_its_words() -> None:
    def make() -> None:
        raise KeyError("secret")

    assert saying("files.not-made").fullmatch(run(asked(handler(file=make), "file", "a")).error_msg)


def test_a_trace_is_written_no_further_than_its_file_may_be() -> None:
    trace = bpe.train(Corpus({"low": 5, "lower": 2, "newest": 6}))
    whole = trace_json(trace)
    assert trace_json(trace, len(whole)) == whole
    with pytest.raises(LimitError):
        trace_json(trace, len(whole) - 1)


def test_all_files_come_from_one_button() -> None:
    """Another button for files would give Streamlit functions that no limit surrounds."""
    callers = {
        path.relative_to(ROOT).as_posix()
        for folder in ("tokviz", "pages")
        for path in (ROOT / folder).rglob("*.py")
        if any(
            isinstance(node, ast.Attribute) and node.attr == "download_button"
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        )
    }
    assert callers == {"tokviz/web/shared/downloads.py"}
