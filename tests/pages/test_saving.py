"""Files that a page makes once they are asked for: each has a Cancel beside its button."""

from __future__ import annotations

from concurrent.futures import Future
from threading import Event

import pytest

from tests.pages import visit
from tokviz.views.shared.catalog import load
from tokviz.web.streamlit_workarounds import deferred_files, sessions


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_press_cancels_the_file_in_the_making(monkeypatch: pytest.MonkeyPatch, language: str) -> None:
    at = visit.opened("bpe", view="files", example="hug", lang=language)
    cancels = {button.key: button for button in at.button if (button.key or "").startswith("cancel_file_")}
    assert {"cancel_file_file_json", "cancel_file_file_merges", "cancel_file_file_replay"} <= cancels.keys()
    assert {button.label for button in cancels.values()} == {load(language)("train.cancel")}

    cancelled, making = Event(), Future[str]()
    monkeypatch.setattr(deferred_files, "_making", {"mine": (cancelled, making), "another's": (Event(), Future[str]())})
    monkeypatch.setattr(sessions, "session_id", lambda: "mine")
    visit.alive(cancels["cancel_file_file_json"].click().run())
    assert cancelled.is_set()
    assert making.cancelled()
    other, its_making = deferred_files._making["another's"]
    assert not other.is_set()
    assert not its_making.cancelled()
