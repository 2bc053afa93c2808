"""Shared parts of the views of `/vocabulary`: vocabularies, results computed once for all, tables with a download."""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping, Sequence
from typing import Any, ParamSpec, TypeVar, cast

import pandas as pd
import streamlit as st

from tokviz.errors import TokvizError
from tokviz.sandbox import ask
from tokviz.state.vocabulary import PAGE
from tokviz.text_keys import column_key
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.tables import table_csv
from tokviz.views.vocabularies import charts
from tokviz.views.vocabularies.keys import KIND_KEYS
from tokviz.vocabularies import Vocabulary, vocabulary_of
from tokviz.web.computing.cache import BoundedCache, in_turn
from tokviz.web.pages.tokenizers import available
from tokviz.web.pages.tokenizers.available import AvailableTokenizer
from tokviz.web.pages.tokenizers.controls import tokenizer_label
from tokviz.web.pages.vocabulary.controls import Chosen, set_second
from tokviz.web.shared import messages, tables
from tokviz.web.shared.downloads import save

__all__ = [
    "MOST_ROWS",
    "compute_each",
    "compute_once",
    "load_each",
    "load_first",
    "load_vocabulary",
    "offer_csv",
    "offer_second",
    "progress_bar",
    "show_rows",
    "show_table",
]

_TABLES = {
    "kind": "vocabulary.table.kind",
    "script": "vocabulary.table.script",
    "longest": "vocabulary.table.longest",
    "duplicates": "vocabulary.table.duplicates",
    "numbers": "vocabulary.table.numbers",
    "runs": "vocabulary.table.runs",
    "code": "vocabulary.table.code",
    "spaces": "vocabulary.table.spaces",
    "languages": "vocabulary.table.languages",
    "own": "vocabulary.table.own",
    "special": "vocabulary.table.special",
}

_BYTES = 700  # that an entry takes
_QUICK = 5_000  # entries: what is computed of so many is there at once

P = ParamSpec("P")
Result = TypeVar("Result")

MOST_ROWS = 500
"""So many rows of a long table are on the page; all of them are in the file."""


def load_vocabulary(tokenizer: AvailableTokenizer, say: Catalog) -> Vocabulary:
    """Return the entries of a tokenizer. Raises TokvizError for a file that cannot be read, or has no ids."""
    key = ("vocabulary", *tokenizer.key)
    if not tokenizer.is_trusted:
        return ask(vocabulary_of, available.load_pipeline(tokenizer))
    vocabulary = _vocabulary_cache().get(key)
    if vocabulary is not None:
        return vocabulary
    pipeline = available.load_pipeline(tokenizer)
    size = len(pipeline.vocabulary)

    def make() -> Vocabulary:
        with _spinner(size, say):
            return vocabulary_of(pipeline)

    return in_turn(_vocabulary_cache(), key, size, make, weight=size * _BYTES)


def compute_once(
    name: str,
    tokenizer: AvailableTokenizer,
    also: tuple[str, ...],
    say: Catalog,
    make: Callable[P, Result],
    *args: P.args,
    **kwargs: P.kwargs,
) -> Result:
    """Return what `make` computes of a vocabulary, cached. name, also: the parts of the key beside the file."""
    size = len(load_vocabulary(tokenizer, say))

    def compute() -> Result:
        with _spinner(size, say):
            return make(*args, **kwargs) if tokenizer.is_trusted else ask(make, *args, **kwargs)

    if not tokenizer.is_trusted:
        return compute()
    key = ("vocabulary", name, *tokenizer.key, *also)
    return cast(Result, in_turn(_result_cache(), key, size, compute, weight=size * _BYTES // 4 + 1))


def progress_bar(size: int, say: Catalog) -> Callable[[float], object]:
    """Return a function that draws how much of a computation over so many entries is done; quick ones draw nothing."""
    if size <= _QUICK:
        return lambda share: None
    place = st.empty()
    return lambda share: place.progress(share, say.percent(share, 0)) if share < 1 else place.empty()


def _spinner(size: int, say: Catalog) -> Any:
    return st.spinner(say("vocabulary.working", entries=size) if size > _QUICK else "")


@st.cache_resource(show_spinner=False)
def _vocabulary_cache() -> BoundedCache[Vocabulary]:
    return BoundedCache(64, 600_000_000)


@st.cache_resource(show_spinner=False)
def _result_cache() -> BoundedCache[object]:
    return BoundedCache(256, 300_000_000)


def load_first(chosen: Chosen, say: Catalog) -> Vocabulary:
    """Return the first tokenizer's vocabulary, and say its name where several are chosen. Raises TokvizError."""
    if len(chosen.tokenizers) > 1:
        st.caption(say("vocabulary.first", name=messages.escape(tokenizer_label(chosen.tokenizers[0], say))))
    return load_vocabulary(chosen.tokenizers[0], say)


def offer_second(question: str, chosen: Chosen, say: Catalog) -> None:
    """Draw the choice of a second tokenizer, in place of a view that compares two."""
    st.markdown(say(question))
    with st.container(horizontal=True):
        for other in chosen.others:
            name = messages.escape(tokenizer_label(other, say))
            st.button(name, key=f"{PAGE}_beside_{other.name}", on_click=set_second, args=(other.name,))


def load_each(chosen: Chosen, say: Catalog) -> dict[str, tuple[int, Vocabulary]]:
    """Return name -> (place, vocabulary) of all that are chosen; say why where one has none."""
    vocabularies: dict[str, tuple[int, Vocabulary]] = {}
    for place, tokenizer in enumerate(chosen.tokenizers):
        name = tokenizer_label(tokenizer, say)
        try:
            vocabularies[name] = (place, load_vocabulary(tokenizer, say))
        except TokvizError as error:
            st.error(f"{messages.escape(name)}: {messages.error_text(error, say)}")
    return vocabularies


def compute_each(
    vocabularies: Mapping[str, tuple[int, Vocabulary]],
    cache_name: str,
    chosen: Chosen,
    say: Catalog,
    make: Callable[[Vocabulary], Result],
) -> dict[str, Result]:
    """Return what `make` computes of each vocabulary, cached under the name `cache_name`."""
    tokenizers = chosen.tokenizers
    return {
        name: compute_once(cache_name, tokenizers[place], (), say, make, vocabulary)
        for name, (place, vocabulary) in vocabularies.items()
    }


def show_table(
    frame: pd.DataFrame,
    name: str,
    say: Catalog,
    *,
    rows: int | None = None,
    key: str = "",
    bars: Container[str] = (),
    has_one_measure: bool = False,
) -> None:
    """Draw a table with its download. rows: how many there are, where the frame has only the first of them; then there
    is no download. key: tells apart tables of the same name. bars, has_one_measure: as `chip_cells` has them."""
    total = len(frame) if rows is None else rows
    show_rows(
        frame.head(MOST_ROWS),
        say(_TABLES[name]),
        f"{name}{key}",
        say,
        total=total,
        bars=bars,
        has_one_measure=has_one_measure,
    )
    if rows is None:
        offer_csv(lambda: frame, f"{name}{key}", say)


def show_rows(
    frame: pd.DataFrame,
    name: str,
    key: str,
    say: Catalog,
    *,
    total: int | None = None,
    bars: Container[str] = (),
    has_one_measure: bool = False,
    words: Sequence[str] = (),
) -> None:
    """Draw a table as :func:`tables.show_frame` does; the chips of entries have the colors of their kinds."""
    hues = [_kind_hues(say).get(kind) for kind in frame["kind"]] if "stands_for" in frame and "kind" in frame else ()
    page = f"{PAGE}_{key}_page" if key else ""
    tables.show_frame(
        frame, name, page, say, total=total, bars=bars, has_one_measure=has_one_measure, hues=hues, words=words
    )


def _kind_hues(say: Catalog) -> dict[str, int]:
    """Return what a kind is called -> the hue of its chips; none for the gray ones."""
    return {say(KIND_KEYS[kind]): hue for kind, hue in charts.KIND_HUES.items()}


def offer_csv(make: Callable[[], pd.DataFrame], name: str, say: Catalog) -> None:
    """Draw a button that saves a table, made when it is pressed; headings as on the page."""

    def content() -> bytes:
        frame = make()
        headings = {column: say(column_key(column)) for column in frame.columns if column_key(column) in say}
        return table_csv(frame, headings).encode("utf-8-sig", "replace")

    key, file = f"vocabulary_csv_{name}", f"tokviz-vocabulary-{name}.csv"
    save(say("vocabulary.csv"), content, file, "text/csv", key=key, type="tertiary")
