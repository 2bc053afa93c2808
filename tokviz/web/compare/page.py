"""The page `/compare`: one corpus, one size, two to four tokenizers; where they cut the same text, and why there."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import streamlit as st

from tokviz.compare.alignment import columns
from tokviz.compare.comparison import Comparison
from tokviz.compare.differing import differing
from tokviz.compare.engine import Compared, Engine, Key, Source
from tokviz.compare.reading import read
from tokviz.compare.sizes import SizeRange
from tokviz.compare.slots import FEWEST, Slot, opening_text
from tokviz.errors import TokvizError
from tokviz.examples import OWN
from tokviz.views.compare import names as compare_names
from tokviz.views.compare import rows as compare
from tokviz.views.shared.catalog import Catalog, load
from tokviz.web.address import held, url
from tokviz.web.address.form import MAX_LINK_CHARS
from tokviz.web.compare import controls as compare_controls
from tokviz.web.compare import panels as compare_panels
from tokviz.web.compare import state as compare_state
from tokviz.web.compare import word as compare_word
from tokviz.web.compare.memory import Shared
from tokviz.web.compare.source import source_of
from tokviz.web.compare.state import MARKS, MAX_WORD, MEASURES, CompareState
from tokviz.web.components import aligned
from tokviz.web.server.uploads import Upload
from tokviz.web.shared import messages, parts
from tokviz.web.shared.heading import heading
from tokviz.web.shared.pictures import as_json
from tokviz.web.train import progress

__all__ = ["MAX_TEXT", "render"]

MAX_TEXT = 20_000
"""The longest text that is cut on the page, in characters."""

_PAGE = compare_state.PAGE
_VIEW = "cmp_view"  # (name, number): the view that the last link opened, and how many links there were
_ROWS = "cmp_rows"
_LOOKED_AT = 40  # words of the text among which one that differs is looked for


def render(say: Catalog) -> None:
    """Draw the page."""
    heading("page.compare", say)
    wrong = _read_address()
    asked, slots, file, write_below = compare_controls.show(say)
    asked = replace(
        asked, text=compare_controls.ask("text"), held=compare_controls.ask("held"), view=st.session_state[_VIEW][0]
    )
    asked = replace(asked, **{name: compare_controls.ask(name) for name in ("marks", "word")})
    asked = replace(asked, measure=compare_controls.ask("measure", MEASURES[0]))
    with parts.part("about"):  # what comes and goes above the rows must not move them to another place of the page
        _introduce(asked, wrong, say)
        prepared = _prepare(asked, slots, file, write_below, say)
    if prepared is None:
        url.publish(_PAGE, compare_state.FORM, asked)
    else:
        _follow(*prepared, say)


def _read_address() -> tuple[str, ...]:
    """Fill the widgets when the address changed or they are new; return the parameters that had to be put right."""
    if not url.has_changed(_PAGE) and compare_controls.is_filled():
        return ()
    asked, wrong = compare_state.FORM.read(url.current())
    compare_controls.fill(asked)
    st.session_state["cmp_measure"] = asked.measure or MEASURES[0]
    st.session_state[_VIEW] = (asked.view, st.session_state.get(_VIEW, ("", 0))[1] + 1)
    return wrong


def _introduce(asked: CompareState, wrong: tuple[str, ...], say: Catalog) -> None:
    if wrong:
        st.warning(messages.escape(say("notice.link", names=", ".join(wrong))), icon=":material/link_off:")
    if max(len(asked.corpus), len(asked.text), len(asked.held)) > MAX_LINK_CHARS:
        st.caption(say("notice.long-text", limit=MAX_LINK_CHARS))


# -- from the side bar to tokenizers -----------------------------------------------------------------------------------


def _prepare(
    asked: CompareState, slots: tuple[Slot, ...], file: Upload | None, write_below: Any, say: Catalog
) -> tuple[Comparison, CompareState] | None:
    """Train, and cut corpus and text; None where the visitor was told why there is nothing to show."""
    if asked.example == OWN and not asked.corpus.strip() and file is None:
        st.info(say("cmp.empty"), icon=":material/edit_note:")
        return None
    try:
        engine = Engine(source_of(asked, file), Shared(say))
    except TokvizError as error:
        messages.show_error(error, say)
        return None
    for code, details in engine.source.notes:
        st.info(messages.escape(messages.note_text(code, details, say)), icon=":material/info:")
    made, asked = _tokenizers(asked, slots, engine, write_below, say)
    text = _text(engine.source, say)
    cut = tuple(one for one in made if _can_cut(one, engine, text, say))
    if len(cut) < FEWEST:
        st.info(say("cmp.too-few"), icon=":material/edit_note:")
        return None
    return Comparison(engine, cut, text), replace(asked, text=st.session_state["cmp_text"])


def _tokenizers(
    asked: CompareState, slots: tuple[Slot, ...], engine: Engine, write_below: Any, say: Catalog
) -> tuple[list[Compared], CompareState]:
    """The tokenizers that can be made, and the state with the size that they have."""
    labels = compare_names.labels(slots, say)
    ranges: dict[int, SizeRange | None] = {}
    made: list[Compared] = []
    for place, slot in enumerate(slots):
        try:
            with st.spinner(say("cmp.training", name=messages.escape(labels[place]))):
                ranges[place] = engine.possible(slot)
        except TokvizError as error:
            _cannot(labels[place], error, say)
    size, is_usual = 0, True
    if trained := [one for one in ranges.values() if one is not None]:
        size, is_usual = compare_controls.size_slider(trained, say)
    for place in ranges:
        slot = slots[place]
        if not (slot.is_trained or slot.files):
            write_below(place, say("cmp.upload.none"))
            continue
        try:
            with st.spinner(say("cmp.training", name=messages.escape(labels[place]))):
                one = engine.tokenizer(slot, size, labels[place])
        except TokvizError as error:
            _cannot(labels[place], error, say)
            continue
        except progress.Cancelled as cancelled:
            progress.offer_again(cancelled, say, messages.escape(labels[place]))
            continue
        made.append(one)
        write_below(place, _sizes(one, say))
    return made, replace(asked, size=None if is_usual else size)


def _sizes(one: Compared, say: Catalog) -> str:
    """The line below a tokenizer: its size, and which it could have."""
    size = one.tokenizer.size
    now = say("cmp.range.unknown") if not size else say.count("count.tokens", size)
    if size and one.size and size != one.size:
        now = say("cmp.range.instead", now=now, asked=one.size)
    possible = one.possible
    if possible is None:
        return now
    key = "cmp.range" if possible.is_largest_exact else "cmp.range.bound"
    return say(key, now=now, smallest=possible.smallest, largest=possible.largest)


def _cannot(label: str, error: TokvizError, say: Catalog) -> None:
    st.error(
        messages.escape(say("cmp.cannot", name=label, why=messages.error_text(error, say))), icon=":material/error:"
    )


def _text(source: Source, say: Catalog) -> str:
    """Ask for the text to cut; where there is none, the first words of the corpus."""
    text = st.text_area(say("cmp.text"), key="cmp_text", height=80, max_chars=MAX_TEXT, help=say("cmp.text.help"))
    if text.strip():
        return text[:MAX_TEXT]
    st.caption(say("cmp.text.none"))
    return opening_text(source.text.words)[:MAX_TEXT]


def _can_cut(one: Compared, engine: Engine, text: str, say: Catalog) -> bool:
    """Whether a tokenizer can cut the corpus and the text, which the memory keeps; if not, it is said."""
    try:
        with st.spinner(say("cmp.cutting", name=messages.escape(one.label))):
            engine.reading(one, engine.source.text)
            engine.segmentation(one, text)
    except TokvizError as error:
        _cannot(one.label, error, say)
        return False
    return True


@st.cache_resource(max_entries=16, show_spinner=False)
def _payload(key: Key, text: str, language: str, marks: str, _found: Comparison) -> str:
    built = compare.rows_payload(
        text,
        columns(text, _found.segmentations),
        _found.segmentations,
        _found.names,
        load(language),
        _found.models if marks == "neutral" else None,
    )
    return as_json(built)


# -- what follows the choice of a word ---------------------------------------------------------------------------------


@url.fragment
def _follow(found: Comparison, state: CompareState, say: Catalog) -> None:
    """The rows, the picked word and the views below; reruns alone when a word is picked or a view opened."""
    for name in ("word", "held", "measure"):
        compare_controls.ask(name)
    with parts.part("rows"):
        marks = st.segmented_control(
            say("cmp.marks"),
            MARKS,
            format_func=lambda name: say(f"cmp.notation.{name}"),
            key="cmp_marks",
            required=True,
            help=say("cmp.marks.help"),
        )
        assert marks is not None
        payload = _payload(found.key, found.text, say.language, marks, found)
        aligned.rows(payload, key=_ROWS, on_pick=_pick, word=st.session_state["cmp_word"])
    asked = replace(state, marks=marks)
    with parts.part("word"):
        word = compare_word.show(found.tokenizers, asked, _opening_word(found.key, found.text, found), say)
    visit = st.session_state[_VIEW][1]
    asked = replace(asked, word=word)
    opened = compare_panels.more(found, asked, visit, say)
    st.session_state[_VIEW] = (opened, visit)
    compare_word.open_row(asked, say)
    asked = replace(asked, view=opened, held=st.session_state["cmp_held"], measure=st.session_state["cmp_measure"])
    url.publish(_PAGE, compare_state.FORM, asked)


def _pick() -> None:
    """Look at the word that was picked in the rows."""
    picked = aligned.picked_in(st.session_state.get(_ROWS))
    if picked is not None:
        held.put("cmp_word", picked[:MAX_WORD])


@st.cache_data(max_entries=64, show_spinner=False)
def _opening_word(key: Key, text: str, _found: Comparison) -> str:
    """The word that is looked at while none is picked: the first of the text that is not cut alike by all."""
    words = list(dict.fromkeys(text.split()))[:_LOOKED_AT]
    try:
        found = {one.word for one in differing([read(one.model, words) for one in _found.tokenizers])}
    except TokvizError:  # a word alone may be too long, or need a token that it does not need within the text
        found = set()
    return next((word for word in words if word in found), words[0])
