"""The entries of the first tokenizer: all at a glance, a search, and one entry with its tree."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np
import streamlit as st

from tokviz.sandbox import ask
from tokviz.state.vocabulary import MAX_QUERY, PAGE
from tokviz.views.pages.vocabulary_entries import PAGE_ROWS, card, find
from tokviz.views.shared.catalog import Catalog
from tokviz.views.vocabularies.grid import token_grid
from tokviz.views.vocabularies.keys import KIND_KEYS, ORDER_KEYS, SCRIPT_KEYS, WAY_KEYS
from tokviz.views.vocabularies.tables import entries_table
from tokviz.vocabularies import (
    KINDS,
    ORDERS,
    SCRIPTS,
    WAYS,
    Places,
    Vocabulary,
    by_script,
)
from tokviz.web.components.page_parts import choose_entries
from tokviz.web.pages.vocabulary import panels
from tokviz.web.pages.vocabulary.controls import Chosen, entry_query, keep_field, open_entry, set_field
from tokviz.web.pages.vocabulary.shared import load_first, offer_csv, show_rows
from tokviz.web.shared import drawing
from tokviz.web.streamlit_workarounds import widget_values

# -- the search --------------------------------------------------------------------------------------------------------


def show_entries(chosen: Chosen, say: Catalog) -> None:
    """Draw the vocabulary at a glance, the search, the entries that it finds, and the entry that the visitor opened."""
    vocabulary = load_first(chosen, say)
    query = entry_query()
    places = find(panels.inspected(vocabulary, chosen, say).first, replace(chosen.state, **query))
    grid = ask(token_grid, vocabulary, places, query["script"], query["length"], query["id"], say)
    choose_entries(json.dumps(grid, ensure_ascii=False), f"{PAGE}_grid", _choose_part, open_entry)
    card = st.container(key="vocabulary_card")
    _search_fields(vocabulary, say)
    if not len(places):
        st.caption(say("vocabulary.found", found=0, entries=len(vocabulary)))
        st.info(say("vocabulary.none"), icon=":material/search_off:")
    else:
        _found_entries(vocabulary, places, say)
    with card:
        _opened_entry(vocabulary, entry_query()["id"], chosen, say)


def _opened_entry(vocabulary: Vocabulary, number: int | None, chosen: Chosen, say: Catalog) -> None:
    """Draw the entry of an id, above the table in which it may have been clicked."""
    place = None if number is None else vocabulary.place_of.get(number)
    if number is None:
        st.caption(say("vocabulary.point"))
    elif place is None:
        st.info(say("vocabulary.no-id", id=number), icon=":material/search_off:")
    else:
        drawing.draw(card(panels.inspected(vocabulary, chosen, say), place, drawing.asking(PAGE)), PAGE, say)


def _choose_part(script: str, length: int) -> None:
    """Look for the entries of a script and a length, beside what else the search asks."""
    for name, value in (("script", script), ("length", length), ("page", 1)):
        set_field(name, value)


def _search_fields(vocabulary: Vocabulary, say: Catalog) -> None:
    query = entry_query()
    scripts = [script.name for script in ask(by_script, vocabulary)]
    for name in ("q", "way", "kind", "script", "order"):
        widget_values.put(f"{PAGE}_{name}", query[name])
    columns = st.columns([3, 2, 2, 2, 2])
    with columns[0]:
        st.text_input(
            say("vocabulary.search"),
            key=f"{PAGE}_q",
            max_chars=MAX_QUERY,
            on_change=keep_field,
            args=("q",),
            help=say("vocabulary.search.help"),
        )
    choices: dict[str, tuple[str, Sequence[str], Callable[[str], str]]] = {
        "way": (say("vocabulary.way"), WAYS, lambda name: say(WAY_KEYS[name])),
        "kind": (
            say("vocabulary.kind"),
            ("", *KINDS),
            lambda name: say(KIND_KEYS[name] if name else "vocabulary.any"),
        ),
        "script": (
            say("vocabulary.script"),
            ("", *(script for script in SCRIPTS if script in scripts or script == query["script"])),
            lambda name: say(SCRIPT_KEYS[name] if name else "vocabulary.any"),
        ),
        "order": (say("vocabulary.order"), ORDERS, lambda name: say(ORDER_KEYS[name])),
    }
    for column, (name, (heading, values, called)) in zip(columns[1:], choices.items(), strict=True):
        with column:
            st.selectbox(heading, values, format_func=called, key=f"{PAGE}_{name}", on_change=keep_field, args=(name,))


def _found_entries(vocabulary: Vocabulary, places: Places, say: Catalog) -> None:
    """Draw one part of the result with its download."""
    query, pages = entry_query(), (len(places) + PAGE_ROWS - 1) // PAGE_ROWS
    page = min(query["page"], pages)
    part = places[(page - 1) * PAGE_ROWS : page * PAGE_ROWS]
    with st.container(key=f"{PAGE}_found", horizontal=True, vertical_alignment="center"):
        count = say("vocabulary.found", found=len(places), entries=len(vocabulary))
        shown = say("shown-of", shown=len(part), total=len(places)) if len(part) < len(places) else ""
        st.caption(f"{count} · {shown}" if shown else count, width="content")
        if pages > 1:
            widget_values.put(f"{PAGE}_page", page)
            label = say("vocabulary.part", parts=pages)
            st.number_input(label, 1, pages, key=f"{PAGE}_page", on_change=keep_field, args=("page",), width=220)
    frame = ask(entries_table, vocabulary, part, say)
    ids = [str(number) for number in vocabulary.ids[part].tolist()]  # the grid opens the one whose row is pressed
    show_rows(frame, say("vocabulary.table.entries"), "", say, words=ids)
    offer_csv(lambda: ask(entries_table, vocabulary, np.asarray(places), say), "entries", say)
