"""What `/bpe-encode` does in its own way: how merges are applied, and what becomes of unknown characters."""

from __future__ import annotations

from dataclasses import replace
from typing import cast

import streamlit as st

from tokviz.algorithms import BPE
from tokviz.bpe.encoding import Loop
from tokviz.pipeline.detect import load_bpe
from tokviz.views.encoding import merging
from tokviz.views.encoding.linked import Drawn, drawn_word, makers
from tokviz.views.encoding.questions import next_pair
from tokviz.views.encoding.subword_nmt import apply_frames
from tokviz.views.shared.catalog import Catalog
from tokviz.web.address.states.apply_bpe import LOOPS, EncodeState
from tokviz.web.apply import subword_nmt
from tokviz.web.apply.bpe_tokenizer import BpeTokenizer
from tokviz.web.apply.page import PageContext, Place
from tokviz.web.apply.tokenizer import Given, StagedWord, explained, trained
from tokviz.web.computing import cache
from tokviz.web.shared import cells, messages

__all__ = ["beside", "controls", "frames", "load"]


def controls(say: Catalog) -> None:
    """Draw the side bar's choice of how merges are applied."""
    st.selectbox(
        say("encode.loop"),
        ("", *LOOPS),
        format_func=lambda name: say(f"encode.loop.{name}") if name else say("encode.loop.library"),
        key="encode_loop",
        help=say("encode.loop.help"),
    )


def load(
    given: Given, asked: EncodeState, linked: EncodeState | None, place: Place, say: Catalog
) -> tuple[BpeTokenizer, EncodeState]:
    """The tokenizer with all that is asked for around it. Raises TokvizError."""
    found = given.tokenizer(load_bpe) or trained(BPE, asked.train, say)
    tokenizer = BpeTokenizer(found.model, found.key, found.training, found.file, found.notes, found.original)
    if asked.loop:
        key = (*tokenizer.key, asked.loop)
        tokenizer = replace(
            tokenizer, key=key, model=cache.model_with_loop(key, tokenizer.model, cast(Loop, asked.loop))
        )
    again = len(tokenizer.model.merges) - len(set(tokenizer.model.merges))
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


def frames(tokenizer: BpeTokenizer, word: str, say: Catalog) -> StagedWord:
    """The iterations of a word, or all that subword-nmt does with it; the pair that comes next is asked."""
    applier, rules, merges = tokenizer.applier, tokenizer.model.rules, len(tokenizer.model.merges)
    marks = tuple(filter(None, (rules.continuing_prefix, rules.end_of_word)))
    if applier is None:
        trace = explained(tokenizer.key, word, tokenizer.model.explain)
        every = list(merging.word_frames(trace, say))
        drawn = drawn_word(trace, merges, say, marks)
    else:
        applied = explained(tokenizer.key, word, applier.explain)
        every = list(apply_frames(applied, applier.separator, say))
        steps = [step for encoding in applied.merged for step in encoding]
        drawn = Drawn(makers(steps), merges, (*marks, applier.separator) if applier.separator else marks)
    return merging.parts(every, say, drawn), lambda k: next_pair(every[k].ahead, tokenizer.model.merges, say)


def beside(context: PageContext[EncodeState, BpeTokenizer], word: str, stage: Place, say: Catalog) -> None:
    """Which characters of a word the vocabulary does not have, and what becomes of them."""
    model = context.tokenizer.model
    encoding, unknown = model.encoding, model.unknown(word)
    if unknown and not model.dropped(word):  # the picture shows these
        fate = "bytes" if encoding.byte_fallback else encoding.unknown
        unk, names = cells.code(cells.token(encoding.unk_token or "")), cells.code_list(unknown, say)
        with stage:
            st.caption(say(f"encode.unknown.{fate}", characters=names, unk=unk))
