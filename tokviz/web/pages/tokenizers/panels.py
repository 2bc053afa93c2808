"""The panels of `/tokenizers`: the text in rows, once for each tokenizer, and one tokenizer stage by stage."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

import pandas as pd
import streamlit as st

from tokviz import recorded
from tokviz.bpe import dropped_symbols
from tokviz.errors import TokvizError
from tokviz.files.engine import Part, Stage
from tokviz.files.pipeline import Pipeline
from tokviz.recorded import Sentence
from tokviz.sandbox import ask
from tokviz.state import vocabulary as vocabulary_state
from tokviz.state.tokenizers import FORM, PAGE, TokenizersState
from tokviz.state.vocabulary import VocabularyState
from tokviz.views.picture.questions import payload_json
from tokviz.views.shared.catalog import Catalog, load
from tokviz.views.shared.display import shorten
from tokviz.views.tokenizers.alternatives import described, pretokens_table
from tokviz.views.tokenizers.compared import Compared, Group, compared_payload, compared_table, of_record, verdict
from tokviz.views.tokenizers.options import options_of, remark
from tokviz.views.tokenizers.tables import decoders_table, decoding_table, stages_table, tokens_table
from tokviz.views.tokenizers.text_rows import drawn_stages, stage_title
from tokviz.views.tokenizers.work import (
    MAX_SYMBOLS,
    Work,
    compared_rows_of,
    place_in_word,
    pretoken_picture,
    pretokens,
    text_rows_of,
    word_of,
    work_of,
)
from tokviz.web import visit_corpus
from tokviz.web.address import url
from tokviz.web.components import text_rows as component
from tokviz.web.computing import cache
from tokviz.web.computing.cache import TraceKey
from tokviz.web.encoding import word_picture
from tokviz.web.encoding.text_views import show_other_tokens
from tokviz.web.encoding.tokenizer import picture_parts
from tokviz.web.pages.tokenizers import available
from tokviz.web.pages.tokenizers.available import AvailableTokenizer
from tokviz.web.pages.tokenizers.controls import tokenizer_label
from tokviz.web.shared import cells, choosing, messages, parts, stepping, tables
from tokviz.web.streamlit_workarounds import widget_values

__all__ = [
    "introduce_miniature",
    "link_to_vocabulary",
    "process",
    "select_existing",
    "show_rows",
    "show_stages",
    "show_tables",
    "show_word",
    "tell_refused",
]

_AT_FIRST = 10
"""So many of the recorded tokenizers are shown until all are asked for."""
_DATE = max(tokenizer.date for tokenizer in recorded.tokenizers())
_ALL = f"{PAGE}_all"  # the key of the choice to show all
_SMALL = f"{PAGE}_small"  # the key of the choice to show small tokenizers beside others
_STAGES = f"{PAGE}_stages"
_FROM_TOKEN = f"{PAGE}_from_token"
_LABEL = 24  # letters of a pre-token
_VALUE = 60  # letters of an option; the table of stages has all


# -- the text in rows, once for each tokenizer -------------------------------------------------------------------------


def show_rows(offered: Mapping[str, AvailableTokenizer], chosen: TokenizersState, say: Catalog) -> None:
    """Draw the rows. Of a folder on the server only the chosen tokenizer has one."""
    text = chosen.shown
    sentence = recorded.find(text)
    here = [tokenizer for tokenizer in offered.values() if tokenizer.is_open or tokenizer.name == chosen.tokenizer]
    rows: dict[str, Compared] = {}
    refused: dict[str, TokvizError] = {}
    for tokenizer in here:
        try:
            rows[tokenizer.name] = _row_of(tokenizer, text, say)
        except TokvizError as error:
            refused[tokenizer.name] = error
    names = _recorded_names(sentence)
    own, small = (
        tuple(rows[tokenizer.name] for tokenizer in here if tokenizer.name in rows and tokenizer.is_shipped is is_small)
        for is_small in (False, True)
    )
    known = tuple(of_record(recorded.load(sentence.name, name)) for name in names) if sentence else ()
    has_small = not (own or known) or st.session_state.get(_SMALL)
    groups = [
        Group(say("tokenizers.compared.yours"), own),
        Group(say("tokenizers.compared.title", date=_DATE), known),
        Group(say("tokenizers.compared.miniatures"), small if has_small else ()),
    ]
    groups = [group for group in groups if group.rows]
    _verdict(text, own, known, small, say)
    keys = tuple((tokenizer.name, tokenizer.called, *tokenizer.key) for tokenizer in here if tokenizer.name in rows)
    shown = (*names, *(group.heading for group in groups))
    payload = _rows_payload(text, say.language, shown, keys, tuple(groups))
    with st.container(key="compared"):
        component.text_rows(payload, key=f"{PAGE}_compared", on_pick=lambda: None, picked={})
    _explain_rows(sentence, say, has_others=bool(own or known))
    for tokenizer in here:
        if tokenizer.name in refused:
            name = messages.escape(tokenizer_label(tokenizer, say))
            st.caption(f"{name}: {messages.error_text(refused[tokenizer.name], say)}")
    _rows_table(groups, say)


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


def _explain_rows(sentence: Sentence | None, say: Catalog, *, has_others: bool) -> None:
    """Say what is recorded, and of which texts; offer the rows that are not shown."""
    with st.container(horizontal=True, vertical_alignment="center"):
        if sentence is not None:
            st.toggle(say("tokenizers.compared.all", number=len(recorded.tokenizers())), key=_ALL)
        if has_others:
            st.toggle(say("tokenizers.compared.small"), key=_SMALL)
        st.caption(say("tokenizers.compared.only" if sentence is None else "tokenizers.compared.about"))


def _recorded_names(sentence: Sentence | None) -> tuple[str, ...]:
    """Return the names of the recorded tokenizers that have a row."""
    names = tuple(tokenizer.name for tokenizer in recorded.tokenizers()) if sentence else ()
    return names if st.session_state.get(_ALL) else names[:_AT_FIRST]


def _row_of(available_tokenizer: AvailableTokenizer, text: str, say: Catalog) -> Compared:
    """Return the row of a tokenizer that is here. Raises TokvizError."""
    with st.sidebar:  # what is uploaded is read here first: below the field that is seen
        tokenizer = available.load_pipeline(available_tokenizer)
    parts, entries = _split_text(available_tokenizer.key, text, tokenizer)
    return Compared(tokenizer_label(available_tokenizer, say), entries, parts)


@cache.kept(256)
def _split_text(key: TraceKey, text: str, _tokenizer: Pipeline) -> tuple[tuple[Part, ...], int]:
    return ask(compared_rows_of, _tokenizer, text)


@cache.kept(64)
def _rows_payload(
    text: str, language: str, names: tuple[str, ...], keys: tuple[TraceKey, ...], _groups: tuple[Group, ...]
) -> str:
    return payload_json(compared_payload(text, _groups, load(language)))


def _rows_table(groups: Sequence[Group], say: Catalog) -> None:
    """Draw the rows as a table, while it is open."""
    name = say("tokenizers.compared.table")
    fold = st.expander(name, icon=":material/table_rows:", key=f"{PAGE}_compared_table", on_change="rerun")
    if fold.open:
        with fold:
            tables.show(compared_table(groups).frame(), say, alt=name, most=None)


# -- one tokenizer, stage by stage -------------------------------------------------------------------------------------


def process(tokenizer: AvailableTokenizer, text: str) -> Work:
    """Put a text through a tokenizer. Raises TokvizError."""
    return _cached_work(tokenizer.key, text, available.load_pipeline(tokenizer))


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


def select_existing(chosen: TokenizersState, work: Work) -> TokenizersState:
    """Return the state with a word and a token that exist; a token that was picked selects its word."""
    (model,) = (stage for stage in work.stages if stage.kind == "model")
    token = min(chosen.token, max(len(model.parts), 1))
    word = min(chosen.word, max(len(pretokens(work.stages)), 1))
    if st.session_state.pop(_FROM_TOKEN, False) and model.parts:
        word = word_of(work.stages, model.parts[token - 1]) or word
    for name, value in (("token", token), ("word", word)):
        widget_values.put(f"{PAGE}_{name}", value)
    return replace(chosen, word=word, token=token)


def show_stages(chosen: TokenizersState, tokenizer: AvailableTokenizer, work: Work, say: Catalog) -> None:
    """Draw all stages on one axis; a pre-token or a token that is picked there is shown below."""
    payload = _stages_payload(tokenizer.key, chosen.shown, say.language, work, available.load_pipeline(tokenizer))
    picked = {"pretoken": chosen.word, "token": chosen.token}
    component.text_rows(payload, key=_STAGES, on_pick=_take_pick, picked=picked)
    pretoken_texts = (part.text for part in pretokens(work.stages) if part.role != "added")
    messages.tell_dropped(ask(dropped_symbols, available.load_pipeline(tokenizer).model, tuple(pretoken_texts)), say)
    rows = drawn_stages(work.stages)
    same = [stage_title(stage, say) for stage in work.stages if stage.name and stage not in rows]
    if same:
        st.caption(say("tokenizers.unchanged", stages=say("list.comma").join(map(messages.escape, same))))
    _stage_options(work.stages, say)


def _stage_options(stages: Sequence[Stage], say: Catalog) -> None:
    """Say which options of the stages are not the default, and which patterns differ from what they look like."""
    lines = []
    for stage in stages:
        own = [option for option in options_of(stage, say) if not option.is_default]
        if own and stage.kind != "model":
            listed = (f"{option.name} {cells.code(shorten(option.value, _VALUE))}" for option in own)
            lines.append(f"{messages.escape(stage_title(stage, say))}: {say('list.comma').join(listed)}")
    if lines:
        messages.caption_lines(*lines)
    for before, stage in pairwise(stages):
        if message := remark(before, stage, say, cells.code):
            st.info(message, icon=":material/info:")


@cache.kept(64)
def _stages_payload(key: TraceKey, text: str, language: str, _work: Work, _tokenizer: Pipeline) -> str:
    return ask(text_rows_of, _tokenizer, _work, text, language)


def _take_pick() -> None:
    """Show the pre-token or token that was picked in the stages."""
    picked = component.part_picked_in(st.session_state.get(_STAGES))
    if picked is None:
        return
    kind, number = picked
    if not number:  # what is dropped is no token
        return
    widget_values.put(f"{PAGE}_{'word' if kind == 'pretoken' else 'token'}", number)
    stepping.send(PAGE, 0)
    if kind == "token":
        st.session_state[_FROM_TOKEN] = True


def show_word(chosen: TokenizersState, tokenizer: AvailableTokenizer, work: Work, say: Catalog) -> None:
    """Draw the chosen pre-token, step by step as the model splits it."""
    every = pretokens(work.stages)
    st.subheader(say("tokenizers.word.title"), anchor=False)
    if every:
        labels = [cells.token(shorten(part.text, _LABEL)) for part in every]
        title = say("tokenizers.pick.word")
        choosing.numbered(PAGE, "word", labels, chosen.word, title, say, lambda: stepping.send(PAGE, 0))
        _name_alternative(every[chosen.word - 1].alternative, say)
    message = _why_no_steps(every[chosen.word - 1] if every else None, say)
    if message:
        st.info(message, icon=":material/info:")
        url.publish(PAGE, FORM, chosen)
        return
    pipeline = available.load_pipeline(tokenizer)
    text, model = _shown_part(chosen, tokenizer, work, say), pipeline.model
    if text is None:
        url.publish(PAGE, FORM, chosen)
        return
    show_other_tokens(pipeline.text_model.model, work.encoded.text, every[chosen.word - 1].text, say)
    last, parts = picture_parts(tokenizer.key, text, say.language, stepping.is_predicting(), model, pretoken_picture)
    _play_word(parts, last, chosen, say)


def _name_alternative(alternative: str | None, say: Catalog) -> None:
    """Say which alternative of the pattern matched the chosen pre-token."""
    if alternative is None:
        return
    description, expression = described(alternative, say), cells.code(alternative)
    key = "tokenizers.alternative.known" if description else "tokenizers.alternative"
    st.caption(say(key, what=description, expression=expression))


def _why_no_steps(part: Part | None, say: Catalog) -> str:
    """Say why there is nothing to step through; empty if there is."""
    if part is None:
        return say("tokenizers.no-word")
    if part.role == "added":
        return say("tokenizers.word.added", token=cells.code(cells.token(part.text)), id=part.id)
    return ""


def _shown_part(chosen: TokenizersState, tokenizer: AvailableTokenizer, work: Work, say: Catalog) -> str | None:
    """Return the chosen pre-token; of a long one the part around the chosen token, and say so. None where no part
    can be split by itself."""
    part = pretokens(work.stages)[chosen.word - 1]
    if len(part.text) <= MAX_SYMBOLS:
        return part.text
    window = available.load_pipeline(tokenizer).window(
        part.text, place_in_word(work.stages, chosen.word, chosen.token), MAX_SYMBOLS
    )
    if window is None:
        st.info(say("tokenizers.word.long", limit=MAX_SYMBOLS), icon=":material/info:")
        return None
    start, end = window
    st.info(say("tokenizers.word.window", start=start + 1, end=end, total=len(part.text)), icon=":material/info:")
    return part.text[start:end]


@url.fragment
def _play_word(parts: tuple[str, ...], last: int, chosen: TokenizersState, say: Catalog) -> None:
    """Draw the picture of a word and publish its step; reruns alone when the picture reports a step."""
    step = word_picture.play(PAGE, last, parts, say)
    url.publish(PAGE, FORM, replace(chosen, step=step))


def show_tables(chosen: TokenizersState, work: Work, say: Catalog) -> None:
    """Draw the same as tables: stages, tokens with ids, and decoding."""
    _folded_table("tokenizers.table.stages", stages_table(work.stages, say), say)
    if any(part.alternative for part in pretokens(work.stages)):
        _folded_table("tokenizers.table.pretokens", pretokens_table(pretokens(work.stages), say).frame(), say)
    _folded_table("tokenizers.table.tokens", tokens_table(work.encoded, chosen.shown), say)
    decoded = work.decoded
    is_same = decoded.text == chosen.shown
    with st.expander(say("tokenizers.table.decoding"), icon=":material/table_rows:"):
        st.markdown(say("tokenizers.decoded.same" if is_same else "tokenizers.decoded.other"))
        st.code(f"\n{decoded.text}\n", language=None, wrap_lines=True)
        if not decoded.streams:
            st.caption(say("tokenizers.decoded.late"))
        if decoded.stages[1:]:
            tables.show(decoders_table(decoded, say), say, alt=say("tokenizers.stage.decoder"))
        tables.show(decoding_table(decoded), say, alt=say("tokenizers.table.decoding"))


def _folded_table(name: str, frame: pd.DataFrame, say: Catalog) -> None:
    with st.expander(say(name), icon=":material/table_rows:"):
        tables.show(frame, say, alt=say(name))


def link_to_vocabulary(chosen: TokenizersState, say: Catalog) -> None:
    """Draw a link to the vocabulary of the same tokenizer, with the text."""
    there = VocabularyState(chosen.sample, chosen.text, chosen.tokenizer)
    with parts.part("onward"):
        visit_corpus.page_link(vocabulary_state.PAGE, vocabulary_state.FORM.write(there), say, say("vocabulary.look"))
