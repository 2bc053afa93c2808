"""`/bytes`: a text, its bytes, its pre-tokens, its merges, its tokens."""

import streamlit as st

from tokviz.state.bytes import FORM, PAGE
from tokviz.web import hooks
from tokviz.web.address import url
from tokviz.web.pages.bytes import controls, entropy_patches, panels
from tokviz.web.shared import i18n, messages, parts
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
    chosen = controls.select_existing(chosen, split, say)
    with parts.part("rows"):
        panels.show_rows(chosen, split, say)
    with parts.part("twins"):
        panels.show_twins(chosen, say)
    left, right = st.columns(2, gap="medium")
    with left, parts.part("characters"):
        panels.show_characters(chosen.shown, say)
    with right, parts.part("pretokens"):
        panels.show_pretokens(chosen, split.pieces, say)
    with parts.part("picture"):
        panels.show_merges(chosen, split.pieces, split.model, say)
    with parts.part("tokens"):
        panels.show_tokens(chosen, split.tokens, split.model, say)
    panels.show_decoded(chosen, split.tokens, split.model, say)
    with parts.part("patches"):
        chosen = entropy_patches.show(chosen, split, say)
    hooks.below_bytes(split.pieces, split.model, chosen.pattern, say)
