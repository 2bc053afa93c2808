"""The text of `/tokenizers` in rows: as known models split it, which is recorded, and as the tokenizers here do."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import streamlit as st

from tokviz import recorded
from tokviz.errors import TokvizError
from tokviz.files.engine import Part
from tokviz.files.pipeline import Pipeline
from tokviz.recorded import Sentence
from tokviz.sandbox import ask
from tokviz.state.tokenizers import PAGE, TokenizersState
from tokviz.views.shared.catalog import Catalog, load
from tokviz.views.stage.questions import payload_json
from tokviz.views.tokenizers.compared import Compared, Group, compared_payload, compared_table, of_record
from tokviz.views.tokenizers.work import compared_rows_of
from tokviz.web.components import ribbon as component
from tokviz.web.computing import cache
from tokviz.web.computing.cache import TraceKey
from tokviz.web.pages.tokenizers import shelf
from tokviz.web.pages.tokenizers.choice import label
from tokviz.web.pages.tokenizers.shelf import Offered
from tokviz.web.shared import messages, tables

__all__ = ["show"]

_AT_FIRST = 10
"""So many of the recorded tokenizers are shown until all are asked for."""
_DATE = max(one.date for one in recorded.tokenizers())
_ALL = f"{PAGE}_all"  # the key of the choice to show all


def show(offered: Mapping[str, Offered], chosen: TokenizersState, say: Catalog) -> None:
    """Draw the rows. Of a folder on the server only the chosen tokenizer has one."""
    text = chosen.shown
    sentence = recorded.find(text)
    here = [one for one in offered.values() if one.is_open or one.name == chosen.tokenizer]
    rows: dict[str, Compared] = {}
    refused: dict[str, TokvizError] = {}
    for one in here:
        try:
            rows[one.name] = _row(one, text, say)
        except TokvizError as error:
            refused[one.name] = error
    names = _recorded_names(sentence)
    groups = []
    if sentence:
        found = tuple(of_record(recorded.load(sentence.name, name)) for name in names)
        groups.append(Group(say("tokenizers.compared.title", date=_DATE), found))
    shipped = tuple(rows[one.name] for one in here if one.name in rows and one.is_shipped)
    others = tuple(rows[one.name] for one in here if one.name in rows and not one.is_shipped)
    groups.append(Group(say("tokenizers.compared.miniatures"), shipped))
    if others:
        groups.append(Group(say("tokenizers.compared.yours"), others))
    keys = tuple((one.name, *one.key) for one in here if one.name in rows)
    payload = _payload(text, say.language, names, keys, tuple(groups))
    with st.container(key="compared"):
        component.ribbon(payload, key=f"{PAGE}_compared", on_pick=lambda: None, picked={})
    _explain(sentence, say)
    for one in here:
        if one.name in refused:
            st.caption(f"{messages.escape(label(one, say))}: {messages.error_text(refused[one.name], say)}")
    _table(groups, say)


def _explain(sentence: Sentence | None, say: Catalog) -> None:
    """Say what is recorded, and of which texts; of one that is, all tokenizers can be asked for."""
    if sentence is None:
        st.caption(say("tokenizers.compared.only"))
        return
    with st.container(horizontal=True, vertical_alignment="center"):
        st.toggle(say("tokenizers.compared.all", number=len(recorded.tokenizers())), key=_ALL)
        st.caption(say("tokenizers.compared.about"))


def _recorded_names(sentence: Sentence | None) -> tuple[str, ...]:
    """Which of the recorded tokenizers have a row."""
    names = tuple(one.name for one in recorded.tokenizers()) if sentence else ()
    return names if st.session_state.get(_ALL) else names[:_AT_FIRST]


def _row(one: Offered, text: str, say: Catalog) -> Compared:
    """The row of a tokenizer that is here. Raises TokvizError."""
    with st.sidebar:  # what is uploaded is read here first: below the field that is seen
        tokenizer = shelf.pipeline(one)
    parts, entries = _compared(one.key, text, tokenizer)
    return Compared(label(one, say), entries, parts)


@cache.kept(256)
def _compared(key: TraceKey, text: str, _tokenizer: Pipeline) -> tuple[tuple[Part, ...], int]:
    return ask(compared_rows_of, _tokenizer, text)


@cache.kept(64)
def _payload(
    text: str, language: str, names: tuple[str, ...], keys: tuple[TraceKey, ...], _groups: tuple[Group, ...]
) -> str:
    return payload_json(compared_payload(text, _groups, load(language)))


def _table(groups: Sequence[Group], say: Catalog) -> None:
    """The rows as a table, drawn while it is open."""
    name = say("tokenizers.compared.table")
    fold = st.expander(name, icon=":material/table_rows:", key=f"{PAGE}_compared_table", on_change="rerun")
    if fold.open:
        with fold:
            tables.show(compared_table(groups), say, alt=name, most=None)
