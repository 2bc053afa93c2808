"""One corpus for the visit: the menu takes it from page to page, and leads back to where a page was left.

A link of the menu names nothing. So the pages that work on a corpus note what they show, and one that is opened by the
menu gets an address: as it was left, if that was with this corpus, or with the corpus of the page before. An address
that says anything wins, and so does going back in the browser. What a page opens with by itself is no choice, and goes
nowhere. A text that is too long for a link, and a file, are the visit's anyway (`tokviz.web.training.own_corpus`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import streamlit as st

from tokviz.algorithms import ALGORITHMS
from tokviz.examples import OWN
from tokviz.state import bpe_encode, compare
from tokviz.state.training import FORMS, TrainState
from tokviz.web import onward
from tokviz.web.address import url
from tokviz.web.server import uploads
from tokviz.web.shared import stepping

__all__ = ["PAGES", "arrive", "note"]

PAGES = (*ALGORITHMS, bpe_encode.PAGE, compare.PAGE)
"""The pages that work on the corpus, by their address."""

_HERE = "visit_page"  # the page of the last run
_NOTED = "visit_corpus"


@dataclass(frozen=True)
class _Noted:
    """What the visit has chosen, and how each page was left.

    corpus: as a page trains on it; None before any is chosen. is_cut: whether its pre-tokenization goes along in any
    case. left: page -> which corpus it showed, and its address.
    """

    corpus: TrainState | None
    is_cut: bool
    left: Mapping[str, tuple[tuple[str, str], dict[str, str]]]


def note(page: str, corpus: TrainState, *, is_cut: bool = False) -> None:
    """Note what a page shows, once its address says so. is_cut: as for :func:`tokviz.web.onward.targets`."""
    noted = _noted()
    left = {**noted.left, page: (_identity(corpus), url.current())}
    is_chosen = noted.corpus is not None or corpus.example != _opening(page)
    if url.is_going_back() and not url.current():
        is_chosen = False
    chosen = (corpus, is_cut) if is_chosen else (noted.corpus, noted.is_cut)
    st.session_state[_NOTED] = _Noted(*chosen, left)


def arrive(page: str) -> None:
    """Begin a run of a page: one that the menu has opened gets its address."""
    before = st.session_state.get(_HERE)
    st.session_state[_HERE] = page
    is_by_menu = before not in (None, page) and not url.is_going_back()
    if not is_by_menu or page not in PAGES or url.current() or "guide" in url.kept():
        return
    noted = _noted()
    shown, query = noted.left.get(page, (None, {}))
    if noted.corpus is None or shown == _identity(noted.corpus):
        stepping.resume(page)
    else:
        query = onward.targets(noted.corpus, as_cut=noted.is_cut).get(page) or {"example": OWN}
    if query:
        url.put(query | url.kept())
        url.forget()


def _identity(corpus: TrainState) -> tuple[str, str]:
    """What tells a corpus from others."""
    if corpus.example != OWN:
        return corpus.example, ""
    file = uploads.corpus()
    return OWN, corpus.text if file is None else file.id


def _opening(page: str) -> str:
    """The example of a first visit of a page."""
    return FORMS[page].first if page in FORMS else compare.OPENING if page == compare.PAGE else bpe_encode.FORM.first


def _noted() -> _Noted:
    noted = st.session_state.get(_NOTED)
    return noted if isinstance(noted, _Noted) else _Noted(None, False, {})
