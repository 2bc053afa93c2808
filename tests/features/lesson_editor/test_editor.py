"""The lesson editor: a view becomes a card, cards are moved and removed, a file is written, opened and explained."""

import json
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from tests.catalogs import saying
from tests.pages import visit
from tokviz import guides
from tokviz.errors import FormatError
from tokviz.features.lesson_editor.web import own_lesson
from tokviz.text_keys import error_key
from tokviz.views.shared.catalog import LANGUAGES, load
from tokviz.web.guides.state import OWN

EN = load("en")


def add(at: AppTest, title: str, text: str, part: str = "picture") -> AppTest:
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
    if own_lesson._LESSON not in at.session_state:
        return []
    found: Any = at.session_state[own_lesson._LESSON]
    return [card.title["en"] for card in found.cards]


def test_views_become_cards_that_can_be_ordered_saved_and_shown() -> None:
    at = visit.opened("bpe", example="hug", step="2", lang="en")
    add(at, "First", "Look at `u g`.")
    add(at, "Second", "And on.", "now")
    assert cards(at) == ["First", "Second"]
    at.button(key="lesson_move_2_-1").click()
    assert cards(visit.alive(at.run())) == ["Second", "First"]
    made = at.session_state[own_lesson._LESSON]
    assert [(card.page, dict(card.query), card.part) for card in made.cards] == [
        ("bpe", {"example": "hug", "step": "2"}, part) for part in ("now", "picture")
    ]
    assert guides.parse(OWN, guides.write_guide(made)) == made
    at.query_params.update(guide="own", card="2")
    visit.alive(at.run())
    (card,) = [one.proto for one in at.get("bidi_component") if one.proto.component_name.endswith("guide_card")]
    assert json.loads(card.json)["titles"] == ["Second", "First"]
    at = visit.opened("bpe", example="hug", guide="own", card="2", lang="en")
    assert cards(at) == []  # another visit has another lesson, or none


def test_both_languages_are_written_saved_and_opened_again() -> None:
    at = visit.opened("bpe", example="hug", lang="en")
    at.button(key="lesson_edit").click()
    visit.alive(at.run())
    for key, value in {"title_en": "First", "title_zh": "第一张", "name_zh": "我的课"}.items():
        at.text_input(key=f"lesson_{key}").set_value(value)
    at.text_area(key="lesson_text_en").set_value("Look.")
    at.button(key="lesson_take").click()
    visit.alive(at.run())
    made: Any = at.session_state[own_lesson._LESSON]
    assert (dict(made.title), dict(made.cards[0].title)) == (
        {**dict.fromkeys(LANGUAGES, EN("edit.name.first")), "zh": "我的课"},
        {**dict.fromkeys(LANGUAGES, "First"), "zh": "第一张"},
    )
    assert dict(made.cards[0].text) == dict.fromkeys(LANGUAGES, "Look.")  # what is not translated
    assert at.text_input(key="lesson_title_zh").value == ""  # for the next card
    saved = guides.write_guide(made).encode()

    at = visit.opened("bpe", example="hug", lang="zh")
    at.button(key="lesson_edit").click()
    visit.alive(at.run())
    at.file_uploader(key="lesson_file").set_value(("lesson.toml", saved, "application/toml"))
    visit.alive(at.run())
    opened: Any = at.session_state[own_lesson._LESSON]
    assert opened == made
    at.button(key="lesson_change_1").click()
    visit.alive(at.run())
    assert [at.text_input(key=f"lesson_{one}").value for one in ("name_zh", "name_en", "title_zh", "title_en")] == [
        "我的课",
        EN("edit.name.first"),
        "第一张",
        "First",
    ]
    at.text_area(key="lesson_text_zh").set_value("看。")
    at.text_area(key="lesson_text_en").set_value("See.")
    at.button(key="lesson_take").click()
    visit.alive(at.run())
    changed: Any = at.session_state[own_lesson._LESSON]
    assert [dict(card.text) for card in changed.cards] == [{**dict.fromkeys(LANGUAGES, "看。"), "en": "See."}]
    assert changed.cards[0].query == made.cards[0].query


def test_the_draft_stands_where_its_card_will() -> None:
    at = visit.opened("bpe", example="hug", lang="en")
    add(at, "First", "One.")
    add(at, "Second", "Two.")
    at.button(key="lesson_change_1").click()
    visit.alive(at.run())
    (draft,) = [one.proto for one in at.get("bidi_component") if one.proto.component_name.endswith("card_draft")]
    told = json.loads(draft.json)
    assert (told["card"], told["titles"], told["drafts"]["en"]["text"]) == (1, ["First", "Second"], "One.")
    at.button(key="lesson_move_1_1").click()  # the card that is being changed is left as it was
    visit.alive(at.run())
    assert at.text_area(key="lesson_text_en").value == ""
    assert cards(at) == ["Second", "First"]


def test_a_card_may_be_written_in_the_other_language_alone() -> None:
    at = visit.opened("bpe", example="hug", lang="zh")
    at.button(key="lesson_edit").click()
    visit.alive(at.run())
    at.text_input(key="lesson_title_en").set_value("One")
    at.text_area(key="lesson_text_en").set_value("Look.")
    at.button(key="lesson_take").click()
    assert cards(visit.alive(at.run())) == ["One"]


def test_the_last_card_takes_the_lesson_with_it() -> None:
    at = visit.opened("bpe", example="hug", lang="en")
    add(at, "Only", "One.")
    at.button(key="lesson_remove_1").click()
    assert cards(visit.alive(at.run())) == []


@pytest.mark.parametrize("language", list(LANGUAGES))
@pytest.mark.parametrize(
    ("value", "code"), [("[" * 5_000 + "]" * 5_000, "nested"), ("9" * 5_000, "digits"), ("0x" + "f" * 5_000, "digits")]
)
def test_a_file_that_python_does_not_read_is_explained(value: str, code: str, language: str) -> None:
    at = visit.opened("bpe", example="hug", lang=language)
    at.button(key="lesson_edit").click()
    visit.alive(at.run())
    at.file_uploader(key="lesson_file").set_value(("odd.toml", f"a = {value}".encode(), "application/toml"))
    visit.alive(at.run())
    (error,) = at.error
    assert load(language)(f"error.guide-{code}", file="odd.toml") in visit.plain(error.value)


@pytest.mark.parametrize(
    ("title", "text", "code", "where"),
    [("", "Text.", "guide-lacks", "card 1, title.en"), ("A", "word " * 99, "guide-long", "card 1, text.en")],
)
def test_a_card_that_does_not_fit_is_explained(title: str, text: str, code: str, where: str) -> None:
    at = visit.opened("bpe", example="hug", lang="en")
    add(at, title, text)
    assert cards(at) == []
    said = saying(error_key(code), where=where)
    assert any(said.search(visit.plain(error.value)) for error in at.error), [error.value for error in at.error]


@pytest.mark.parametrize(
    ("data", "code", "where"),
    [
        (b"\xff\xfe", "guide-encoding", None),
        (b"title = [", "guide-syntax", None),
        (b"title.en = 'x'", "guide-lacks", "line.en"),
        (b"", "guide-lacks", "title.en"),
    ],
)
def test_a_file_that_is_no_lesson_is_explained(data: bytes, code: str, where: str | None) -> None:
    with pytest.raises(FormatError) as caught:
        guides.read(OWN, data, "mine.toml")
    assert (caught.value.code, caught.value.details.get("where")) == (code, where)
