"""Values put into widgets: who wins when the browser sends what it had before, and for how long."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from tests.pages import visit
from tokviz.state.bytes import SAMPLES
from tokviz.web.streamlit_workarounds import widget_values


@pytest.fixture
def widgets(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """The session state, with one widget in it, into which a value was put."""
    state: dict[str, Any] = {"word": "pun"}
    monkeypatch.setattr(widget_values, "st", SimpleNamespace(session_state=state))
    widget_values.put("word", "puns")
    return state


def test_a_run_broken_off_is_not_the_end_of_it(widgets: dict[str, Any]) -> None:
    for _ in range(2):
        widgets["word"] = "pun"
        assert widget_values.is_stale("word", is_late=False)
        widget_values.begin_run(is_late=False)
        assert widgets["word"] == "puns"


def test_a_late_run_gets_it_again(widgets: dict[str, Any]) -> None:
    widget_values.end_run()
    widgets["word"] = "pun"
    assert widget_values.is_stale("word", is_late=True)
    widget_values.begin_run(is_late=True)
    assert widgets["word"] == "puns"


def test_who_knows_it_may_go_back_to_what_was_before(widgets: dict[str, Any]) -> None:
    widget_values.end_run()
    widgets["word"] = "pun"
    assert not widget_values.is_stale("word", is_late=False)
    widget_values.begin_run(is_late=False)
    assert widgets["word"] == "pun"
    widget_values.begin_run(is_late=True)
    assert widgets["word"] == "pun"


@pytest.mark.parametrize("is_late", [False, True])
def test_what_the_visitor_changes_is_the_visitors(widgets: dict[str, Any], is_late: bool) -> None:
    widgets["word"] = "hug"
    assert not widget_values.is_stale("word", is_late=is_late)
    widget_values.begin_run(is_late=is_late)
    assert widgets["word"] == "hug"
    widgets["word"] = "pun"
    widget_values.begin_run(is_late=is_late)
    assert widgets["word"] == "pun"


def test_twice_in_a_row(widgets: dict[str, Any]) -> None:
    widget_values.put("word", "bun")
    for before in ("pun", "puns"):
        widgets["word"] = before
        widget_values.begin_run(is_late=False)
        assert widgets["word"] == "bun"


def test_a_widget_that_is_not_on_the_page_has_nothing_to_say(widgets: dict[str, Any]) -> None:
    widget_values.put("text", "hug")
    assert widgets["text"] == "hug"
    assert not widget_values.is_stale("text", is_late=True)
    del widgets["word"]
    widget_values.begin_run(is_late=True)
    assert "word" not in widgets


@pytest.mark.parametrize("is_late", [True, False])
def test_the_text_that_a_choice_brings_along(is_late: bool) -> None:
    at = visit.opened("bytes")
    at.selectbox(key="bytes_sample").set_value("chinese")
    assert visit.alive(at.run()).query_params == {"preset": "chinese"}
    if is_late:
        at.query_params.clear()
    at.text_area(key="bytes_text").set_value(SAMPLES["english"])
    visit.alive(at.run())
    if is_late:
        assert at.query_params == {}  # "chinese" is on its way
        assert at.text_area(key="bytes_text").value == SAMPLES["chinese"]
    else:
        assert at.query_params == {"preset": "own", "text": SAMPLES["english"], "corpus": "tea"}


def test_a_typed_text_is_not_taken_back_by_the_choice_before() -> None:
    at = visit.opened("bytes")
    at.text_area(key="bytes_text").set_value("low")
    assert visit.alive(at.run()).query_params == {"preset": "own", "text": "low"}
    at.query_params.clear()
    at.selectbox(key="bytes_sample").set_value("english")
    at.pills(key="bytes_token").select(2)
    visit.alive(at.run())
    assert at.query_params == {"preset": "own", "text": "low", "token": "2"}
