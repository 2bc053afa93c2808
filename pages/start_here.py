"""`/`: a sentence that is cut while it is typed, the lessons with pictures in their order, the worked examples."""

from pathlib import Path

import streamlit as st

from tokviz.views.start.hero import payload
from tokviz.web import start
from tokviz.web.components.hero import hero
from tokviz.web.shared import i18n
from tokviz.web.start.lectures import lectures
from tokviz.web.start.lessons import lessons
from tokviz.web.start.worked_examples import worked_examples

say = i18n.catalog()
st.html(Path(start.__file__).with_name("start.css"))
with st.container(key="start_head", horizontal=True):
    st.title(say("app.name"), anchor=False, width="content")
    st.caption(say("app.tagline"), width="content")
hero(payload(say))

with st.container(key="start_lessons_head", horizontal=True):
    st.subheader(say("guide.title"), anchor=False, width="content")
    st.caption(say("guide.what"), width="content")
lessons(say)
lectures(say)

with st.container(key="start_examples_head", horizontal=True):
    st.subheader(say("start.examples"), anchor=False, width="content")
    st.caption(say("start.checked"), width="content")
worked_examples(say)
