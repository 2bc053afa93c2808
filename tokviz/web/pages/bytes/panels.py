"""The panels of `/bytes`: characters, bytes, pre-tokens and tokens in rows, then each of them, and the merges."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pandas as pd
import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from tokviz.bpe import Model
from tokviz.pretokenize import ALTERNATIVES
from tokviz.state.bytes import FORM, PAGE, TWINS, BytesState, twin_lengths
from tokviz.text_keys import split_key
from tokviz.views import byte_level
from tokviz.views.byte_level import ByteToken, Pieces, text_rows_payload
from tokviz.views.encoding.merging import drawn_word, word_payload
from tokviz.views.picture.questions import payload_json
from tokviz.views.shared.catalog import Catalog, load
from tokviz.views.tokenizers import alternatives
from tokviz.views.tokenizers.alternatives import ALTERNATIVE_KEYS
from tokviz.views.twins import twin_bars, twins
from tokviz.web.address import url
from tokviz.web.components import text_rows as component
from tokviz.web.computing import cache
from tokviz.web.computing.memory import QUIET
from tokviz.web.pages.bytes.controls import SplitText
from tokviz.web.shared import cells, choosing, messages, stepping, tables
from tokviz.web.streamlit_workarounds import altair_charts, widget_values

__all__ = [
    "MAX_STEPS_BYTES",
    "show_characters",
    "show_decoded",
    "show_merges",
    "show_pretokens",
    "show_rows",
    "show_tokens",
    "show_twins",
]

MAX_STEPS_BYTES = 400
"""A pre-token of up to this many bytes is shown merge by merge."""
_TABLE_HEIGHT = 300
_ROWS = f"{PAGE}_rows"


def show_twins(chosen: BytesState, say: Catalog) -> None:
    """Draw how many tokens a sentence takes in two languages, after merges trained on either."""
    st.subheader(say("bytes.twins"), anchor=False)
    st.caption("  \n".join(messages.escape(sentence) for sentence in TWINS.values()))
    data = twins(twin_lengths(chosen, QUIET), say)
    described = say.listed([f"{name}: {label}" for name, label in zip(data["name"], data["label"], strict=True)])
    altair_charts.draw(twin_bars, data, say, cells.palette(), describe=described)


def show_rows(chosen: BytesState, split: SplitText, say: Catalog) -> None:
    """Draw characters, bytes, pre-tokens and tokens on one axis; a pick there is shown below."""
    payload = _rows_payload((*split.key, chosen.merges, chosen.pattern, chosen.shown), say.language, split)
    picked = {"pretoken": chosen.word, "token": chosen.token}
    component.text_rows(payload, key=_ROWS, on_pick=_take_pick, picked=picked)


@st.cache_resource(max_entries=16, show_spinner=False)
def _rows_payload(key: cache.TraceKey, language: str, _split: SplitText) -> str:
    return payload_json(text_rows_payload(_split.pieces, _split.tokens, len(_split.model.merges), load(language)))


def _take_pick() -> None:
    """Show the pre-token or token that was picked in the rows."""
    picked = component.part_picked_in(st.session_state.get(_ROWS))
    if picked is not None:
        kind, number = picked
        widget_values.put(f"{PAGE}_{'word' if kind == 'pretoken' else 'token'}", number)


def show_characters(text: str, say: Catalog) -> None:
    st.subheader(say("bytes.characters.title"), anchor=False, help=cells.about("bytes.characters.title", say))
    size = say.count("bytes.count.bytes", len(text.encode("utf-8", "surrogatepass")))
    st.markdown(say("bytes.characters", characters=say.count("bytes.count.characters", len(text)), bytes=size))
    with _table_expander("bytes.table.characters", say):
        _table(byte_level.characters(text).frame(), "bytes.characters.title", say)


def show_pretokens(chosen: BytesState, pieces: Pieces, say: Catalog) -> None:
    st.subheader(say("bytes.pretokens.title"), anchor=False, help=cells.about("bytes.pretokens.title", say))
    total = say.count("bytes.count.pretokens", len(pieces))
    st.markdown(say("bytes.pretokens.cut", pattern=say.choice(split_key, chosen.pattern), pretokens=total))
    used = Counter(name for _, name in pieces)
    listed = byte_level.pretokens(alternatives.named(pieces, say))
    with _table_expander("bytes.table.pretokens", say):
        _table(listed.frame(), "bytes.pretokens.title", say)
    with st.expander(say("bytes.alternatives"), icon=":material/alt_route:"):
        for number, (name, expression) in enumerate(ALTERNATIVES[chosen.pattern].items(), start=1):
            matched = say.count("bytes.count.pretokens", used[name])
            line = say("bytes.alternative-line", name=say(ALTERNATIVE_KEYS[name]), pretokens=matched)
            st.markdown(f"{number}. {line}  \n{cells.code(expression)}")


def show_merges(chosen: BytesState, pieces: Pieces, model: Model, say: Catalog) -> None:
    st.subheader(say("bytes.merges.title"), anchor=False, help=cells.about("bytes.merges.title", say))
    if len(model.merges) < chosen.merges:
        st.caption(say("bytes.fewer-merges", merges=say.count("count.merges", len(model.merges))))
    labels = [cells.token(text) for text, _ in pieces]
    choosing.numbered(PAGE, "word", labels, chosen.word, say("bytes.pick.word"), say)
    piece, alternative = pieces[chosen.word - 1]
    word = byte_level.word_of(piece, model)
    size = len(model.rules.segment(word))
    st.markdown(
        say(
            "bytes.pretoken",
            number=chosen.word,
            pretoken=cells.code(cells.token(piece)),
            alternative=say(ALTERNATIVE_KEYS[alternative]),
            bytes=say.count("bytes.count.bytes", size),
        )
    )
    if size > MAX_STEPS_BYTES:
        st.info(say("bytes.long-pretoken", limit=MAX_STEPS_BYTES), icon=":material/info:")
        url.publish(PAGE, FORM, chosen)
        return
    trace = model.explain(word)
    requested_step, _ = stepping.order(PAGE)
    if requested_step > len(trace):
        messages.warn_of_link(["step"], say)
        stepping.send(PAGE, len(trace))
    payload = payload_json(word_payload(trace, say, drawn_word(trace, len(model.merges), say)))
    _play_word(payload, len(trace), chosen)


@url.fragment
def _play_word(payload: str, last: int, chosen: BytesState) -> None:
    """Draw the picture of a pre-token and publish its step; reruns alone when the picture reports a step."""
    step = stepping.play(PAGE, payload, last)
    url.publish(PAGE, FORM, replace(chosen, step=step))


def show_tokens(chosen: BytesState, tokens: tuple[ByteToken, ...], model: Model, say: Catalog) -> None:
    st.subheader(say("bytes.tokens.title"), anchor=False, help=cells.about("bytes.tokens.title", say))
    total = say.count("bytes.count.tokens", len(tokens))
    size = say.integer(len(model.vocabulary))
    st.markdown(say("bytes.tokens", tokens=total, size=size, merges=say.count("count.merges", len(model.merges))))
    labels = [f"{cells.token(token.token)} · {token.id}" for token in tokens]
    choosing.numbered(PAGE, "token", labels, chosen.token, say("bytes.pick.token"), say)
    _show_token(chosen.shown, tokens[chosen.token - 1], chosen.token, say)


def show_decoded(chosen: BytesState, tokens: tuple[ByteToken, ...], model: Model, say: Catalog) -> None:
    """Draw the text that decoding its tokens gives."""
    st.subheader(say("bytes.decoded.title"), anchor=False)
    text = model.decode([token.token for token in tokens])
    key = "bytes.decoded.same" if text == chosen.shown else "bytes.decoded.other"
    st.markdown(say(key, tokens=say.count("bytes.count.tokens", len(tokens))))
    st.code(f"\n{text}\n", language=None, wrap_lines=True)  # which takes a line end off both ends


def _show_token(text: str, token: ByteToken, number: int, say: Catalog) -> None:
    """Draw a token's bytes, what they say by themselves, and the characters that it has only a part of."""
    st.markdown(
        say(
            "bytes.token",
            number=number,
            token=cells.code(cells.token(token.token)),
            id=token.id,
            pretoken=token.pretoken + 1,
            hex=cells.code(token.raw.hex(" ").upper()),
            decimal=cells.code(" ".join(map(str, token.raw))),
            text=cells.code(cells.token(token.text)),
        )
    )
    for cut in byte_level.cuts(text, token):
        character = cells.code(cells.token(cut.character))
        st.warning(say("bytes.cut", inside=cut.inside, total=cut.total, character=character), icon=":material/cut:")
    _table(byte_level.byte_table(token.raw).frame(), "bytes.tokens.title", say)


# -- small parts -------------------------------------------------------------------------------------------------------


def _table_expander(title: str, say: Catalog) -> DeltaGenerator:
    """Return the expander for a table that the rows show already; open where a lesson speaks of it."""
    return st.expander(say(title), icon=":material/table_rows:", expanded="guide" in st.query_params)


def _table(frame: pd.DataFrame, title: str, say: Catalog) -> None:
    """Draw a table with its headings. title: the key of its name."""
    tables.show(frame, say, alt=say(title), most=_TABLE_HEIGHT)
