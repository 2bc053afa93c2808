"""The entries of the first tokenizer: search, one part of the result at a time, and the one that is looked at."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import streamlit as st

from tokviz.cage import ask
from tokviz.state.vocabulary import MAX_QUERY, PAGE
from tokviz.views.shared.catalog import Catalog
from tokviz.views.vocabularies.tables import entries_table
from tokviz.vocabularies import KINDS, ORDERS, SCRIPTS, WAYS, Places, Vocabulary, by_script, ordered, search
from tokviz.web.pages.vocabulary import card
from tokviz.web.pages.vocabulary.controls import Chosen, keep, open_entry, said
from tokviz.web.pages.vocabulary.shared import csv, first
from tokviz.web.shared import tables, tabs
from tokviz.web.streamlit_workarounds import widget_values

__all__ = ["show"]

_ROWS = 200  # on one part


def show(chosen: Chosen, say: Catalog) -> None:
    """Draw the search, what it finds, and the entry that was pointed at."""
    vocabulary = first(chosen, say)
    _fields(vocabulary, say)
    asked = said()
    places = ask(search, vocabulary, asked["q"], asked["way"], kind=asked["kind"], script=asked["script"])
    places = ask(ordered, vocabulary, places, asked["order"])
    if not len(places):
        st.caption(say("vocabulary.found", found=0, entries=len(vocabulary)))
        st.info(say("vocabulary.none"), icon=":material/search_off:")
    else:
        _result(vocabulary, places, say)
    with st.container(key="vocabulary_card"):
        number = said()["id"]
        place = None if number is None else vocabulary.place_of.get(number)
        if number is None:
            st.caption(say("vocabulary.point"))
        elif place is None:
            st.info(say("vocabulary.no-id", id=number), icon=":material/search_off:")
        else:
            card.show(vocabulary, place, say)


def _fields(vocabulary: Vocabulary, say: Catalog) -> None:
    asked = said()
    scripts = [one.name for one in ask(by_script, vocabulary)]
    for name in ("q", "way", "kind", "script", "order"):
        widget_values.put(f"{PAGE}_{name}", asked[name])
    columns = st.columns([3, 2, 2, 2, 2])
    with columns[0]:
        st.text_input(
            say("vocabulary.search"),
            key=f"{PAGE}_q",
            max_chars=MAX_QUERY,
            on_change=keep,
            args=("q",),
            help=say("vocabulary.search.help"),
        )
    choices: dict[str, tuple[str, Sequence[str], Callable[[str], str]]] = {
        "way": (say("vocabulary.way"), WAYS, lambda name: say(f"vocabulary.way.{name}")),
        "kind": (
            say("vocabulary.kind"),
            ("", *KINDS),
            lambda name: say(f"vocabulary.kind.{name}" if name else "vocabulary.any"),
        ),
        "script": (
            say("vocabulary.script"),
            ("", *(one for one in SCRIPTS if one in scripts or one == asked["script"])),
            lambda name: say(f"vocabulary.script.{name}" if name else "vocabulary.any"),
        ),
        "order": (say("vocabulary.order"), ORDERS, lambda name: say(f"vocabulary.order.{name}")),
    }
    for column, (name, (heading, values, called)) in zip(columns[1:], choices.items(), strict=True):
        with column:
            st.selectbox(heading, values, format_func=called, key=f"{PAGE}_{name}", on_change=keep, args=(name,))


def _result(vocabulary: Vocabulary, places: Places, say: Catalog) -> None:
    """One part of the result, its download, and which entry was pointed at."""
    asked, pages = said(), (len(places) + _ROWS - 1) // _ROWS
    page = min(asked["page"], pages)
    part = places[(page - 1) * _ROWS : page * _ROWS]
    with st.container(key=f"{PAGE}_found", horizontal=True, vertical_alignment="center"):
        found = say("vocabulary.found", found=len(places), entries=len(vocabulary))
        shown = say("shown-of", shown=len(part), total=len(places)) if len(part) < len(places) else ""
        st.caption(f"{found} · {shown}" if shown else found, width="content")
        if pages > 1:
            widget_values.put(f"{PAGE}_page", page)
            label = say("vocabulary.part", parts=pages)
            st.number_input(label, 1, pages, key=f"{PAGE}_page", on_change=keep, args=("page",), width=220)
    search_key = [asked[name] for name in ("q", "way", "kind", "script", "order")]
    key = f"{PAGE}_entries_{tabs.opened(PAGE)[1]}_{page}_{search_key}"
    frame = ask(entries_table, vocabulary, part, say)
    row = tables.clicked_row(frame, key, say("vocabulary.table.entries"), say)
    if row is not None:
        open_entry(int(vocabulary.ids[part[row]]))
    csv(lambda: ask(entries_table, vocabulary, np.asarray(places), say), "entries", say)
