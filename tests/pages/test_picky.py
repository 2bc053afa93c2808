"""Training on `/picky`: the worked example step by step, conventions and knobs, its tabs, predictions."""

from __future__ import annotations

import re

import pytest
from streamlit.testing.v1 import AppTest

from tests.catalogs import saying
from tests.pages import visit
from tokviz import examples, picky
from tokviz.algorithms import PICKY
from tokviz.state.trained_pages import training_views
from tokviz.state.views import names_of
from tokviz.views.shared.catalog import LANGUAGES, load
from tokviz.views.shared.sentences import without_marks

EN = load("en")
LESSON = picky.train(examples.load("parts").corpus, rules=PICKY.own(examples.load("parts").recipe("picky").rules))


def page(**query: str) -> AppTest:
    """The page `/picky` with three short words, as a link with this query opens it."""
    return visit.opened("picky", **{"example": "parts", **query})


def said(at: AppTest, k: int) -> str:
    """The sentences of the picture at step k."""
    shown = visit.payload(at)
    assert shown is not None, visit.texts(at.main)
    return "\n".join(without_marks(said["text"]) for said in shown["frames"][k - shown["first"]]["say"])


@pytest.mark.both
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("view", names_of(training_views("picky")))
def test_every_tab_in_every_language(language: str, view: str) -> None:
    """Each tab is drawn, with the candidates beside the picture. What they say is in tests/views/pages."""
    at = page(lang=language, step="5", view=view)
    assert set(visit.pictures(at)) == {"picky_picture", *(["picky_encode_picture"] if view == "encode" else [])}
    assert load(language)("picky.panel.merge", number=6) in [entry.value for entry in at.subheader]


def test_a_field_of_a_view_is_a_widget() -> None:
    """At step 10 both ancestors of ▁abc are out: the tree of the token that is picked says why."""
    at = page(step="10", view="tree")
    field = next(one for one in at.main.selectbox if one.key == "picky_tree")
    assert field.options[0] == "␣abc"
    at = visit.alive(field.set_value("▁ab").run())
    told = [line for entry in at.markdown for line in entry.value.splitlines() if re.match(r"- (?!\*\*)", line)]
    assert [entry.split(" ")[1] for entry in told] == ["`␣ab`", "`␣a`"]


def test_the_worked_example() -> None:
    at = page(step="5")
    assert visit.rows(at, 5) == {"abc": ["▁abc"], "ab": ["▁", "a", "b"], "abd": ["▁", "a", "b", "d"]}
    key = "picky.next.removal"
    told = EN("picky.judged.above", worked="9 / (4 + 9) ≈ 69.23%".replace(" ", "\xa0"), threshold="50%")
    assert saying(key, number=5, part="▁ab", judged=told).search(said(at, 4))
    assert saying("picky.back", token="▁ab").search(said(at, 7))
    assert saying("picky.end.sizes", size=12, ever=13).search(said(at, len(LESSON)))


def test_a_test_that_removes_nothing_is_told() -> None:
    at = page(step="4", threshold="0.9")
    worked = "9 / (4 + 9) ≈ 69.23%".replace(" ", "\xa0")
    judged = EN("picky.judged.not-above", worked=worked, threshold="90%")
    assert saying("picky.stays", part="▁ab", judged=judged).search(said(at, 4))


@pytest.mark.parametrize("preset", picky.PRESETS)
def test_every_convention_on_prose(preset: str) -> None:
    at = page(example="lighthouse", rules=preset, merges="60", step="30")
    assert visit.step(at) == 30


def test_a_knob_that_changes_nothing_is_not_offered() -> None:
    """A scaffold has no threshold; what the field said comes back with the removal."""
    at = page(threshold="0.7")
    at.session_state["picky_knobs"] = True
    at = visit.alive(at.run())
    offered = [element.key for element in visit.elements(at.sidebar)]
    assert "picky_threshold" in offered
    next(one for one in at.sidebar.selectbox if one.key == "picky_removal").set_value("scaffold")
    at = visit.alive(at.run())
    assert "picky_threshold" not in [element.key for element in visit.elements(at.sidebar)]
    next(one for one in at.sidebar.selectbox if one.key == "picky_removal").set_value("picky")
    at = visit.alive(at.run())
    assert next(one for one in at.sidebar.number_input if one.key == "picky_threshold").value == 0.7


def test_scaffolds_change_no_word() -> None:
    at = page(rules="scaffold", step="3")
    assert visit.rows(at, 3) == visit.rows(at, 2)
    assert saying("picky.done.scaffold", number=3, part="▁a").search(said(at, 3))


def test_results_of_tests_are_covered_while_they_are_asked_for() -> None:
    at = page(predict="1", step="4")
    shown = visit.payload(at)
    assert shown is not None
    frame = shown["frames"][4]
    assert "tests" not in frame
    assert "▁ab" in without_marks(frame["ask"]["options"][0]["label"])
    assert [option["right"] for option in frame["ask"]["options"]] == [True, False]
    assert "tests" in shown["frames"][5]
    assert shown["frames"][0]["ask"]["pairs"]


def test_an_own_text() -> None:
    at = page(example="own", corpus="low low lower newest newest", step="2")
    assert visit.step(at) == 2


def test_the_page_opens_where_parts_are_tested() -> None:
    """A link that names an example means its start."""
    assert visit.step(visit.opened("picky")) == 12
    assert visit.step(visit.opened("picky", example="kentucky")) == 0
    assert visit.step(visit.opened("picky", step="3")) == 3
