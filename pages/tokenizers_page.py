"""`/tokenizers`: a text as real tokenizers split it, and what one of them does with it, stage by stage, and back."""

import streamlit as st

from tokviz.errors import TokvizError
from tokviz.state.tokenizers import FORM, MAX_CHARS, PAGE
from tokviz.web.address import url
from tokviz.web.encoding import text_views
from tokviz.web.pages.tokenizers import choice, compared, controls, known, panels, shelf
from tokviz.web.shared import i18n, messages, parts
from tokviz.web.shared.page_frame import heading

say = i18n.catalog()
heading("page.tokenizers", say, has_stage=True)
wrong = controls.read_address()
with parts.text_row():
    chosen, offered, missing = controls.show(say)
messages.warn_of_link((*wrong, *missing), say)
text = chosen.shown
is_shown = bool(text) and len(text) <= MAX_CHARS
if not is_shown:
    told = say("tokenizers.too-long", met=len(text), limit=MAX_CHARS) if text else say("tokenizers.empty")
    st.info(told, icon=":material/info:")
else:
    with parts.part("units"):
        compared.show(offered, chosen, say)
known.show(say)
with st.container(key="one_tokenizer", horizontal=True, vertical_alignment="center"):
    st.subheader(say("tokenizers.one.title"), anchor=False, width="content")
    choice.choose(PAGE, offered, say)
one = offered[chosen.tokenizer]
if not is_shown:
    url.publish(PAGE, FORM, chosen)
else:
    try:
        found = panels.work(one, text)
    except TokvizError as error:
        messages.show_error(error, say)
        url.publish(PAGE, FORM, chosen)
    else:
        chosen = panels.settled(chosen, found)
        with parts.part("rows"):
            messages.show_file_notes(shelf.pipeline(one).notes, say)
            panels.introduce(one, say)
            panels.ribbon(chosen, one, found, say)
            text_views.show_check(found.check, say)
        with parts.part("stage"):
            panels.stage(chosen, one, found, say)
        with parts.part("tokens"):
            panels.tables_of(chosen, found, say)
    panels.onward_link(chosen, say)
