"""The lesson editor: a view becomes a card, cards are moved and removed, a file is written, opened and explained."""

import json
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from tests.pages import visit
from tokviz import guides
from tokviz.errors import FormatError
from tokviz.views.shared.catalog import load
from tokviz.web.guides import own

EN = load("en")


def add(at: AppTest, title: str, text: str, part: str = "stage") -> AppTest:
    """Make the view that is open a card."""
    if not [one for one in at.button if one.label == EN("edit.add")]:
        at.button(key="lesson_edit").click()
        visit.alive(at.run())
    for label, value in ((EN("edit.card.title"), title), (EN("edit.card.text"), text)):
        field = next(one for one in (*at.text_input, *at.text_area) if one.label == label)
        field.set_value(value)
    next(one for one in at.selectbox if one.label == EN("edit.part")).set_value(part)
    next(one for one in at.button if one.label == EN("edit.add")).click()
    return visit.alive(at.run())


def cards(at: AppTest) -> list[str]:
    if own._LESSON not in at.session_state:
        return []
    found: Any = at.session_state[own._LESSON]
    return [card.title["en"] for card in found.cards]


def test_views_become_cards_that_can_be_ordered_saved_and_shown() -> None:
    at = visit.opened("bpe", example="hug", step="2", lang="en")
    add(at, "First", "Look at `u g`.")
    add(at, "Second", "And on.", "now")
    assert cards(at) == ["First", "Second"]
    at.button(key="lesson_move_2_-1").click()
    assert cards(visit.alive(at.run())) == ["Second", "First"]
    made = at.session_state[own._LESSON]
    assert [(card.page, dict(card.query), card.part) for card in made.cards] == [
        ("bpe", {"example": "hug", "step": "2"}, part) for part in ("now", "stage")
    ]
    assert guides.parse(own.NAME, guides.written(made)) == made
    at.query_params.update(guide="own", card="2")
    visit.alive(at.run())
    (card,) = [one.proto for one in at.get("bidi_component") if one.proto.component_name.endswith("guide_card")]
    assert json.loads(card.json)["titles"] == ["Second", "First"]
    at = visit.opened("bpe", example="hug", guide="own", card="2", lang="en")
    assert cards(at) == []  # another visit has another lesson, or none


def test_the_last_card_takes_the_lesson_with_it() -> None:
    at = visit.opened("bpe", example="hug", lang="en")
    add(at, "Only", "One.")
    at.button(key="lesson_remove_1").click()
    assert cards(visit.alive(at.run())) == []


@pytest.mark.parametrize(
    ("title", "text", "said"),
    [("", "Text.", "lacks card 1, title.en"), ("A", "word " * 99, "card 1, text.en is too long")],
)
def test_a_card_that_does_not_fit_is_explained(title: str, text: str, said: str) -> None:
    at = visit.opened("bpe", example="hug", lang="en")
    add(at, title, text)
    assert cards(at) == []
    assert any(said in visit.plain(error.value) for error in at.error), [error.value for error in at.error]


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"\xff\xfe", "not written in UTF-8"),
        (b"title = [", "not valid TOML"),
        (b"title.en = 'x'", "lacks line.en"),
        (b"", "lacks title.en"),
    ],
)
def test_a_file_that_is_no_lesson_is_explained(data: bytes, said: str) -> None:
    with pytest.raises(FormatError, match=said):
        guides.read(own.NAME, data, "mine.toml")
