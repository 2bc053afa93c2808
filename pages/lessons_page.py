"""`/lessons`: the guided lessons with how far the visitor got, and how to give them as a lecture."""

import streamlit as st

from tokviz.web.pages.lessons.panels import show_lectures, show_lessons
from tokviz.web.shared import i18n, parts
from tokviz.web.shared.page_frame import heading

say = i18n.catalog()
heading("lessons", say)
with parts.part("about"):
    st.markdown(say("lessons.what"))
with parts.part("rows"), st.container(key="all_lessons"):
    show_lessons(say, in_full=True)
with st.container(key="start_teachers"):
    st.subheader(say("start.teachers"), anchor=False)
    show_lectures(say)
