"""The access log of a server: no request is in it."""

from __future__ import annotations

import logging

import pytest
from uvicorn.protocols.websockets import websockets_sansio_impl

from tokviz.web.streamlit_workarounds import access_log


def test_no_request_is_logged(monkeypatch: pytest.MonkeyPatch) -> None:
    access, server = logging.getLogger("uvicorn.access"), logging.getLogger("uvicorn.error")
    monkeypatch.setattr(access, "disabled", False)
    monkeypatch.setattr(server, "filters", [])
    access_log.leave_out_visitors()
    assert access.disabled
    about_visitors = ('%s - "WebSocket %s" [accepted]', "connection open", "connection closed")
    records = {
        text: logging.makeLogRecord({"msg": text, "levelno": logging.INFO}) for text in (*about_visitors, "Started")
    }
    assert [text for text, record in records.items() if server.filter(record)] == ["Started"]


def test_sockets_that_are_refused_fill_no_log(monkeypatch: pytest.MonkeyPatch) -> None:
    server = logging.getLogger("uvicorn.error")
    monkeypatch.setattr(server, "filters", [])
    access_log.leave_out_visitors()
    told = websockets_sansio_impl.__loader__.get_source(websockets_sansio_impl.__name__)  # type: ignore[union-attr]
    line = "ASGI callable returned without completing handshake."
    assert line in told
    assert not server.filter(logging.makeLogRecord({"msg": line, "levelno": logging.ERROR}))
    assert server.filter(logging.makeLogRecord({"msg": "Exception in ASGI application", "levelno": logging.ERROR}))
