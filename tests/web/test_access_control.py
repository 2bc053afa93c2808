"""The metrics are for this machine, also where a socket takes both versions of IP."""

from __future__ import annotations

from contextlib import nullcontext

import pytest
from starlette.responses import PlainTextResponse
from starlette.testclient import TestClient, WebSocketDenialResponse
from starlette.types import Receive, Scope, Send
from starlette.websockets import WebSocket

from tokviz.web.access_control import AccessControl

pytestmark = pytest.mark.usefixtures("serving")


def status(peer: str, **headers: str) -> int:
    client = TestClient(AccessControl(PlainTextResponse("metrics")), client=(peer, 50_000))
    return client.get("/_stcore/metrics", headers={"Host": "localhost:8501", **headers}).status_code


@pytest.mark.parametrize("peer", ["127.0.0.1", "::1", "::ffff:127.0.0.1"])
def test_this_machine_gets_them(peer: str) -> None:
    assert status(peer) == 200
    assert status(peer, Forwarded="for=192.0.2.7") == 403
    assert status(peer, Host="evil.example") == 403


@pytest.mark.parametrize("peer", ["192.168.1.7", "::ffff:192.168.1.7", "2001:db8::1", "", "/tmp/socket"])
def test_nobody_else_does(peer: str) -> None:
    assert status(peer) == 403


@pytest.mark.parametrize(
    ("host", "origin", "is_open"),
    [
        ("localhost:8501", "http://localhost:8501", True),
        ("localhost:8501", "http://localhost:8710", False),
        ("localhost:8501", "http://127.0.0.1:8501", False),
        ("127.0.0.1:8501", "http://127.0.0.1:8501", True),
        ("tokviz.example.edu", "http://localhost:8710", False),
        ("localhost:8501", "http://[::1]:8710", False),
        ("localhost:8501", None, True),
        ("tokviz.example.edu", "https://other.example.org", True),
    ],
)
def test_pages_of_other_servers_of_this_machine_open_no_session(host: str, origin: str | None, is_open: bool) -> None:
    """Streamlit itself refuses the sites of other machines, by its settings, but takes all of this one."""

    async def streamlit(scope: Scope, receive: Receive, send: Send) -> None:
        await WebSocket(scope, receive, send).accept()

    client = TestClient(AccessControl(streamlit))
    headers = {"Host": host} | ({} if origin is None else {"Origin": origin})
    refused = nullcontext() if is_open else pytest.raises(WebSocketDenialResponse)
    with refused, client.websocket_connect("/_stcore/stream", headers=headers):
        pass
