"""The parts of `/tokenizers` that show one tokenizer: ribbon, a pre-token on the stage, and the tables."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

import pandas as pd
import streamlit as st

from tokviz.bpe import dropped_symbols
from tokviz.cage import ask
from tokviz.pipeline import Part, Pipeline, Stage
from tokviz.state import vocabulary as vocabulary_state
from tokviz.state.tokenizers import FORM, PAGE, TokenizersState
from tokviz.state.vocabulary import VocabularyState
from tokviz.views.pipeline.alternatives import described, pretokens_table
from tokviz.views.pipeline.explained import MAX_SYMBOLS, staged
from tokviz.views.pipeline.options import options_of, remark
from tokviz.views.pipeline.ribbon import drawn, title
from tokviz.views.pipeline.tables import decoders_table, decoding_table, stages_table, tokens_table
from tokviz.views.pipeline.words import place_in_word, word_of, words
from tokviz.views.pipeline.work import Work, ribbon_of, work_of
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.display import shorten
from tokviz.web import visit_corpus
from tokviz.web.address import url
from tokviz.web.components import ribbon as component
from tokviz.web.computing import cache
from tokviz.web.computing.cache import TraceKey
from tokviz.web.encoding import word_stage
from tokviz.web.encoding.tokenizer import stage_parts
from tokviz.web.pages.tokenizers import shelf
from tokviz.web.pages.tokenizers.choice import label
from tokviz.web.pages.tokenizers.shelf import Offered
from tokviz.web.shared import cells, choosing, messages, parts, stepping, tables
from tokviz.web.streamlit_workarounds import widget_values

__all__ = ["introduce", "onward_link", "ribbon", "settled", "stage", "tables_of", "work"]

_RIBBON = f"{PAGE}_ribbon"
_FROM_TOKEN = f"{PAGE}_from_token"
_LABEL = 24  # letters of a pre-token
_VALUE = 60  # letters of an option; the table of stages has all


def work(one: Offered, text: str) -> Work:
    """Put a text through a tokenizer. Raises TokvizError."""
    return _work(one.key, text, shelf.pipeline(one))


@cache.kept(64)
def _work(key: TraceKey, text: str, _tokenizer: Pipeline) -> Work:
    return ask(work_of, _tokenizer, text)


def introduce(one: Offered, say: Catalog) -> None:
    """Say of a miniature that it is one."""
    if one.is_shipped:
        style, entries = label(one, say), len(shelf.pipeline(one).vocabulary)
        st.caption(say("tokenizers.one.miniature", style=style, entries=entries))


def settled(chosen: TokenizersState, found: Work) -> TokenizersState:
    """The state with a word and a token that there are; a token that was picked brings its word along."""
    (model,) = (stage for stage in found.stages if stage.kind == "model")
    token = min(chosen.token, max(len(model.parts), 1))
    word = min(chosen.word, max(len(words(found.stages)), 1))
    if st.session_state.pop(_FROM_TOKEN, False) and model.parts:
        word = word_of(found.stages, model.parts[token - 1]) or word
    for name, value in (("token", token), ("word", word)):
        widget_values.put(f"{PAGE}_{name}", value)
    return replace(chosen, word=word, token=token)


def ribbon(chosen: TokenizersState, one: Offered, found: Work, say: Catalog) -> None:
    """All stages on one axis; a pre-token or a token that is picked there is shown below."""
    payload = _ribbon(one.key, chosen.shown, say.language, found, shelf.pipeline(one))
    picked = {"pretoken": chosen.word, "token": chosen.token}
    component.ribbon(payload, key=_RIBBON, on_pick=_take, picked=picked)
    taken = (part.text for part in words(found.stages) if part.role != "added")
    messages.tell_dropped(ask(dropped_symbols, shelf.pipeline(one).model, tuple(taken)), say)
    rows = drawn(found.stages)
    same = [title(stage, say) for stage in found.stages if stage.name and stage not in rows]
    if same:
        st.caption(say("tokenizers.unchanged", stages=say("list.comma").join(map(messages.escape, same))))
    _settings(found.stages, say)


def _settings(stages: Sequence[Stage], say: Catalog) -> None:
    """What stages are set to other than by default, and patterns that are not what they look like."""
    lines = []
    for stage in stages:
        own = [one for one in options_of(stage, say) if not one.is_default]
        if own and stage.kind != "model":
            listed = (f"{one.name} {cells.code(shorten(one.value, _VALUE))}" for one in own)
            lines.append(f"{messages.escape(title(stage, say))}: {say('list.comma').join(listed)}")
    if lines:
        st.caption("  \n".join(lines))
    for before, stage in pairwise(stages):
        if told := remark(before, stage, say, cells.code):
            st.info(told, icon=":material/info:")


@cache.kept(64)
def _ribbon(key: TraceKey, text: str, language: str, _found: Work, _tokenizer: Pipeline) -> str:
    return ask(ribbon_of, _tokenizer, _found, text, language)


def _take() -> None:
    """Look at what was picked in the ribbon."""
    picked = component.picked_in(st.session_state.get(_RIBBON))
    if picked is None:
        return
    kind, number = picked
    if not number:  # what is dropped is no token
        return
    widget_values.put(f"{PAGE}_{'word' if kind == 'pretoken' else 'token'}", number)
    stepping.send(PAGE, 0)
    if kind == "token":
        st.session_state[_FROM_TOKEN] = True


def stage(chosen: TokenizersState, one: Offered, found: Work, say: Catalog) -> None:
    """The chosen pre-token, step by step as the model cuts it."""
    every = words(found.stages)
    st.subheader(say("tokenizers.word.title"), anchor=False)
    if every:
        labels = [cells.token(shorten(part.text, _LABEL)) for part in every]
        title = say("tokenizers.pick.word")
        choosing.numbered(PAGE, "word", labels, chosen.word, title, say, lambda: stepping.send(PAGE, 0))
        _name_alternative(every[chosen.word - 1].alternative, say)
    told = _without_steps(every[chosen.word - 1] if every else None, say)
    if told:
        st.info(told, icon=":material/info:")
        url.publish(PAGE, FORM, chosen)
        return
    text, model = _shown(chosen, one, found, say), shelf.pipeline(one).model
    if text is None:
        url.publish(PAGE, FORM, chosen)
        return
    last, parts = stage_parts(one.key, text, say.language, stepping.is_predicting(), model, staged)
    _follow(parts, last, chosen, say)


def _name_alternative(alternative: str | None, say: Catalog) -> None:
    """What cut the chosen pre-token."""
    if alternative is None:
        return
    what, expression = described(alternative, say), cells.code(alternative)
    key = "tokenizers.alternative.known" if what else "tokenizers.alternative"
    st.caption(say(key, what=what, expression=expression))


def _without_steps(part: Part | None, say: Catalog) -> str:
    """Why there is nothing to step through, if that is so."""
    if part is None:
        return say("tokenizers.no-word")
    if part.role == "added":
        return say("tokenizers.word.added", token=cells.code(cells.token(part.text)), id=part.id)
    return ""


def _shown(chosen: TokenizersState, one: Offered, found: Work, say: Catalog) -> str | None:
    """The chosen pre-token or, of a long one, the part around the chosen token, which is said; None where a part cannot
    stand for itself."""
    part = words(found.stages)[chosen.word - 1]
    if len(part.text) <= MAX_SYMBOLS:
        return part.text
    window = shelf.pipeline(one).window(part.text, place_in_word(found.stages, chosen.word, chosen.token), MAX_SYMBOLS)
    if window is None:
        st.info(say("tokenizers.word.long", limit=MAX_SYMBOLS), icon=":material/info:")
        return None
    start, end = window
    st.info(say("tokenizers.word.window", start=start + 1, end=end, total=len(part.text)), icon=":material/info:")
    return part.text[start:end]


@url.fragment
def _follow(parts: tuple[str, ...], last: int, chosen: TokenizersState, say: Catalog) -> None:
    """The stage of a word and the address, which follows it; reruns alone when the stage reports a step."""
    step = word_stage.play(PAGE, last, parts, say)
    url.publish(PAGE, FORM, replace(chosen, step=step))


def tables_of(chosen: TokenizersState, found: Work, say: Catalog) -> None:
    """The same as tables: stages, tokens with ids, and back by decoding."""
    _table("tokenizers.table.stages", stages_table(found.stages, say), say)
    if any(part.alternative for part in words(found.stages)):
        _table("tokenizers.table.pretokens", pretokens_table(words(found.stages), say), say)
    _table("tokenizers.table.tokens", tokens_table(found.encoded, chosen.shown), say)
    decoded = found.decoded
    is_same = decoded.text == chosen.shown
    with st.expander(say("tokenizers.table.decoding"), icon=":material/table_rows:"):
        st.markdown(say("tokenizers.decoded.same" if is_same else "tokenizers.decoded.other"))
        st.code(f"\n{decoded.text}\n", language=None, wrap_lines=True)
        if not decoded.streams:
            st.caption(say("tokenizers.decoded.late"))
        if decoded.stages[1:]:
            tables.show(decoders_table(decoded, say), say, alt=say("tokenizers.stage.decoder"))
        tables.show(decoding_table(decoded), say, alt=say("tokenizers.table.decoding"))


def _table(name: str, frame: pd.DataFrame, say: Catalog) -> None:
    with st.expander(say(name), icon=":material/table_rows:"):
        tables.show(frame, say, alt=say(name))


def onward_link(chosen: TokenizersState, say: Catalog) -> None:
    """A link to the vocabulary of the same tokenizer, with the text."""
    there = VocabularyState(chosen.sample, chosen.text, chosen.tokenizer)
    with parts.part("onward"):
        visit_corpus.page_link(vocabulary_state.PAGE, vocabulary_state.FORM.write(there), say, say("vocabulary.look"))
