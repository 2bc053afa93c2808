"""The metrics are for this machine, also where a socket takes both versions of IP."""

from __future__ import annotations

import pytest
from starlette.responses import PlainTextResponse
from starlette.testclient import TestClient

from tokviz.web.access_control import AccessControl


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
