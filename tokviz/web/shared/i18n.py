"""The language of a visitor: ``?lang=`` first, then what was chosen in this session, then the browser's."""

from __future__ import annotations

import json

import streamlit as st

from tokviz.views.shared.catalog import LANGUAGES, Catalog, load
from tokviz.web.address import url

_KEY = "language"  # in the session state; outlives page changes because it belongs to no widget
_WIDGET = "language_widget"


def scripts() -> dict[str, str]:
    """Return language -> the script by which a page says that it is in this one. No other script is in a page.

    >>> scripts()["en"]
    'document.documentElement.lang = "en"'
    """
    return {language: f"document.documentElement.lang = {json.dumps(language)}" for language in LANGUAGES}


def catalog() -> Catalog:
    """Return the catalog of this visit's language."""
    language = st.query_params.get("lang", "").lower().split("-")[0]
    if language in LANGUAGES:
        st.session_state[_KEY] = language
    elif _KEY not in st.session_state:
        browser = (st.context.locale or "").lower().split("-")[0]
        st.session_state[_KEY] = browser if browser in LANGUAGES else "en"
    return load(st.session_state[_KEY])


def chooser(say: Catalog) -> None:
    """Draw the switch between languages, at the foot of the side bar."""
    st.session_state[_WIDGET] = say.language
    st.segmented_control(
        say("language.label"),
        list(LANGUAGES),
        format_func=LANGUAGES.__getitem__,
        key=_WIDGET,
        on_change=_choose,
        required=True,
        width="stretch",
        label_visibility="collapsed",
    )


def tell(say: Catalog) -> None:
    """Have the page say its language, by which a screen reader chooses its voice; Streamlit's own says English."""
    with st.container(key="page_language"):  # which takes no room, by looks.css
        st.html(f"<script>{scripts()[say.language]}</script>", unsafe_allow_javascript=True)


def _choose() -> None:
    language = st.session_state[_WIDGET]
    if language in LANGUAGES:
        st.session_state[_KEY] = language
        url.ask("lang", language)
