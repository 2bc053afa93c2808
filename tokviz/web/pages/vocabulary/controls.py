"""The choices of the visitor of `/vocabulary`: address, tokenizers, text, and what to look for among the entries.

A tab that is not open draws no widgets, and Streamlit forgets those that are not drawn. So what they said is kept under
keys of our own, and put into them again.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import streamlit as st

from tokviz.state.tokenizers import MAX_DRAWN
from tokviz.state.vocabulary import FORM, PAGE, VocabularyState
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.display import shorten, visible
from tokviz.web.address import url
from tokviz.web.pages.tokenizers import available, controls
from tokviz.web.pages.tokenizers.available import AvailableTokenizer
from tokviz.web.server import restoring
from tokviz.web.shared import cells, messages, tabs
from tokviz.web.streamlit_workarounds import widget_values

QUERY_FIELDS = ("q", "way", "kind", "script", "length", "order", "page", "id", "training", "token")
"""The fields that ask for entries, or for a token of a training, and that are not always on the page."""
_QUERY = f"{PAGE}_kept"
_MOST_BESIDE = 5
_MOST_SHOWN = 10  # characters of the text: the row is one line in a window of 1280 pixels


@dataclass(frozen=True)
class Chosen:
    """The state, the tokenizers that it names (the first one first), and those that could be compared with it."""

    state: VocabularyState
    tokenizers: tuple[AvailableTokenizer, ...]
    others: tuple[AvailableTokenizer, ...] = ()


def read_address() -> tuple[str, ...]:
    """Fill the widgets when the address changed or they are new; return the parameters that had to be put right."""
    if not url.has_changed(PAGE) and f"{PAGE}_sample" in st.session_state:
        return ()
    state, wrong = FORM.read(url.current())
    tabs.link(PAGE, state.view)
    widget_values.fill(f"{PAGE}_", state, ("sample", "tokenizer"))
    widget_values.put_typed(f"{PAGE}_text", state.shown)
    st.session_state[f"{PAGE}_beside_asked"] = tuple(filter(None, state.beside.split(",")))
    st.session_state[_QUERY] = {name: getattr(state, name) for name in QUERY_FIELDS}
    for name in QUERY_FIELDS:
        st.session_state.pop(f"{PAGE}_{name}", None)
    return wrong


def choose(say: Catalog) -> tuple[Chosen, tuple[str, ...]]:
    """Draw the choices. Returns what they say, and which parameters of the link name something missing."""
    with st.container(key=f"{PAGE}_row", horizontal=True, vertical_alignment="center"):
        tokenizer, offered, wrong = controls.choose_tokenizer(PAGE, say)
        beside, lost = _choose_others(tokenizer, offered, say)
        shown = shorten(visible(st.session_state.get(f"{PAGE}_text", "")), _MOST_SHOWN)
        label = say("vocabulary.text", text=cells.code(shown) if shown else "–")
        with st.popover(label, icon=":material/notes:", help=say("vocabulary.text.help")):
            sample, text = controls.choose_text(PAGE, say)
    has_real = any(one.is_known for one in offered.values())
    notes = [say("tokenizers.which.note"), *([] if has_real else [say("tokenizers.which.upload")])]
    st.caption(say("list.sentence").join(notes))
    state = VocabularyState(
        sample, text[:MAX_DRAWN], tokenizer, ",".join(beside), tabs.opened(PAGE)[0], **entry_query()
    )
    others = tuple(vocabulary for name, vocabulary in offered.items() if name != tokenizer and "," not in name)
    return Chosen(state, available.open_together(tuple(offered[name] for name in (tokenizer, *beside))), others), (
        *wrong,
        *lost,
    )


def entry_query() -> dict[str, Any]:
    """Return the current search of the entries."""
    return dict(st.session_state[_QUERY])


def keep_field(name: str) -> None:
    """Remember what the field says; another search begins on its first page."""
    query = st.session_state[_QUERY]
    query[name] = st.session_state[f"{PAGE}_{name}"]
    if name != "page":
        query["page"] = 1


def set_field(name: str, value: object) -> None:
    """Have a field say this from now on."""
    st.session_state[_QUERY][name] = value


def set_second(name: str) -> None:
    """Have this tokenizer beside the first one, and no other."""
    st.session_state[f"{PAGE}_beside"] = [name]


def open_entry(number: int) -> None:
    """Look at the entry with this id."""
    st.session_state[_QUERY]["id"] = number


def _choose_others(
    first: str, offered: Mapping[str, AvailableTokenizer], say: Catalog
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Draw the choice of further tokenizers. Returns their names, and which parameter of the link was wrong."""
    names = tuple(name for name in offered if name != first and "," not in name)
    key = f"{PAGE}_beside"
    missing: set[str] = set()
    linked = st.session_state.pop(f"{PAGE}_beside_asked", None)
    if linked is not None:
        missing = set(linked) - {*names, first}
        st.session_state[key] = [name for name in names if name in linked]
    elif key in st.session_state:
        st.session_state[key] = [name for name in st.session_state[key] if name in names]
    chosen = st.pills(
        say("vocabulary.beside"),
        names,
        format_func=lambda name: messages.escape(controls.tokenizer_label(offered[name], say)),
        key=key,
        selection_mode="multi",
        help=say("vocabulary.beside.help"),
    )
    is_wrong = bool(missing) and not restoring.may_come()
    wrong = controls.wrong_names({"beside": sorted(missing)}, say) if is_wrong else ()
    return tuple(chosen[:_MOST_BESIDE]), wrong
