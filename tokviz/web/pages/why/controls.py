"""The choices of the visitor of `/why`: address, text, size, word; and the vocabularies trained on the text."""

from __future__ import annotations

import streamlit as st

from tokviz.compare.three_vocabularies import Vocabularies
from tokviz.errors import TokvizError
from tokviz.examples import OWN
from tokviz.state.why import FORM, MAX_WORD, NAMES, PAGE, WhyState, split_text
from tokviz.text_keys import example_key
from tokviz.views.compare import three_vocabularies
from tokviz.views.compare.three_vocabularies import LearnedText
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shows import Picture
from tokviz.web.address import url
from tokviz.web.computing.memory import MEMORY, Cancelled, offer_again
from tokviz.web.shared import choosing, messages, parts, stepping
from tokviz.web.streamlit_workarounds import widget_values
from tokviz.web.training.own_corpus import OwnCorpus, Settings, typed_last

_SLIDER = f".st-key-{PAGE}_size input"
_EXAMPLE, _SIZE, _WORD = f"{PAGE}_example", f"{PAGE}_size", f"{PAGE}_word"
OWN_CORPUS = OwnCorpus("why", "why_text")


def read_address() -> tuple[str, ...]:
    """Fill the widgets when the address changed or they are new; return the parameters that had to be put right."""
    if not url.has_changed(PAGE) and _EXAMPLE in st.session_state:
        return ()
    state, wrong = FORM.read(url.current())
    widget_values.fill(f"{PAGE}_", state, ("example", "size", "word"))
    widget_values.put_typed(OWN_CORPUS.text, state.text or (typed_last() if state.example == OWN else ""))
    if state.example == OWN:
        OWN_CORPUS.open_if_empty()
    return wrong


def choose(say: Catalog) -> WhyState:
    """Draw the corpus above the page. Size and word are asked for beside what they change."""
    word: str = widget_values.keep(_WORD)
    row = parts.top_row()
    example = choosing.example(
        NAMES,
        PAGE,
        row,
        say,
        _choose_example,
        own=OWN_CORPUS.called(say),
        called=lambda name: say("why.example.runner") if name == "runner" else say(example_key(name)),
    )
    text = OWN_CORPUS.ask(row, example, lambda: Settings(_apply_text), say)
    return WhyState(example, text, st.session_state.get(_SIZE, 0), word.strip())


def _choose_example(example: str) -> None:
    widget_values.put(_EXAMPLE, example)
    widget_values.put(_SIZE, 0)
    if example == OWN:
        OWN_CORPUS.put_back()


def _apply_text(*_: str) -> None:
    """Show the visitor's own text, at the size that it opens with."""
    _choose_example(OWN)


def introduce(chosen: WhyState, say: Catalog) -> None:
    """Say what the text is, and how much of it a link keeps."""
    st.caption(say(three_vocabularies.ABOUT_KEYS[chosen.example]))
    messages.note_length(say, chosen.text)


def size_slider(three: Vocabularies, say: Catalog) -> int:
    """Draw the choice of a size, up to the most members that the text has. Returns it."""
    requested_size = st.session_state.get(_SIZE, 0)
    widget_values.put(_SIZE, min(requested_size or three.usual, three.most))
    size: int = st.select_slider(
        say("why.size"),
        three_vocabularies.stops(three, st.session_state[_SIZE]),
        format_func=say.integer,
        key=_SIZE,
        help=say("why.size.hint", usual=three.usual),
    )
    return size


def own_word(say: Catalog) -> str:
    """Draw the field for a word to see in all three vocabularies. Returns it."""
    word: str = st.text_input(
        say("why.own"), key=_WORD, max_chars=MAX_WORD, placeholder=say("why.own.placeholder"), help=say("why.own.hint")
    )
    return word.strip()


# -- the text in its two parts, and the three vocabularies -------------------------------------------------------------


def train_vocabularies(chosen: WhyState, say: Catalog) -> LearnedText | None:
    """Return all that is trained on the chosen text. Returns None after saying why there is nothing to show."""
    if chosen.example == OWN and OWN_CORPUS.is_missing(chosen.text):
        messages.tell_empty(say("why.empty"), say)
        return None
    try:
        text = split_text(chosen, MEMORY, OWN_CORPUS.file())
        messages.show_notes(text.notes, say)
        with st.spinner(say("train.running", words=say.count("count.words", len(text.parts.train)))):
            learned = three_vocabularies.learned_text(chosen, MEMORY, say, OWN_CORPUS.file())
    except Cancelled as cancelled:
        offer_again(cancelled, say)
        return None
    except TokvizError as error:
        messages.show_error(error, say)
        return None
    most = learned.three.most
    if chosen.size > most:  # a link asked for more than this text has
        st.warning(say("why.too-large", asked=chosen.size, most=most))
    return learned


# -- pictures ----------------------------------------------------------------------------------------------------------


def play(picture: Picture) -> None:
    """Draw the words in one vocabulary; who has typed a word goes on with the size."""
    stepping.still_picture(picture.payload, key=f"{PAGE}_{picture.name}", onward=_SLIDER)
