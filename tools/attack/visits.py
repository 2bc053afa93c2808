"""Sessions without a browser that also write into fields, choose, press buttons and upload files.

:class:`Session` is an ordinary visitor's: an error on the page ends it. :class:`Hostile` is an attacker's: it keeps the
sentences that the page says.
"""

from __future__ import annotations

import asyncio
import http.client
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from http.cookies import SimpleCookie
from typing import Any
from urllib.parse import quote, urlsplit
from uuid import uuid4

from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ClientState_pb2 import ClientState
from streamlit.proto.Delta_pb2 import Delta
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.proto.WidgetStates_pb2 import WidgetState
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from tools.attack.attack import NotKeptError, Target, expect
from tools.bench.load_visitor import VisitError, Visitor

__all__ = ["Hostile", "Session", "hostile", "put", "refused", "session"]

_COOKIE = "_streamlit_xsrf"
_SLOW = 120.0  # seconds for sending one file


class Session(Visitor):
    """A session of a visitor who also writes, chooses and uploads."""

    def __init__(self, socket: ClientConnection, url: str, path: str, query: str, source: str) -> None:
        super().__init__(socket, url, path, query, reads=True)
        self._url, self._source = url, source
        self.options: dict[str, list[str]] = {}  # key of a list to choose from -> its options, which are plain text
        self.pills: dict[str, list[str]] = {}  # key of a row of buttons -> their labels, which are markdown
        self.titles = 0
        self._buttons: dict[str, tuple[str, str]] = {}  # id -> its fragment and its id
        self._files: dict[str, str] = {}  # key of a button that saves a file -> what names it to the server

    async def open(self) -> float:
        """Run the page for the first time, or the page of another address."""
        self.titles = 0
        return await super().open()

    async def write(self, key: str, text: str) -> float:
        """Write a text into a field, or choose the option of this label; returns the seconds of the run."""
        name = self._named(key)
        fragment, said = self._widgets[name]
        said.string_value = text
        return await self._run(ClientState(fragment_id=fragment))

    async def open_panel(self, key: str) -> float:
        """Open a panel, whose fields are drawn while it is open; returns the seconds of the run."""
        name = self._named(key)
        fragment, said = self._widgets[name]
        said.bool_value = True
        return await self._run(ClientState(fragment_id=fragment))

    async def press(self, key: str) -> float:
        """Press a button."""
        name = next((one for one in self._buttons if one.endswith(f"-{key}")), None)
        if name is None:
            raise VisitError(f"{self._path}: no button {key}")
        self.titles = 0
        fragment, _ = self._buttons[name]
        return await self._run(ClientState(fragment_id=fragment), WidgetState(id=name, trigger_value=True))

    async def upload(self, key: str, files: Mapping[str, bytes]) -> float:
        """Upload files into a field beside those that are in it; returns the seconds of the run that follows."""
        name = self._named(key)
        fragment, said = self._widgets[name]
        for file, data in files.items():
            place = uuid4().hex
            status = await asyncio.to_thread(put, self._url, self.session, place, file, data, self._source)
            if status != 204:
                raise VisitError(f"{self._path}: the upload is refused with status {status}")
            info = said.file_uploader_state_value.uploaded_file_info.add(name=file, size=len(data), file_id=place)
            info.file_urls.file_id = place
            info.file_urls.upload_url = info.file_urls.delete_url = _place(self.session, place)
        return await self._run(ClientState(fragment_id=fragment))

    async def ask_for_file(self, key: str) -> None:
        """Ask the server to make the file of a button, and wait for no answer."""
        if key not in self._files:
            raise VisitError(f"{self._path}: no file {key}")
        message = BackMsg()
        request = message.backend_operation_request
        request.request_id, request.session_id = uuid4().hex, self.session
        request.deferred_file.file_id = self._files[key]
        await self._socket.send(message.SerializeToString())

    async def files(self, key: str, times: int) -> list[str]:
        """Ask for the file of a button so many times at once; returns for each why there is none, or nothing."""
        for _ in range(times):
            await self.ask_for_file(key)
        errors: list[str] = []
        while len(errors) < times:
            message = ForwardMsg.FromString(await self._socket.recv(decode=False))
            if message.WhichOneof("type") == "backend_operation_response":
                errors.append(message.backend_operation_response.error_msg)
        return errors

    async def clear_cache(self) -> None:
        """Ask the server to forget what it has computed, as a browser's menu can."""
        await self._socket.send(BackMsg(clear_cache=True).SerializeToString())

    def _named(self, key: str) -> str:
        name = next((one for one in self._widgets if one.endswith(f"-{key}")), None)
        if name is None:
            raise VisitError(f"{self._path}: no field {key}")
        return name

    def _take(self, delta: Delta, seen: set[str]) -> None:
        if panel := delta.add_block.popover.id:
            seen.add(panel)
            closed = WidgetState(id=panel, bool_value=False)
            self._widgets.setdefault(panel, (delta.fragment_id, closed))
        kind = delta.new_element.WhichOneof("type") or ""
        element: Any = getattr(delta.new_element, kind, None)
        if kind == "button":
            self._buttons[element.id] = (delta.fragment_id, element.id)
        elif kind == "download_button":
            self._files[element.id.rpartition("-")[2]] = element.deferred_file_id
        elif kind == "selectbox":
            self.options[element.id.rpartition("-")[2]] = list(element.options)
        elif kind == "button_group":
            self.pills[element.id.rpartition("-")[2]] = [option.content for option in element.options]
        elif kind == "heading" and element.tag == "h1":
            self.titles += 1
        super()._take(delta, seen)


class Hostile(Session):
    """A session of an attacker. sentences: the errors and warnings of the last run, as the page says them."""

    def __init__(self, socket: ClientConnection, url: str, path: str, query: str, source: str) -> None:
        super().__init__(socket, url, path, query, source)
        self.sentences: list[str] = []

    async def _run(self, state: ClientState, *once: WidgetState) -> float:
        self.sentences.clear()
        return await super()._run(state, *once)

    def _take(self, delta: Delta, seen: set[str]) -> None:
        kind = delta.new_element.WhichOneof("type") or ""
        element: Any = getattr(delta.new_element, kind, None)
        if kind == "exception":
            raise VisitError(f"the page shows an exception, {element.type}")
        if kind == "alert" and element.format in (element.ERROR, element.WARNING):
            self.sentences.append(element.body)
        else:
            super()._take(delta, seen)


@asynccontextmanager
async def session(url: str, path: str, query: str = "") -> AsyncIterator[Session]:
    """Open a page as an ordinary visitor, and close it in the end. Raises VisitError."""
    try:
        async with _connected(url, "") as socket:
            yield Session(socket, url, path, query, "")
    except (ConnectionClosed, InvalidHandshake, OSError, TimeoutError) as error:
        raise VisitError(f"{path}: connection lost, {error!r}") from error


@asynccontextmanager
async def hostile(target: Target, path: str, query: str = "") -> AsyncIterator[Hostile]:
    """Open a page as an attacker, whose first run is over, and close it in the end. Raises NotKeptError."""
    try:
        async with _connected(target.url, target.source) as socket:
            visit = Hostile(socket, target.url, path, query, target.source)
            await visit.open()
            yield visit
    except (ConnectionClosed, InvalidHandshake, OSError, VisitError) as error:
        raise NotKeptError(f"{path}: {str(error) or repr(error)}"[:200]) from error


def _connected(url: str, source: str) -> connect:
    """Return a connection to Streamlit, from an address of this machine where one is named."""
    place: dict[str, Any] = {"local_addr": (source, 0)} if source else {}
    address = f"{url.replace('http', 'ws', 1)}/_stcore/stream"
    return connect(address, subprotocols=["streamlit"], proxy=None, max_size=None, **place)  # type: ignore[list-item]


def put(url: str, session: str, place: str, name: str, data: bytes, source: str = "") -> int:
    """Send a file to where a field's browser would; returns the status. Raises OSError."""
    host = urlsplit(url)
    line = http.client.HTTPConnection(
        host.hostname or "", host.port, timeout=_SLOW, source_address=(source, 0) if source else None
    )
    try:
        line.request("GET", "/_stcore/health")
        with line.getresponse() as answer:
            answer.read()
            cookie = SimpleCookie(answer.headers.get("Set-Cookie", ""))
        token = cookie[_COOKIE].value if _COOKIE in cookie else ""
        boundary = uuid4().hex
        head = f'--{boundary}\r\nContent-Disposition: form-data; name="file"; filename="{_quoted(name)}"\r\n\r\n'
        body = b"".join((head.encode(), data, f"\r\n--{boundary}--\r\n".encode()))
        headers = {
            "Content-Type": f"multipart/form-data; boundary={boundary}",
            "Cookie": f"{_COOKIE}={token}",
            "X-Xsrftoken": token,
        }
        line.request("PUT", _place(session, place), body, headers)
        with line.getresponse() as answer:
            answer.read()
            return answer.status
    except http.client.HTTPException as error:
        raise OSError(repr(error)) from error
    finally:
        line.close()


def _place(session: str, place: str) -> str:
    return f"/_stcore/upload_file/{quote(session)}/{quote(place)}"


def _quoted(name: str) -> str:
    """Return a file's name as browsers write it into a form.

    >>> _quoted('a"b.json')
    'a%22b.json'
    """
    return name.replace('"', "%22").replace("\r", "%0D").replace("\n", "%0A")


async def refused(target: Target, page: str, key: str, files: Mapping[str, bytes], query: str = "") -> str:
    """Upload files in a new session; returns the sentence by which the page refuses them. Raises NotKeptError."""
    async with hostile(target, page, query) as visit:
        await visit.upload(key, files)
        expect(visit.sentences, "the file is taken without a sentence")
        return visit.sentences[0]
