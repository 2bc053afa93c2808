"""What the visitor of `/why` says: the address, the text, the size and the word above the page."""

from __future__ import annotations

import streamlit as st

from tokviz.compare.three_vocabularies import Vocabularies
from tokviz.examples import OWN
from tokviz.state.why import FORM, MAX_WORD, NAMES, PAGE, WhyState
from tokviz.views.compare import three_vocabularies
from tokviz.views.shared.catalog import Catalog
from tokviz.web.address import url
from tokviz.web.pages.why.learning import OWN_CORPUS
from tokviz.web.shared import choosing, messages, parts
from tokviz.web.streamlit_workarounds import widget_values
from tokviz.web.training.own_corpus import Settings, typed_last

__all__ = ["introduce", "own_word", "read_address", "show", "size_slider"]

_EXAMPLE, _SIZE, _WORD = f"{PAGE}_example", f"{PAGE}_size", f"{PAGE}_word"


def read_address() -> tuple[str, ...]:
    """Fill the widgets when the address changed or they are new; return the parameters that had to be put right."""
    if not url.has_changed(PAGE) and _EXAMPLE in st.session_state:
        return ()
    asked, wrong = FORM.read(url.current())
    widget_values.fill(f"{PAGE}_", asked, ("example", "size", "word"))
    widget_values.put_typed(OWN_CORPUS.text, asked.text or (typed_last() if asked.example == OWN else ""))
    if asked.example == OWN:
        OWN_CORPUS.open_if_empty()
    return wrong


def show(say: Catalog) -> WhyState:
    """Draw the corpus above the page. Size and word are asked for beside what they
    change."""
    word: str = widget_values.keep(_WORD)
    row = parts.top_row()
    example = choosing.example(
        NAMES,
        PAGE,
        row,
        say,
        _choose,
        own=OWN_CORPUS.called(say),
        called=lambda name: say("why.example.runner") if name == "runner" else say(f"example.{name}"),
    )
    text = OWN_CORPUS.ask(row, example, lambda: Settings(_apply), say)
    return WhyState(example, text, st.session_state.get(_SIZE, 0), word.strip())


def _choose(example: str) -> None:
    widget_values.put(_EXAMPLE, example)
    widget_values.put(_SIZE, 0)
    if example == OWN:
        OWN_CORPUS.put_back()


def _apply(*_: str) -> None:
    """Go on with the visitor's own text, at the size that it opens with."""
    _choose(OWN)


def introduce(chosen: WhyState, say: Catalog) -> None:
    """What the text is, and what of it travels in a link."""
    st.caption(say(f"why.about.{chosen.example}"))
    messages.note_length(say, chosen.text)


def size_slider(three: Vocabularies, say: Catalog) -> int:
    """The size of the vocabularies, as far as the text has members for them."""
    asked = st.session_state.get(_SIZE, 0)
    widget_values.put(_SIZE, min(asked or three.usual, three.most))
    size: int = st.select_slider(
        say("why.size"),
        three_vocabularies.stops(three, st.session_state[_SIZE]),
        format_func=say.integer,
        key=_SIZE,
        help=say("why.size.hint", usual=three.usual),
    )
    return size


def own_word(say: Catalog) -> str:
    """A word to look at in all three, or nothing."""
    word: str = st.text_input(
        say("why.own"), key=_WORD, max_chars=MAX_WORD, placeholder=say("why.own.placeholder"), help=say("why.own.hint")
    )
    return word.strip()
