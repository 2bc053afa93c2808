"""A token of the text taken out of the first tokenizer's vocabulary, and what its model would do instead."""

from __future__ import annotations

import streamlit as st

from tokviz.cage import ask
from tokviz.errors import TokvizError
from tokviz.state.vocabulary import PAGE
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.display import shorten, visible
from tokviz.views.shared.rendering import render
from tokviz.views.vocabularies.trees import words_shown
from tokviz.vocabularies import Unmerged, removable, unmerge
from tokviz.web.pages.vocabulary import card
from tokviz.web.pages.vocabulary.controls import Chosen, open_entry, said
from tokviz.web.pages.vocabulary.shared import first
from tokviz.web.shared import cells, messages, tables
from tokviz.web.streamlit_workarounds import widget_values

__all__ = ["show"]

_PILLS = 120
_LETTERS = 24
_KEY = f"{PAGE}_unmerged"


def show(chosen: Chosen, say: Catalog) -> None:
    """Draw the tokens of the text, the text without the one that is chosen, and that one's tree."""
    vocabulary = first(chosen, say)
    st.markdown(say("vocabulary.unmerge.about"))
    tokens = ask(removable, vocabulary.pipeline, chosen.state.shown)
    ids = list(tokens)
    if not ids:
        st.info(say("vocabulary.unmerge.nothing"), icon=":material/info:")
        return
    number = said()["id"]
    if number not in ids:
        number = ids[0]
    widget_values.put(_KEY, number)
    st.pills(
        say("vocabulary.unmerge.token"),
        ids[:_PILLS],
        format_func=lambda one: messages.escape(shorten(cells.token(tokens[one]), _LETTERS)),
        key=_KEY,
        required=True,
        on_change=lambda: open_entry(st.session_state[_KEY]),
    )
    tables.cut_short(min(len(ids), _PILLS), len(ids), say)
    token = tokens[number]
    try:
        found = ask(unmerge, vocabulary.pipeline, chosen.state.shown, token)
    except TokvizError as error:
        messages.show_error(error, say)
        return
    _result(found, say, is_bpe=vocabulary.pipeline.model.algorithm == "bpe")
    card.show(vocabulary, vocabulary.place_of[number], say)


def _result(found: Unmerged, say: Catalog, *, is_bpe: bool) -> None:
    token = cells.code(cells.token(found.token))
    changed = sum(word.changed for word in found.words)
    st.markdown(
        say(
            "vocabulary.unmerge.result",
            token=token,
            before=say.count("bytes.count.tokens", found.before),
            after=say.count("bytes.count.tokens", found.after),
            words=say.count("vocabulary.words", changed),
        )
    )
    words = words_shown(found)
    st.html(render("unmerged.html", say, words=words, left_out=found.token, visible=visible))
    if len(words) < len(found.words):
        st.caption(say("vocabulary.unmerge.left-out", words=len(found.words) - len(words)))
    st.caption(say("vocabulary.unmerge.merges" if is_bpe else "vocabulary.unmerge.only"))
