"""The entries of the first tokenizer: all at a glance, a search, one entry with its tree, the text without an entry."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

import numpy as np
import streamlit as st

from tokviz.errors import TokvizError
from tokviz.sandbox import ask
from tokviz.state.vocabulary import MAX_QUERY, PAGE
from tokviz.views.pages.vocabulary_entries import PAGE_ROWS, card, find
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.display import shorten
from tokviz.views.shared.rendering import render
from tokviz.views.vocabularies.grid import token_grid
from tokviz.views.vocabularies.keys import KIND_KEYS, SCRIPT_KEYS
from tokviz.views.vocabularies.tables import entries_table, shown_token, words_shown
from tokviz.vocabularies import (
    KINDS,
    ORDERS,
    SCRIPTS,
    WAYS,
    Places,
    Unmerged,
    Vocabulary,
    by_script,
    removable,
    unmerge,
)
from tokviz.web.components.page_parts import choose_entries
from tokviz.web.pages.vocabulary import panels
from tokviz.web.pages.vocabulary.controls import Chosen, entry_query, keep_field, open_entry, set_field
from tokviz.web.pages.vocabulary.shared import load_first, offer_csv, show_rows
from tokviz.web.shared import cells, drawing, messages, tables
from tokviz.web.streamlit_workarounds import widget_values

__all__ = ["show_entries", "show_unmerging"]

_ORDERS = {
    "id": "vocabulary.order.id",
    "longest": "vocabulary.order.longest",
    "shortest": "vocabulary.order.shortest",
}

_WAYS = {
    "contains": "vocabulary.way.contains",
    "begins": "vocabulary.way.begins",
    "ends": "vocabulary.way.ends",
    "is": "vocabulary.way.is",
    "written": "vocabulary.way.written",
    "id": "vocabulary.way.id",
}

_PILLS = 120
_LETTERS = 24
_UNMERGED_KEY = f"{PAGE}_unmerged"


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
        show_entry(vocabulary, place, chosen, say)


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
        "way": (say("vocabulary.way"), WAYS, lambda name: say(_WAYS[name])),
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
        "order": (say("vocabulary.order"), ORDERS, lambda name: say(_ORDERS[name])),
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


# -- one entry ---------------------------------------------------------------------------------------------------------


def show_entry(vocabulary: Vocabulary, place: int, chosen: Chosen, say: Catalog) -> None:
    """Draw the entry at a place."""
    drawing.draw(card(panels.inspected(vocabulary, chosen, say), place, drawing.asking(PAGE)), PAGE, say)


# -- the text without an entry -----------------------------------------------------------------------------------------


def show_unmerging(chosen: Chosen, say: Catalog) -> None:
    """Draw the tokens of the text, the text without the one that is chosen, and that one's tree."""
    vocabulary = load_first(chosen, say)
    st.markdown(say("vocabulary.unmerge.about"))
    tokens = ask(removable, vocabulary.pipeline, chosen.state.shown)
    ids = list(tokens)
    if not ids:
        st.info(say("vocabulary.unmerge.nothing"), icon=":material/info:")
        return
    number = entry_query()["id"]
    if number not in ids:
        number = ids[0]
    widget_values.put(_UNMERGED_KEY, number)
    st.pills(
        say("vocabulary.unmerge.token"),
        ids[:_PILLS],
        format_func=lambda token_id: messages.escape(shorten(shown_token(vocabulary, tokens[token_id]), _LETTERS)),
        key=_UNMERGED_KEY,
        required=True,
        on_change=lambda: open_entry(st.session_state[_UNMERGED_KEY]),
    )
    tables.cut_short(min(len(ids), _PILLS), len(ids), say)
    token = tokens[number]
    try:
        unmerged = ask(unmerge, vocabulary.pipeline, chosen.state.shown, token)
    except TokvizError as error:
        messages.show_error(error, say)
        return
    _unmerging_result(unmerged, vocabulary, say)
    show_entry(vocabulary, vocabulary.place_of[number], chosen, say)


def _unmerging_result(unmerged: Unmerged, vocabulary: Vocabulary, say: Catalog) -> None:
    token = cells.code(shorten(shown_token(vocabulary, unmerged.token)))
    changed = sum(word.changed for word in unmerged.words)
    st.markdown(
        say(
            "vocabulary.unmerge.result",
            token=token,
            before=say.count("bytes.count.tokens", unmerged.before),
            after=say.count("bytes.count.tokens", unmerged.after),
            words=say.count("vocabulary.words", changed),
        )
    )
    words = words_shown(unmerged)
    st.html(render("unmerged.html", say, words=words, left_out=unmerged.token, shown=partial(shown_token, vocabulary)))
    if len(words) < len(unmerged.words):
        st.caption(say("vocabulary.unmerge.left-out", words=len(unmerged.words) - len(words)))
    is_bpe = vocabulary.pipeline.model.algorithm == "bpe"
    st.caption(say("vocabulary.unmerge.merges" if is_bpe else "vocabulary.unmerge.only"))
