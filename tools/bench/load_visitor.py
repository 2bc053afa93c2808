"""A visitor without a browser: one websocket session that opens a page and acts on it as Streamlit's client and our
picture do: a step within the frames that are there asks the server nothing, unless what is below is in view.

What is sent was read off a browser (Streamlit 1.67): the state of every widget on the page, the page's hash, the
fragment that the action belongs to, the messages that the client still holds. Nothing is drawn.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from time import perf_counter
from typing import Any
from urllib.parse import parse_qsl, urlencode

from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ClientState_pb2 import ClientState
from streamlit.proto.Delta_pb2 import Delta
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.proto.WidgetStates_pb2 import WidgetState
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

__all__ = ["VisitError", "Visitor", "visit"]

TIMEOUT = 60.0  # seconds for one run of the script
_GOOD_ENDS = (ForwardMsg.FINISHED_SUCCESSFULLY, ForwardMsg.FINISHED_FRAGMENT_RUN_SUCCESSFULLY)
_HELD = 8  # large messages that a client keeps; the server sends a reference instead of one that is held


class VisitError(Exception):
    """A run ended in an error, was not over in time, or the connection was lost."""


@asynccontextmanager
async def visit(url: str, path: str, query: str = "", *, reads: bool = False) -> AsyncIterator[Visitor]:
    """Open `path` of the server at `url` (http://host:port) in a session of its own, and close it in the end.

    reads: whether this visitor has in view what is below the picture.
    """
    address = f"{url.replace('http', 'ws', 1)}/_stcore/stream"
    try:
        async with connect(address, subprotocols=["streamlit"], proxy=None, max_size=None) as socket:  # type: ignore[list-item]
            yield Visitor(socket, url, path, query, reads)
    except (ConnectionClosed, OSError) as error:
        raise VisitError(f"{path}: connection lost, {error}") from error


class Visitor:
    """One session on one page. `step` is where the picture rests, `query` what the address bar says, `session` what the
    server calls the session."""

    def __init__(self, socket: ClientConnection, url: str, path: str, query: str, reads: bool) -> None:
        self._socket, self._path, self._reads = socket, path, reads
        self.query, self.step, self.session = query, 0, ""
        self._context = {"timezone": "UTC", "timezone_offset": 0, "locale": "en-US", "url": url + path}
        self._page_hash = ""
        self._widgets: dict[str, tuple[str, WidgetState]] = {}  # id -> its fragment and what it says
        self._held: dict[str, None] = {}  # hashes of large messages, the last ones
        self._component: tuple[str, str, dict[str, Any]] | None = None  # id, fragment, data of the page's own part
        self._payload: dict[str, Any] = {}  # of that part, read
        self._order: object = None  # the last order of the server to that part, which it obeys once

    async def open(self) -> float:
        """Run for the first time. Return the seconds that it took. Raises VisitError. The others do both, too."""
        return await self._run(ClientState(page_name=self._path.strip("/")))

    async def act(self) -> float | None:
        """Do what the page is there for: rest on the next step, or pick the next word of rows.

        Returns how many seconds the run took, None where the server was asked nothing.
        """
        if self._component is None:
            raise VisitError(f"{self._path}: neither picture nor rows")
        name, fragment, data = self._component
        if "goto_id" in data:
            self.step = (self.step + 1) % (self._payload["total"] + 1)
            self.query = _with_step(self.query, self.step)
            place = self.step - self._payload["first"]
            if not self._reads and 0 <= place < len(self._payload["frames"]):
                return None
            rest = {"rest": {"step": self.step, "goto_id": data["goto_id"], "below": self._reads}}
            self._widgets[name] = (fragment, WidgetState(id=name, json_value=json.dumps(rest)))
            return await self._run(ClientState(fragment_id=fragment))
        self.step += 1
        if self._reads:
            self._widgets[name] = (fragment, WidgetState(id=name, json_value=json.dumps({"below": True})))
        words = self._payload["words"]
        events = [{"event": "pick", "value": ["word", words[self.step % len(words)]]}]
        once = WidgetState(id=f"$$STREAMLIT_INTERNAL_KEY_{name}__events", json_trigger_value=json.dumps(events))
        return await self._run(ClientState(fragment_id=fragment), once)

    def slide(self, key: str, value: float) -> None:
        """Move a slider, of which the server hears with the next action: so does Streamlit's client send what comes in
        one moment."""
        name = next(name for name in self._widgets if name.endswith(f"-{key}"))
        self._widgets[name][1].double_array_value.data[:] = [value]

    async def _run(self, state: ClientState, *once: WidgetState) -> float:
        """Ask for a run and read its messages. once: states that hold for this run alone."""
        state.query_string, state.page_script_hash = self.query, self._page_hash
        state.widget_states.widgets.extend([*(said for _, said in self._widgets.values()), *once])
        state.cached_message_hashes.extend(self._held)
        for name, value in self._context.items():
            setattr(state.context_info, name, value)
        started = perf_counter()
        try:
            async with asyncio.timeout(TIMEOUT):
                await self._socket.send(BackMsg(rerun_script=state).SerializeToString())
                await self._read(state.fragment_id)
        except TimeoutError:
            raise VisitError(f"{self._path}: no end after {TIMEOUT:.0f} s") from None
        return perf_counter() - started

    async def _read(self, fragment: str) -> None:
        """Read messages until the run is over. fragment: the one that runs, empty for the whole page."""
        seen: set[str] = set()
        while True:
            message = ForwardMsg.FromString(await self._socket.recv(decode=False))
            match message.WhichOneof("type"):
                case "new_session":
                    self._page_hash = message.new_session.page_script_hash
                    self.session = message.new_session.initialize.session_id
                case "navigation":
                    self._page_hash = message.navigation.page_script_hash
                case "page_info_changed":
                    self.query = message.page_info_changed.query_string
                case "page_not_found":
                    raise VisitError(f"{self._path}: no such page")
                case "delta":
                    self._take(message.delta, seen)
                case "script_finished" if message.script_finished in _GOOD_ENDS:
                    break
                case "script_finished" if message.script_finished != ForwardMsg.FINISHED_EARLY_FOR_RERUN:
                    raise VisitError(f"{self._path}: the script ended with {message.script_finished}")
            for held in (message.hash if message.metadata.cacheable else "", message.ref_hash):
                if held:
                    self._held.pop(held, None)
                    self._held[held] = None
        for held in list(self._held)[:-_HELD]:
            del self._held[held]
        self._widgets = {
            name: (home, said)
            for name, (home, said) in self._widgets.items()
            if name in seen or (fragment and home != fragment) or (self._component and name == self._component[0])
        }

    def _take(self, delta: Delta, seen: set[str]) -> None:
        """Remember what an element means for later runs."""
        kind = delta.new_element.WhichOneof("type") or ""
        element: Any = getattr(delta.new_element, kind, None)
        if kind == "exception" or (kind == "alert" and element.format == element.ERROR):
            raise VisitError(f"{self._path}?{self.query}: {str(element)[:300]}")
        if kind == "bidi_component":
            self._meet(element.id, delta.fragment_id, json.loads(element.json))
        elif said := _said(kind, element):
            # What a widget says stays, unless the server sets it; the first time it says its default.
            if said.id in self._widgets and not getattr(element, "set_value", False):
                said = self._widgets[said.id][1]
            seen.add(said.id)
            self._widgets[said.id] = (delta.fragment_id, said)

    def _meet(self, name: str, fragment: str, data: dict[str, Any]) -> None:
        """Remember the page's own part: the first that obeys orders or has words to pick. Others are pictures."""
        known = self._component
        if (known and known[0] != name) or "payload" not in data:
            return
        if known is None or known[2]["payload"] != data["payload"]:
            payload = json.loads(data["payload"])
            if not (data.get("goto_id") or payload.get("words")):
                return
            self._payload = payload
        self._component = (name, fragment, data)
        if self._order != data.get("goto_id"):
            self._order, self.step = data["goto_id"], data["goto"]


def _with_step(query: str, step: int) -> str:
    named = dict(parse_qsl(query, keep_blank_values=True))
    named.pop("step", None)
    return urlencode(named | ({"step": str(step)} if step else {}))


def _said(kind: str, element: Any) -> WidgetState | None:
    """Return the state of an untouched widget, or None for what is no widget."""
    said = WidgetState(id=getattr(element, "id", ""))
    if not said.id:
        return None
    match kind:
        case "selectbox":
            default = element.options[element.default] if element.HasField("default") and element.options else None
            _set(said, "string_value", element.raw_value if element.set_value else default)
        case "text_input" | "text_area":
            _set(said, "string_value", element.value if element.set_value else element.default)
        case "checkbox":
            _set(said, "bool_value", element.value if element.set_value else element.default)
        case "number_input":
            name = "value" if element.set_value else "default"
            if element.HasField(name):
                whole = element.data_type == element.INT
                number = getattr(element, name)
                _set(said, "int_value" if whole else "double_value", int(number) if whole else number)
        case "slider":
            said.double_array_value.data.extend(element.value if element.set_value else element.default)
        case "button_group":
            names = element.raw_values if element.set_value else [element.options[i].content for i in element.default]
            said.string_array_value.data.extend(names)
        case "dataframe" if element.selection_default:
            said.string_value = element.selection_default
        case "file_uploader":
            said.file_uploader_state_value.SetInParent()
        case _:
            return None
    return said


def _set(said: WidgetState, name: str, value: object) -> None:
    if value is not None:
        setattr(said, name, value)
