"""Differences between the first tokenizer and each of the others, taken for its new version, and what changes in the
text."""

from __future__ import annotations

from functools import partial

import streamlit as st

from tokviz.errors import TokvizError
from tokviz.files.pipeline import Pipeline
from tokviz.sandbox import ask
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.display import visible
from tokviz.views.vocabularies.tables import LISTS, change_rows, change_table, counts_table, flat_table, parts_table
from tokviz.vocabularies.changes import Changes, TextChanges, changes
from tokviz.vocabularies.text_changes import changes_of_text
from tokviz.web.computing import cache
from tokviz.web.pages.tokenizers.shelf import Offered
from tokviz.web.pages.vocabulary import store
from tokviz.web.pages.vocabulary.controls import Chosen
from tokviz.web.pages.vocabulary.shared import MOST_ROWS, csv, each, offer_second
from tokviz.web.shared import cells, messages, tables

__all__ = ["show"]


def show(chosen: Chosen, say: Catalog) -> None:
    """Draw the lists of each pair of versions, and the parts of the text that change."""
    every = each(chosen, say)
    if len(every) < 2:
        offer_second("vocabulary.change.two", chosen, say)
        return
    (first, (place, ours)), *others = every.items()
    st.markdown(say("vocabulary.change.about"))
    for name, (at, theirs) in others:
        st.subheader(f"{messages.escape(first)} → {messages.escape(name)}", anchor=False)
        both = (chosen.tokenizers[place], chosen.tokenizers[at])
        try:
            found, changed = _compared(*both, theirs.pipeline, chosen.state.shown, say)
        except TokvizError as error:
            messages.show_error(error, say)
            continue
        _pair(ours.pipeline, theirs.pipeline, found, changed, say)
        make = partial(ask, flat_table, ours.pipeline, theirs.pipeline, found, changed, say)
        if not found.are_none:
            csv(make, f"changes-{at}", say)


def _compared(one: Offered, other: Offered, new: Pipeline, text: str, say: Catalog) -> tuple[Changes, TextChanges]:
    """The differences of the files and those of the text, which the server keeps. Raises TokvizError."""
    key = "/".join(map(str, other.key))
    old = store.vocabulary(one, say).pipeline
    found = store.computed("changes", one, (key,), say, changes, old, new)
    names = (key, cache.digest(text))
    changed = store.computed("changes-of-text", one, names, say, changes_of_text, old, new, text)
    return found, changed


def _pair(old: Pipeline, new: Pipeline, found: Changes, changed: TextChanges, say: Catalog) -> None:
    if found.are_none:
        st.success(say("vocabulary.change.none"), icon=":material/check:")
        return
    tables.show(counts_table(found, say), say, alt=say("vocabulary.table.changes"), most=None)
    for name in LISTS:
        every = change_rows(found, name)
        if every:
            title = say(f"vocabulary.differing.{name}")
            with st.expander(f"{title} ({say.integer(len(every))})", icon=":material/difference:"):
                tables.show(change_table(name, every[:MOST_ROWS], say), say, alt=title, total=len(every))
    title = say("vocabulary.change.text.title")
    st.markdown(f"**{title}**")
    st.markdown(say("vocabulary.change.text", old=changed.old_tokens, new=changed.new_tokens, parts=len(changed.parts)))
    if changed.around is not None:
        before, after = (cells.code(" ".join(map(visible, tokens))) if tokens else "–" for tokens in changed.around)
        st.markdown(say("vocabulary.change.around", old=before, new=after))
    if changed.parts:
        shown = ask(parts_table, old, new, found, changed.parts[:MOST_ROWS], say)
        tables.show(shown, say, alt=title, total=len(changed.parts))
