"""The parts of `/glossary`: the field to search in, and the terms with their definitions."""

from __future__ import annotations

from itertools import groupby
from urllib.parse import urlencode

import streamlit as st

from tokviz import guides
from tokviz.state.glossary import FORM, MAX_SEARCH, PAGE, GlossaryState
from tokviz.state.pages import page_at
from tokviz.views.shared import glossary
from tokviz.views.shared.catalog import Catalog
from tokviz.web.address import url
from tokviz.web.guides.state import Place, query_of
from tokviz.web.shared import messages
from tokviz.web.streamlit_workarounds import widget_values

_SEARCH = "glossary_search"


def ask_search(say: Catalog) -> GlossaryState:
    """Draw the field, filled from the address when that has changed; return what it says."""
    if url.has_changed(PAGE) or _SEARCH not in st.session_state:
        state, _ = FORM.read(url.current())
        widget_values.put(_SEARCH, state.q)
    text: str = st.text_input(say("glossary.search"), key=_SEARCH, max_chars=MAX_SEARCH, width=400)
    return GlossaryState(text.strip())


def show_terms(query: str, say: Catalog) -> None:
    """Draw the terms that match the search; each is a heading with an anchor, so that a link can lead to it. All terms
    have their letters, to jump to; what a search finds has an order of its own."""
    shown = glossary.find_terms(query, say.language)
    if not shown:
        st.info(say("glossary.none"))
    groups = [("", shown)] if query else [(letter, tuple(group)) for letter, group in groupby(shown, key=_initial)]
    with st.container(key="glossary_terms"):
        if not query:
            with st.container(key="glossary_letters"):
                st.markdown(" ".join(f"[{letter}](#{_anchor(letter)})" for letter, _ in groups))
        for letter, group in groups:
            if letter:
                st.header(letter, anchor=_anchor(letter))
            with st.container(key=f"glossary_group_{letter}"):
                for term in group:
                    with st.container(key=f"glossary_term_{term.key}"):
                        _show_term(term, say)


def _initial(term: glossary.Term) -> str:
    """Return the letter that a term is listed under in every language: that of its English name, as they are sorted."""
    return term.called("en")[0].upper()


def _anchor(letter: str) -> str:
    return f"letter-{letter.lower()}"


def _show_term(term: glossary.Term, say: Catalog) -> None:
    called, quiet = term.called(say.language), " · ".join(term.others(say.language))
    st.subheader(f"{called} :small[{quiet}]" if quiet else called, anchor=term.key)
    st.markdown(term.linked(say.language))
    st.html(f'<p class="tokviz-example">{glossary.example_html(term, say)}</p>')
    others = [
        f"[{related.called(say.language)}](#{related.key})"
        for related in map(glossary.load().__getitem__, term.related)
    ]
    pages = [f"[{say(page_at(page).title)}](/{page}?lang={say.language})" for page in term.pages]
    comma = say("list.comma")
    lines = [say("glossary.related", terms=comma.join(others), pages=comma.join(pages))]
    if lesson := _lesson_link(term, say):
        lines.append(say("glossary.lesson", lesson=lesson))
    st.caption("  \n".join(lines))


def _lesson_link(term: glossary.Term, say: Catalog) -> str:
    """Return a link to the first card of a lesson that names the term; empty where none does."""
    found = glossary.first_cards().get(term.key)
    if found is None:
        return ""
    place = Place(guides.load(found[0]), found[1])
    query = query_of(place, {**url.kept(), "lang": say.language})
    return f"[{messages.escape(place.guide.title[say.language])}](/{place.card.page}?{urlencode(query)})"
