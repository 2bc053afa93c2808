"""One corpus for the visit: the menu takes it from page to page, and leads back to where a page was left.

A link of the menu names nothing. So the pages that work on a corpus note what they show, and one that is opened by the
menu gets an address: as it was left, if that was with this corpus, or with the corpus of the page before. An address
that says anything wins, and so does going back in the browser. What a page opens with by itself is no choice, and goes
nowhere. A text that is too long for a link, and a file, are the visit's anyway (`tokviz.web.training.own_corpus`).

A page also has a row of links to the others, which carry corpus, text and language along.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import streamlit as st

from tokviz import examples
from tokviz.algorithms import ALGORITHMS
from tokviz.examples import OWN
from tokviz.state import bpe_encode as encode_state
from tokviz.state import compare as compare_state
from tokviz.state import sample_texts
from tokviz.state import training as train_state
from tokviz.state.bpe_encode import BpeEncodeState
from tokviz.state.form import MAX_LINK_CHARS
from tokviz.state.pages import page_at
from tokviz.state.training import TrainState
from tokviz.views.shared.catalog import Catalog
from tokviz.web.address import url
from tokviz.web.address.site_map import page
from tokviz.web.server import uploads
from tokviz.web.shared import parts, stepping

_HERE = "visit_page"  # the page of the last run
_NOTED = "visit_corpus"


@dataclass(frozen=True)
class _Noted:
    """The corpus that the visit has chosen, and how each page was left.

    corpus: as a page trains on it; None before any is chosen. is_cut: whether its pre-tokenization goes along in any
    case. left: page -> which corpus it showed, and its address.
    """

    corpus: TrainState | None
    is_cut: bool
    left: Mapping[str, tuple[tuple[str, str], dict[str, str]]]


def note(page: str, corpus: TrainState, *, is_cut: bool = False) -> None:
    """Note what a page shows, once its address says so. is_cut: as for :func:`tokviz.web.visit_corpus.queries`."""
    noted = _noted()
    left = {**noted.left, page: (_identity(corpus), url.current())}
    is_chosen = noted.corpus is not None or corpus.example != _opening(page)
    if url.is_going_back() and not url.current():
        is_chosen = False
    chosen = (corpus, is_cut) if is_chosen else (noted.corpus, noted.is_cut)
    st.session_state[_NOTED] = _Noted(*chosen, left)


def left(page: str) -> Mapping[str, str]:
    """Return the address of a page as it was left in this visit; empty where it was not open."""
    _, query = _noted().left.get(page, (None, {}))
    return query


def arrive(page: str) -> None:
    """Begin a run of a page: one that the menu has opened gets its address."""
    before = st.session_state.get(_HERE)
    st.session_state[_HERE] = page
    is_by_menu = before not in (None, page) and not url.is_going_back()
    if not is_by_menu or not page_at(page).has_corpus or url.current() or "guide" in url.kept():
        return
    noted = _noted()
    shown, query = noted.left.get(page, (None, {}))
    if noted.corpus is None or shown == _identity(noted.corpus):
        stepping.resume(page)
    else:
        query = queries(noted.corpus, as_cut=noted.is_cut).get(page) or {"example": OWN}
    if query:
        url.put(query | url.kept())
        url.forget()


def _identity(corpus: TrainState) -> tuple[str, str]:
    """Return the identity of a corpus: its example, or its text or file."""
    if corpus.example != OWN:
        return corpus.example, ""
    file = uploads.corpus()
    return OWN, corpus.text if file is None else file.id


def _opening(page: str) -> str:
    """Return the example of a first visit of a page."""
    return page_at(page).form.first


def _noted() -> _Noted:
    noted = st.session_state.get(_NOTED)
    return noted if isinstance(noted, _Noted) else _Noted(None, False, {})


# -- links to the other pages ------------------------------------------------------------------------------------------


def queries(train: TrainState, text: str = "", *, as_cut: bool = False) -> dict[str, dict[str, str]]:
    """Return url of a page -> the query string that opens it with this corpus, and with `text` where it cuts one.

    A pre-tokenization that was chosen goes along; where an example opened with its own, it does so there too, since
    what suits one algorithm may not suit another. as_cut: it goes along in any case, since what one sees here is of
    that one corpus. Empty for a corpus that fits into no link: a file or a long text.
    """
    if train.example == OWN and not 0 < len(train.text) <= MAX_LINK_CHARS:
        return {}
    by_page = {}
    is_prose = train.example == OWN or examples.load(train.example).is_prose
    usual = train_state.defaults(ALGORITHMS[train.algorithm], train.example).split
    keeps_split = is_prose and (as_cut or train.split != usual)
    for name, algorithm in ALGORITHMS.items():
        there = replace(train_state.defaults(algorithm, train.example), text=train.text)
        is_kept = keeps_split and not algorithm.split
        by_page[name] = train_state.FORMS[name].write(replace(there, split=train.split) if is_kept else there)
        if name == "bpe":
            encoding = BpeEncodeState(train=there, text=text or sample_texts.text(encode_state.PAGE, train.example))
            by_page[encode_state.PAGE] = encode_state.FORM.write(encoding)
    return by_page | {compare_state.PAGE: compare_state.from_training(train, text)}


def show_links(here: str, train: TrainState, say: Catalog, text: str = "", *, as_cut: bool = False) -> None:
    """Draw links to the other pages, as `targets` has them; nothing where the corpus does not fit into a link."""
    links = {url: query for url, query in queries(train, text, as_cut=as_cut).items() if url != here}
    if not links:
        return
    with parts.part("onward"):
        st.caption(say("compare.open-corpus"))
        for column, (url, query) in zip(st.columns(len(links)), links.items(), strict=True):
            with column:
                page_link(url, query, say)


def page_link(url: str, query: Mapping[str, str], say: Catalog, label: str = "") -> None:
    """Draw a link to a page, by its title if it has no label of its own."""
    there = page_at(url)
    params = {**query, "lang": say.language}
    st.page_link(page(there, say), label=label or say(there.title), icon=there.icon, query_params=params)
