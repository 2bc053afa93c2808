"""The access log of a server: no request is in it."""

from __future__ import annotations

import inspect
import logging
from types import ModuleType

import pytest
from streamlit.runtime import app_session
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


@pytest.mark.parametrize(
    ("name", "module", "line"),
    [
        ("uvicorn.error", websockets_sansio_impl, "ASGI callable returned without completing handshake."),
        ("streamlit.runtime.app_session", app_session, "Rejecting backend operation request"),
    ],
)
def test_refusals_fill_no_log(name: str, module: ModuleType, line: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A stranger can have a thousand of them in a second."""
    assert line in inspect.getsource(module)
    server = logging.getLogger(name)
    monkeypatch.setattr(server, "filters", [])
    access_log.leave_out_visitors()
    assert not server.filter(logging.makeLogRecord({"msg": line, "levelno": logging.ERROR}))
    assert server.filter(logging.makeLogRecord({"msg": "Exception in ASGI application", "levelno": logging.ERROR}))
