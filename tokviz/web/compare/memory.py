"""What `/compare` computes once for all visitors: everything that the engine makes.

Corpora and traces are kept by :mod:`tokviz.web.server.cache`; here traces go on far beyond the size that is looked at.
Nothing here draws anything but the progress of a training.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar, cast

import streamlit as st

from tokviz.algorithms import ALGORITHMS
from tokviz.compare.engine import Computation, Key
from tokviz.compare.slots import Slot
from tokviz.corpus import Corpus
from tokviz.trace import Trace
from tokviz.views.shared.catalog import Catalog
from tokviz.web.server import cache
from tokviz.web.train import progress

__all__ = ["Shared"]

Value = TypeVar("Value")


@dataclass(frozen=True)
class Shared:
    """The memory of the server (:class:`tokviz.compare.engine.Memory`). say: tells of the progress of a training."""

    say: Catalog

    def kept(self, what: Computation, key: Key, make: Callable[[], Value]) -> Value:
        """The thing of this sort and this name."""
        return cast(Value, _KEPT[what](key, make))

    def opened(self, key: Key, size: int, read: Callable[[], Value]) -> Value:
        """The tokenizer, read in the visitor's turn. Raises TokvizError."""
        return cache.opened(("compare", *key), size, read)

    def trained(
        self, slot: Slot, key: Key, corpus: Corpus, vocab_size: int, is_enough: Callable[[Trace], bool]
    ) -> Trace:
        """A trace that is enough, trained in the visitor's turn. Raises TokvizError, and
        :class:`~tokviz.web.train.progress.Cancelled`."""
        algorithm = ALGORITHMS[slot.algorithm]
        return progress.trace_of(
            algorithm, ("compare", *key), corpus, slot.rules, self.say, vocab_size=vocab_size, is_enough=is_enough
        )


@st.cache_resource(max_entries=64, show_spinner=False)
def _range(key: Key, _make: Callable[[], object]) -> object:
    return _make()


@st.cache_resource(max_entries=32, show_spinner=False)
def _check(key: Key, _make: Callable[[], object]) -> object:
    return _make()


@st.cache_resource(max_entries=24, show_spinner=False)
def _reading(key: Key, _make: Callable[[], object]) -> object:
    return _make()


@st.cache_resource(max_entries=32, show_spinner=False)
def _segmentation(key: Key, _make: Callable[[], object]) -> object:
    return _make()


@st.cache_resource(max_entries=16, show_spinner=False)
def _differing(key: Key, _make: Callable[[], object]) -> object:
    return _make()


@st.cache_resource(max_entries=16, show_spinner=False)
def _table(key: Key, _make: Callable[[], object]) -> object:
    return _make()


@st.cache_resource(max_entries=32, show_spinner=False)
def _line(key: Key, _make: Callable[[], object]) -> object:
    return _make()


_KEPT: dict[Computation, Callable[[Key, Callable[[], object]], object]] = {
    "range": _range,
    "check": _check,
    "reading": _reading,
    "segmentation": _segmentation,
    "differing": _differing,
    "table": _table,
    "line": _line,
}
