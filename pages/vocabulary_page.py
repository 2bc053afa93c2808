"""`/vocabulary`: what is in the vocabularies of real tokenizers: entries, kinds, trees, numbers, languages."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial

import streamlit as st

from tokviz.errors import TokvizError
from tokviz.state import tokenizers as tokenizers_state
from tokviz.state import views
from tokviz.state.vocabulary import FORM, PAGE
from tokviz.views.shared.catalog import Catalog
from tokviz.web import visit_corpus
from tokviz.web.address import url
from tokviz.web.pages.vocabulary import controls, entries, shared
from tokviz.web.pages.vocabulary.panels import show_removals, show_view
from tokviz.web.shared import i18n, messages, parts, tabs
from tokviz.web.shared.page_frame import heading

say = i18n.catalog()
heading("vocabulary", say)
wrong = controls.read_address()
with parts.part("about"):
    chosen, missing = controls.choose(say)
messages.warn_of_link((*wrong, *missing), say)
try:
    vocabulary = shared.load_vocabulary(chosen.tokenizers[0], say)
except TokvizError as error:
    messages.show_error(error, say)
    url.publish(PAGE, FORM, chosen.state)
else:
    st.caption(say("vocabulary.about", entries=len(vocabulary), library=vocabulary.pipeline.library or "–"))
    messages.show_file_notes(vocabulary.pipeline.notes, say)
    draw: dict[str, Callable[[controls.Chosen, Catalog], None]] = {
        **{view.name: partial(show_view, view.name) for view in views.VOCABULARY},
        "entries": entries.show_entries,
        "removed": show_removals,
    }
    panels = {view: partial(show, chosen, say) for view, show in draw.items()}
    opened, _ = tabs.open_view(PAGE, views.VOCABULARY, panels, say)
    state = replace(chosen.state, view=opened, **controls.entry_query())
    stages = tokenizers_state.TokenizersState(state.sample, state.text, state.tokenizer)
    with parts.part("onward"):
        visit_corpus.page_link(
            tokenizers_state.PAGE, tokenizers_state.FORM.write(stages), say, say("vocabulary.stages")
        )
    url.publish(PAGE, FORM, state)
