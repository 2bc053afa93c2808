"""The encoding half of `/wordpiece`: a vocabulary, trained or uploaded, applied to a text word by word."""

from __future__ import annotations

from dataclasses import dataclass, replace

import streamlit as st

from tokviz import examples, wordpiece
from tokviz.algorithms import WORDPIECE
from tokviz.errors import TokvizError
from tokviz.examples import OWN
from tokviz.views.shared.catalog import Catalog
from tokviz.web.address import handover, held, onward, sample_texts, url
from tokviz.web.address.form import MAX_LINK_CHARS
from tokviz.web.address.train_state import TrainState
from tokviz.web.apply import word_stage, wordpiece_panels, wordpiece_state, wordpiece_tool
from tokviz.web.apply.files import SUFFIXES
from tokviz.web.apply.wordpiece_state import MAX_LENGTH, SPLITS, WordState
from tokviz.web.apply.wordpiece_tool import Tool
from tokviz.web.server import uploads
from tokviz.web.server.cache import TraceKey
from tokviz.web.shared import cells, messages, parts, stepping
from tokviz.web.train import controls, published_values, training

__all__ = ["MAX_TEXT", "body", "keep"]

MAX_TEXT = 200_000
"""The longest text that the page encodes, in characters."""

_STAGE = "wordpiece-encode"
_VIEW = "wp_view"  # (name, number): the view that the last link opened, and how many links there were
_SHOWN = "wp_shown"  # (tokenizer, text, word) of the last run: for another one the stage begins anew
_EXAMPLE = "wp_example"
_FILE = "wp_file"
_WIDGETS = ("text", "word", "longest", "pre")


@dataclass(frozen=True)
class View:
    """What the fragment needs: the tokenizer, the state, the different words of the text."""

    tool: Tool
    state: WordState
    words: tuple[str, ...]


def keep() -> None:
    """Write anew what the widgets of this half say: Streamlit forgets what a run does not draw."""
    for name in _WIDGETS:
        if f"wp_{name}" in st.session_state:
            st.session_state[f"wp_{name}"] = st.session_state[f"wp_{name}"]


def body(say: Catalog, *, is_new: bool) -> None:
    """All below the choice between the halves. is_new: whether the address is another than the page last wrote."""
    linked, wrong = _read_address(is_new)
    keep()
    chosen = controls.show(WORDPIECE, say, has_versus=False)
    asked = _side_bar(WordState(train=chosen), say)
    with parts.part("about"):  # what comes and goes above the stage must not move it to another place of the page
        training.introduce(chosen, wrong, say, has_about=False)
        asked = replace(asked, text=_text(chosen, say), view=st.session_state[_VIEW][0])
        view = _prepare(asked, linked, say)
    if view is None:
        url.publish(WORDPIECE.name, wordpiece_state.FORM, asked)
    else:
        _follow(view, say)
        onward.row(WORDPIECE.name, chosen, say, asked.text)


def _read_address(is_new: bool) -> tuple[WordState | None, tuple[str, ...]]:
    """Fill the widgets when the address changed or they are new; the side bar may have been filled by training.

    Returns what the address asks for, None if it was read before, and the parameters that had to be put right.
    """
    if is_new or not controls.is_filled(WORDPIECE):
        asked, wrong = wordpiece_state.FORM.read(url.current())
        controls.fill(asked.train)
        stepping.send(WORDPIECE.name, 0)
    elif _VIEW in st.session_state:
        return None, ()
    else:  # turned to from training for the first time: its side bar stays
        example = st.session_state[f"{WORDPIECE.name}_example"]
        asked, wrong = WordState(text=sample_texts.text(WORDPIECE.name, example)), ()
        asked = replace(asked, train=replace(asked.train, example=example))
    for name in _WIDGETS:
        held.put(f"wp_{name}", getattr(asked, name))
    st.session_state[_EXAMPLE] = asked.train.example
    stepping.send(_STAGE, asked.step)
    st.session_state[_VIEW] = (asked.view, st.session_state.get(_VIEW, ("", 0))[1] + 1)
    st.session_state.pop(_SHOWN, None)
    return asked, wrong


def _side_bar(asked: WordState, say: Catalog) -> WordState:
    """The rest of the side bar: an uploaded vocabulary in place of training, and how it is applied."""
    if st.session_state[_EXAMPLE] != asked.train.example:  # another example brings its own text
        st.session_state[_EXAMPLE] = asked.train.example
        held.put("wp_text", sample_texts.text(WORDPIECE.name, asked.train.example))
        held.put("wp_word", "")
    with st.sidebar:
        st.subheader(say("encode.applied"))
        pre = st.selectbox(
            say("wp.pre"),
            ("", *SPLITS),
            format_func=lambda name: say.choice("split", name) if name else say("wp.pre.own"),
            key="wp_pre",
            help=say("wp.pre.help"),
        )
        longest = st.number_input(
            say("wp.longest"),
            min_value=1,
            max_value=MAX_LENGTH,
            value=None,
            step=1,
            key="wp_longest",
            placeholder=say("wp.longest.own"),
            help=say("wp.longest.help", most=f"{MAX_LENGTH:,}"),
        )
        hint = say("wp.upload.help")
        files = uploads.ask(say("wp.upload"), _FILE, say, help=hint, types=SUFFIXES["wordpiece"])
    handover.show(WORDPIECE.name, files, say)
    return replace(asked, pre=pre, longest=longest)


def _text(chosen: TrainState, say: Catalog) -> str:
    """The text to encode; said is what does not travel in the link."""
    text = st.text_area(say("encode.text"), key="wp_text", height=80, max_chars=MAX_TEXT, help=say("encode.text.help"))
    if max(len(text), len(chosen.text)) > MAX_LINK_CHARS:
        st.caption(say("notice.long-text", limit=f"{MAX_LINK_CHARS:,}"))
    return text


def _prepare(asked: WordState, linked: WordState | None, say: Catalog) -> View | None:
    """Get the tokenizer and the words; None where the visitor was told why there is nothing to show."""
    if training.is_empty(asked.train) and uploads.one(_FILE) is None and handover.taken(WORDPIECE.name) is None:
        st.info(say("wp.empty"), icon=":material/edit_note:")
        return None
    try:
        with st.spinner(say("encode.preparing")):
            tool = _tool(asked, say)
            words = tuple(dict.fromkeys(tool.words(asked.text)))
    except TokvizError as error:
        messages.show_error(error, say)
        return None
    if not tool.has_unknown:
        st.warning(say("wp.no-unknown", unknown=cells.code(cells.token(tool.model.unk))), icon=":material/warning:")
    if not words:
        st.info(say("encode.no-text"), icon=":material/edit_note:")
        return None
    if linked and linked.word and linked.word not in words:
        word_stage.notice(say("notice.word", word=cells.token(linked.word)))
        stepping.send(_STAGE, 0)
    return View(tool, asked, words)


def _tool(asked: WordState, say: Catalog) -> Tool:
    """The tokenizer: out of an uploaded file, or trained as the side bar says. Raises TokvizError."""
    file, found = uploads.one(_FILE), handover.taken(WORDPIECE.name)
    key: TraceKey
    if found is not None:
        model, key = found.model, found.key
        tool = Tool(model, key)
    elif file is not None:
        key = ("file", file.id)
        model = wordpiece_tool.uploaded(key, [file])
        tool = Tool(model, key)
        st.caption(say("wp.upload.in-use", name=messages.escape(cells.token(file.name))))
    else:
        corpus, corpus_key, _ = training.corpus_of(asked.train)
        trace, key = training.trace_of(corpus, corpus_key, asked.train, asked.train.rules)
        assert isinstance(trace, wordpiece.Trace)
        model = trace.model(pretokenizer=asked.train.split)
        tool = Tool(model, key, (corpus, corpus_key), len(trace))
        if stepping.order(WORDPIECE.name)[0] > len(trace):
            stepping.send(WORDPIECE.name, len(trace))  # the training half, when it is drawn again
        _hint(asked.train, len(trace), say)
    longest = min(model.max_word_length if asked.longest is None else asked.longest, MAX_LENGTH)
    pre = asked.pre or model.pretokenizer
    key = (*key, pre, longest)
    return replace(tool, key=key, model=wordpiece_tool.tuned(key, pre, longest, model))


def _hint(chosen: TrainState, merges: int, say: Catalog) -> None:
    """A way to the vocabulary that the source of an example stops at, where training goes on."""
    if chosen.example == OWN:
        return
    lesson = examples.load(chosen.example).recipe(WORDPIECE.name)
    published_values = len(lesson.published[0].steps) if lesson.published else 0
    if not published_values or chosen.stop != "end" or merges <= published_values:
        return
    left, right = st.columns([3, 1], vertical_alignment="center")
    number = say.count("count.merges", published_values)
    left.caption(say("wp.hint", source=lesson.source, printed=number, merges=say.count("count.merges", merges)))
    right.button(say("wp.hint.stop", merges=number), on_click=_stop_at, args=(published_values,), width="stretch")


def _stop_at(merges: int) -> None:
    held.put(f"{WORDPIECE.name}_stop", "merges")
    held.put(f"{WORDPIECE.name}_amount", merges)


@url.fragment
def _follow(view: View, say: Catalog) -> None:
    """The chosen word on the stage, and the views below; reruns alone when the stage reports a step."""
    asked, tool = view.state, view.tool
    with parts.part("word"):
        word = word_stage.choose(view.words, "wp_word", say)
    identity = (tool.key, asked.text, word)
    if st.session_state.setdefault(_SHOWN, identity) != identity:
        st.session_state[_SHOWN] = identity
        stepping.send(_STAGE, 0)
    with parts.part("stage"):
        step = _step(tool, word, say)
    if tool.corpus is not None and word in tool.model.ids:
        with parts.part("printed"):
            published_values.beside_word(asked.train, word, say)
    asked = replace(asked, word="" if word == view.words[0] else word, step=step)
    visit = st.session_state[_VIEW][1]
    asked = replace(asked, view=wordpiece_panels.more(tool, asked, word, visit, say))
    st.session_state[_VIEW] = (asked.view, visit)
    url.publish(WORDPIECE.name, wordpiece_state.FORM, asked)


def _step(tool: Tool, word: str, say: Catalog) -> int:
    """Draw the stage of a word; the step that it shows."""
    try:
        last, parts = wordpiece_tool.parts(tool.key, word, say.language, stepping.is_predicting(), tool)
    except TokvizError as error:
        messages.show_error(error, say)
        return 0
    return word_stage.play(_STAGE, word, last, parts, say)
