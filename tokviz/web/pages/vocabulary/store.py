"""What the page computes once for all visitors, by the content of the file: vocabularies, and what takes long."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ParamSpec, TypeVar, cast

import streamlit as st

from tokviz.cage import ask
from tokviz.views.shared.catalog import Catalog
from tokviz.vocabularies import Vocabulary, vocabulary_of
from tokviz.web.computing import training_queue
from tokviz.web.computing.cache import BoundedCache
from tokviz.web.pages.tokenizers import shelf
from tokviz.web.pages.tokenizers.shelf import Offered

__all__ = ["bar", "computed", "vocabulary"]

_BYTES = 700  # that an entry takes
_QUICK = 5_000  # entries: what is computed of so many is there at once

P = ParamSpec("P")
Found = TypeVar("Found")


def vocabulary(one: Offered, say: Catalog) -> Vocabulary:
    """The entries of a tokenizer. Raises TokvizError for a file that cannot be read, or numbers nothing."""
    key = ("vocabulary", *one.key)
    if not one.is_trusted:
        return ask(vocabulary_of, shelf.pipeline(one))
    found = _vocabularies().get(key)
    if found is None:
        pipeline = shelf.pipeline(one)
        size = len(pipeline.vocabulary)
        with training_queue.turn(key, size), _spinner(size, say):
            found = _vocabularies().get(key)
            if found is None:
                found = vocabulary_of(pipeline)
                _vocabularies().put(key, found, size * _BYTES)
    return found


def computed(
    name: str,
    one: Offered,
    also: tuple[str, ...],
    say: Catalog,
    make: Callable[P, Found],
    *args: P.args,
    **kwargs: P.kwargs,
) -> Found:
    """What `make` makes of a vocabulary, computed once. name, also: what names it beside the file."""
    size = len(vocabulary(one, say))
    if not one.is_trusted:
        with _spinner(size, say):
            return ask(make, *args, **kwargs)
    key = ("vocabulary", name, *one.key, *also)
    found = _results().get(key)
    if found is None:
        with training_queue.turn(key, size), _spinner(size, say):
            found = _results().get(key)
            if found is None:
                found = make(*args, **kwargs)
                _results().put(key, found, size * _BYTES // 4 + 1)
    return cast(Found, found)


def bar(size: int, say: Catalog) -> Callable[[float], object]:
    """What draws how much of a computation over so many entries is done; nothing where it is there at once."""
    if size <= _QUICK:
        return lambda share: None
    place = st.empty()
    return lambda share: place.progress(share, say.percent(share, 0)) if share < 1 else place.empty()


def _spinner(size: int, say: Catalog) -> Any:
    return st.spinner(say("vocabulary.working", entries=size) if size > _QUICK else "")


@st.cache_resource(show_spinner=False)
def _vocabularies() -> BoundedCache[Vocabulary]:
    return BoundedCache(64, 600_000_000)


@st.cache_resource(show_spinner=False)
def _results() -> BoundedCache[object]:
    return BoundedCache(256, 300_000_000)
