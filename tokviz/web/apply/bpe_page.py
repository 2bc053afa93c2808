"""The page `/bpe-encode`: a trained tokenizer applied to a text, word by word and step by step."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import cast

import streamlit as st

from tokviz.algorithms import BPE
from tokviz.bpe import Model
from tokviz.bpe.encoding import Loop
from tokviz.errors import TokvizError
from tokviz.views.shared.catalog import Catalog
from tokviz.web.address import handover, held, onward, sample_texts, url
from tokviz.web.address.form import MAX_LINK_CHARS
from tokviz.web.apply import bpe_panels as encode_panels
from tokviz.web.apply import bpe_state as encode_state
from tokviz.web.apply import subword_nmt as encode_apply
from tokviz.web.apply import word_stage
from tokviz.web.apply.bpe_state import LOOPS, EncodeState
from tokviz.web.apply.bpe_tool import Tool, uploaded, word_parts
from tokviz.web.apply.files import SUFFIXES
from tokviz.web.server import cache, uploads
from tokviz.web.shared import cells, messages, parts, stepping
from tokviz.web.shared.heading import heading
from tokviz.web.train import controls, training

__all__ = ["MAX_TEXT", "render"]

MAX_TEXT = 200_000
"""The longest text that the page encodes, in characters."""

_PAGE = encode_state.PAGE
_VIEW = "encode_view"
_PREFIX = "encode_"
_FILES = "encode_files"
_SHOWN = "encode_shown"  # (tokenizer, text, word) of the last run: for another one the stage begins anew


@dataclass(frozen=True)
class View:
    """What the fragment needs: the tokenizer, the state, the different words of the text."""

    tool: Tool
    state: EncodeState
    words: tuple[str, ...]


def render(say: Catalog) -> None:
    """Draw the page."""
    heading("page.bpe-encode", say, has_stage=True)
    linked, wrong = _read_address()
    chosen = controls.show(BPE, say, has_versus=False)
    asked = _side_bar(EncodeState(train=chosen), say)
    with parts.part("about"):  # what comes and goes above the stage must not move it to another place of the page
        training.introduce(chosen, wrong, say, has_about=False)
        _keep("word", "dropout", "seed")
        asked = replace(asked, dropout=st.session_state[f"{_PREFIX}dropout"], seed=st.session_state[f"{_PREFIX}seed"])
        asked = encode_apply.kept(replace(asked, text=_text(chosen.text, say), view=st.session_state[_VIEW][0]))
        view = _prepare(asked, linked, say)
    if view is None or not view.words:
        url.publish(_PAGE, encode_state.FORM, asked if view is None else view.state)
    else:
        _follow(view, say)
        onward.row(_PAGE, chosen, say, asked.text)


def _prepare(asked: EncodeState, linked: EncodeState | None, say: Catalog) -> View | None:
    """Get the tokenizer and the words; None, or no words, where the visitor was told why there is nothing to show."""
    if training.is_empty(asked.train) and not uploads.uploaded(_FILES) and handover.taken(_PAGE) is None:
        st.info(say("encode.empty"), icon=":material/edit_note:")
        return None
    try:
        with st.spinner(say("encode.preparing")):
            model, key = _model(asked)
        if encode_apply.fits(model):
            encode_apply.show(say)
        else:
            if linked and linked.apply:
                word_stage.notice(say("notice.link", names="apply"))
            asked = encode_apply.without(asked)
        with st.spinner(say("encode.preparing")):
            tool = encode_apply.tool_of(model, key, asked, say)
            words = tuple(dict.fromkeys(tool.words(asked.text)))
    except TokvizError as error:
        messages.show_error(error, say)
        return None
    if not words:
        st.info(say("encode.no-text"), icon=":material/edit_note:")
        return View(tool, asked, ())
    again = len(model.merges) - len(set(model.merges))
    if again:
        last = model.encoding.last_duplicate
        told = say.count("encode.twice.last", again) if last else say.count("encode.twice.first", again)
        st.info(told, icon=":material/content_copy:")
    if linked and linked.word and linked.word not in words:
        word_stage.notice(say("notice.word", word=cells.token(linked.word)))
        stepping.send(_PAGE, 0)
    return View(tool, asked, words)


def _read_address() -> tuple[EncodeState | None, tuple[str, ...]]:
    """Fill the widgets when the address changed or they are new.

    Returns what the address asks for, None if it was read before, and the parameters that had to be put right.
    """
    if not url.has_changed(_PAGE) and controls.is_filled(BPE) and f"{_PREFIX}apply" in st.session_state:
        return None, ()
    asked, wrong = encode_state.FORM.read(url.current())
    controls.fill(asked.train)
    encode_apply.fill(asked)
    for name in ("text", "loop", "dropout", "seed", "word"):
        held.put(_PREFIX + name, getattr(asked, name))
    st.session_state["encode_example"] = asked.train.example
    stepping.send(_PAGE, asked.step)
    st.session_state[_VIEW] = (asked.view, st.session_state.get(_VIEW, ("", 0))[1] + 1)
    st.session_state.pop(_SHOWN, None)
    return asked, wrong


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
        hint = say("encode.upload.help")
        found = uploads.ask(say("encode.upload"), _FILES, say, help=hint, types=SUFFIXES["bpe"], has_many=True)
    handover.show(_PAGE, found, say)
    if st.session_state.get("encode_example") != asked.train.example:  # another example brings its own text
        st.session_state["encode_example"] = asked.train.example
        held.put(f"{_PREFIX}text", sample_texts.text(_PAGE, asked.train.example))
        held.put(f"{_PREFIX}word", "")
    return replace(asked, loop=loop)


def _keep(*names: str) -> None:
    """Write widgets' values anew: Streamlit forgets what a run does not draw."""
    for name in names:
        st.session_state[_PREFIX + name] = st.session_state.get(_PREFIX + name, getattr(EncodeState(), name))


def _text(corpus: str, say: Catalog) -> str:
    """The text to encode; said is where it, or the corpus of one's own, is too long for the link."""
    text = st.text_area(
        say("encode.text"), key=f"{_PREFIX}text", height=80, max_chars=MAX_TEXT, help=say("encode.text.help")
    )
    if max(len(text), len(corpus)) > MAX_LINK_CHARS:
        st.caption(say("notice.long-text", limit=f"{MAX_LINK_CHARS:,}"))
    return text


def _model(asked: EncodeState) -> tuple[Model, cache.TraceKey]:
    """The tokenizer: out of files, from another page, or trained as the side bar says. Raises TokvizError."""
    files = uploads.uploaded(_FILES)
    if files:
        key: cache.TraceKey = ("files", *(file.id for file in files))
        model = uploaded(key, files)
    elif found := handover.taken(_PAGE):
        model, key = found.model, found.key
    else:
        corpus, corpus_key, _ = training.corpus_of(asked.train)
        trace, key = training.trace_of(corpus, corpus_key, asked.train, asked.train.rules)
        model = cache.trained_model(key, asked.train.split, trace)
    if asked.loop:
        key = (*key, asked.loop)
        model = cache.model_with_loop(key, model, cast(Loop, asked.loop))
    return model, key


@url.fragment
def _follow(view: View, say: Catalog) -> None:
    """The chosen word on the stage, and the views below; reruns alone when the stage reports a step."""
    asked, tool = view.state, view.tool
    with parts.part("word"):
        word = word_stage.choose(view.words, f"{_PREFIX}word", say)
    identity = (tool.key, asked.text, word)
    if st.session_state.setdefault(_SHOWN, identity) != identity:
        st.session_state[_SHOWN] = identity
        stepping.send(_PAGE, 0)
    with parts.part("stage"):
        step = _step(tool, word, say)
        _name_unknown(tool.model, word, say)
    _keep("dropout", "seed")
    asked = replace(asked, dropout=st.session_state[f"{_PREFIX}dropout"], seed=st.session_state[f"{_PREFIX}seed"])
    asked = replace(asked, word="" if word == view.words[0] else word, step=step)
    visit = st.session_state[_VIEW][1]
    asked = replace(asked, view=encode_panels.more(tool, asked, word, visit, say))
    st.session_state[_VIEW] = (asked.view, visit)
    url.publish(_PAGE, encode_state.FORM, asked)


def _name_unknown(model: Model, word: str, say: Catalog) -> None:
    """Say which characters of a word the vocabulary does not have, and what becomes of them."""
    unknown = model.unknown(word)
    if unknown:
        names = cells.code_list(unknown, say)
        encoding = model.encoding
        if encoding.byte_fallback:
            st.caption(say("encode.unknown.bytes", characters=names))
        elif encoding.unknown == "unk":
            st.caption(
                say("encode.unknown.unk", characters=names, unk=cells.code(cells.token(encoding.unk_token or "")))
            )
        elif encoding.unknown == "drop":
            st.caption(say("encode.unknown.drop", characters=names))
        else:
            st.caption(say("encode.unknown.keep", characters=names))


def _step(tool: Tool, word: str, say: Catalog) -> int:
    """Draw the stage of a word; the step that it shows."""
    try:
        last, parts = word_parts(tool.key, word, say.language, stepping.is_predicting(), tool)
    except TokvizError as error:
        messages.show_error(error, say)
        return 0
    return word_stage.play(_PAGE, word, last, parts, say)
