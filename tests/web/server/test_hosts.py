"""A page of another site gets nothing by a name that it has lead to this machine."""

from __future__ import annotations

import platform
from collections.abc import Sequence

import pytest
import streamlit as st
from starlette.responses import PlainTextResponse
from starlette.testclient import TestClient, WebSocketDenialResponse
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect
from streamlit import config

from tokviz.features.hub.web import field as web
from tokviz.web.server import hosts
from tokviz.web.server.hosts import LOOPBACK, OwnHosts, is_known
from tokviz.web.streamlit_workarounds import environment_options

OWN = ("localhost", "LOCALHOST.:8501", "tokviz.localhost", "127.0.0.1:8501", "127.0.0.2", "[::1]:8501", "192.168.1.7")
FOREIGN = ("evil.example", "evil.example:8501", "localhost.evil.example", "127.0.0.1.evil", "a@localhost", "[::1")


@pytest.fixture(autouse=True)
def _own_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tokviz.web.server.hosts._of_this_machine", lambda: ("laptop", "laptop.local"))


@pytest.fixture
def named(monkeypatch: pytest.MonkeyPatch) -> None:
    """A server whose settings name it."""
    allow(monkeypatch, ("tokviz.example.edu", *LOOPBACK))


def allow(monkeypatch: pytest.MonkeyPatch, hosts: Sequence[str]) -> None:
    before = config.get_option

    def option(name: str) -> object:
        return list(hosts) if name == "server.allowedHosts" else before(name)

    monkeypatch.setattr(config, "get_option", option)
    monkeypatch.setattr(st, "get_option", option)


def answering(address: str | None, proxies: int = 0) -> ASGIApp:
    """A server behind the middleware. address: its own, of the connection."""

    async def inside(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            await PlainTextResponse("the page")(scope, receive, send)
        else:
            web_socket = WebSocket(scope, receive, send)
            await web_socket.accept()
            await web_socket.close()

    checked = OwnHosts(inside, lambda: proxies)

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        scope["server"] = address and (address, 8501)
        await checked(scope, receive, send)

    return app


def status(app: ASGIApp, host: str, path: str = "/") -> int:
    """Return the status of a page under this host, which is the same for a socket."""
    client = TestClient(app)
    found = client.get(path, headers={"Host": host}).status_code
    try:
        with client.websocket_connect(path, headers={"Host": host, "Origin": f"http://{host}"}):
            is_open = True
    except (WebSocketDisconnect, WebSocketDenialResponse):
        is_open = False
    assert is_open == (found == 200)
    return found


@pytest.mark.parametrize("address", ["127.0.0.1", "::1", "::ffff:127.0.0.1", "127.0.1.1"])
def test_on_this_machine_only_its_own_names_are_answered(address: str) -> None:
    app = answering(address)
    assert {host: status(app, host) for host in OWN} == dict.fromkeys(OWN, 200)
    assert {host: status(app, host) for host in FOREIGN} == dict.fromkeys(FOREIGN, 403)
    assert status(app, "laptop.local:8501") == status(app, "laptop") == 200


@pytest.mark.parametrize("address", ["192.168.1.7", "::ffff:192.168.1.7", "10.244.0.5", None])
def test_in_a_network_every_name_is_answered(address: str | None) -> None:
    app = answering(address)
    assert [status(app, host) for host in ("laptop.local:8501", "192.168.1.7:8501", "tokviz.example.edu")] == [200] * 3


def test_a_proxy_on_this_machine_says_which_names_it_serves() -> None:
    assert status(answering("127.0.0.1", proxies=1), "tokviz.example.edu") == 200


@pytest.mark.usefixtures("named")
@pytest.mark.parametrize("address", ["127.0.0.1", "192.168.1.7"])
def test_where_names_are_set_no_others_are_answered(address: str) -> None:
    app = answering(address, proxies=1)
    assert {status(app, host) for host in ("tokviz.example.edu", "TOKVIZ.example.edu:443", "localhost:8501")} == {200}
    assert {status(app, host) for host in (*FOREIGN, "192.168.1.7", "a.tokviz.example.edu")} == {403}


@pytest.mark.usefixtures("named")
def test_a_probe_asks_for_the_health_by_any_name() -> None:
    assert status(answering("10.244.0.5"), "10.244.0.5:8501", "/_stcore/health") == 200


def test_the_refusal_says_what_to_do() -> None:
    said = TestClient(answering("127.0.0.1")).get("/bpe", headers={"Host": "tokviz.lan:8600"})
    assert said.headers["content-type"].startswith("text/plain")
    assert "http://localhost:8600" in said.text
    assert "STREAMLIT_SERVER_ALLOWED_HOSTS=tokviz.lan" in said.text
    assert "请" in said.text


def test_a_name_is_known_that_no_other_site_can_have() -> None:
    assert all(map(is_known, (*OWN, "laptop.local", None)))
    assert not any(map(is_known, (*FOREIGN, "tokviz.example.edu", "")))


@pytest.mark.usefixtures("named")
def test_a_name_of_the_settings_is_known() -> None:
    assert is_known("tokviz.example.edu")
    assert not is_known("laptop.local")


def test_a_setting_that_allows_all_makes_no_name_known(monkeypatch: pytest.MonkeyPatch) -> None:
    allow(monkeypatch, ("*", *LOOPBACK))
    assert status(answering("127.0.0.1"), "evil.example") == 200
    assert not is_known("evil.example")


@pytest.mark.parametrize(("host", "is_on"), [("localhost:8501", True), ("192.168.1.7", True), ("evil.example", False)])
def test_fetching_by_name_is_off_where_the_name_is_not_known(
    host: str, is_on: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(web.SWITCH, "1")
    monkeypatch.setattr(type(st.context), "headers", {"Host": host})
    assert web.may_fetch() == is_on


def test_this_machine_may_name_itself_where_names_are_set(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STREAMLIT_SERVER_ALLOWED_HOSTS", "tokviz.example.edu  localhost")
    assert environment_options.options()["server.allowedHosts"] == ["tokviz.example.edu", *LOOPBACK]
    monkeypatch.delenv("STREAMLIT_SERVER_ALLOWED_HOSTS")
    assert "server.allowedHosts" not in environment_options.options()
    allow(monkeypatch, ("from.config.example",))
    assert environment_options.options()["server.allowedHosts"] == ["from.config.example", *LOOPBACK]


def test_the_own_name_has_no_domain(monkeypatch: pytest.MonkeyPatch) -> None:
    """The name that a provider's network gives to the machine may be somebody else's name."""
    monkeypatch.undo()
    monkeypatch.setattr(platform, "node", lambda: "Laptop.provider.example")
    assert hosts._of_this_machine.__wrapped__() == ("laptop", "laptop.local")
