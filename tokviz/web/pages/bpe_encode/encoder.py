"""What `/bpe-encode` does in its own way: how merges are applied, and what becomes of unknown characters."""

from __future__ import annotations

from dataclasses import replace
from typing import cast

import streamlit as st

from tokviz.algorithms import BPE
from tokviz.bpe.encoding import Loop
from tokviz.files.detect import load_bpe
from tokviz.sandbox import ask
from tokviz.state.bpe_encode import LOOPS, BpeEncodeState
from tokviz.views.encoding.applying import applied_word, merged_word, repeated
from tokviz.views.shared.catalog import Catalog
from tokviz.views.stage.questions import DrawWord
from tokviz.web.computing import cache
from tokviz.web.encoding.page import PageContext, Place
from tokviz.web.encoding.tokenizer import Given, trained
from tokviz.web.pages.bpe_encode import subword_nmt
from tokviz.web.pages.bpe_encode.tokenizer import BpeTokenizer
from tokviz.web.shared import cells, messages

__all__ = ["beside", "controls", "frames", "load"]


def controls(say: Catalog) -> None:
    """Draw the side bar's choice of how merges are applied."""
    st.selectbox(
        say("encode.loop"),
        ("", *LOOPS),
        format_func=lambda name: say(f"encode.loop.{name}") if name else say("encode.loop.library"),
        key="bpe_encode_loop",
        help=say("encode.loop.help"),
    )


def load(
    given: Given, asked: BpeEncodeState, linked: BpeEncodeState | None, place: Place, say: Catalog
) -> tuple[BpeTokenizer, BpeEncodeState]:
    """The tokenizer with all that is asked for around it. Raises TokvizError."""
    found = given.tokenizer(load_bpe) or trained(BPE, asked.train, say)
    tokenizer = BpeTokenizer(found.model, found.key, found.training, found.file, found.notes, found.original)
    if asked.loop:
        key = (*tokenizer.key, asked.loop)
        tokenizer = replace(
            tokenizer, key=key, model=cache.model_with_loop(key, tokenizer.model, cast(Loop, asked.loop))
        )
    again = ask(repeated, tokenizer.model.merges)
    if again:
        last = tokenizer.model.encoding.last_duplicate
        told = say.count("encode.twice.last", again) if last else say.count("encode.twice.first", again)
        st.info(told, icon=":material/content_copy:")
    if subword_nmt.fits(tokenizer.model):
        subword_nmt.show(say)
    elif asked.apply:
        if linked and linked.apply:
            messages.warn_of_link(["apply"], say)
        asked = replace(asked, apply=False)
    if not asked.apply:
        return tokenizer, subword_nmt.without(asked)
    return subword_nmt.applied(tokenizer, asked, say), asked


def frames(tokenizer: BpeTokenizer) -> DrawWord:
    """The iterations of a word, or all that subword-nmt does with it."""
    return merged_word if tokenizer.applier is None else applied_word


def beside(context: PageContext[BpeEncodeState, BpeTokenizer], word: str, stage: Place, say: Catalog) -> None:
    """Which characters of a word the vocabulary does not have, and what becomes of them."""
    model = context.tokenizer.model
    encoding, unknown = model.encoding, model.unknown(word)
    if unknown and not model.dropped(word):  # the picture shows these
        fate = "bytes" if encoding.byte_fallback else encoding.unknown
        unk, names = cells.code(cells.token(encoding.unk_token or "")), cells.code_list(unknown, say)
        with stage:
            st.caption(say(f"encode.unknown.{fate}", characters=names, unk=unk))
