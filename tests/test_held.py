"""A turn that a test keeps is found."""

from __future__ import annotations

import pytest

from tests.held import held
from tokviz.web.computing import training_queue
from tokviz.web.computing.training_queue import QUICK, TrainingQueue
from tokviz.web.server import files
from tokviz.web.streamlit_workarounds import deferred_files, run_queue


def test_turns_that_were_not_given_back_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    assert held() == ()
    runs = run_queue.RunQueue()
    monkeypatch.setattr(run_queue, "_queue", runs)
    turn = runs.take()
    assert held() == ("the turn of a run",)
    runs.give_back(turn)
    queue: TrainingQueue = training_queue._queue()
    ticket = queue.draw("ada", "key", QUICK + 1)
    assert held() == ("a turn of the queue for training",)
    assert queue.wait(ticket, 0) == 0
    assert held() == ("a turn of the queue for training",)
    queue.give_back(ticket)
    assert held() == ()
    monkeypatch.setattr(run_queue, "_long", {turn: None})
    monkeypatch.setattr(deferred_files, "_making", {"ada": None})
    monkeypatch.setattr(files, "are_served", lambda: True)
    assert len(held()) == 3
