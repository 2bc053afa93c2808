"""Differences between the first vocabulary and each of the others: shared entries, and changes of a new version."""

from __future__ import annotations

from functools import partial

import numpy as np
import streamlit as st

from tokviz.errors import TokvizError
from tokviz.files.pipeline import Pipeline
from tokviz.memory import digest
from tokviz.sandbox import ask
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.display import visible
from tokviz.views.vocabularies import charts
from tokviz.views.vocabularies.keys import DIFFERENCE_KEYS, KIND_KEYS
from tokviz.views.vocabularies.tables import (
    LISTS,
    change_rows,
    change_table,
    counts_table,
    entries_table,
    flat_table,
    parts_table,
)
from tokviz.vocabularies import Overlap, Places, Vocabulary, overlap
from tokviz.vocabularies.changes import Changes, TextChanges, changes
from tokviz.vocabularies.text_changes import changes_of_text
from tokviz.web.pages.tokenizers.available import AvailableTokenizer
from tokviz.web.pages.vocabulary import shared
from tokviz.web.pages.vocabulary.controls import Chosen
from tokviz.web.pages.vocabulary.shared import MOST_ROWS, load_each, offer_csv, offer_second, show_rows
from tokviz.web.shared import cells, messages
from tokviz.web.streamlit_workarounds import altair_charts

__all__ = ["show_changes", "show_overlap"]


# -- shared entries ----------------------------------------------------------------------------------------------------


def show_overlap(chosen: Chosen, say: Catalog) -> None:
    """Draw the shares by kind, and examples of shared entries and of those that only one has."""
    vocabularies = load_each(chosen, say)
    if len(vocabularies) < 2:
        offer_second("vocabulary.overlap.two", chosen, say)
        return
    (first, (place, ours)), *others = vocabularies.items()
    st.markdown(say("vocabulary.overlap.about"))
    for name, (at, theirs) in others:
        tokenizer = chosen.tokenizers[place]
        key = "/".join(map(str, chosen.tokenizers[at].key))
        result = shared.compute_once("overlap", tokenizer, (key,), say, overlap, ours, theirs)
        _overlap_of_two((first, ours), (name, theirs), result, f"{at}", say)


def _overlap_of_two(
    named: tuple[str, Vocabulary], other: tuple[str, Vocabulary], result: Overlap, key: str, say: Catalog
) -> None:
    first, second = named[0], other[0]
    st.subheader(
        say("vocabulary.overlap.pair", first=messages.escape(first), second=messages.escape(second)), anchor=False
    )
    names = (
        say("vocabulary.overlap.common"),
        say("vocabulary.overlap.only", name=first),
        say("vocabulary.overlap.only", name=second),
    )
    groups = ((named[1], result.common), (named[1], result.only), (other[1], result.only_other))
    totals = dict(zip(names, (len(places) for _, places in groups), strict=True))
    change_rows = {say(KIND_KEYS[kind]): dict(zip(names, row, strict=True)) for kind, row in result.kinds.items()}
    st.markdown(say("vocabulary.overlap.result", common=len(result.common), share=say.percent(result.share)))
    describe = say("vocabulary.overlap.chart")
    altair_charts.draw(charts.stacked, totals, change_rows, say, cells.palette(), describe=describe)
    for column, name, (vocabulary, places) in zip(st.columns(3), names, groups, strict=True):
        with column:
            st.markdown(f"**{messages.escape(name)}** ({say.integer(len(places))})")
            part = f"{key}-{names.index(name)}"
            _example_entries(vocabulary, places, name, part, say)
            offer_csv(partial(ask, entries_table, vocabulary, places, say), f"overlap-{part}", say)


def _example_entries(vocabulary: Vocabulary, places: Places, name: str, key: str, say: Catalog) -> None:
    """Draw the first entries by id."""
    frame = ask(entries_table, vocabulary, np.asarray(places[:MOST_ROWS]), say)[["id", "stands_for", "kind"]]
    show_rows(frame, name, f"overlap-{key}", say, total=len(places))


# -- changes of a new version ------------------------------------------------------------------------------------------


def show_changes(chosen: Chosen, say: Catalog) -> None:
    """Draw the lists of each pair of versions, and the parts of the text that change."""
    vocabularies = load_each(chosen, say)
    if len(vocabularies) < 2:
        offer_second("vocabulary.change.two", chosen, say)
        return
    (first, (place, ours)), *others = vocabularies.items()
    st.markdown(say("vocabulary.change.about"))
    for name, (at, theirs) in others:
        st.subheader(f"{messages.escape(first)} → {messages.escape(name)}", anchor=False)
        both = (chosen.tokenizers[place], chosen.tokenizers[at])
        try:
            differences, changed = _compute_changes(*both, theirs.pipeline, chosen.state.shown, say)
        except TokvizError as error:
            messages.show_error(error, say)
            continue
        _changes_of_two(ours.pipeline, theirs.pipeline, differences, changed, f"{at}", say)
        make = partial(ask, flat_table, ours.pipeline, theirs.pipeline, differences, changed, say)
        if not differences.are_none:
            offer_csv(make, f"changes-{at}", say)


def _compute_changes(
    tokenizer: AvailableTokenizer, other: AvailableTokenizer, new: Pipeline, text: str, say: Catalog
) -> tuple[Changes, TextChanges]:
    """Return the differences of the files and those of the text, cached. Raises TokvizError."""
    key = "/".join(map(str, other.key))
    old = shared.load_vocabulary(tokenizer, say).pipeline
    all_changes = shared.compute_once("changes", tokenizer, (key,), say, changes, old, new)
    names = (key, digest(text))
    changed = shared.compute_once("changes-of-text", tokenizer, names, say, changes_of_text, old, new, text)
    return all_changes, changed


def _changes_of_two(
    old: Pipeline, new: Pipeline, differences: Changes, changed: TextChanges, key: str, say: Catalog
) -> None:
    """Draw the lists, and the parts of the text that change. key: tells apart the pairs of versions."""
    if differences.are_none:
        st.success(say("vocabulary.change.none"), icon=":material/check:")
        return
    show_rows(counts_table(differences, say), say("vocabulary.table.changes"), f"changes-{key}", say, bars={"count"})
    for name in LISTS:
        entries = change_rows(differences, name)
        if entries:
            title = say(DIFFERENCE_KEYS[name])
            with st.expander(f"{title} ({say.integer(len(entries))})", icon=":material/difference:"):
                listed = change_table(name, entries[:MOST_ROWS], say)
                show_rows(listed, title, f"changes-{name}-{key}", say, total=len(entries))
    title = say("vocabulary.change.text.title")
    st.markdown(f"**{title}**")
    st.markdown(say("vocabulary.change.text", old=changed.old_tokens, new=changed.new_tokens, parts=len(changed.parts)))
    if changed.around is not None:
        before, after = (cells.code(" ".join(map(visible, tokens))) if tokens else "–" for tokens in changed.around)
        st.markdown(say("vocabulary.change.around", old=before, new=after))
    if changed.parts:
        shown = ask(parts_table, old, new, differences, changed.parts[:MOST_ROWS], say)
        show_rows(shown, title, f"changes-text-{key}", say, total=len(changed.parts))
