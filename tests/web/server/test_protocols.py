"""Limits below the app, over real servers: each way to start one has them without a flag.

The limits are small here, so that what would be gigabytes takes a few MB, and a time-out two seconds.
"""

from __future__ import annotations

import asyncio
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from time import monotonic

import pytest
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ClientState_pb2 import ClientState
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.proto.WidgetStates_pb2 import WidgetState
from websockets.asyncio.client import ClientConnection, connect

from tests.coroutines import run
from tests.e2e.conftest import STREAMLIT_RUN, Server, serve
from tests.web.server.raw import Raw

pytestmark = pytest.mark.program

MB = 1_000_000
WAYS = {
    "streamlit": STREAMLIT_RUN,
    "python": ("app.py",),
    "uvicorn": ("-m", "uvicorn", "app:app", "--port=0"),
}
SETTINGS = {
    "STREAMLIT_SERVER_PORT": "0",
    "STREAMLIT_SERVER_ADDRESS": "127.0.0.1",
    "TOKVIZ_CONNECTIONS_PER_ADDRESS": "20",
    "TOKVIZ_REQUEST_SECONDS": "2",
    "TOKVIZ_SOCKETS_MB": "8",
    "TOKVIZ_UPLOADS_MB": "9",
    "TOKVIZ_UPLOADS_PER_VISIT_MB": "8",
}
STREAM, ROOM = "/_stcore/stream", "/room/socket"
DIRECT = urllib.request.build_opener(urllib.request.ProxyHandler({}))


@pytest.fixture(scope="module", params=WAYS)
def server(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serve(tmp_path_factory.mktemp("server"), WAYS[request.param], settings=SETTINGS) as running:
        yield running
        assert "Traceback (most recent call last)" not in running.output()


def is_well(server: Server) -> bool:
    """Tell if an ordinary visitor is answered within two seconds."""
    began = monotonic()
    with DIRECT.open(f"{server.url}/_stcore/health", timeout=2) as answer:
        return bool(answer.read() == b"ok" and monotonic() - began < 2)


@pytest.fixture
def opened(server: Server) -> Iterator[Callable[..., Raw]]:
    """Open connections, which are closed after the test."""
    with ExitStack() as stack:

        def open_one(path: str = "", start: bytes = b"", headers: str = "") -> Raw:
            made = Raw.upgraded(server.url, path, headers) if path else Raw(server.url, start)
            stack.callback(made.close)
            return made

        yield open_one


def test_a_room_takes_small_messages_only(opened: Callable[..., Raw]) -> None:
    sockets = [opened(ROOM) for _ in range(10)]
    for socket in sockets:
        socket.send_frame(b"x" * 65_000, 1)
    assert [socket.close_code() for socket in sockets] == [1009] * 10


def test_many_small_parts_are_no_way_around(opened: Callable[..., Raw]) -> None:
    socket = opened(ROOM)
    socket.send_frame(b"x", 1)
    socket.send(b"\x00\x81\0\0\0\0x" * 2_000)
    assert socket.close_code() == 1009


def test_nothing_is_compressed(opened: Callable[..., Raw]) -> None:
    for path in (STREAM, ROOM):
        socket = opened(path, headers="Sec-WebSocket-Extensions: permessage-deflate\r\n")
        assert "101 Switching" in socket.head
        assert "deflate" not in socket.head.lower()


def test_the_oldest_of_many_unfinished_messages_give_way(server: Server, opened: Callable[..., Raw]) -> None:
    sockets = [opened(STREAM) for _ in range(12)]
    for socket in sockets:
        socket.send_frame(b"x" * MB)
    assert [socket.close_code() for socket in sockets[:8]] == [1013] * 8
    assert is_well(server)
    assert [socket.close_code() for socket in sockets[8:]] == [1013] * 4  # after two seconds without a byte


def test_a_message_that_rests_is_not_waited_for(opened: Callable[..., Raw]) -> None:
    for path in (STREAM, ROOM):
        socket = opened(path)
        socket.send_frame(b"x" * 10, 1)
        assert socket.close_code() == 1013


def test_requests_without_an_end_keep_nobody_out(server: Server, opened: Callable[..., Raw]) -> None:
    starts = (b"", b"GE", b"GET / HTTP/1.1\r\n", b"GET / HTTP/1.1\r\nHost: x\r\nX-Long: ")
    halves = [opened(start=starts[place % 4]) for place in range(60)]
    assert is_well(server)
    assert sum(half.is_open() for half in halves) <= 20
    answers = [half.rest() for half in halves]
    assert all(answer == b"" or answer.startswith(b"HTTP/1.1 408 ") for answer in answers)
    assert answers[-1].startswith(b"HTTP/1.1 408 ")


def test_a_second_request_without_an_end_is_cut_too(opened: Callable[..., Raw]) -> None:
    first = b"GET /_stcore/health HTTP/1.1\r\nHost: x\r\n\r\n"
    answer = opened(start=first + b"GET / HT").rest()
    assert answer.startswith(b"HTTP/1.1 200 OK")
    assert b"HTTP/1.1 408 " in answer


def test_bodies_that_rest_are_cut_and_keep_nobody_out(server: Server, opened: Callable[..., Raw]) -> None:
    """Also where the request is answered without one."""
    paths = ("/_stcore/upload_file/s/f", "/", "/_stcore/health", "/join", "/_stcore/component/x")
    heads = [f"{method} {path} HTTP/1.1\r\nHost: x\r\n" for method in ("GET", "POST", "PUT") for path in paths]
    bodies = [opened(start=f"{head}Content-Length: 1000000\r\n\r\nabc".encode()) for head in heads * 3]
    assert is_well(server)
    for body in bodies:
        body.rest()  # which ends


def test_a_visit_uploads_so_much_and_no_more(server: Server) -> None:
    """And another visit does not notice: the one with the most loses what it has when all have too much."""

    async def uploads() -> tuple[list[int], list[int], int, int | None]:
        async with visit(server) as first, visit(server) as second:
            one, other = await session(first), await session(second)
            greedy = [await put(server, one, f"f{place}", 2 * MB) for place in range(8)]
            late = [await put(server, other, f"f{place}", 2 * MB) for place in range(2)]
            async with asyncio.timeout(20):
                await first.wait_closed()
            return greedy, late, await put(server, one, "more", 10), first.close_code

    greedy, late, after, code = run(uploads())
    assert greedy == [204] * 3 + [413] * 5
    assert late == [204] * 2
    assert (after, code) == (400, 1012)  # no such session; the browser connects again


def test_a_page_with_a_text_of_a_megabyte_runs(server: Server) -> None:
    async def ends() -> int:
        async with visit(server) as socket:
            await session(socket)
            return await finished(socket, "x" * MB)

    assert run(ends()) == ForwardMsg.FINISHED_SUCCESSFULLY


def visit(server: Server) -> connect:
    """A socket as a page has it."""
    url = f"{server.url.replace('http', 'ws', 1)}{STREAM}"
    return connect(url, subprotocols=["streamlit"], proxy=None, max_size=None)  # type: ignore[list-item]


async def session(socket: ClientConnection) -> str:
    """Ask for the first page; returns the session's name."""
    await socket.send(BackMsg(rerun_script=ClientState(page_name="bytes")).SerializeToString())
    name = ""
    while True:
        message = ForwardMsg.FromString(await socket.recv(decode=False))
        if message.WhichOneof("type") == "new_session":
            name = message.new_session.initialize.session_id
        elif message.WhichOneof("type") == "script_finished":
            return name


async def finished(socket: ClientConnection, text: str) -> int:
    """Ask for a run with a text; returns how it ended."""
    state = ClientState(page_name="bytes")
    state.widget_states.widgets.append(WidgetState(id="$$ID-0-None", string_value=text))
    await socket.send(BackMsg(rerun_script=state).SerializeToString())
    while True:
        message = ForwardMsg.FromString(await socket.recv(decode=False))
        if message.WhichOneof("type") == "script_finished":
            return int(message.script_finished)


async def put(server: Server, name: str, file: str, size: int) -> int:
    """Upload a file as a browser does; returns the status of the answer."""
    return await asyncio.to_thread(_put, server, name, file, size)


def _put(server: Server, name: str, file: str, size: int) -> int:
    xsrf = xsrf_of(server)
    head = 'Content-Disposition: form-data; name="file"; filename="x.json"\r\nContent-Type: application/json'
    body = f"--B\r\n{head}\r\n\r\n".encode() + b"x" * size + b"\r\n--B--\r\n"
    headers = {
        "Content-Type": "multipart/form-data; boundary=B",
        "X-Xsrftoken": xsrf,
        "Cookie": f"_streamlit_xsrf={xsrf}",
    }
    url = f"{server.url}/_stcore/upload_file/{name}/{file}"
    try:
        with DIRECT.open(urllib.request.Request(url, body, headers, method="PUT"), timeout=60) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as error:
        return error.code
    except urllib.error.URLError:  # it was refused before all of it was sent
        return 413


def xsrf_of(server: Server) -> str:
    """The token that uploads need."""
    with DIRECT.open(f"{server.url}/_stcore/health", timeout=20) as answer:
        cookies = answer.headers.get_all("Set-Cookie") or ()
    token: str = next(one for one in cookies if one.startswith("_streamlit_xsrf="))
    return token.partition("=")[2].partition(";")[0]
