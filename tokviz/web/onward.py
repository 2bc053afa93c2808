"""The corpus of one page on the others: a row of links that carry corpus, text and language along."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

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
from tokviz.state.training import TrainState
from tokviz.views.shared.catalog import Catalog
from tokviz.web.address.site_map import info, page
from tokviz.web.shared import parts

__all__ = ["link", "row", "targets"]


def targets(train: TrainState, text: str = "", *, as_cut: bool = False) -> dict[str, dict[str, str]]:
    """Url of a page -> the query string that opens it with this corpus, and with `text` where it cuts one.

    A pre-tokenisation that was chosen goes along; where an example opened with its own, it does so there too, since
    what suits one algorithm may not suit another. as_cut: it goes along in any case, since what one sees here is of
    that one corpus. Empty for a corpus that fits into no link: a file or a long text.
    """
    if train.example == OWN and not 0 < len(train.text) <= MAX_LINK_CHARS:
        return {}
    found = {}
    is_prose = train.example == OWN or examples.load(train.example).is_prose
    usual = train_state.defaults(ALGORITHMS[train.algorithm], train.example).split
    keeps_split = is_prose and (as_cut or train.split != usual)
    for name, algorithm in ALGORITHMS.items():
        there = replace(train_state.defaults(algorithm, train.example), text=train.text)
        found[name] = train_state.FORMS[name].write(replace(there, split=train.split) if keeps_split else there)
        if name == "bpe":
            encoding = BpeEncodeState(train=there, text=text or sample_texts.text(encode_state.PAGE, train.example))
            found[encode_state.PAGE] = encode_state.FORM.write(encoding)
    return found | {compare_state.PAGE: compare_state.from_training(train, text)}


def row(here: str, train: TrainState, say: Catalog, text: str = "", *, as_cut: bool = False) -> None:
    """Draw links to the other pages, as `targets` has them; nothing where the corpus cannot travel."""
    links = {url: query for url, query in targets(train, text, as_cut=as_cut).items() if url != here}
    if not links:
        return
    with parts.part("onward"):
        st.caption(say("compare.open-corpus"))
        for column, (url, query) in zip(st.columns(len(links)), links.items(), strict=True):
            with column:
                link(url, query, say)


def link(url: str, query: Mapping[str, str], say: Catalog, label: str = "") -> None:
    """Draw a link to a page, by its title if it has no label of its own."""
    there = info(url)
    params = {**query, "lang": say.language}
    st.page_link(page(there, say), label=label or say(there.title), icon=there.icon, query_params=params)
