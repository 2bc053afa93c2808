"""The fields of a card in the lesson editor, new or of one that is there, and the card as it will look.

Texts are written in the language of the interface; in the others too, or they say the same there.
"""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

import streamlit as st

from tokviz.errors import TokvizError
from tokviz.guides import PAGES, Card, Guide, Texts
from tokviz.texts import LANGUAGES
from tokviz.views.shared import glossary
from tokviz.views.shared.catalog import Catalog
from tokviz.web.address import url
from tokviz.web.components.card_draft import draft
from tokviz.web.guides import face, own
from tokviz.web.guides.state import PREDICT, Place
from tokviz.web.shared import messages

__all__ = ["begin", "end", "show"]

_NUMBER = "lesson_number"  # of the card that is changed; 0 for a new one
_TURN = "lesson_turn"  # how often the fields were filled
_WRONG = "lesson_card_wrong"
_FIELDS = ("name", "title", "text")
_MOST = {"name": 80, "title": 80, "text": 1_000}  # letters


def show(where: str, say: Catalog) -> None:
    """Draw the fields and the draft. where: the page; its view can be a new card where lessons may speak of it."""
    now, number = own.lesson(), _number()
    page = now.cards[number - 1].page if now and number else where
    if page not in PAGES:
        return
    languages = [say.language, *(one for one in LANGUAGES if one != say.language)]
    for language in languages:
        _fill("name", language, now.title if now else {}, say)
    with st.form("lesson_card", border=False):
        for language in languages:
            if language != say.language:
                st.caption(say("edit.also", language=LANGUAGES[language]))
            _field("name", language, say)
            if language == say.language:
                st.selectbox(
                    say("edit.part"), PAGES[page], key=_part(page), format_func=lambda one: say(f"share.part.{one}")
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


def begin(number: int, language: str) -> None:
    """Fill the fields with a card of the lesson, by number from 1, to change it; with 0 empty them for a new one.
    language: of the interface."""
    now = own.lesson()
    card = now.cards[number - 1] if now and 0 < number <= len(now.cards) else None
    st.session_state[_NUMBER] = number if card else 0
    st.session_state[_TURN] = st.session_state.get(_TURN, 0) + 1
    st.session_state.pop(_WRONG, None)
    for one in LANGUAGES:
        for name, texts in (("title", card.title if card else {}), ("text", card.text if card else {})):
            is_same = one != language and texts.get(one) == texts.get(language)
            st.session_state[_key(name, one)] = "" if is_same else texts.get(one, "")
        st.session_state.pop(_key("name", one), None)  # as the lesson has it
    if card:
        st.session_state[_part(card.page)] = card.part


def end(language: str) -> None:
    """Leave the card that is being changed, if one is."""
    if _number():
        begin(0, language)


def _number() -> int:
    """The card that is changed, if it is still there; 0 for a new one."""
    now, number = own.lesson(), st.session_state.get(_NUMBER, 0)
    return number if now and 0 < number <= len(now.cards) else 0


def _fill(name: str, language: str, texts: Texts, say: Catalog) -> None:
    """Begin a field with what the lesson says."""
    first = texts.get(say.language, say("edit.name.first"))
    known = texts.get(language, first)
    st.session_state.setdefault(_key(name, language), "" if language != say.language and known == first else known)


def _field(name: str, language: str, say: Catalog) -> None:
    label = say({"name": "edit.name", "title": "edit.card.title", "text": "edit.card.text"}[name])
    if language != say.language:
        label = f"{label} · {LANGUAGES[language]}"
    if name == "text":
        st.text_area(label, key=_key(name, language), height=120, max_chars=_MOST[name])
    else:
        st.text_input(label, key=_key(name, language), max_chars=_MOST[name])


def _take(page: str, language: str) -> None:
    """Put the card into the lesson, and empty the fields."""
    now, number = own.lesson(), _number()
    name, title, text = (_texts(field, language) for field in _FIELDS)
    part = st.session_state.get(_part(page), PAGES[page][0])
    try:
        if now and number:
            own.change(number, replace(now.cards[number - 1], part=part, title=title, text=text), name)
        else:
            kept = {one: value for one, value in st.query_params.to_dict().items() if one == PREDICT}
            own.add(Card(page, MappingProxyType(url.current() | kept), part, None, title, text), name)
    except TokvizError as error:
        st.session_state[_WRONG] = error
    else:
        begin(0, language)


def _texts(field: str, language: str) -> Texts:
    """What was written in each language; what is missing says the same as that of the interface, or as the other."""
    found = {one: st.session_state.get(_key(field, one), "").strip() for one in LANGUAGES}
    first = found[language] or next(filter(None, found.values()), "")
    return MappingProxyType({one: text or first for one, text in found.items()})


def _draw(page: str, number: int, say: Catalog) -> None:
    """The draft, in its place among the cards."""
    now = own.lesson()
    name, title, text = (_texts(field, say.language) for field in _FIELDS)
    card = Card(page, {}, PAGES[page][0], None, title, text)
    cards = list(now.cards) if now else []
    if number:
        cards[number - 1] = card
    else:
        cards.append(card)
    drafts = {
        one: {
            **{field: st.session_state.get(_key(field, one), "") for field in ("title", "text")},
            "names": glossary.term_names(one),
            "at": {field: f".st-key-{_key(field, one)}" for field in ("title", "text")},
        }
        for one in LANGUAGES
    }
    turn = st.session_state.get(_TURN, 0)
    place = Place(Guide(own.NAME, name, name, tuple(cards)), number or len(cards))
    draft(face.told(place, None, say) | {"asks": [], "handed": None, "drafts": drafts, "turn": turn})


def _key(field: str, language: str) -> str:
    return f"lesson_{field}_{language}"


def _part(page: str) -> str:
    return f"lesson_part_{page}"
