"""Shared parts of the views of `/vocabulary`: vocabularies, results computed once for all, tables with a download."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, ParamSpec, TypeVar, cast

import streamlit as st

from tokviz.errors import TokvizError
from tokviz.sandbox import ask
from tokviz.state.vocabulary import PAGE
from tokviz.views.shared.catalog import Catalog
from tokviz.views.vocabularies.listing import listing
from tokviz.views.vocabularies.tables import Cells, cells_csv
from tokviz.vocabularies import Vocabulary, vocabulary_of
from tokviz.web.computing.cache import BoundedCache, in_turn
from tokviz.web.pages.tokenizers import available
from tokviz.web.pages.tokenizers.available import AvailableTokenizer
from tokviz.web.pages.tokenizers.controls import tokenizer_label
from tokviz.web.pages.vocabulary.controls import Chosen, set_second
from tokviz.web.shared import drawing, messages
from tokviz.web.shared.downloads import save

_BYTES = 700  # that an entry takes
_QUICK = 5_000  # entries: what is computed of so many is there at once

P = ParamSpec("P")
Result = TypeVar("Result")


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
    """Return the result of `make` on a vocabulary, cached.

    name, also: the parts of the key beside the file.
    """
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


def choose_second(chosen: Chosen, say: Catalog) -> None:
    """Draw a button for each tokenizer that can be the second one."""
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


def show_rows(cells: Cells, name: str, key: str, say: Catalog, *, words: Sequence[str] = ()) -> None:
    """Draw a table as views list it (:func:`tokviz.views.vocabularies.listing.listing`)."""
    drawing.draw(listing(cells, name, key, drawing.asking(PAGE), say, words=words), PAGE, say)


def offer_csv(make: Callable[[], Cells], name: str, say: Catalog) -> None:
    """Draw a button that saves a table, made when it is pressed; headings as on the page."""

    def content() -> bytes:
        return cells_csv(make(), say).encode("utf-8-sig", "replace")

    key, file = f"vocabulary_csv_{name}", f"tokviz-vocabulary-{name}.csv"
    save(say("vocabulary.csv"), content, file, "text/csv", key=key, type="tertiary")
