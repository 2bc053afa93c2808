"""The page `/bpe-encode`: a trained tokenizer applied to a text, word by word and step by step."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from typing import cast

import streamlit as st

from tokviz.bpe import Model
from tokviz.bpe.encoding import Loop
from tokviz.errors import TokvizError
from tokviz.pretokenize import pretokenize
from tokviz.views import encoding
from tokviz.views.catalog import Catalog
from tokviz.views.display import shorten, visible
from tokviz.web import cache, controls, encode_panels, encode_state, messages, stepping, training, uploads, url
from tokviz.web.encode_state import LOOPS, EncodeState

__all__ = ["MAX_TEXT", "render"]

MAX_TEXT = 200_000
"""The longest text that the page encodes, in characters."""

_PAGE = "bpe-encode"
_VIEW = "encode_view"
_PREFIX = "encode_"
_SHOWN = "encode_shown"  # (tokenizer, text, word) of the last run: for another one the stage begins anew
_MAX_WORDS = 500


@dataclass(frozen=True)
class View:
    """What the fragment needs: the tokenizer with what names it, the text and its different words."""

    model: Model
    key: cache.TraceKey
    state: EncodeState
    words: tuple[str, ...]


def render(say: Catalog) -> None:
    """Draw the page."""
    st.title(say("page.bpe-encode"), anchor=False)
    wrong = _read_address()
    chosen = controls.show(say, has_versus=False)
    asked = _side_bar(EncodeState(train=chosen), say)
    with st.container():  # what comes and goes above the stage must not move it to another place of the page
        training.introduce(chosen, wrong, say, has_about=False)
        asked = replace(asked, text=_text(say), view=st.session_state[_VIEW][0])
        _keep("word")
        view = _prepare(asked, say)
    if view is None:
        url.publish(_PAGE, encode_state, asked)
    else:
        _follow(view, say)


def _prepare(asked: EncodeState, say: Catalog) -> View | None:
    """Get the tokenizer and the words; None where the visitor was told why there is nothing to show."""
    if training.is_empty(asked.train) and not _files():
        st.info(say("encode.empty"), icon=":material/edit_note:")
        return None
    try:
        with st.spinner(say("encode.preparing")):
            model, key = _model(asked)
            words = tuple(dict.fromkeys(pretokenize(asked.text, model.pretokenizer)))
    except TokvizError as error:
        messages.show_error(error, say)
        return None
    if not words:
        st.info(say("encode.no-text"), icon=":material/edit_note:")
        return None
    return View(model, key, asked, words)


def _read_address() -> tuple[str, ...]:
    """Fill the widgets when the address changed or they are new; return the parameters that had to be put right."""
    if not url.has_changed(_PAGE) and controls.is_filled():
        return ()
    asked, wrong = encode_state.read(url.current())
    controls.fill(asked.train)
    for name in ("text", "loop", "dropout", "seed", "word"):
        st.session_state[_PREFIX + name] = getattr(asked, name)
    st.session_state["encode_example"] = asked.train.example
    stepping.send(_PAGE, asked.step)
    st.session_state[_VIEW] = (asked.view, st.session_state.get(_VIEW, ("", 0))[1] + 1)
    st.session_state.pop(_SHOWN, None)
    return wrong


def _side_bar(asked: EncodeState, say: Catalog) -> EncodeState:
    """The rest of the side bar: an uploaded tokenizer in place of training, and how merges are applied."""
    with st.sidebar:
        st.subheader(say("encode.applied"))
        loop = st.selectbox(
            say("encode.loop"),
            ("", *LOOPS),
            format_func=lambda name: say(f"encode.loop.{name}") if name else say("encode.loop.library"),
            key=f"{_PREFIX}loop",
            help=say("encode.loop.help"),
        )
        st.file_uploader(
            say("encode.upload"),
            type=list(uploads.SUFFIXES),
            accept_multiple_files=True,
            key=f"{_PREFIX}files",
            max_upload_size=controls.MAX_UPLOAD_MB,
            help=say("encode.upload.help"),
        )
    if st.session_state.get("encode_example") != asked.train.example:  # another example brings its own text
        st.session_state["encode_example"] = asked.train.example
        st.session_state[f"{_PREFIX}text"] = encode_state.opening_text(asked.train.example)
        st.session_state[f"{_PREFIX}word"] = ""
    return replace(asked, loop=loop)


def _keep(*names: str) -> None:
    """Write widgets' values anew: Streamlit forgets what a run does not draw."""
    for name in names:
        st.session_state[_PREFIX + name] = st.session_state.get(_PREFIX + name, getattr(EncodeState(), name))


def _text(say: Catalog) -> str:
    return st.text_area(
        say("encode.text"), key=f"{_PREFIX}text", height=80, max_chars=MAX_TEXT, help=say("encode.text.help")
    )


def _files() -> list[tuple[str, str, bytes]]:
    files = st.session_state.get(f"{_PREFIX}files") or []
    return [(file.file_id, file.name, file.getvalue()) for file in files]


def _model(asked: EncodeState) -> tuple[Model, cache.TraceKey]:
    """The tokenizer: out of uploaded files, or trained as the side bar says. Raises TokvizError."""
    files = _files()
    if files:
        key: cache.TraceKey = ("files", *(file_id for file_id, _, _ in files))
        model = cache.uploaded_model(key, [(name, content) for _, name, content in files])
    else:
        corpus, corpus_key, _ = training.corpus_of(asked.train)
        trace, key = training.trace_of(corpus, corpus_key, asked.train, asked.train.rules)
        model = cache.trained_model(key, asked.train.split, trace)
    if asked.loop:
        key = (*key, asked.loop)
        model = cache.model_with_loop(key, model, cast(Loop, asked.loop))
    return model, key


@st.fragment
def _follow(view: View, say: Catalog) -> None:
    """The chosen word on the stage, and the views below; reruns alone when the stage reports a step."""
    asked, model = view.state, view.model
    shown = view.words[:_MAX_WORDS]
    if st.session_state.get(f"{_PREFIX}word") not in shown:
        st.session_state[f"{_PREFIX}word"] = shown[0]
    left, right = st.columns([2, 3], vertical_alignment="bottom")
    with left:
        word = st.selectbox(
            say("encode.word"), shown, format_func=lambda name: shorten(visible(name), 40), key=f"{_PREFIX}word"
        )
    with right:
        st.caption(
            say("encode.words", words=say.count("count.words", len(view.words)), shown=f"{len(shown):,}")
            if len(view.words) > len(shown)
            else say("encode.words.all", words=say.count("count.words", len(view.words)))
        )
    identity = (view.key, asked.text, word)
    if st.session_state.setdefault(_SHOWN, identity) != identity:
        st.session_state[_SHOWN] = identity
        stepping.send(_PAGE, 0)
    try:
        steps = model.explain(word)
    except TokvizError as error:
        messages.show_error(error, say)
        step = 0
    else:
        payload = json.dumps(encoding.word_payload(steps, say), ensure_ascii=False)
        step = stepping.play(_PAGE, payload, len(steps))
    _keep("dropout", "seed")
    asked = replace(asked, dropout=st.session_state[f"{_PREFIX}dropout"], seed=st.session_state[f"{_PREFIX}seed"])
    visit = st.session_state[_VIEW][1]
    asked = replace(asked, word="" if word == view.words[0] else word, step=step)
    asked = encode_panels.more(model, view.key, asked, word, visit, say)
    st.session_state[_VIEW] = (asked.view, visit)
    url.publish(_PAGE, encode_state, asked)
