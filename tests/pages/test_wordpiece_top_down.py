"""`/wordpiece` where it trains from the top down: by link and by hand, in both languages, beside other trainers."""

from __future__ import annotations

import pytest
from streamlit.testing.v1 import AppTest

from tests.catalogs import saying
from tests.pages import visit
from tokviz.views.shared.catalog import LANGUAGES, load

EN = load("en")
LEARNERS = ["tf-text", "tf-text-guide"]


def opened(**query: str) -> AppTest:
    return visit.opened("wordpiece", **{"lang": "en", "example": "hug", "vocab": "24", **query})


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("rules", LEARNERS)
def test_each_step_opens(rules: str, language: str) -> None:
    say = load(language)
    for step in ("0", "1", "3", "7", "52"):
        at = opened(rules=rules, step=step, lang=language)
        assert visit.step(at) == int(step)
        assert not at.warning
        assert at.query_params["rules"] == rules
    assert say(f"preset.about.wordpiece.{rules}") in [one.value for one in at.sidebar.caption]


def test_the_next_selection_is_worked_out() -> None:
    at = opened(rules="tf-text", step="3")
    table = visit.frame(at, 0)
    assert table[["token", "count", "taken", "remains"]].to_numpy().tolist()[:2] == [
        ["pun", 12, 0, 12],
        ["hug", 15, 5, 10],
    ]
    assert saying("top-down.outcome.kept.at-least", threshold=11).search(visit.written(at))


@pytest.mark.parametrize("view", ["search", "learned", "versus", "files"])
def test_the_views_open(view: str) -> None:
    at = opened(rules="tf-text", vs="tf-text-guide", view=view)
    assert not at.error
    assert at.query_params.get("view", "search") == view


@pytest.mark.parametrize(("rules", "vs"), [("tf-text", "tf-text-guide"), ("course", "tf-text"), ("tf-text", "gain")])
def test_two_are_compared_where_they_part(rules: str, vs: str) -> None:
    at = opened(rules=rules, vs=vs, view="versus")
    shown = visit.written(at)
    assert "They part at" in shown
    assert "Only" in shown


def test_a_visitor_chooses_it_and_goes_back() -> None:
    at = visit.with_rules("wordpiece", lang="en", example="hug")
    at.selectbox(key="wordpiece_preset").select("tf-text")
    at = visit.alive(at.run())
    assert at.query_params["rules"] == "tf-text"
    assert at.number_input(key="wordpiece_lower_threshold").value == 10
    at.number_input(key="wordpiece_lower_threshold").set_value(1)
    at = visit.alive(at.run())
    assert at.query_params["lower"] == "1"
    at.selectbox(key="wordpiece_preset").select("course")
    at = visit.alive(at.run())
    assert "lower" not in at.query_params
    assert at.selectbox(key="wordpiece_select_by").value == "score"
