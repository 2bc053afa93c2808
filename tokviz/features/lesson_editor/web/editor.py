"""The lesson editor in the side bar: makes views cards, changes and orders them, saves and opens a lesson's file.

Texts are written in the language of the interface; in the others too, or they say the same there.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from types import MappingProxyType

import streamlit as st

from tokviz.errors import TokvizError
from tokviz.features.lesson_editor.web import own_lesson
from tokviz.guides import Card, Guide, Texts, write_guide
from tokviz.state.pages import page_at, parts_by_page
from tokviz.texts import LANGUAGES
from tokviz.views.shared import glossary
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.display import shorten
from tokviz.web import hooks
from tokviz.web.address import url
from tokviz.web.address.site_map import page
from tokviz.web.components.page_parts import PART_KEYS, move_focus
from tokviz.web.components.registration import register as register_component
from tokviz.web.guides import card_content
from tokviz.web.guides.state import OWN, PREDICT, Place, query_of
from tokviz.web.hooks import KeptText
from tokviz.web.server import uploads
from tokviz.web.shared import messages
from tokviz.web.shared.downloads import save

__all__ = ["register"]

_FILE = "lesson_file"
_IS_OPEN = "lesson_editing"  # kept over all pages
_LABEL = 40  # letters of a title
_MAX_BYTES = 200_000  # bytes of a file
_mount_draft = register_component("lessons/card_draft")  # what it gets is described in the script


def register() -> None:
    """Add the editor to the side bar, and the lesson of a visit to those that an address can name."""
    hooks.in_side_foot.add(show_button)
    hooks.below_lessons.add(show)
    hooks.own_lesson.add(own_lesson.lesson)
    hooks.kept_texts.add(lambda: KeptText("lesson", own_lesson.kept_text, own_lesson.put_back, "edit.title"))


def show_button(say: Catalog) -> None:
    """Draw the button that unfolds the editor and folds it away."""
    st.button(say("edit.title"), icon=":material/edit_note:", key="lesson_edit", on_click=_turn, type="tertiary")


def show(where: str, say: Catalog) -> None:
    """Draw the editor, unless it is folded. where: the page; its views can be cards where lessons may speak of it."""
    is_open = bool(st.session_state.get(_IS_OPEN))
    move_focus("open" if is_open else "", ".st-key-lesson_editor input", key="lesson_edit_focus")
    if is_open:
        with st.container(key="lesson_editor"):
            _fields(where, say)


def _fields(where: str, say: Catalog) -> None:
    """Draw the fields of a lesson; they are below the settings of the page, and get the focus when they open."""
    st.caption(say("edit.what"))
    _show_draft(where, say)
    guide = own_lesson.lesson()
    if guide is not None:
        _cards(guide, say)
        save(say("edit.save"), write_guide(guide).encode(), "lesson.toml", "application/toml", width="stretch")
    uploads.ask(say("edit.open"), _FILE, say, types=["toml"], on_change=lambda: _open(say.language), most=1)
    wrong = st.session_state.get("lesson_wrong")
    if isinstance(wrong, TokvizError):
        messages.show_error(wrong, say)


def _turn() -> None:
    """Unfold the editor, or fold it away."""
    st.session_state[_IS_OPEN] = not st.session_state.get(_IS_OPEN)


def _open(language: str) -> None:
    """Read the lesson that was chosen from the disk."""
    file = uploads.one(_FILE)
    st.session_state.pop("lesson_wrong", None)
    if file is None:
        return
    try:
        own_lesson.open_file(file.name, file.data[:_MAX_BYTES])
        _begin(0, language)
    except TokvizError as error:
        st.session_state["lesson_wrong"] = error


def _order(language: str, act: Callable[..., None], *args: int) -> None:
    """Move or remove a card; the one that is being changed has another number then, and is left as it was."""
    act(*args)
    _end(language)


def _cards(guide: Guide, say: Catalog) -> None:
    """Draw the cards of the lesson, each with its place and a way to look at it, to move it and to take it out."""
    for number, card in enumerate(guide.cards, start=1):
        with st.container(key=f"lesson_row_{number}", gap="xsmall"):
            st.page_link(
                page(page_at(card.page), say),
                label=f"{number} {messages.escape(shorten(card.title[say.language].replace('`', ''), _LABEL))}",
                query_params=query_of(Place(guide, number), {**url.kept(), "lang": say.language}),
            )
            with st.container(horizontal=True, gap="xsmall"):
                _buttons(number, len(guide.cards), say)


def _buttons(number: int, total: int, say: Catalog) -> None:
    """Draw the buttons that change, move and remove a card."""
    st.button(
        "✎",
        key=f"lesson_change_{number}",
        help=say("edit.change", number=number),
        on_click=_begin,
        args=(number, say.language),
    )
    for sign, by in (("↑", -1), ("↓", 1)):
        st.button(
            sign,
            key=f"lesson_move_{number}_{by}",
            help=say("edit.up" if by < 0 else "edit.down"),
            disabled=not 1 <= number + by <= total,
            on_click=_order,
            args=(say.language, own_lesson.move, number, by),
        )
    st.button(
        "✕",
        key=f"lesson_remove_{number}",
        help=say("edit.remove"),
        on_click=_order,
        args=(say.language, own_lesson.remove, number),
    )


# -- the fields of a card ----------------------------------------------------------------------------------------------

_NUMBER = "lesson_number"  # of the card that is changed; 0 for a new one
_TURN = "lesson_turn"  # how often the fields were filled
_WRONG = "lesson_card_wrong"
_FIELDS = ("name", "title", "text")
_MAX_LETTERS = {"name": 80, "title": 80, "text": 1_000}  # letters


def _show_draft(where: str, say: Catalog) -> None:
    """Draw the fields and the draft. where: the page; its view can be a new card where lessons may speak of it."""
    now, number = own_lesson.lesson(), _number()
    page = now.cards[number - 1].page if now and number else where
    if page not in parts_by_page():
        return
    languages = [say.language, *(code for code in LANGUAGES if code != say.language)]
    st.session_state.setdefault(_part(page), _usual_part(page))
    for language in languages:
        _fill_field("name", language, now.title if now else {}, say)
    with st.form("lesson_card", border=False):
        for language in languages:
            if language != say.language:
                st.caption(say("edit.also", language=LANGUAGES[language]))
            _field("name", language, say)
            if language == say.language:
                st.selectbox(
                    say("edit.part"),
                    page_at(page).parts,
                    key=_part(page),
                    format_func=lambda part: say(PART_KEYS[part]),
                )
            _field("title", language, say)
            _field("text", language, say)
        label = say("edit.change", number=number) if number else say("edit.add")
        icon = ":material/check:" if number else ":material/add:"
        st.form_submit_button(
            label, key="lesson_take", icon=icon, width="stretch", on_click=_take, args=(page, say.language)
        )
    wrong = st.session_state.get(_WRONG)
    if isinstance(wrong, TokvizError):
        messages.show_error(wrong, say)
    st.caption(say("edit.preview"))
    _draw(page, number, say)


def _begin(number: int, language: str) -> None:
    """Fill the fields with a card of the lesson, by number from 1, to change it; with 0 empty them for a new one.
    language: of the interface."""
    now = own_lesson.lesson()
    card = now.cards[number - 1] if now and 0 < number <= len(now.cards) else None
    st.session_state[_NUMBER] = number if card else 0
    st.session_state[_TURN] = st.session_state.get(_TURN, 0) + 1
    st.session_state.pop(_WRONG, None)
    for code in LANGUAGES:
        for name, texts in (("title", card.title if card else {}), ("text", card.text if card else {})):
            is_same = code != language and texts.get(code) == texts.get(language)
            st.session_state[_key(name, code)] = "" if is_same else texts.get(code, "")
        st.session_state.pop(_key("name", code), None)  # as the lesson has it
    if card:
        st.session_state[_part(card.page)] = card.part


def _end(language: str) -> None:
    """Leave the card that is being changed, if one is."""
    if _number():
        _begin(0, language)


def _number() -> int:
    """Return the card that is changed, if it is still there; 0 for a new one."""
    now, number = own_lesson.lesson(), st.session_state.get(_NUMBER, 0)
    return number if now and 0 < number <= len(now.cards) else 0


def _fill_field(name: str, language: str, texts: Texts, say: Catalog) -> None:
    """Begin a field with what the lesson says."""
    first = texts.get(say.language, say("edit.name.first"))
    known = texts.get(language, first)
    st.session_state.setdefault(_key(name, language), "" if language != say.language and known == first else known)


def _field(name: str, language: str, say: Catalog) -> None:
    label = say({"name": "edit.name", "title": "edit.card.title", "text": "edit.card.text"}[name])
    if language != say.language:
        label = f"{label} · {LANGUAGES[language]}"
    if name == "text":
        st.text_area(label, key=_key(name, language), height=120, max_chars=_MAX_LETTERS[name])
    else:
        st.text_input(label, key=_key(name, language), max_chars=_MAX_LETTERS[name])


def _take(page: str, language: str) -> None:
    """Put the card into the lesson, and empty the fields."""
    now, number = own_lesson.lesson(), _number()
    name, title, text = (_texts(field, language) for field in _FIELDS)
    part = st.session_state.get(_part(page), _usual_part(page))
    try:
        if now and number:
            own_lesson.change(number, replace(now.cards[number - 1], part=part, title=title, text=text), name)
        else:
            kept_query = {
                parameter: value for parameter, value in st.query_params.to_dict().items() if parameter == PREDICT
            }
            own_lesson.add(Card(page, MappingProxyType(url.current() | kept_query), part, None, title, text), name)
    except TokvizError as error:
        st.session_state[_WRONG] = error
    else:
        _begin(0, language)


def _texts(field: str, language: str) -> Texts:
    """Return what was written in each language; what is missing says the same as that of the interface, or as the
    other.
    """
    texts = {code: st.session_state.get(_key(field, code), "").strip() for code in LANGUAGES}
    first = texts[language] or next(filter(None, texts.values()), "")
    return MappingProxyType({code: text or first for code, text in texts.items()})


def _draw(page: str, number: int, say: Catalog) -> None:
    """Draw the draft, in its place among the cards."""
    now = own_lesson.lesson()
    name, title, text = (_texts(field, say.language) for field in _FIELDS)
    card = Card(page, {}, page_at(page).parts[0], None, title, text)
    cards = list(now.cards) if now else []
    if number:
        cards[number - 1] = card
    else:
        cards.append(card)
    drafts = {
        code: {
            **{field: st.session_state.get(_key(field, code), "") for field in ("title", "text")},
            "names": glossary.term_names(code),
            "at": {field: f".st-key-{_key(field, code)}" for field in ("title", "text")},
        }
        for code in LANGUAGES
    }
    turn = st.session_state.get(_TURN, 0)
    place = Place(Guide(OWN, name, name, tuple(cards)), number or len(cards))
    data = card_content.card_data(place, None, say)
    _mount_draft(key="card_draft", data={**data, "asks": [], "handed": None, "drafts": drafts, "turn": turn})


def _key(field: str, language: str) -> str:
    return f"lesson_{field}_{language}"


def _usual_part(page: str) -> str:
    """Return the part that a new card is about at first: the picture, where the page has one."""
    parts = page_at(page).parts
    return "picture" if "picture" in parts else parts[0]


def _part(page: str) -> str:
    return f"lesson_part_{page}"
