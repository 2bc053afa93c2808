"""`/tokenizers`: a text as real tokenizers split it, and what one of them does with it, stage by stage, and back."""

import streamlit as st

from tokviz.errors import TokvizError
from tokviz.state.tokenizers import FORM, MAX_CHARS, PAGE
from tokviz.views.pages import tokenizers as views
from tokviz.web import hooks
from tokviz.web.address import url
from tokviz.web.pages.tokenizers import controls, panels
from tokviz.web.shared import i18n, messages, parts
from tokviz.web.shared.page_frame import heading

say = i18n.catalog()
heading("tokenizers", say)
wrong = controls.read_address()
with parts.text_row():
    chosen, offered, missing = controls.show_controls(say)
messages.warn_of_link((*wrong, *missing), say)
text = chosen.shown
is_shown = bool(text) and len(text) <= MAX_CHARS
if not is_shown:
    if text:
        st.info(say("tokenizers.too-long", met=len(text), limit=MAX_CHARS), icon=":material/info:")
    else:
        messages.tell_empty(say("tokenizers.empty"), say)
else:
    with parts.part("units"):
        panels.show_rows(offered, chosen, say)
hooks.below_rows(say)
languages = st.container()
with st.container(key="one_tokenizer", horizontal=True, vertical_alignment="center"):
    if is_shown:
        st.subheader(say("tokenizers.one.title"), anchor=False, width="content")
    controls.pick_tokenizer(PAGE, offered, say)
tokenizer = offered[chosen.tokenizer]
if not is_shown:
    panels.tell_refused(tokenizer, say)
    url.publish(PAGE, FORM, chosen)
else:
    try:
        work = panels.process(tokenizer, chosen.drawn)
    except TokvizError as error:
        messages.show_error(error, say)
        url.publish(PAGE, FORM, chosen)
    else:
        seen = panels.select_existing(chosen, tokenizer, work, say)
        panels.show_languages(seen, languages)
        with parts.part("rows"):
            messages.show_file_notes(seen.pipeline.notes, say)
            panels.introduce_miniature(tokenizer, say)
            panels.show_stages(seen, tokenizer)
        with parts.part("picture"):
            panels.show_word(seen)
        with parts.part("tokens"):
            panels.show_tables(seen)
        with parts.part("healing"):
            panels.show(seen, views.healing)
        with parts.part("roundtrip"):
            panels.show(seen, views.round_trip)
    panels.link_to_vocabulary(chosen, tokenizer, say)
