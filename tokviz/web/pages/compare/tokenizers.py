"""From the side bar of `/compare` to the tokenizers, and to the text that all of them cut."""

from __future__ import annotations

from dataclasses import replace

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from tokviz.compare.comparison import Comparison
from tokviz.compare.engine import Compared, ComparedCorpus, Engine
from tokviz.compare.sizes import SizeRange
from tokviz.compare.slots import FEWEST, opening_text
from tokviz.errors import TokvizError
from tokviz.examples import OWN
from tokviz.state.compare import CompareState
from tokviz.views.compare.names import labels
from tokviz.views.shared.catalog import Catalog
from tokviz.web.encoding import text_views
from tokviz.web.pages.compare.controls import OWN_CORPUS, SideBar, size_slider
from tokviz.web.pages.compare.memory import Shared
from tokviz.web.pages.compare.source import source_of
from tokviz.web.shared import choosing, messages
from tokviz.web.training import training

__all__ = ["MAX_TEXT", "compared"]

MAX_TEXT = 20_000
"""The longest text that is cut on the page, in characters."""


def compared(chosen: SideBar, place: DeltaGenerator, say: Catalog) -> tuple[Comparison, CompareState] | None:
    """Train, and cut corpus and text, for which the field stands in its place; None where the visitor was told why
    there is nothing to show."""
    asked = chosen.state
    if asked.example == OWN and OWN_CORPUS.is_missing(asked.corpus):
        st.info(say("compare.empty"), icon=":material/edit_note:")
        return None
    try:
        engine = Engine(source_of(asked, OWN_CORPUS.uploaded() if asked.example == OWN else None), Shared(say))
    except TokvizError as error:
        messages.show_error(error, say)
        return None
    messages.show_notes(engine.source.notes, say, "compare_split")
    if engine.source.of is not None:
        st.caption(say("compare.beginning", shown=engine.source.text.length, total=engine.source.of))
    with st.spinner(say("compare.working")):  # one for all: each costs a thread and two messages, and most have no work
        made, size = _tokenizers(chosen, engine, say)
        text = _text(engine.source, place, say)
        cut = tuple(one for one in made if _can_cut(one, engine, text, say))
    if len(cut) < FEWEST:
        st.info(say("compare.too-few"), icon=":material/edit_note:")
        return None
    return Comparison(engine, cut, text), replace(asked, size=size, text=st.session_state["compare_text"])


def _tokenizers(chosen: SideBar, engine: Engine, say: Catalog) -> tuple[list[Compared], int | None]:
    """The tokenizers that can be made, and their size; None for the one that the page chooses."""
    names = labels(chosen.slots, say)
    ranges: dict[int, SizeRange | None] = {}
    made: list[Compared] = []
    for place, slot in enumerate(chosen.slots):
        try:
            ranges[place] = engine.possible(slot)
        except TokvizError as error:
            _cannot(names[place], error, say)
    size, is_usual = 0, True
    if trained := [one for one in ranges.values() if one is not None]:
        size, is_usual = size_slider(trained, say)
    for place in ranges:
        slot = chosen.slots[place]
        if not (slot.is_trained or slot.files):
            chosen.below[place].caption(say("compare.upload.none"))
            continue
        try:
            one = engine.tokenizer(slot, size, names[place])
        except TokvizError as error:
            _cannot(names[place], error, say)
            continue
        except training.Cancelled as cancelled:
            training.offer_again(cancelled, say, messages.escape(names[place]))
            continue
        made.append(one)
        messages.show_file_notes(one.notes, say, of=one.label)
        chosen.below[place].caption(_sizes(one, say))
    return made, None if is_usual else size


def _sizes(one: Compared, say: Catalog) -> str:
    """The line below a tokenizer: its size, and which it could have."""
    size, possible = one.tokenizer.size, one.possible
    if possible is None:
        entries = one.tokenizer.entries
        return say("compare.range.unknown") if entries is None else say.count("count.entries", entries)
    now = say.count("count.tokens", size)
    if size != one.size:
        now = say("compare.range.instead", now=now, asked=one.size)
    key = "compare.range" if possible.is_largest_exact else "compare.range.bound"
    return say(key, now=now, smallest=possible.smallest, largest=possible.largest)


def _cannot(label: str, error: TokvizError, say: Catalog) -> None:
    st.error(
        messages.escape(say("compare.cannot", name=label, why=messages.error_text(error, say))), icon=":material/error:"
    )


def _text(source: ComparedCorpus, place: DeltaGenerator, say: Catalog) -> str:
    """Ask in its place for the text to cut; where there is none, the first words of the corpus."""
    with place:
        text = choosing.line(say("compare.text"), "compare_text", say("compare.text.help"), most=MAX_TEXT)
        choosing.apply("compare_text", say)
    if text.strip():
        return text[:MAX_TEXT]
    st.caption(say("compare.text.none"))
    return opening_text(source.text)[:MAX_TEXT]


def _can_cut(one: Compared, engine: Engine, text: str, say: Catalog) -> bool:
    """Whether a tokenizer can cut the corpus and the text, which the memory keeps; if not, it is said."""
    try:
        engine.reading(one, engine.source.text)
        engine.segmentation(one, text)
        check = engine.check(one, text)
        if check is not None:
            text_views.show_check(check, say, of=one.label)
    except TokvizError as error:
        _cannot(one.label, error, say)
        return False
    return True
