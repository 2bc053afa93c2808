"""The tabs of `/unigram` and what is beside its picture, as Streamlit draws them; their contents are in
`tests/views/pages`."""

from __future__ import annotations

import pytest
from streamlit.testing.v1 import AppTest

from tests.pages.visit import alive, opened, written
from tokviz.state.trained_pages import training_views
from tokviz.state.views import names_of
from tokviz.views.shared.catalog import LANGUAGES, load

EN = load("en")


def visit(**query: str) -> AppTest:
    """The page `/unigram` with the corpus of the course, as a link with this query opens it."""
    return opened("unigram", **{"example": "hug", **query})


# -- the step ----------------------------------------------------------------------------------------------------------


def test_a_choice_is_a_widget_whose_value_the_picture_lights_up() -> None:
    """The piece whose expected count is worked out; the key of the widget has the step, so each begins anew."""
    at = visit(rules="soft-em", seeds="strict-substrings", step="1")
    choice = at.selectbox(key="unigram_expected_1")
    assert choice.value == "hug"
    alive(choice.select("un").run())
    assert "12 × 0.4605 (`pun`)" in written(at)
    assert at.session_state["picture_light"]["texts"] == ["un"]


def test_only_what_would_tell_an_answer_is_hidden() -> None:
    """A visitor is asked what a pruning removes; before an M step nothing is asked."""
    hidden = EN("predict.hidden")
    query = {"rules": "soft-em", "seeds": "strict-substrings", "predict": "1", "view": "sizes"}
    assert hidden in written(visit(**query, step="5"))
    assert hidden not in written(visit(**query, step="2"))


# -- the tabs ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", list(LANGUAGES))
@pytest.mark.parametrize("view", names_of(training_views("unigram")))
def test_every_view_can_be_linked_to(view: str, language: str) -> None:
    at = visit(step="2", view=view, lang=language)
    assert next(tab.label for tab in at.tabs if tab.children) == load(language)(f"tab.{view}")


STILLS = ("still.svg", "still.png", "still.tikz")


def test_files() -> None:
    at = visit(view="files")
    buttons = [element.proto.label for element in at.get("download_button")]
    kinds = ("steps", "json", "tokenizer", "spm-vocab", "replay", *STILLS, "worksheet.blank", "worksheet.filled")
    assert buttons == [EN(f"files.{kind}") for kind in kinds]
