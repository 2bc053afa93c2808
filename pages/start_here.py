"""`/`: what tokviz is, the guided lessons, the pages with a line each, the worked examples as cards."""

import streamlit as st

from tokviz import examples
from tokviz.web.address.site_map import PAGES
from tokviz.web.guides import beside_page as guides
from tokviz.web.shared import i18n
from tokviz.web.shared.cards import cards
from tokviz.web.start.cards import example_card, page_card

say = i18n.catalog()
st.title(say("app.name"), anchor=False)
st.markdown(f"#### {say('app.tagline')}")
st.markdown(say("start.what"))

guides.show_all(say)

st.subheader(say("start.pages"), anchor=False)
for info in cards([one for one in PAGES if one.url]):
    page_card(info, say)

st.subheader(say("start.examples"), anchor=False)
for name in cards((*examples.NAMES, examples.OWN)):
    example_card(name, say)
