"""The picked word on `/compare`: what the lines below the rows say of it, and where each of them leads."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

import streamlit as st

from tokviz.cage import ask
from tokviz.compare.comparison import Comparison
from tokviz.compare.engine import Compared, Key
from tokviz.compare.reading import Split, split_of
from tokviz.compare.reasons import Reason
from tokviz.corpus.passages import Passage
from tokviz.errors import TokvizError
from tokviz.state.compare import MAX_WORD, PAGE, CompareState, corpus_of
from tokviz.views.compare.picks import passages_of
from tokviz.views.compare.word_lines import lines_of, why_not
from tokviz.views.shared.catalog import Catalog, load
from tokviz.views.stage.sent import as_json
from tokviz.web import visit_corpus
from tokviz.web.address.site_map import info, page
from tokviz.web.encoding import tokenizer
from tokviz.web.encoding.tokenizer import Handed
from tokviz.web.pages.compare import links as compare_links
from tokviz.web.pages.compare.links import Link
from tokviz.web.shared import cells, messages

__all__ = ["open_row", "picked", "reasons", "show", "told"]


def picked(opening: str) -> str:
    """The word that is looked at."""
    typed: str = st.session_state["compare_word"].strip()
    return (typed or opening).split()[0][:MAX_WORD]


def told(compared: Comparison, asked: CompareState, word: str, words: Sequence[str], say: Catalog) -> str:
    """What the lines below the rows say of the picked word, with links, and of `words`, as JSON text."""
    key = (*compared.key, compared.text)
    found = dict(_of_words(key, tuple(words), asked.marks, say.language, compared))
    try:
        passage = _place(key, word, compared)
        found[word] = _told(compared, asked.marks, passage, _links(compared, asked, passage, say), say)
    except TokvizError as error:
        messages.show_error(error, say)
    return as_json(found)


@st.cache_resource(max_entries=32, show_spinner=False)
def _of_words(
    key: Key, words: tuple[str, ...], marks: str, language: str, _compared: Comparison
) -> dict[str, dict[str, Any]]:
    """What is said of words that are not picked, word -> its lines."""
    found = {}
    for word, passage in passages_of(_compared, words).items():
        with suppress(TokvizError):  # a word may be too long to be explained
            found[word] = _told(_compared, marks, passage, (), load(language))
    return found


@st.cache_resource(max_entries=512, show_spinner=False)
def _place(key: Key, word: str, _compared: Comparison) -> Passage:
    """Where the picked word stands. Raises TokvizError."""
    return passages_of(_compared, [word])[word]


def show(compared: Comparison, asked: CompareState, opening: str, say: Catalog) -> str:
    """Draw the field for any word, and what the links in the lines press. Returns what was typed or picked."""
    typed: str = st.text_input(
        say("compare.word"),
        key="compare_word",
        max_chars=MAX_WORD,
        placeholder=cells.token(opening),
        help=say("compare.word.help"),
    ).strip()
    messages.caption_with_terms("compare.why.about", say)
    with st.container(key="compare_away"):
        place = _place((*compared.key, compared.text), picked(opening), compared)
        for number, there in enumerate(_links(compared, asked, place, say)):
            _draw(compared.tokenizers, there, number, say)
    return typed


@st.cache_resource(max_entries=512, show_spinner=False)
def reasons(key: Key, passage: Passage, _tokenizers: Sequence[Compared], _splits: Sequence[Split]) -> dict[int, Reason]:
    """Why a word is split otherwise than by another: number of a tokenizer -> reason, in which it is on the left.
    Raises TokvizError."""
    return why_not(passage, _tokenizers, _splits)


def open_row(asked: CompareState, say: Catalog) -> None:
    """Links that take the corpus to the pages of the algorithms."""
    if not compare_links.travels(asked):
        st.caption(say("compare.open-not"))
        return
    visit_corpus.show_links(PAGE, corpus_of(asked), say, asked.text, as_cut=True)


@dataclass(frozen=True)
class _Link:
    """Where a line leads. tokenizer: its number; label: what it says."""

    tokenizer: int
    label: str
    link: Link


def _told(compared: Comparison, marks: str, passage: Passage, links: Sequence[_Link], say: Catalog) -> dict[str, Any]:
    tokenizers = compared.tokenizers
    splits, whys = _explained(compared, passage)
    lines = [
        [
            {
                "label": there.label,
                "href": f"{there.link.page}?{urlencode({**there.link.query, 'lang': say.language})}"
                if one.slot.is_trained
                else "",
                "place": place,
            }
            for place, there in enumerate(links)
            if there.tokenizer == number
        ]
        for number, one in enumerate(tokenizers)
    ]
    return lines_of(tokenizers, splits, whys, passage, say, links=lines, is_neutral=marks == "neutral")


def _explained(compared: Comparison, passage: Passage) -> tuple[list[Split], dict[int, Reason]]:
    """How each splits a word in its text, and why not as another. Raises TokvizError."""
    splits = [ask(split_of, passage, one) for one in compared.models]
    return splits, reasons(compared.key, passage, compared.tokenizers, splits)


def _links(compared: Comparison, asked: CompareState, passage: Passage, say: Catalog) -> list[_Link]:
    """Where the word's tokens come from: its encoding, and the step of the training."""
    found = []
    try:
        _, whys = _explained(compared, passage)
    except TokvizError:  # said above the rows
        return []
    for number, one in enumerate(compared.tokenizers):
        if one.slot.is_trained and not compare_links.travels(asked):
            continue
        why = whys.get(number)
        account = why.left if why is not None else None
        try:
            link = compare_links.encoding_link(asked, one, passage, why, account)
        except TokvizError:  # too long to be shown step by step
            continue
        if link is not None:
            found.append(_Link(number, say("compare.open-encoding", step=link.step), link))
        training = compare_links.training_link(asked, one, account) if account is not None else None
        if one.slot.is_trained and training is not None:
            found.append(_Link(number, say("compare.open-training", step=training.step), training))
    return found


def _draw(tokenizers: Sequence[Compared], there: _Link, number: int, say: Catalog) -> None:
    """A link, or a button that hands an uploaded tokenizer over, which no link can hold."""
    one, link = tokenizers[there.tokenizer], there.link
    if one.slot.is_trained:
        visit_corpus.page_link(link.page, link.query, say, there.label)
    elif st.button(there.label, icon=info(link.page).icon, key=f"compare_hand_over_{number}", type="tertiary"):
        name = " + ".join(file.name for file in one.slot.files)
        tokenizer.hand_over(link.page, Handed(name, one.key, one.model, one.notes))
        st.switch_page(page(info(link.page), say), query_params={**link.query, "lang": say.language})
