"""What the visitor of `/vocabulary` says: the address, which tokenizers, a text, and what to look for.

A tab that is not open draws no widgets, and Streamlit forgets those that are not drawn. So what they said is kept under
keys of our own, and put into them again.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import streamlit as st

from tokviz.state.tokenizers import MAX_CHARS
from tokviz.state.vocabulary import FORM, PAGE, VocabularyState
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.display import shorten, visible
from tokviz.web.address import url
from tokviz.web.pages.tokenizers import choice, shelf
from tokviz.web.pages.tokenizers.shelf import Offered
from tokviz.web.shared import cells, messages, tabs
from tokviz.web.streamlit_workarounds import widget_values

__all__ = ["ASKED", "Chosen", "keep", "open_entry", "put_beside", "read_address", "said", "show"]

ASKED = ("q", "way", "kind", "script", "order", "page", "id")
"""What is asked of the entries, in fields that are not always on the page."""
_KEPT = f"{PAGE}_kept"
_MOST_BESIDE = 5


@dataclass(frozen=True)
class Chosen:
    """The state, the tokenizers that it names, the first one first, and the names of those that could be beside it."""

    state: VocabularyState
    tokenizers: tuple[Offered, ...]
    others: tuple[Offered, ...] = ()


def read_address() -> tuple[str, ...]:
    """Fill the widgets when the address changed or they are new; return the parameters that had to be put right."""
    if not url.has_changed(PAGE) and f"{PAGE}_sample" in st.session_state:
        return ()
    asked, wrong = FORM.read(url.current())
    tabs.link(PAGE, asked.view)
    widget_values.fill(f"{PAGE}_", asked, ("sample", "tokenizer"))
    widget_values.put(f"{PAGE}_text", asked.shown)
    st.session_state[f"{PAGE}_beside_asked"] = tuple(filter(None, asked.beside.split(",")))
    st.session_state[_KEPT] = {name: getattr(asked, name) for name in ASKED}
    for name in ASKED:
        st.session_state.pop(f"{PAGE}_{name}", None)
    return wrong


def show(say: Catalog) -> tuple[Chosen, tuple[str, ...]]:
    """Draw the choices. Returns what they say, and what of the link is not there."""
    with st.container(key=f"{PAGE}_row", horizontal=True, vertical_alignment="center"):
        tokenizer, offered, wrong = choice.ask(PAGE, say)
        beside, lost = _beside(tokenizer, offered, say)
        shown = shorten(visible(st.session_state[f"{PAGE}_text"]), 24)
        label = say("vocabulary.text", text=cells.code(shown) if shown else "–")
        with st.popover(label, icon=":material/notes:", help=say("vocabulary.text.help")):
            sample, text = choice.text(PAGE, say)
    st.caption(say("tokenizers.which.note"))
    state = VocabularyState(sample, text[:MAX_CHARS], tokenizer, ",".join(beside), tabs.opened(PAGE)[0], **said())
    others = tuple(one for name, one in offered.items() if name != tokenizer and "," not in name)
    return Chosen(state, shelf.together(tuple(offered[name] for name in (tokenizer, *beside))), others), (*wrong, *lost)


def said() -> dict[str, Any]:
    """What is asked of the entries now."""
    return dict(st.session_state[_KEPT])


def keep(name: str) -> None:
    """Remember what the field says; another search begins on its first page."""
    kept = st.session_state[_KEPT]
    kept[name] = st.session_state[f"{PAGE}_{name}"]
    if name != "page":
        kept["page"] = 1


def put_beside(name: str) -> None:
    """Have this tokenizer beside the first one, and no other."""
    st.session_state[f"{PAGE}_beside"] = [name]


def open_entry(number: int) -> None:
    """Look at the entry with this id."""
    st.session_state[_KEPT]["id"] = number


def _beside(first: str, offered: Mapping[str, Offered], say: Catalog) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The other tokenizers, and whether one of the link's is not there."""
    names = tuple(name for name in offered if name != first and "," not in name)
    key = f"{PAGE}_beside"
    wrong = False
    asked = st.session_state.pop(f"{PAGE}_beside_asked", None)
    if asked is not None:
        wrong = not set(asked) <= {*names, first}
        st.session_state[key] = [name for name in names if name in asked]
    elif key in st.session_state:
        st.session_state[key] = [name for name in st.session_state[key] if name in names]
    chosen = st.pills(
        say("vocabulary.beside"),
        names,
        format_func=lambda name: messages.escape(choice.label(offered[name], say)),
        key=key,
        selection_mode="multi",
        help=say("vocabulary.beside.help"),
    )
    return tuple(chosen[:_MOST_BESIDE]), ("beside",) if wrong else ()
