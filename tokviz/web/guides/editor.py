"""The lesson editor in the side bar: makes views cards, changes and orders them, saves and opens a lesson's file."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from tokviz.errors import TokvizError
from tokviz.guides import Guide, write_guide
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.display import shorten
from tokviz.web.address import url
from tokviz.web.address.site_map import info, page
from tokviz.web.components import focus
from tokviz.web.guides import draft, own
from tokviz.web.guides.state import Place, query_of
from tokviz.web.server import uploads
from tokviz.web.shared import messages
from tokviz.web.shared.downloads import save

__all__ = ["show"]

_FILE = "lesson_file"
_IS_OPEN = "lesson_editing"  # kept over all pages
_LABEL = 40  # letters of a title
_MOST = 200_000  # bytes of a file


def show(where: str, say: Catalog) -> None:
    """Draw it, folded. where: the page; its views can be cards where lessons may speak of it."""
    st.button(say("edit.title"), icon=":material/edit_note:", key="lesson_edit", on_click=_turn, type="tertiary")
    is_open = bool(st.session_state.get(_IS_OPEN))
    focus.move("open" if is_open else "", ".st-key-lesson_editor input", key="lesson_edit_focus")
    if is_open:
        with st.container(key="lesson_editor"):
            _fields(where, say)


def _fields(where: str, say: Catalog) -> None:
    """What a lesson is made with; it lies below the settings of the page, and gets the focus when it opens."""
    st.caption(say("edit.what"))
    draft.show(where, say)
    guide = own.lesson()
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
        own.opened(file.name, file.data[:_MOST])
        draft.begin(0, language)
    except TokvizError as error:
        st.session_state["lesson_wrong"] = error


def _order(language: str, act: Callable[..., None], *args: int) -> None:
    """Move or remove a card; the one that is being changed has another number then, and is left as it was."""
    act(*args)
    draft.end(language)


def _cards(guide: Guide, say: Catalog) -> None:
    """The cards of the lesson, each with its place and a way to look at it, to move it and to take it out."""
    for number, card in enumerate(guide.cards, start=1):
        with st.container(key=f"lesson_row_{number}", gap="xsmall"):
            st.page_link(
                page(info(card.page), say),
                label=f"{number} {messages.escape(shorten(card.title[say.language].replace('`', ''), _LABEL))}",
                query_params=query_of(Place(guide, number), {**url.kept(), "lang": say.language}),
            )
            with st.container(horizontal=True, gap="xsmall"):
                _buttons(number, len(guide.cards), say)


def _buttons(number: int, total: int, say: Catalog) -> None:
    """What can be done with a card."""
    st.button(
        "✎",
        key=f"lesson_change_{number}",
        help=say("edit.change", number=number),
        on_click=draft.begin,
        args=(number, say.language),
    )
    for sign, by in (("↑", -1), ("↓", 1)):
        st.button(
            sign,
            key=f"lesson_move_{number}_{by}",
            help=say("edit.up" if by < 0 else "edit.down"),
            disabled=not 1 <= number + by <= total,
            on_click=_order,
            args=(say.language, own.move, number, by),
        )
    st.button(
        "✕",
        key=f"lesson_remove_{number}",
        help=say("edit.remove"),
        on_click=_order,
        args=(say.language, own.remove, number),
    )
