"""The access log of a server: no request is in it."""

from __future__ import annotations

import logging

import pytest

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
