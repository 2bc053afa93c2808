"""The lesson editor in the side bar: makes the open view a card, orders cards, saves and opens a lesson's file."""

from __future__ import annotations

from types import MappingProxyType

import streamlit as st

from tokviz.errors import TokvizError
from tokviz.guides import PAGES, Card, Guide, written
from tokviz.texts import LANGUAGES
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.display import shorten
from tokviz.web.address import url
from tokviz.web.address.site_map import info, page
from tokviz.web.guides import own
from tokviz.web.guides.state import PREDICT, Place, query_of
from tokviz.web.server import uploads
from tokviz.web.shared import messages

__all__ = ["show"]

_FILE = "lesson_file"
_IS_OPEN = "lesson_editing"  # kept over all pages
_LABEL = 40  # letters of a title
_MOST = 200_000  # bytes of a file


def show(where: str, say: Catalog) -> None:
    """Draw it, folded. where: the page; its views can be cards where lessons may speak of it."""
    st.button(say("edit.title"), icon=":material/edit_note:", key="lesson_edit", on_click=_turn, type="tertiary")
    if not st.session_state.get(_IS_OPEN):
        return
    st.caption(say("edit.what"))
    if where in PAGES:
        _new_card(where, say)
    guide = own.lesson()
    if guide is not None:
        _cards(guide, say)
        st.download_button(
            say("edit.save"),
            written(guide).encode(),
            file_name="lesson.toml",
            mime="application/toml",
            icon=":material/download:",
            width="stretch",
            on_click="ignore",
        )
    uploads.ask(say("edit.open"), _FILE, say, types=["toml"], on_change=_open, most=1)
    wrong = st.session_state.get("lesson_wrong")
    if isinstance(wrong, TokvizError):
        messages.show_error(wrong, say)


def _turn() -> None:
    """Unfold the editor, or fold it away."""
    st.session_state[_IS_OPEN] = not st.session_state.get(_IS_OPEN)


def _open() -> None:
    """Read the lesson that was chosen from the disk."""
    file = uploads.one(_FILE)
    st.session_state.pop("lesson_wrong", None)
    if file is None:
        return
    try:
        own.opened(file.name, file.data[:_MOST])
    except TokvizError as error:
        st.session_state["lesson_wrong"] = error


def _new_card(where: str, say: Catalog) -> None:
    now = own.lesson()
    with st.form("lesson_card", border=False, clear_on_submit=False):
        name = now.title[say.language] if now else say("edit.name.first")
        lesson = st.text_input(say("edit.name"), value=name, max_chars=80)
        part = st.selectbox(say("edit.part"), PAGES[where], format_func=lambda one: say(f"share.part.{one}"))
        title = st.text_input(say("edit.card.title"), max_chars=80)
        text = st.text_area(say("edit.card.text"), height=120, max_chars=1_000)
        if st.form_submit_button(say("edit.add"), icon=":material/add:", width="stretch"):
            kept = {name: value for name, value in st.query_params.to_dict().items() if name == PREDICT}
            card = Card(
                where,
                MappingProxyType(url.current() | kept),
                part,
                None,
                dict.fromkeys(LANGUAGES, title),
                dict.fromkeys(LANGUAGES, text),
            )
            try:
                own.add(card, lesson)
            except TokvizError as error:
                messages.show_error(error, say)


def _cards(guide: Guide, say: Catalog) -> None:
    """The cards of the lesson, each with its place and a way to look at it, to move it and to take it out."""
    for number, card in enumerate(guide.cards, start=1):
        with st.container(horizontal=True, vertical_alignment="center", key=f"lesson_row_{number}"):
            st.page_link(
                page(info(card.page), say),
                label=f"{number} {messages.escape(shorten(card.title[say.language], _LABEL))}",
                query_params=query_of(Place(guide, number), {**url.kept(), "lang": say.language}),
            )
            for sign, by in (("↑", -1), ("↓", 1)):
                st.button(
                    sign,
                    key=f"lesson_move_{number}_{by}",
                    help=say("edit.up" if by < 0 else "edit.down"),
                    disabled=not 1 <= number + by <= len(guide.cards),
                    on_click=own.move,
                    args=(number, by),
                )
            st.button("✕", key=f"lesson_remove_{number}", help=say("edit.remove"), on_click=own.remove, args=(number,))
