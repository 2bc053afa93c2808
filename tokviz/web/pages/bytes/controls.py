"""The choices of the visitor of `/bytes`: address, text, side bar; and the text as the tokenizer splits it."""

from __future__ import annotations

from dataclasses import replace

import streamlit as st

from tokviz.errors import TokvizError
from tokviz.examples import OWN
from tokviz.memory import digest
from tokviz.state.bytes import (
    FORM,
    MAX_CHARS,
    MAX_MERGES,
    PAGE,
    PATTERNS,
    RULES,
    SAMPLES,
    TRAIN_ON,
    BytesState,
    fitting,
)
from tokviz.text_keys import example_key, split_key
from tokviz.views import byte_level
from tokviz.views.byte_level import SplitText
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shows import Picture
from tokviz.web.address import url
from tokviz.web.computing.memory import QUIET
from tokviz.web.shared import cells, choosing, messages, parts, stepping
from tokviz.web.shared.choosing import Sentences
from tokviz.web.streamlit_workarounds import widget_values

_RULES = {
    "minbpe": "bytes.rules.minbpe",
    "huggingface": "bytes.rules.huggingface",
}

_SAMPLES = {
    "english": "bytes.sample.english",
    "chinese": "bytes.sample.chinese",
    "emoji": "bytes.sample.emoji",
    "code": "bytes.sample.code",
    "spaces": "bytes.sample.spaces",
    "own": "bytes.sample.own",
}

_PATCHES = ("context", "smoothing", "starts", "threshold")
_WIDGETS = ("sample", "pattern", "corpus", "rules", "merges", "word", "token")
_CORPUS = f"{PAGE}_corpus"
_SHOWN = "bytes_shown"
"""The session key of the text with its pattern, the model and the pre-token of the last run: what picture and choices
belong to."""


def read_address() -> tuple[str, ...]:
    """Fill the widgets when the address changed or they are new; return the parameters that had to be put right."""
    if not url.has_changed(PAGE) and f"{PAGE}_sample" in st.session_state:
        return ()
    state, wrong = FORM.read(url.current())
    widget_values.fill(f"{PAGE}_", state, _WIDGETS)
    for name in _PATCHES:  # fields of a view, which have the values of a link
        widget_values.put(f"{PAGE}_{name}", FORM.text(state, name))
    widget_values.put_typed(f"{PAGE}_text", state.shown)
    stepping.send(PAGE, state.step)
    st.session_state.pop(_SHOWN, None)
    return wrong


def choose(say: Catalog) -> BytesState:
    """Draw the text and the side bar. Returns what they say, with the choices made further down."""
    sentences = Sentences(
        say("bytes.sample"),
        lambda name: say(_SAMPLES[name]),
        say("bytes.text"),
        say("bytes.text.help"),
    )
    with parts.text_row():
        sample, text = choosing.text(
            PAGE,
            SAMPLES,
            sentences,
            say,
            most=MAX_CHARS,
            on_sample=lambda name: widget_values.put(_CORPUS, fitting(name)),
        )
    with st.sidebar:
        st.subheader(say("bytes.pretokens"), help=cells.about("bytes.pretokens", say))
        pattern = st.selectbox(
            say("bytes.pattern"),
            PATTERNS,
            format_func=lambda name: say.choice(split_key, name),
            key=f"{PAGE}_pattern",
            help=say("bytes.pattern.help"),
        )
        st.subheader(say("bytes.merges"))
        corpus = st.selectbox(
            say("bytes.corpus"),
            TRAIN_ON,
            format_func=lambda name: say("bytes.corpus.own") if name == OWN else say(example_key(name)),
            key=_CORPUS,
            help=say("bytes.corpus.help"),
        )
        rules = st.selectbox(
            say("bytes.rules"),
            RULES,
            format_func=lambda name: say(_RULES[name]),
            key=f"{PAGE}_rules",
            help=say("bytes.rules.help"),
        )
        merges = st.slider(say("bytes.amount"), 0, MAX_MERGES, key=f"{PAGE}_merges", help=say("bytes.amount.help"))
    state = BytesState(
        sample=sample,
        text=text,
        pattern=pattern,
        corpus=corpus,
        rules=rules,
        merges=merges,
        word=st.session_state.get(f"{PAGE}_word") or 1,
        token=st.session_state.get(f"{PAGE}_token") or 1,
    )
    keys = {name: f"{PAGE}_{name}" for name in _PATCHES}
    return FORM.put(state, {name: st.session_state[key] for name, key in keys.items() if key in st.session_state})


# -- the tokenizer, and the text in its pre-tokens and tokens ----------------------------------------------------------


def split_text(chosen: BytesState, say: Catalog) -> SplitText | None:
    """Train and split the text. Returns None after saying why there is nothing to show."""
    if not chosen.shown:
        messages.tell_empty(say("bytes.empty"), say)
        return None
    if len(chosen.shown) > MAX_CHARS:
        st.error(say("bytes.too-long", met=len(chosen.shown), limit=MAX_CHARS), icon=":material/error:")
        return None
    try:
        with st.spinner(say("bytes.training")):
            return byte_level.split_text(chosen, QUIET, say)
    except TokvizError as error:
        messages.show_error(error, say)
        return None


def select_existing(chosen: BytesState, split: SplitText, say: Catalog) -> SplitText:
    """Return the text at a pre-token, token and step that exist: the first ones for another text."""
    text, model = (digest(chosen.shown), chosen.pattern), (split.key, chosen.merges)
    word, token = chosen.word, chosen.token
    last_text, last_model, last_word = st.session_state.get(_SHOWN, (text, model, word))
    if text != last_text:
        word = token = 1
    elif model != last_model:
        token = 1
    within = replace(chosen, word=min(word, len(split.pieces)), token=min(token, len(split.tokens)))
    beyond = [name for name in ("word", "token") if getattr(within, name) < {"word": word, "token": token}[name]]
    messages.warn_of_link(beyond, say)
    if (text, model, within.word) != (last_text, last_model, last_word) and not beyond:
        stepping.send(PAGE, 0)
    st.session_state[_SHOWN] = (text, model, within.word)
    return replace(split, state=within)


# -- the picture -------------------------------------------------------------------------------------------------------


def play(picture: Picture, chosen: BytesState, say: Catalog) -> None:
    """Draw the picture of a pre-token, whose step is in the link."""
    requested_step, _ = stepping.order(PAGE)
    if requested_step > picture.last:
        messages.warn_of_link(["step"], say)
        stepping.send(PAGE, picture.last)
    _follow(picture, chosen)


@url.fragment
def _follow(picture: Picture, chosen: BytesState) -> None:
    """Draw the picture and publish its step; reruns alone when the picture reports a step."""
    step = stepping.play(PAGE, picture.payload, picture.last)
    url.publish(PAGE, FORM, replace(chosen, step=step))
