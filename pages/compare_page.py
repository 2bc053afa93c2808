"""`/compare`: several tokenizers on one corpus, at one size, and why they cut its words differently."""

from dataclasses import replace

import streamlit as st

from tokviz.compare.comparison import Comparison
from tokviz.state.compare import FORM, PAGE, CompareState, corpus_of
from tokviz.web import visit_corpus
from tokviz.web.address import url
from tokviz.web.pages.compare import clock, comparison, controls, panels, rows
from tokviz.web.server import uploads
from tokviz.web.shared import i18n, messages, parts, stepping
from tokviz.web.shared.page_frame import heading
from tokviz.web.streamlit_workarounds import widget_values


@url.fragment
def follow(compared: Comparison, state: CompareState) -> None:
    """Draw the rows, the picked word and the views below; reruns alone when a word is picked or a view opened."""
    if controls.is_size_changed():
        st.rerun()
    for name in ("word", "held", "measure"):
        widget_values.keep(f"compare_{name}")
    with parts.part("clock"):
        clock.show(compared, state.size, say)
    with parts.part("rows"):
        state = replace(state, marks=rows.show_rows(compared, state, say))
    with parts.part("word", is_row=True):
        rows.choose_marks(say)
        state = replace(state, word=rows.ask_word(compared, state, rows.opening_word(compared), say))
    with stepping.below(rows.is_below_seen(), say, "compare.below") as is_wanted:
        if is_wanted:
            state = panels.show_views(compared, state, say)
    rows.show_open_row(state, say)
    publish(state)


def publish(state: CompareState) -> None:
    """Write what is compared into the address and the menu."""
    url.publish(PAGE, FORM, state)
    visit_corpus.note(PAGE, corpus_of(state), is_cut=True)


say = i18n.catalog()
heading("compare", say)
wrong = controls.read_address()
row = parts.top_row()
chosen = controls.choose(row, say)
with row:
    place = parts.text_row()  # beside the corpus, where there is room
with st.container(key="notes"):  # what comes and goes above the rows must not move them to another place of the page
    messages.warn_of_link(wrong, say)
    uploads.tell_if_lost(controls.ADDED, say)
    messages.note_length(say, chosen.state.corpus, chosen.state.text, chosen.state.held)
    controls.offer_more(chosen.state, say)
    prepared = comparison.prepare(chosen, place, say)
if prepared is None:
    publish(chosen.state)
else:
    follow(*prepared)
