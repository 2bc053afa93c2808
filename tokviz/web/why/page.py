"""The page `/why`, from its address to the screen: a text, a size, a word, what each vocabulary makes of them."""

from __future__ import annotations

from dataclasses import replace
from hashlib import sha256
from typing import Any

import streamlit as st

from tokviz import examples
from tokviz.compare.three_vocabularies import RULES, RUNNER, Split, Vocabularies, hold_out
from tokviz.corpus import MAX_TEXT_CHARS, Note
from tokviz.errors import TokvizError
from tokviz.examples import OWN
from tokviz.views.compare import three_vocabularies
from tokviz.views.shared.catalog import Catalog
from tokviz.web.address import held, url
from tokviz.web.address.form import MAX_LINK_CHARS
from tokviz.web.server import cache, uploads
from tokviz.web.shared import messages, parts
from tokviz.web.shared.heading import heading
from tokviz.web.why import panels as why_panels
from tokviz.web.why import state as why_state
from tokviz.web.why.state import MAX_WORD, NAMES, WhyState

__all__ = ["MAX_MERGES", "render"]

MAX_MERGES = 2_000
"""The most merges that the page trains: enough for a short text, and quick for a long one."""

_PAGE = "why"
_EXAMPLE, _TEXT, _FILE, _SIZE, _WORD = "why_example", "why_text", "why_file", "why_size", "why_word"
_KEPT_TEXT = "why_kept_text"  # what was typed, kept while its text field is not on the page
_SPLIT = "words"


def render(say: Catalog) -> None:
    """Draw the page."""
    heading("page.why", say)
    wrong = _read_address()
    chosen = _side_bar(say)
    _introduce(chosen, wrong, say)
    if chosen.example == OWN and not chosen.text.strip() and uploads.one(_FILE) is None:
        st.info(say("why.empty"), icon=":material/edit_note:")
        url.publish(_PAGE, why_state.FORM, chosen)
        return
    try:
        split, key, notes = _split(chosen)
        for code, details in notes:
            st.info(messages.escape(messages.note_text(code, details, say)), icon=":material/info:")
        with st.spinner(say("bpe.training", words=say.count("count.words", len(split.train)))):
            three = _learn(split, key)
            english = _english() if chosen.example == "tea" else None
    except TokvizError as error:
        messages.show_error(error, say)
        url.publish(_PAGE, why_state.FORM, chosen)
        return
    _warn(three, say)
    left, right = st.columns([3, 2], gap="medium")
    with left:
        size = _slider(three, say)
    with right:
        word = _own_word(say)
    url.publish(_PAGE, why_state.FORM, replace(chosen, size=0 if size == three.usual else size, word=word))
    with parts.part("words"):
        why_panels.words(split, three, size, word, say)
    with parts.part("sizes"):
        why_panels.sizes(split, three, size, key, say)
    with parts.part("units"):
        why_panels.units(split, three, size, say)
    if english is not None:
        why_panels.claim(split, three, size, english, say)


# -- from the address and the side bar to a text --------------------------------------------------------------------


def _read_address() -> tuple[str, ...]:
    """Fill the widgets when the address changed or they are new; return the parameters that had to be put right."""
    if not url.has_changed(_PAGE) and _EXAMPLE in st.session_state:
        return ()
    asked, wrong = why_state.FORM.read(url.current())
    held.put(_EXAMPLE, asked.example)
    held.put(_TEXT, asked.text)
    held.put(_SIZE, asked.size)
    held.put(_WORD, asked.word)
    return wrong


def _side_bar(say: Catalog) -> WhyState:
    """Draw the side bar and return what it says. Size and word are asked for beside what they change."""
    st.session_state[_WORD] = st.session_state.get(_WORD, "")  # written anew: a run that does not draw it would lose it
    with st.sidebar:
        st.subheader(say("control.corpus"))
        example = st.selectbox(
            say("control.example"),
            NAMES,
            format_func=lambda name: say("why.example.runner") if name == "runner" else say(f"example.{name}"),
            key=_EXAMPLE,
            on_change=_example_changed,
        )
        text = ""
        if example == OWN:
            text = st.text_area(
                say("control.text"),
                key=_TEXT,
                height=200,
                max_chars=MAX_TEXT_CHARS,
                placeholder=say("control.text.placeholder"),
                help=say("control.text.help"),
                on_change=_text_changed,
            )
            st.session_state[_KEPT_TEXT] = text
            if uploads.ask_for_corpus(_FILE, say, _text_changed) is not None:
                text = ""  # a file counts before the text, and fits into no link
    return WhyState(example, text, st.session_state.get(_SIZE, 0), st.session_state[_WORD].strip())


def _example_changed() -> None:
    held.put(_SIZE, 0)
    held.put(_TEXT, st.session_state.get(_KEPT_TEXT, ""))


def _text_changed() -> None:
    held.put(_SIZE, 0)


def _introduce(chosen: WhyState, wrong: tuple[str, ...], say: Catalog) -> None:
    if wrong:
        st.warning(messages.escape(say("notice.link", names=", ".join(wrong))), icon=":material/link_off:")
    st.caption(say(f"why.about.{chosen.example}"))
    if len(chosen.text) > MAX_LINK_CHARS:
        st.caption(say("notice.long-text", limit=MAX_LINK_CHARS))
    if chosen.example == OWN and uploads.one(_FILE) is not None:
        st.caption(say("why.file"))


def _split(chosen: WhyState) -> tuple[Split, cache.TraceKey, tuple[Note, ...]]:
    """The chosen text in its two parts, what names it in the cache, and what its reader says. Raises TokvizError."""
    if chosen.example == "runner":
        return RUNNER, ("why", "runner"), ()
    if chosen.example == OWN and (file := uploads.one(_FILE)) is not None:
        parsed = cache.corpus_of_file(file, _SPLIT)
        return hold_out(parsed.corpus), ("why", "file", file.id), parsed.notes
    if chosen.example == OWN:
        parsed = cache.corpus_of_text(chosen.text, _SPLIT)
        key = ("why", "text", sha256(chosen.text.encode("utf-8", "surrogatepass")).hexdigest())
        return hold_out(parsed.corpus), key, parsed.notes
    return hold_out(examples.load(chosen.example).corpus_for("bpe")), ("why", chosen.example), ()


def _learn(split: Split, key: cache.TraceKey) -> Vocabularies:
    trace = cache.bpe_trace((*key, MAX_MERGES), MAX_MERGES, None, split.train, RULES)
    return _vocabularies(key, trace)


def _english() -> tuple[Split, Vocabularies]:
    """An English text to set beside the Chinese one."""
    split, key, _ = _split(WhyState("lighthouse"))
    return split, _learn(split, key)


@st.cache_resource(max_entries=48, show_spinner=False)
def _vocabularies(key: cache.TraceKey, _trace: Any) -> Vocabularies:
    return Vocabularies(_trace)


def _warn(three: Vocabularies, say: Catalog) -> None:
    """Say that a link asked for more than this text has."""
    asked = st.session_state.get(_SIZE, 0)
    if asked > three.most:
        st.warning(say("why.too-large", asked=asked, most=three.most))


def _own_word(say: Catalog) -> str:
    """A word to look at in all three, or nothing."""
    word: str = st.text_input(
        say("why.own"), key=_WORD, max_chars=MAX_WORD, placeholder=say("why.own.placeholder"), help=say("why.own.hint")
    )
    return word.strip()


def _slider(three: Vocabularies, say: Catalog) -> int:
    """The size of the vocabularies, as far as the text has members for them."""
    asked = st.session_state.get(_SIZE, 0)
    held.put(_SIZE, min(asked or three.usual, three.most))
    size: int = st.select_slider(
        say("why.size"),
        three_vocabularies.stops(three, st.session_state[_SIZE]),
        format_func="{:,}".format,
        key=_SIZE,
        help=say("why.size.hint", usual=three.usual),
    )
    return size
