"""What several views of `/vocabulary` do in one way: names of tokenizers, tables with a download, their headings."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pandas as pd
import streamlit as st

from tokviz.errors import TokvizError
from tokviz.state.vocabulary import PAGE
from tokviz.views.shared.catalog import Catalog
from tokviz.views.takeaway.export import table_csv
from tokviz.vocabularies import Vocabulary
from tokviz.web.pages.tokenizers.choice import label
from tokviz.web.pages.vocabulary import store
from tokviz.web.pages.vocabulary.controls import Chosen, put_beside
from tokviz.web.pages.vocabulary.store import Found
from tokviz.web.shared import messages, tables
from tokviz.web.shared.downloads import save

__all__ = ["MOST_ROWS", "csv", "each", "first", "of_each", "offer_second", "table"]

MOST_ROWS = 500
"""So many rows of a long table are on the page; all of them are in the file."""


def first(chosen: Chosen, say: Catalog) -> Vocabulary:
    """The first tokenizer's vocabulary, named where several are chosen. Raises TokvizError."""
    if len(chosen.tokenizers) > 1:
        st.caption(say("vocabulary.first", name=messages.escape(label(chosen.tokenizers[0], say))))
    return store.vocabulary(chosen.tokenizers[0], say)


def offer_second(question: str, chosen: Chosen, say: Catalog) -> None:
    """Draw the choice of a second tokenizer, in place of a view that compares two."""
    st.markdown(say(question))
    with st.container(horizontal=True):
        for one in chosen.others:
            name = messages.escape(label(one, say))
            st.button(name, key=f"{PAGE}_beside_{one.name}", on_click=put_beside, args=(one.name,))


def each(chosen: Chosen, say: Catalog) -> dict[str, tuple[int, Vocabulary]]:
    """The vocabularies of all that are chosen by their names, with their places; where one has none, why is said."""
    found: dict[str, tuple[int, Vocabulary]] = {}
    for place, one in enumerate(chosen.tokenizers):
        name = label(one, say)
        try:
            found[name] = (place, store.vocabulary(one, say))
        except TokvizError as error:
            st.error(f"{messages.escape(name)}: {messages.escape(messages.error_text(error, say))}")
    return found


def of_each(
    every: Mapping[str, tuple[int, Vocabulary]],
    what: str,
    chosen: Chosen,
    say: Catalog,
    make: Callable[[Vocabulary], Found],
) -> dict[str, Found]:
    """What `make` makes of each vocabulary, which the server keeps under the name `what`."""
    tokenizers = chosen.tokenizers
    return {name: store.computed(what, tokenizers[place], (), say, make, one) for name, (place, one) in every.items()}


def table(frame: pd.DataFrame, name: str, say: Catalog, *, rows: int | None = None, key: str = "") -> None:
    """A table with its download. rows: how many there are, where the frame has only the first of them, which are no
    download. key: tells apart what has the same name."""
    total = len(frame) if rows is None else rows
    tables.show(frame.head(MOST_ROWS), say, alt=say(f"vocabulary.table.{name}"), total=total)
    if rows is None:
        csv(lambda: frame, f"{name}{key}", say)


def csv(make: Callable[[], pd.DataFrame], name: str, say: Catalog) -> None:
    """A button that saves a table, made when it is pressed; headings as on the page."""

    def content() -> bytes:
        frame = make()
        headings = {column: say(f"column.{column}") for column in frame.columns if f"column.{column}" in say}
        return table_csv(frame, headings).encode("utf-8-sig", "replace")

    key, file = f"vocabulary_csv_{name}", f"tokviz-vocabulary-{name}.csv"
    save(say("vocabulary.csv"), content, file, "text/csv", key=key, type="tertiary")
