"""`/bytes`: a text, its bytes, its pre-tokens, its merges, its tokens."""

import streamlit as st

from tokviz.state.bytes import FORM, PAGE
from tokviz.views.pages import bytes as views
from tokviz.web.address import url
from tokviz.web.pages.bytes import controls
from tokviz.web.shared import drawing, i18n, messages
from tokviz.web.shared.page_frame import heading

say = i18n.catalog()
heading("bytes", say)
wrong = controls.read_address()
chosen = controls.choose(say)
messages.warn_of_link(wrong, say)
split = controls.split_text(chosen, say)
if split is None:
    url.publish(PAGE, FORM, chosen)
else:
    seen = controls.select_existing(chosen, split, say)
    show = drawing.parts_of(views.PAGE, seen, PAGE, say, lambda picture: controls.play(picture, seen.state, say))
    show("rows")
    show("twins")
    left, right = st.columns(2, gap="medium")
    with left:
        show("characters")
    with right:
        show("pretokens")
    if not show("picture"):  # else its step is published
        url.publish(PAGE, FORM, seen.state)
    show("tokens")
    show("decoded")
    show("patches")
    with st.container(horizontal=True):
        show("files")
