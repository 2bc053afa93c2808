"""`/why`: what words, characters and subwords make of the same text."""

from dataclasses import replace

import streamlit as st

from tokviz.state.why import FORM, PAGE
from tokviz.views.pages import why as views
from tokviz.web.address import url
from tokviz.web.pages.why import controls
from tokviz.web.shared import drawing, i18n, messages, parts
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
    three = trained.three
    left, right = st.columns([3, 2], gap="medium")
    with left:
        size = controls.size_slider(three, say)
    with right:
        word = controls.own_word(say)
    seen = replace(trained, state=replace(chosen, size=size, word=word))
    url.publish(PAGE, FORM, replace(seen.state, size=0 if size == three.usual else size))
    show = drawing.parts_of(views.PAGE, seen, PAGE, say, controls.play)
    with parts.part("words"):
        show(views.pictures)
        with st.container(key="why_sentences"):  # a lesson leaves them out
            show(views.counted)
        show(views.arithmetic)
    show("text")
    messages.note_length(say, chosen.text)
    with parts.part("sizes"):
        show(views.title_of_measures)
        with st.spinner(say("why.counting")):
            seen.measured()
        with parts.part("figures"):
            show(views.measures)
        show(views.over_sizes)
    show("models")
    with parts.part("units"):
        show(views.in_units)
    show(views.claim)
