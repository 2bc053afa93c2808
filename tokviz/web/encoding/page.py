"""A page that applies a tokenizer, `/bpe-encode` or the second half of a page that trains: the tokenizer is trained,
or out of a file of the visit; a word is in the picture, and the views are below it.

The differences between these pages are in an :class:`ApplyPage`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from contextlib import AbstractContextManager, nullcontext, suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import Generic, TypeVar

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from tokviz.algorithms import Algorithm, Unit
from tokviz.errors import TokvizError
from tokviz.files.detect import SUFFIXES
from tokviz.model import Model
from tokviz.state.form import Form
from tokviz.state.lattice import MAX_WORD
from tokviz.state.request import MAX_MERGES
from tokviz.state.training import FORMS, ApplyState, TrainState
from tokviz.state.views import View
from tokviz.views import added_files
from tokviz.views.added_files import ShownWord
from tokviz.views.picture.questions import DrawWord
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.display import shorten, visible
from tokviz.web import visit_corpus
from tokviz.web.address import url
from tokviz.web.computing.memory import QUIET
from tokviz.web.encoding import applied, text_views, word_picture
from tokviz.web.encoding.tokenizer import Given, LoadedTokenizer, checked, picture_parts
from tokviz.web.server import uploads
from tokviz.web.server.tokenizer_files import asks_more, by_name, group_with, name_of
from tokviz.web.server.uploads import Upload
from tokviz.web.shared import cells, choosing, drawing, messages, parts, stepping, tabs
from tokviz.web.streamlit_workarounds import widget_values
from tokviz.web.training import controls, training

MAX_TEXT = 200_000
"""The longest text that a page encodes, in characters."""


Place = AbstractContextManager[object]
"""A place to draw in, with `with`."""
Draw = Callable[[], None]

StateT = TypeVar("StateT", bound=ApplyState)
TokenizerT = TypeVar("TokenizerT", bound=LoadedTokenizer[Model])
StateOut = TypeVar("StateOut", bound=ApplyState, covariant=True)
TokenizerOut = TypeVar("TokenizerOut", bound=LoadedTokenizer[Model], covariant=True)

_BROUGHT = ("text", "word", "at")  # what another example brings along


def _words(tokenizer: LoadedTokenizer[Model], state: ApplyState) -> tuple[str, ...]:
    """Return the different words of a text."""
    return tuple(dict.fromkeys(tokenizer.model.words(state.text)))


@dataclass(frozen=True)
class PageContext(Generic[StateOut, TokenizerOut]):
    """The context of the fragment: the tokenizer, the state, the words that can be looked at."""

    tokenizer: TokenizerOut
    state: StateOut
    words: tuple[str, ...]


@dataclass(frozen=True)
class ApplyPage(Generic[StateT, TokenizerT]):
    """A page of an encoder: what it does differently from the others.

    page: its url; picture: the name of its picture. form: how its state is written. prefix: what the keys of its
    widgets begin with. upload, upload_help, empty: the keys of the label of the field for files, which is not drawn
    without one, of its help, and of what is said where there is no word. unit: what a text is split into. views: its
    tabs. in_views: the widgets of the views; as_linked: those of them that say what a link would. is_of_text: whether a
    word is chosen from a text, or typed. has_many: whether a tokenizer can come in several files.

    controls: draws what its side bar has more. load: the tokenizer out of the files that are given, or trained where
    there are none, and the state without what does not fit it; also gets the state of the link where one was just
    followed, and the place beside the text or the word. words: those that can be looked at. frames: draws a word on it.
    beside: draws what belongs to the picture of a word, in the part that it gets, or in one of its own. panels: the
    views that there are.
    """

    page: str
    picture: str
    algorithm: Algorithm
    form: Form[StateT]
    prefix: str
    upload: str
    upload_help: str
    empty: str
    views: tuple[View, ...]
    load: Callable[[Given, StateT, StateT | None, Place, Catalog], tuple[TokenizerT, StateT]]
    frames: Callable[[TokenizerT], DrawWord]
    panels: Callable[[PageContext[StateT, TokenizerT], str, int, Catalog], Mapping[str, Draw]]
    beside: Callable[[PageContext[StateT, TokenizerT], str, Place, Catalog], None] = lambda *_: None
    words: Callable[[TokenizerT, StateT], tuple[str, ...]] = _words
    controls: Callable[[Catalog], None] | None = None
    in_views: tuple[str, ...] = ()
    as_linked: tuple[str, ...] = ()
    unit: Unit = "word"
    is_of_text: bool = True
    has_many: bool = False

    @property
    def widgets(self) -> tuple[str, ...]:
        """Return the attributes of the state that are widgets: what is beside the training."""
        training_too = FORMS[self.algorithm.name].parameters
        return tuple(field.name for field in self.form.fields if field.name not in training_too)

    def key(self, name: str) -> str:
        """Return the key in the session of something on this page."""
        return f"{self.prefix}_{name}"

    def fill(self, state: StateT) -> None:
        """Put a state into the widgets."""
        widget_values.fill(f"{self.prefix}_", state, (name for name in self.widgets if name not in self.as_linked))
        for name in self.as_linked:
            widget_values.put(self.key(name), self.form.text(state, name))

    def said(self, state: StateT, names: Iterable[str]) -> StateT:
        """Return a state with what these widgets say."""
        values = {name: st.session_state[self.key(name)] for name in names}
        linked = {name: values.pop(name) for name in self.as_linked if name in values}
        return self.form.put(replace(state, **values), linked)

    @property
    def field(self) -> str:
        """Return the key of the field for uploads."""
        return self.key("files" if self.has_many else "file")

    def given(self) -> Given:
        """Return the sources that need no training."""
        name, specials = applied.name_of(self.page), uploads.specials(self.key("specials"))
        group = by_name(self.field).get(name, ())
        pattern = uploads.pattern(self.key("pattern")) if uploads.takes_pattern(group) else None
        return Given(group, specials, pattern)


def body(page: ApplyPage[StateT, TokenizerT], say: Catalog, *, is_new: bool, row: DeltaGenerator | None = None) -> None:
    """Draw all below the title.

    is_new: whether the address differs from what the page last wrote. row: the one below the title, if something is
    in it.
    """
    linked, wrong = _read_address(page, is_new)
    _keep(page, page.widgets)
    row = row or parts.top_row()
    chosen = controls.show(page.algorithm, row, say, has_versus=False, may_go_on=False)
    _side_bar(page, chosen.example, say)
    place = parts.text_row()
    # what comes and goes above the picture must not move it to another place of the page
    with st.container(key="notes"):
        messages.warn_of_link(wrong, say)
        _ask(page, chosen, place, say)
        state, context = _prepare(page, _asked(page, chosen), linked, place, say)
    st.session_state[page.key("last")] = state
    if context is None:
        url.publish(page.page, page.form, state)
        visit_corpus.note(page.page, state.train)
    else:
        _follow(context, page, say)
        visit_corpus.show_links(page.page, chosen, say, state.text if page.is_of_text else "")


# -- from the address and the side bar to a state ----------------------------------------------------------------------


def _read_address(page: ApplyPage[StateT, TokenizerT], is_new: bool) -> tuple[StateT | None, tuple[str, ...]]:
    """Fill the widgets when the address changed or they are new; the side bar may have been filled by training.

    Returns what the address asks for, None if it was read before, and the parameters that had to be put right.
    """
    linked: StateT | None = None
    wrong: tuple[str, ...] = ()
    if is_new or not controls.is_filled(page.algorithm):
        linked, wrong = page.form.read(url.current())
        state = linked
        if page.upload:
            applied.read(page.page, page.key("specials"))
        controls.fill(state.train)
        stepping.send(page.algorithm.name, 0)
    elif page.key("word") in st.session_state:
        return None, ()
    else:
        state = _turned_to(page)
    page.fill(state)
    if page.is_of_text:
        widget_values.put_typed(page.key("text"), state.text)
    st.session_state[page.key("example")] = state.train.example
    stepping.send(page.picture, state.step)
    tabs.link(page.prefix, state.view)
    st.session_state.pop(page.key("shown"), None)
    return linked, wrong


def _turned_to(page: ApplyPage[StateT, TokenizerT]) -> StateT:
    """Return the state where the visitor turns to this half from training, whose side bar stays: as the half was left,
    if the example is the same; with the model of the step that training rests on, where there is a choice.
    """
    name = page.algorithm.name
    example = st.session_state[f"{name}_example"]
    state: StateT | None = st.session_state.get(page.key("last"))
    if state is None or state.train.example != example:
        state = page.form.opening(example)
    rest = stepping.at(name, stepping.before(name), MAX_MERGES)
    at = next((field for field in page.form.fields if field.name == "at"), None)
    return replace(at.put(state, rest), step=0) if rest and at else state


def _side_bar(page: ApplyPage[StateT, TokenizerT], example: str, say: Catalog) -> None:
    """Draw the rest of the side bar: how a tokenizer is applied."""
    if st.session_state[page.key("example")] != example:
        st.session_state[page.key("example")] = example
        widget_values.fill(
            f"{page.prefix}_", page.form.opening(example), (name for name in _BROUGHT if name in page.widgets)
        )
    if page.controls is not None:
        with st.sidebar:
            st.subheader(say("encode.applied"))
            page.controls(say)


def _ask(page: ApplyPage[StateT, TokenizerT], chosen: TrainState, place: Place, say: Catalog) -> None:
    """Draw the field for the text or the word in its place, and say what is not in the link."""
    typed = ""
    with place:
        if page.is_of_text:
            typed = choosing.line(say("encode.text"), page.key("text"), say("encode.text.help"), most=MAX_TEXT)
            choosing.apply(page.key("text"), say)
        else:
            st.text_input(
                say("lattice.word"),
                key=page.key("word"),
                max_chars=MAX_WORD,
                placeholder=f"{say('lattice.word')}: {say('lattice.word.help')}",
                label_visibility="collapsed",
            )
        if page.upload:
            _ask_for_files(page, say)
    messages.note_length(say, chosen.text, typed)


def _ask_for_files(page: ApplyPage[StateT, TokenizerT], say: Catalog) -> None:
    """Draw the panel with the tokenizers of the visit, any of which takes the place of a training."""

    def choose(files: tuple[Upload, ...]) -> None:
        if files:
            applied.use(page.page, name_of(group_with(files, page.field)))

    given = page.given()
    name = messages.escape(shorten(visible(applied.name_of(page.page)))) if given else ""
    with uploads.panel(page.field, name or say("upload.add")):
        uploads.ask_for_tokenizers(
            say(page.upload),
            page.field,
            say,
            help=say(page.upload_help),
            choose=choose,
            types=SUFFIXES[page.algorithm.model_name],
            has_many=page.has_many,
            asks_more=asks_more,
        )
        if uploads.takes_pattern(given.files):
            uploads.ask_for_pattern(page.key("pattern"), say)
        if name:
            uploads.ask_for_specials(page.key("specials"), say)
            st.caption(say("upload.applied", name=name))
            away, end = page.key("applied_away"), partial(applied.use, page.page, "")
            st.button(say("upload.applied.away"), icon=":material/close:", key=away, on_click=end)
    uploads.tell_if_lost(page.field, say)


def _asked(page: ApplyPage[StateT, TokenizerT], chosen: TrainState) -> StateT:
    """Return the state with what the widgets say. A word is chosen further down, if it is."""
    view, _ = tabs.opened(page.prefix)
    said = page.said(replace(page.form.opening(chosen.example), train=chosen, view=view), page.widgets)
    return replace(said, word="") if page.is_of_text else said


def _keep(page: ApplyPage[StateT, TokenizerT], names: Iterable[str]) -> None:
    """Keep what widgets say, for a run that may not draw them."""
    for name in names:
        if page.key(name) in st.session_state:
            widget_values.keep(page.key(name))


# -- from a state to a tokenizer and its words -------------------------------------------------------------------------


def _prepare(
    page: ApplyPage[StateT, TokenizerT], state: StateT, linked: StateT | None, place: Place, say: Catalog
) -> tuple[StateT, PageContext[StateT, TokenizerT] | None]:
    """Get the tokenizer and the words; None where the visitor was told why there is nothing to show."""
    given = page.given()
    if training.is_empty(state.train) and not given:
        messages.tell_empty(say(page.empty), say)
        return state, None
    try:  # training a unigram model shows how far it is
        with st.spinner(say("encode.preparing")) if page.is_of_text else nullcontext():
            tokenizer, state = page.load(given, state, linked, place, say)
            words = page.words(tokenizer, state)
        messages.show_file_notes(tokenizer.notes, say)
    except TokvizError as error:
        messages.show_error(error, say)
        return state, None
    if not words:
        st.info(say("encode.no-text" if page.is_of_text else "lattice.no-word"), icon=":material/edit_note:")
        return state, None
    if not page.is_of_text and len(words) > 1:
        number = say.count("count.words", len(words))
        st.caption(say("lattice.first-word", words=number, word=cells.code(cells.token(words[0]))))
    if page.is_of_text and linked and linked.word and linked.word not in words:
        messages.warn_of(say("notice.word", word=cells.token(linked.word)))
        stepping.send(page.picture, 0)
    _badge(tokenizer, state.text if page.is_of_text else state.word, say)
    return state, PageContext(tokenizer, state, words)


def _badge(tokenizer: LoadedTokenizer[Model], text: str, say: Catalog) -> None:
    """Say whether the library of a file has the same tokens."""
    try:
        check = checked(tokenizer, text)
    except TokvizError as error:  # of the library, which was not asked or failed
        st.warning(messages.error_text(error, say), icon=":material/help:")
    else:
        if check is not None:
            text_views.show_check(check, say)


# -- what follows the word and the step --------------------------------------------------------------------------------


@url.fragment
def _follow(context: PageContext[StateT, TokenizerT], page: ApplyPage[StateT, TokenizerT], say: Catalog) -> None:
    """Draw the word in the picture, and the views below; reruns alone when the picture reports a step."""
    state, word = context.state, context.words[0]
    _keep(page, page.in_views)
    if page.is_of_text:
        with parts.part("word"):
            word = word_picture.choose(context.words, page.key("word"), say, page.unit)
        state = replace(state, word="" if word == context.words[0] else word)
    shown = (context.tokenizer.key, state.text if page.is_of_text else "", word)
    if st.session_state.setdefault(page.key("shown"), shown) != shown:  # another word: the picture begins again
        st.session_state[page.key("shown")] = shown
        stepping.send(page.picture, 0)
    picture = parts.part("picture")
    with picture:
        if context.tokenizer.around is not None:
            text = state.text if page.is_of_text else state.word
            text_views.show_other_tokens(context.tokenizer.model, text, word, say)
        step = _play(context.tokenizer, page, word, say)
    page.beside(context, word, picture, say)
    state = page.said(replace(state, step=step), page.in_views)
    with stepping.below(stepping.is_below_seen(page.picture), say) as is_wanted:
        if is_wanted:
            with suppress(TokvizError), st.container(key="word_files", horizontal=True):  # it was said in the picture
                for shows in added_files.of_word(_shown_word(context, page, word, step, say), say):
                    drawing.draw(shows, page.prefix, say)
            panels = page.panels(replace(context, state=state), word, step, say)
            tabs.open_view(page.prefix, page.views, panels, say)
    state = replace(state, view=tabs.opened(page.prefix)[0])
    st.session_state[page.key("last")] = state
    url.publish(page.page, page.form, state)
    visit_corpus.note(page.page, state.train)


def _shown_word(
    context: PageContext[StateT, TokenizerT], page: ApplyPage[StateT, TokenizerT], word: str, step: int, say: Catalog
) -> ShownWord:
    """Return the word in the picture with what features need to make files of it. Raises TokvizError."""
    tokenizer = context.tokenizer
    parts = _word_payloads(tokenizer, page, word, say)[1]
    denominator = getattr(tokenizer, "denominator", None)
    return ShownWord(word, parts, step, tokenizer.model, context.words, QUIET, denominator)


def _play(tokenizer: TokenizerT, page: ApplyPage[StateT, TokenizerT], word: str, say: Catalog) -> int:
    """Draw the picture of a word; the step that it shows."""
    try:
        last, payloads = _word_payloads(tokenizer, page, word, say)
    except TokvizError as error:
        messages.show_error(error, say)
        return 0
    return word_picture.play(page.picture, last, payloads, say)


def _word_payloads(
    tokenizer: TokenizerT, page: ApplyPage[StateT, TokenizerT], word: str, say: Catalog
) -> tuple[int, tuple[str, ...]]:
    """Return the last step of a word, and the payloads of its picture."""
    return picture_parts(
        tokenizer.key,
        word,
        say.language,
        stepping.is_predicting(),
        tokenizer.encoder,
        page.frames(tokenizer),
    )
