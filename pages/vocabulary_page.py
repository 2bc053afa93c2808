"""`/vocabulary`: what is in the vocabularies of real tokenizers: entries, kinds, trees, numbers, languages."""

import streamlit as st

from tokviz.errors import TokvizError
from tokviz.state.vocabulary import FORM, PAGE
from tokviz.web.address import url
from tokviz.web.pages.vocabulary import controls, panels, store
from tokviz.web.shared import i18n, messages, parts
from tokviz.web.shared.page_frame import heading

say = i18n.catalog()
heading("page.vocabulary", say)
wrong = controls.read_address()
with parts.part("about"):
    chosen, missing = controls.show(say)
messages.warn_of_link((*wrong, *missing), say)
try:
    vocabulary = store.vocabulary(chosen.tokenizers[0], say)
except TokvizError as error:
    messages.show_error(error, say)
    url.publish(PAGE, FORM, chosen.state)
else:
    st.caption(say("vocabulary.about", entries=len(vocabulary), library=vocabulary.pipeline.library or "–"))
    messages.show_file_notes(vocabulary.pipeline.notes, say)
    url.publish(PAGE, FORM, panels.show(chosen, say))
