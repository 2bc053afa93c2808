"""The comparison of `/compare`: from the choices to a corpus, the tokenizers, and the text that all of them split.

What the engine computes is kept for all visitors. Training goes on far beyond the chosen size.
"""

from __future__ import annotations

from dataclasses import replace

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from tokviz.compare.comparison import (
    FEWEST,
    Compared,
    ComparedCorpus,
    Comparison,
    Engine,
    opening_text,
)
from tokviz.compare.sizes import SizeRange
from tokviz.errors import TokvizError
from tokviz.examples import OWN
from tokviz.state.compare import CompareState, compared_corpus
from tokviz.views.compare.sentences import tokenizer_names
from tokviz.views.shared.catalog import Catalog
from tokviz.web.computing.memory import MEMORY, Cancelled, offer_again
from tokviz.web.encoding import text_views
from tokviz.web.pages.compare.controls import OWN_CORPUS, Choices, size_slider
from tokviz.web.shared import choosing, messages

MAX_TEXT = 20_000
"""The longest text that is cut on the page, in characters."""


def prepare(chosen: Choices, place: DeltaGenerator, say: Catalog) -> tuple[Comparison, CompareState] | None:
    """Train, and split corpus and text, whose field is drawn in `place`. Returns None after saying why it cannot."""
    state = chosen.state
    if state.example == OWN and OWN_CORPUS.is_missing(state.corpus):
        messages.tell_empty(say("compare.empty"), say)
        return None
    try:
        engine = Engine(compared_corpus(state, MEMORY, OWN_CORPUS.file()), MEMORY)
    except TokvizError as error:
        messages.show_error(error, say)
        return None
    messages.show_notes(engine.source.notes, say, "compare_split")
    if engine.source.of is not None:
        st.caption(say("compare.beginning", shown=engine.source.text.length, total=engine.source.of))
    with st.spinner(say("compare.working")):  # one for all: each costs a thread and two messages, and most have no work
        tokenizers, size = _make_tokenizers(chosen, engine, say)
        text = _ask_text(engine.source, place, say)
        able = tuple(tokenizer for tokenizer in tokenizers if _can_split(tokenizer, engine, text, say))
    if len(able) < FEWEST:
        st.info(say("compare.too-few"), icon=":material/edit_note:")
        return None
    return Comparison(engine, able, text), replace(state, size=size, text=st.session_state["compare_text"])


def _make_tokenizers(chosen: Choices, engine: Engine, say: Catalog) -> tuple[list[Compared], int | None]:
    """Return the tokenizers that can be made, and the size that was asked for; None for what the page chooses."""
    names = tokenizer_names(chosen.slots, say)
    ranges: dict[int, SizeRange | None] = {}
    tokenizers: list[Compared] = []
    for place, slot in enumerate(chosen.slots):
        try:
            ranges[place] = engine.possible(slot)
        except TokvizError as error:
            _show_failure(names[place], error, say)
    size, asked = 0, None
    if trained := [tokenizer for tokenizer in ranges.values() if tokenizer is not None]:
        size, asked = size_slider(trained, say)
    for place in ranges:
        slot = chosen.slots[place]
        if not (slot.is_trained or slot.files):
            chosen.below[place].caption(say("compare.upload.none"))
            continue
        try:
            tokenizer = engine.tokenizer(slot, size, names[place])
        except TokvizError as error:
            _show_failure(names[place], error, say)
            continue
        except Cancelled as cancelled:
            offer_again(cancelled, say, messages.escape(names[place]))
            continue
        tokenizers.append(tokenizer)
        messages.show_file_notes(tokenizer.notes, say, of=tokenizer.label)
        chosen.below[place].caption(_size_line(tokenizer, say))
    return tokenizers, asked


def _size_line(tokenizer: Compared, say: Catalog) -> str:
    """Return the line below a tokenizer: its size, and which sizes it could have."""
    size, possible = tokenizer.tokenizer.size, tokenizer.possible
    if possible is None:
        entries = tokenizer.tokenizer.entries
        return say("compare.range.unknown") if entries is None else say.count("count.entries", entries)
    now = say.count("count.tokens", size)
    ever = tokenizer.tokenizer.ever_made
    if ever is not None and ever > size:
        now = say("compare.range.removed", now=now, ever=ever)
    if size != tokenizer.size:
        key = "compare.range.smaller" if size < tokenizer.size else "compare.range.instead"
        now = say(key, now=now, asked=tokenizer.size)
    all_sizes = "compare.range" if possible.is_largest_exact else "compare.range.bound"
    return say(all_sizes, now=now, smallest=possible.smallest, largest=possible.largest)


def _show_failure(label: str, error: TokvizError, say: Catalog) -> None:
    why = messages.error_text(error, say)
    st.error(say("compare.cannot", name=messages.escape(label), why=why), icon=":material/error:")


def _ask_text(source: ComparedCorpus, place: DeltaGenerator, say: Catalog) -> str:
    """Draw the field for the text to split. Returns it, or the first words of the corpus."""
    with place:
        text = choosing.line(say("compare.text"), "compare_text", say("compare.text.help"), most=MAX_TEXT)
        choosing.apply("compare_text", say)
    if text.strip():
        return text[:MAX_TEXT]
    st.caption(say("compare.text.none"))
    return opening_text(source.text)[:MAX_TEXT]


def _can_split(tokenizer: Compared, engine: Engine, text: str, say: Catalog) -> bool:
    """Tell if a tokenizer can split the corpus and the text; say so if not.

    The results are cached.
    """
    try:
        engine.reading(tokenizer, engine.source.text)
        engine.segmentation(tokenizer, text)
        check = engine.check(tokenizer, text)
        if check is not None:
            text_views.show_check(check, say, of=tokenizer.label)
    except TokvizError as error:
        _show_failure(tokenizer.label, error, say)
        return False
    return True
