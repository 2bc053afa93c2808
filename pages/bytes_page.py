"""`/bytes`: a text, its bytes, its pre-tokens, its merges, its tokens."""

import streamlit as st

from tokviz.state.bytes import FORM, PAGE
from tokviz.web.address import url
from tokviz.web.pages.bytes import controls, panels, tokenizer
from tokviz.web.shared import i18n, messages, parts
from tokviz.web.shared.page_frame import heading

say = i18n.catalog()
heading("page.bytes", say)
wrong = controls.read_address()
chosen = controls.show(say)
messages.warn_of_link(wrong, say)
found = tokenizer.cut(chosen, say)
if found is None:
    url.publish(PAGE, FORM, chosen)
else:
    chosen = tokenizer.settled(chosen, found, say)
    with parts.part("rows"):
        panels.ribbon(chosen, found, say)
    left, right = st.columns(2, gap="medium")
    with left, parts.part("characters"):
        panels.characters(chosen.shown, say)
    with right, parts.part("pretokens"):
        panels.pretokens(chosen, found.pieces, say)
    with parts.part("stage"):
        panels.merges(chosen, found.pieces, found.model, say)
    with parts.part("tokens"):
        panels.tokens(chosen, found.tokens, found.model, say)
    panels.decoded(chosen, found.tokens, found.model, say)
    panels.sheets(chosen, found, say)
