"""`/`: merges to watch, a sentence to split while it is typed, the visitor's own text, the lessons, worked examples."""

import streamlit as st

from tokviz.views.start import start_payload
from tokviz.web.components.page_parts import start_page
from tokviz.web.pages.lessons.panels import show_lectures, show_lessons
from tokviz.web.pages.start import panels
from tokviz.web.shared import i18n, page_frame

say = i18n.catalog()
with st.container(key="start_head", horizontal=True):
    st.title(say("start.title"), anchor=False, width="content")
    st.caption(say("start.lead"), width="content")
    page_frame.leave_presenting(say)
with st.container(key="start_lead"):
    payload = start_payload(
        say,
        watch=panels.first_merges_link(say),
        compare=panels.compare_link(say),
        own=panels.own_text_payload(say),
        real=panels.real_models_link(say),
    )
    start_page(payload, panels.take_text)

with st.container(key="start_lessons_head", horizontal=True):
    st.subheader(say("guide.title"), anchor=False, width="content")
    st.caption(say("guide.what"), width="content")
with st.container(key="start_lessons"):
    show_lessons(say)

with st.container(key="start_examples_head", horizontal=True):
    st.subheader(say("start.examples"), anchor=False, width="content")
    st.caption(say("start.checked"), width="content")
panels.show_worked_examples(say)

with st.container(key="start_teachers"):
    st.subheader(say("start.teachers"), anchor=False)
    show_lectures(say)
