"""Headers of each answer that tell the browser about its safety."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from starlette.responses import PlainTextResponse, Response
from starlette.testclient import TestClient
from starlette.types import Receive, Scope, Send

from tokviz.web.server.headers import FRAMES, SecurityHeaders, frame_ancestors


def got(answer: Response, host: str = "tokviz.example.edu", path: str = "/") -> Mapping[str, str]:
    """The headers of an answer behind the middleware."""

    async def inside(scope: Scope, receive: Receive, send: Send) -> None:
        await answer(scope, receive, send)

    headers = SecurityHeaders(inside, ("say()",), leading=("/live",))
    return TestClient(headers).get(path, headers={"Host": host}).headers


def directives(headers: Mapping[str, str]) -> dict[str, str]:
    parts = (part.strip().partition(" ") for part in headers["Content-Security-Policy"].split(";"))
    return {name: value for name, _, value in parts}


@pytest.mark.parametrize("status", [200, 304, 404, 500])
def test_every_answer_has_them(status: int) -> None:
    headers = got(Response(status_code=status))
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "no-referrer"  # the address of a page may hold the key of a live class
    assert "default-src" in directives(headers)


def test_a_page_runs_scripts_of_this_server_alone() -> None:
    found = directives(got(PlainTextResponse("")))
    sources = found["script-src"].split()
    assert [source for source in sources if not source.startswith("'sha256-")] == ["'self'", "blob:"]
    assert (found["default-src"], found["object-src"], found["base-uri"]) == ("'self'", "'none'", "'self'")
    assert not {"https:", "http:", "*", "'unsafe-eval'"} & set(" ".join(found.values()).split())


def test_a_page_opens_websockets_of_its_own_host_alone() -> None:
    own = "'self' ws://tokviz.example.edu:81 wss://tokviz.example.edu:81"
    assert directives(got(PlainTextResponse(""), "tokviz.example.edu:81"))["connect-src"] == own
    assert directives(got(PlainTextResponse(""), "a;script-src *"))["connect-src"] == "'self'"


def test_a_route_keeps_its_own_policy() -> None:
    own = {"Content-Security-Policy": "default-src 'none'", "Referrer-Policy": "same-origin"}
    headers = got(PlainTextResponse("", headers=own))
    assert {name: headers[name] for name in own} == own
    assert headers["X-Content-Type-Options"] == "nosniff"


def test_all_sites_may_show_it_in_a_frame_unless_some_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(FRAMES, raising=False)
    assert "frame-ancestors" not in directives(got(PlainTextResponse("")))
    monkeypatch.setenv(FRAMES, "https://moodle.example.edu https://*.example.org:8443")
    found = directives(got(PlainTextResponse("")))["frame-ancestors"]
    assert found == "'self' https://moodle.example.edu https://*.example.org:8443"
    monkeypatch.setenv(FRAMES, "self")
    assert directives(got(PlainTextResponse("")))["frame-ancestors"] == "'self'"


def test_no_other_site_shows_a_page_that_leads_others_unless_it_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(FRAMES, raising=False)
    for path in ("/live", "/live/", "/live?embed=true"):
        assert directives(got(PlainTextResponse(""), path=path))["frame-ancestors"] == "'self'"
    for path in ("/", "/bpe", "/lively"):
        assert "frame-ancestors" not in directives(got(PlainTextResponse(""), path=path))
    monkeypatch.setenv(FRAMES, "https://moodle.example.edu")
    found = directives(got(PlainTextResponse(""), path="/live"))["frame-ancestors"]
    assert found == "'self' https://moodle.example.edu"


@pytest.mark.parametrize("told", ["*", "https:", "moodle.example.edu", "https://a.example;script-src *", "\r\nX: y"])
def test_what_is_no_site_allows_nothing(told: str) -> None:
    assert frame_ancestors(told) == ("'self'",)
