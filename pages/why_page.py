"""`/why`: what words, characters and subwords make of the same text."""

from dataclasses import replace

import streamlit as st

from tokviz.state.why import FORM, PAGE
from tokviz.web.address import url
from tokviz.web.pages.why import controls, panels
from tokviz.web.shared import i18n, messages, parts
from tokviz.web.shared.page_frame import heading

say = i18n.catalog()
heading("why", say)
wrong = controls.read_address()
chosen = controls.choose(say)
messages.warn_of_link(wrong, say)
trained = controls.train_vocabularies(chosen, say)
if trained is None:
    controls.introduce(chosen, say)
    url.publish(PAGE, FORM, chosen)
else:
    split, three = trained.split, trained.three
    left, right = st.columns([3, 2], gap="medium")
    with left:
        size = controls.size_slider(three, say)
    with right:
        word = controls.own_word(say)
    url.publish(PAGE, FORM, replace(chosen, size=0 if size == three.usual else size, word=word))
    with parts.part("words"):
        panels.show_words(split, three, size, word, say)
    panels.show_text(split, say)
    controls.introduce(chosen, say)
    with parts.part("sizes"):
        panels.show_sizes(split, three, size, trained.key, say)
    with parts.part("models"):
        panels.show_models(size, say)
    with parts.part("units"):
        panels.show_units(split, three, size, say)
    if trained.english is not None:
        panels.show_claim(split, three, size, trained.english, say)
