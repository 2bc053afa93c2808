"""`/compare`: several tokenizers on one corpus, at one size, and why they cut its words differently."""

from dataclasses import replace

import streamlit as st

from tokviz.compare.comparison import Comparison
from tokviz.state.compare import FORM, PAGE, CompareState, corpus_of
from tokviz.web import visit_corpus
from tokviz.web.address import url
from tokviz.web.pages.compare import controls, panels, rows, tokenizers, word
from tokviz.web.shared import i18n, messages, parts, stepping
from tokviz.web.shared.page_frame import heading
from tokviz.web.streamlit_workarounds import widget_values


@url.fragment
def follow(found: Comparison, asked: CompareState) -> None:
    """The rows, the picked word and the views below; reruns alone when a word is picked or a view opened."""
    for name in ("word", "held", "measure"):
        widget_values.keep(f"compare_{name}")
    with parts.part("rows"):
        asked = replace(asked, marks=rows.show(found, asked, say))
    with parts.part("word", is_row=True):
        rows.choose_marks(say)
        asked = replace(asked, word=word.show(found, asked, rows.opening_word(found), say))
    with stepping.below(rows.is_below_seen(), say, "compare.below") as is_wanted:
        if is_wanted:
            asked = panels.show(found, asked, say)
    word.open_row(asked, say)
    publish(asked)


def publish(asked: CompareState) -> None:
    """Have the address and the menu say what is compared."""
    url.publish(PAGE, FORM, asked)
    visit_corpus.note(PAGE, corpus_of(asked), is_cut=True)


say = i18n.catalog()
heading("page.compare", say)
wrong = controls.read_address()
row = parts.top_row()
chosen = controls.show(row, say)
with row:
    place = parts.text_row()  # beside the corpus, where there is room
with st.container(key="notes"):  # what comes and goes above the rows must not move them to another place of the page
    messages.warn_of_link(wrong, say)
    messages.note_length(say, chosen.state.corpus, chosen.state.text, chosen.state.held)
    controls.offer_more(chosen.state, say)
    prepared = tokenizers.compared(chosen, place, say)
if prepared is None:
    publish(chosen.state)
else:
    follow(*prepared)
