"""The panels of `/tokenizers`: the text in rows, once for each tokenizer, and one tokenizer stage by stage."""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import replace
from time import monotonic

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from tokviz import recorded
from tokviz.algorithms import BPE
from tokviz.errors import TokvizError
from tokviz.files.by_name import of_merges
from tokviz.files.going_on import can_go_on
from tokviz.files.pipeline import Pipeline
from tokviz.recorded import Sentence
from tokviz.sandbox import ask
from tokviz.state import vocabulary as vocabulary_state
from tokviz.state.form import MAX_LINK_CHARS
from tokviz.state.tokenizers import FORM, MAX_DRAWN, PAGE, TokenizersState
from tokviz.state.vocabulary import VocabularyState
from tokviz.views.pages import tokenizers as views
from tokviz.views.pages.tokenizers import TokenizedText
from tokviz.views.picture.questions import payload_json
from tokviz.views.shared.catalog import Catalog, load
from tokviz.views.shared.tables import FilledTable
from tokviz.views.shows import Grid, PageView
from tokviz.views.tokenizers.compared import (
    Compared,
    Group,
    compared_payload,
    compared_table,
    differing_table,
    of_record,
    verdict,
)
from tokviz.views.tokenizers.work import (
    Work,
    compared_rows_of,
    model_stage,
    pretoken_picture,
    word_of,
    work_of,
)
from tokviz.web import visit_corpus
from tokviz.web.address import url
from tokviz.web.components import text_rows as component
from tokviz.web.computing import cache
from tokviz.web.computing.cache import TraceKey
from tokviz.web.computing.memory import QUIET
from tokviz.web.encoding import text_views, word_picture
from tokviz.web.encoding.tokenizer import picture_parts
from tokviz.web.pages.tokenizers import available, controls
from tokviz.web.pages.tokenizers.available import AvailableTokenizer, UploadedTokenizer
from tokviz.web.pages.tokenizers.controls import tokenizer_label
from tokviz.web.shared import cells, drawing, messages, parts, stepping
from tokviz.web.streamlit_workarounds import widget_values

_AT_FIRST = 10
"""So many of the recorded tokenizers are shown until all are asked for."""
_DATE = max(tokenizer.date for tokenizer in recorded.tokenizers())
_ALL = f"{PAGE}_all"  # the key of the choice to show all
_SMALL = f"{PAGE}_small"  # the key of the choice to show small tokenizers beside others
_STAGES = f"{PAGE}_stages"
_WAITED = 0.3  # seconds, after which the progress is drawn
_COMPARED = f"{PAGE}_compared"
_ROW_PART = f"{PAGE}_row_part"  # the number of the token that was pressed in the row of the chosen tokenizer
_CHOSEN_BY_ROW = f"{PAGE}_chosen_by_row"  # the word and the token below that it chose; None until it has


# -- the text in rows, once for each tokenizer -------------------------------------------------------------------------


def show_rows(offered: Mapping[str, AvailableTokenizer], chosen: TokenizersState, say: Catalog) -> None:
    """Draw the rows. Of a folder on the server only the chosen tokenizer has one."""
    text = chosen.shown
    sentence = recorded.find(text)
    here = [tokenizer for tokenizer in offered.values() if tokenizer.is_open or tokenizer.name == chosen.tokenizer]
    rows: dict[str, Compared] = {}
    refused: dict[str, TokvizError] = {}
    place, start = st.empty(), monotonic()
    for number, tokenizer in enumerate(here):
        if monotonic() - start > _WAITED:  # known models are opened for the first visitor
            told = say("tokenizers.models.opening", name=messages.escape(tokenizer_label(tokenizer, say)))
            place.progress(number / len(here), told)
        try:
            rows[tokenizer.name] = _row_of(tokenizer, text, say)
        except TokvizError as error:
            refused[tokenizer.name] = error
    place.empty()
    split = [tokenizer for tokenizer in here if tokenizer.name in rows]
    names = _recorded_names(sentence, {tokenizer.called for tokenizer in split if tokenizer.is_known})
    small = tuple(rows[tokenizer.name] for tokenizer in split if tokenizer.is_shipped)
    order = [one.title for one in recorded.tokenizers()]
    models = tuple(sorted((rows[one.name] for one in split if one.is_known), key=lambda row: order.index(row.name)))
    own = tuple(rows[one.name] for one in split if not (one.is_shipped or one.is_known))
    known = tuple(of_record(recorded.load(sentence.name, name)) for name in names) if sentence else ()
    has_small = not (own or models or known) or st.session_state.get(_SMALL)
    groups = [
        Group(say("tokenizers.compared.yours"), own),
        Group(say("tokenizers.models.known"), models),
        Group(say("tokenizers.compared.title", date=_DATE), known),
        Group(say("tokenizers.compared.miniatures"), small if has_small else ()),
    ]
    groups = [group for group in groups if group.rows]
    _verdict(text, own, (*models, *known), small, say)
    if len(text) > MAX_DRAWN:
        st.caption(say("tokenizers.drawn", drawn=MAX_DRAWN, all=len(text)))
    keys = tuple((tokenizer.name, tokenizer.called, *tokenizer.key) for tokenizer in split)
    shown = (*names, *(group.heading for group in groups))
    payload = _rows_payload(text, say.language, shown, keys, tuple(groups))
    with st.container(key="compared"):
        is_chosen = st.session_state.get(_CHOSEN_BY_ROW) in (None, (chosen.word, chosen.token))
        picked = {"row": chosen.tokenizer, "part": st.session_state.get(_ROW_PART, 0) if is_chosen else 0}
        component.text_rows(
            payload, key=_COMPARED, on_pick=_take_row_part, picked=picked, answer=parts.selector("picture")
        )
    _explain_rows(sentence, say, has_models=bool(models), has_others=bool(own or models or known))
    for tokenizer in here:
        if tokenizer.name in refused:
            name = messages.escape(tokenizer_label(tokenizer, say))
            st.caption(f"{name}: {messages.error_text(refused[tokenizer.name], say)}")
    _rows_tables(text, groups, say)


def _take_row_part() -> None:
    """Choose the tokenizer of the row in which a token was pressed."""
    if picked := component.row_picked_in(st.session_state.get(_COMPARED)):
        name, number = picked
        widget_values.put(f"{PAGE}_tokenizer", name)
        st.session_state[_ROW_PART] = number
        st.session_state[_CHOSEN_BY_ROW] = None


def _verdict(
    text: str, own: Sequence[Compared], known: Sequence[Compared], small: Sequence[Compared], say: Catalog
) -> None:
    """Say how far the tokenizers agree: without the small ones, where there are two others."""
    large = (*own, *known)
    if len(large) < 2:
        rows = (*large, *small)
        key = "tokenizers.compared.named" if large else "tokenizers.compared.named.small"
    else:
        rows, key = large, "tokenizers.compared.named" if own else "tokenizers.compared.named.real"
    if len(rows) > 1:
        st.markdown(verdict(text, rows, say(key, number=len(rows)), say, cells.code))


def _explain_rows(sentence: Sentence | None, say: Catalog, *, has_models: bool, has_others: bool) -> None:
    """Say what is recorded, and of which texts, or that any text is split; offer the rows that are not shown."""
    with st.container(horizontal=True, vertical_alignment="center"):
        if sentence is not None:
            st.toggle(say("tokenizers.compared.all", number=len(recorded.tokenizers())), key=_ALL)
        if has_others:
            st.toggle(say("tokenizers.compared.small"), key=_SMALL)
        recorded_only = "tokenizers.compared.only" if sentence is None else "tokenizers.compared.about"
        st.caption(say("tokenizers.models.any" if has_models else recorded_only))


def _recorded_names(sentence: Sentence | None, titles: Container[str]) -> tuple[str, ...]:
    """Return the names of the recorded tokenizers that have a row. titles: of those that are here and split the text
    themselves."""
    every = recorded.tokenizers() if sentence else ()
    names = tuple(tokenizer.name for tokenizer in every if tokenizer.title not in titles)
    return names if st.session_state.get(_ALL) else names[:_AT_FIRST]


def _row_of(available_tokenizer: AvailableTokenizer, text: str, say: Catalog) -> Compared:
    """Return the row of a tokenizer that is here. Raises TokvizError."""
    # What is uploaded is read here first: below the field that is seen.
    with nullcontext() if available_tokenizer.is_known else st.sidebar:
        tokenizer = available.load_alone(available_tokenizer)
    split = _split_text if len(text) <= MAX_DRAWN else _split_long_text
    row = split(available_tokenizer.key, text, tokenizer)
    return replace(row, name=tokenizer_label(available_tokenizer, say), pick=available_tokenizer.name)


@cache.kept(256)
def _split_text(key: TraceKey, text: str, _tokenizer: Pipeline) -> Compared:
    return ask(compared_rows_of, _tokenizer, text)


@cache.kept(48)  # a row of the longest text takes a megabyte
def _split_long_text(key: TraceKey, text: str, _tokenizer: Pipeline) -> Compared:
    return ask(compared_rows_of, _tokenizer, text)


@cache.kept(64)
def _rows_payload(
    text: str, language: str, names: tuple[str, ...], keys: tuple[TraceKey, ...], _groups: tuple[Group, ...]
) -> str:
    return payload_json(compared_payload(text, _groups, load(language)))


def _rows_tables(text: str, groups: Sequence[Group], say: Catalog) -> None:
    """Draw the rows as a table, and the words in which they differ, each while it is open."""
    rows = [row for group in groups for row in group.rows]
    _table("compared", say("tokenizers.compared.table"), lambda: compared_table(groups), say)
    if len(rows) > 1:
        _table("differing", say("tokenizers.differing"), lambda: differing_table(text, rows), say)


def _table(key: str, name: str, fill: Callable[[], FilledTable], say: Catalog) -> None:
    fold = st.expander(name, icon=":material/table_rows:", key=f"{PAGE}_{key}_table", on_change="rerun")
    if fold.open:
        with fold:
            drawing.draw([Grid(name, fill(), height=None)], PAGE, say)


# -- one tokenizer, stage by stage -------------------------------------------------------------------------------------


def process(tokenizer: AvailableTokenizer, text: str) -> Work:
    """Put a text through a tokenizer. Raises TokvizError."""
    return _cached_work(tokenizer.key, text, available.load_alone(tokenizer))


def tell_refused(tokenizer: AvailableTokenizer, say: Catalog) -> None:
    """Say why a file of the visitor's cannot be read, where there is no text to put through it."""
    if isinstance(tokenizer.source, available.UploadedTokenizer):
        try:
            available.load_pipeline(tokenizer)
        except TokvizError as error:
            messages.show_error(error, say)


@cache.kept(64)
def _cached_work(key: TraceKey, text: str, _tokenizer: Pipeline) -> Work:
    return ask(work_of, _tokenizer, text)


def introduce_miniature(tokenizer: AvailableTokenizer, say: Catalog) -> None:
    """Say of a miniature that it is one."""
    if tokenizer.is_shipped:
        style, entries = tokenizer_label(tokenizer, say), len(available.load_pipeline(tokenizer).vocabulary)
        st.caption(say("tokenizers.one.miniature", style=style, entries=entries))


def select_existing(chosen: TokenizersState, tokenizer: AvailableTokenizer, work: Work, say: Catalog) -> TokenizedText:
    """Return the text with a word and a token that exist; a token that was picked selects its word."""
    state, last = views.existing(chosen, work), st.session_state.get(controls.PICKED)
    pressed, tokens = drawing.take_pressed(_STAGES), model_stage(work.stages).parts
    is_of_row = _ROW_PART in st.session_state and st.session_state.get(_CHOSEN_BY_ROW) is None
    if is_of_row:
        of_text = [number for number, part in enumerate(tokens, start=1) if part.start < part.end]
        place = min(st.session_state[_ROW_PART], len(of_text))
        pressed, state = "token", replace(state, token=of_text[place - 1] if of_text else 1)
    if pressed == "token" and tokens:
        state = replace(state, word=word_of(work.stages, tokens[state.token - 1]) or state.word)
    if pressed or last not in (None, (state.word, state.token)):
        stepping.send(PAGE, 0)
    st.session_state[controls.PICKED] = (state.word, state.token)
    if is_of_row:
        st.session_state[_CHOSEN_BY_ROW] = (state.word, state.token)
    for name, value in (("token", state.token), ("word", state.word), ("back", f"{state.back}"), ("trip", state.trip)):
        widget_values.put(f"{PAGE}_{name}", value)
    return TokenizedText(available.load_alone(tokenizer), tokenizer.key, work, state, say, QUIET)


def show(seen: TokenizedText, view: PageView[TokenizedText]) -> None:
    """Draw a view of the tokenizer."""
    drawing.draw(view(seen, drawing.asking(PAGE, FORM.parameters)), PAGE, seen.say)


def show_stages(seen: TokenizedText, tokenizer: AvailableTokenizer) -> None:
    """Draw all stages on one axis, what is to be said of them, and whether the library does the same."""
    show(seen, views.rows)
    show(seen, views.options)
    if tokenizer.is_known and seen.work.check.library is None:
        st.caption(seen.say("tokenizers.alone"))
    else:
        text_views.show_check(seen.work.check, seen.say)


def show_word(seen: TokenizedText) -> None:
    """Draw the chosen pre-token, step by step as the model splits it."""
    show(seen, views.word)
    stretch = views.stretch(seen)
    if stretch is None:
        url.publish(PAGE, FORM, seen.state)
        return
    start, end = stretch
    text, model = seen.pretokens[seen.state.word - 1].text[start:end], seen.pipeline.model
    is_asked = stepping.is_predicting()
    last, parts = picture_parts(seen.key, text, seen.say.language, is_asked, model, pretoken_picture)
    _play_word(parts, last, seen.state, seen.say)


@url.fragment
def _play_word(parts: tuple[str, ...], last: int, chosen: TokenizersState, say: Catalog) -> None:
    """Draw the picture of a word and publish its step; reruns alone when the picture reports a step."""
    step = word_picture.play(PAGE, last, parts, say)
    url.publish(PAGE, FORM, replace(chosen, step=step))


def show_tables(seen: TokenizedText) -> None:
    """Draw the same as tables, folded away: stages, pre-tokens, tokens with ids, and decoding."""
    drawing.draw(views.tables(seen, drawing.asking(PAGE)), PAGE, seen.say)


def show_languages(seen: TokenizedText, place: DeltaGenerator) -> None:
    """Draw the sentence in eight languages, while it is open, as its link says."""
    title, view = views.PAGE.views["languages"]
    fold = place.expander(
        seen.say(title),
        icon=":material/language:",
        key=controls.LANGUAGES,
        on_change="rerun",
    )
    if fold.open:
        with fold:
            show(seen, view)


def link_to_vocabulary(chosen: TokenizersState, tokenizer: AvailableTokenizer, say: Catalog) -> None:
    """Draw a link to the vocabulary of the same tokenizer, with the text, and one that goes on with its training."""
    there = VocabularyState(chosen.sample, chosen.text, chosen.tokenizer)
    with parts.part("onward"):
        visit_corpus.page_link(vocabulary_state.PAGE, vocabulary_state.FORM.write(there), say, say("vocabulary.look"))
        if _goes_on(tokenizer):
            corpus = {"corpus": chosen.shown} if len(chosen.shown) <= MAX_LINK_CHARS else {}
            query = {"from": chosen.tokenizer, **corpus}
            visit_corpus.page_link(BPE.name, query, say, say("going-on.link"))


def _goes_on(tokenizer: AvailableTokenizer) -> bool:
    """Tell if the training of a tokenizer can go on: of one on this machine by its file, of an upload by its model."""
    source = tokenizer.source
    if not isinstance(source, UploadedTokenizer):
        return tokenizer.name in of_merges()
    return QUIET.kept("view", ("going on", *source.key), _upload_goes_on, source)


def _upload_goes_on(source: UploadedTokenizer) -> bool:
    try:
        return ask(can_go_on, source.open(lambda part: None))
    except TokvizError:
        return False
