"""The views below the stage on `/bpe-encode`: tokens of the text, derivation, longest first, decoding, dropout."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from itertools import chain

import pandas as pd
import streamlit as st

from tokviz.bpe import LongestFirst, Model
from tokviz.errors import TokvizError
from tokviz.views import charts, encoding, tree
from tokviz.views.catalog import Catalog
from tokviz.views.display import shorten, visible
from tokviz.web import cache, cells, messages
from tokviz.web.encode_state import DROPOUTS, MAX_SEED, VIEWS, EncodeState
from tokviz.web.stage import stage

__all__ = ["more"]

_MAX_ROWS = 500
_MAX_SHOWN_TOKENS = 150
_DRAWS = 400
_DRAWN = 1_500_000  # a draw takes time with the square of the word's length: above some 60 letters there are fewer
_HEIGHT = 330


def more(model: Model, key: cache.TraceKey, asked: EncodeState, word: str, visit: int, say: Catalog) -> EncodeState:
    """The views, one at a time; the state with the one that is open and with what its own controls say."""
    draw: dict[str, Callable[[], EncodeState]] = {
        "tokens": lambda: _tokens(model, key, asked, say),
        "derivation": lambda: _derivation(model, asked, word, say),
        "longest": lambda: _longest(model, key, asked, word, say),
        "decode": lambda: _decode(model, key, asked, say),
        "dropout": lambda: _dropout(model, key, asked, word, say),
    }
    labels = [say(f"tab.{name}") for name in VIEWS]
    first = labels[VIEWS.index(asked.view)] if asked.view in VIEWS else labels[0]
    tabs = st.tabs(labels, default=first, key=f"encode_tabs_{visit}_{labels}", on_change="rerun")
    for name, tab in zip(VIEWS, tabs, strict=True):
        if tab.open:
            with tab:
                return replace(draw[name](), view=name)
    return asked


def _tokens(model: Model, key: cache.TraceKey, asked: EncodeState, say: Catalog) -> EncodeState:
    words = cache.encoded(key, asked.text, model)
    tokens = list(chain.from_iterable(found for _, found in words))
    different = len({word for word, _ in words})
    used = Counter(tokens)
    characters = sum(len(word.strip()) for word, _ in words)
    known = [token for token in used if token in model.ids]
    numbers = (
        ("encode.measure.tokens", f"{len(tokens):,}"),
        ("encode.measure.words", f"{len(words):,}"),
        ("encode.measure.looked-up", f"{len(words) - different:,}"),
        ("encode.measure.characters", f"{characters / len(tokens):.2f}" if tokens else "–"),
        ("encode.measure.used", f"{len(known):,} / {len(model.vocabulary):,}"),
    )
    for column, (name, value) in zip(st.columns(len(numbers)), numbers, strict=True):
        column.metric(say(name), value, help=say(f"{name}.help"))
    stage(
        json.dumps(encoding.picture([("", "", tokens[:_MAX_SHOWN_TOKENS])], say), ensure_ascii=False),
        goto=0,
        goto_id=0,
        key="encode_tokens_picture",
    )
    if len(tokens) > _MAX_SHOWN_TOKENS:
        st.caption(say("shown-of", shown=f"{_MAX_SHOWN_TOKENS:,}", total=f"{len(tokens):,}"))
    ranked = used.most_common()
    table = pd.DataFrame(
        {
            "id": pd.array([model.ids.get(token) for token, _ in ranked[:_MAX_ROWS]], dtype="Int64"),
            "token": [cells.token(token) for token, _ in ranked[:_MAX_ROWS]],
            "occurrences": [count for _, count in ranked[:_MAX_ROWS]],
        }
    )
    st.dataframe(
        table, hide_index=True, height=min(_HEIGHT, 35 * (len(table) + 1) + 3), column_config=cells.columns(table, say)
    )
    if len(ranked) > _MAX_ROWS:
        st.caption(say("shown-of", shown=f"{_MAX_ROWS:,}", total=f"{len(ranked):,}"))
    return asked


def _derivation(model: Model, asked: EncodeState, word: str, say: Catalog) -> EncodeState:
    tokens = list(dict.fromkeys(model.encode_word(word)))
    if not tokens:  # all its characters are unknown, and dropped
        st.caption("–")
        return asked
    token = st.selectbox(say("tree.token"), tokens, format_func=lambda name: shorten(visible(name)), key="encode_tree")
    root = tree.token_tree(model, token)
    text = tree.as_text(root)
    st.altair_chart(charts.tree(root, cells.ink()), alt=say("chart.tree.alt", tree=text))
    st.caption(messages.escape(text))
    return asked


def _longest(model: Model, key: cache.TraceKey, asked: EncodeState, word: str, say: Catalog) -> EncodeState:
    rules = model.rules
    if rules.alphabet == "bytes" or rules.continuing_prefix or rules.start_of_word:
        st.info(say("encode.longest.not-here"), icon=":material/info:")
        return asked
    longest = LongestFirst(model.vocabulary, end_of_word=rules.end_of_word, pretokenizer=model.pretokenizer)
    try:
        trace = longest.explain(word)
    except TokvizError as error:
        messages.show_error(error, say)
        return asked
    mine = model.encode_word(word)
    st.markdown(say("encode.longest.what"))
    rows = [(say("encode.longest.merges"), "", mine), (say("encode.longest.name"), "", trace.tokens)]
    stage(json.dumps(encoding.picture(rows, say), ensure_ascii=False), goto=0, goto_id=0, key="encode_longest_picture")
    is_same = "".join(mine) == "".join(trace.tokens) and list(mine) == list(trace.tokens)
    st.markdown(say("encode.longest.same" if is_same else "encode.longest.differ"))
    table = pd.DataFrame(
        {
            "step": range(1, len(trace) + 1),
            "stretch": [cells.token(step.stretch) for step in trace],
            "token": [cells.token(step.token) if step.token is not None else longest.unk for step in trace],
            "left_rest": [cells.token(step.left) for step in trace],
            "right_rest": [cells.token(step.right) for step in trace],
            "tried_before": [len(step.tried) for step in trace],
        }
    )
    columns = cells.columns(table, say) | {"step": st.column_config.NumberColumn(say("column.search"))}
    st.dataframe(table, hide_index=True, height=min(_HEIGHT, 35 * (len(table) + 1) + 3), column_config=columns)
    words = dict(cache.encoded(key, asked.text, model))
    others = [name for name, tokens in list(words.items())[:_MAX_ROWS] if longest.encode_word(name) != tuple(tokens)]
    if others:
        names = say.listed([cells.code(cells.token(name)) for name in others[:12]])
        st.markdown(say("encode.longest.others", words=say.count("count.words", len(others)), names=names))
    else:
        st.markdown(say("encode.longest.none"))
    return asked


def _decode(model: Model, key: cache.TraceKey, asked: EncodeState, say: Catalog) -> EncodeState:
    tokens = [token for _, found in cache.encoded(key, asked.text, model) for token in found]
    text = model.decode(tokens)
    st.markdown(say("encode.decode.tokens", tokens=cells.code_list(tokens, say)))
    st.markdown(say("encode.decode.joined", joined=cells.code(shorten(visible("".join(tokens)), 400))))
    st.markdown(say("encode.decode.text", text=cells.code(shorten(visible(text), 400))))
    if text == asked.text:
        st.success(say("encode.decode.same"), icon=":material/check:")
    elif text.split() == asked.text.split():
        st.info(say("encode.decode.spaces"), icon=":material/info:")
    else:
        st.warning(say("encode.decode.lost"), icon=":material/info:")
    return asked


def _dropout(model: Model, key: cache.TraceKey, asked: EncodeState, word: str, say: Catalog) -> EncodeState:
    st.caption(say("encode.dropout.what"))
    left, right = st.columns(2)
    with left:
        share = st.select_slider(
            say("encode.dropout.share"), DROPOUTS, format_func=lambda number: f"{number} %", key="encode_dropout"
        )
    with right:
        seed = st.number_input(say("encode.dropout.seed"), min_value=0, max_value=MAX_SEED, step=1, key="encode_seed")
    asked = replace(asked, dropout=share, seed=seed)
    draws = max(1, min(_DRAWS, _DRAWN // max(1, len(word.encode())) ** 2))
    try:
        found = cache.dropped(key, word, share, seed, draws, model)
    except TokvizError as error:
        messages.show_error(error, say)
        return asked
    table = pd.DataFrame(
        {"split": [" ".join(map(visible, tokens)) for tokens, _ in found], "count": [count for _, count in found]}
    )
    chart = charts.frequencies(table, say("column.count"), cells.ink())
    listed = ", ".join(f"{split} {count:,}" for split, count in zip(table["split"], table["count"], strict=True))
    st.altair_chart(chart, alt=say("chart.dropout.alt", splits=listed))
    st.caption(say("encode.dropout.draws", draws=f"{draws:,}", splits=say.count("count.splits", len(found))))
    return asked
