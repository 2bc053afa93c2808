"""What `/compare` computes once for all visitors: everything that the engine makes.

Corpora and traces are kept by :mod:`tokviz.web.computing.cache`; here traces go on far beyond the size that is looked
at. Nothing here draws anything but the progress of a training.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence, Sized
from dataclasses import dataclass
from typing import ParamSpec, TypeVar, cast

import streamlit as st

from tokviz.algorithms import ALGORITHMS
from tokviz.cage import ask, is_remote
from tokviz.compare.alignment import Segmentation
from tokviz.compare.differing import Words
from tokviz.compare.engine import Computation, Key
from tokviz.compare.reading import Reading
from tokviz.compare.slots import Slot
from tokviz.compare.sources import Model
from tokviz.corpus import Corpus
from tokviz.formats.loaded import Files, Loaded
from tokviz.pipeline.detect import load_any
from tokviz.trace import Trace
from tokviz.views.shared.catalog import Catalog
from tokviz.web.computing import cache, workers
from tokviz.web.computing.cache import BoundedCache
from tokviz.web.training import training

__all__ = ["Shared"]

P = ParamSpec("P")
Value = TypeVar("Value")

_PART = 400  # bytes of a word, a token or a row


@dataclass(frozen=True)
class Shared:
    """The memory of the server (:class:`tokviz.compare.engine.Memory`). say: tells of the progress of a training."""

    say: Catalog

    def kept(self, what: Computation, key: Key, make: Callable[P, Value], *args: P.args, **kwargs: P.kwargs) -> Value:
        """The thing of this sort and this name; the answers of workers are kept by their pool."""
        if is_remote(make) or any(map(is_remote, args)):
            return make(*args, **kwargs) if is_remote(make) else ask(make, *args, **kwargs)
        found = _computed().get((what, *key))
        if found is None:
            found = make(*args, **kwargs)
            _computed().put((what, *key), found, _weight(found))
        return cast(Value, found)

    def ask(self, function: Callable[P, Value], *args: P.args, **kwargs: P.kwargs) -> Value:
        """Call a function where its arguments are, in a worker or here."""
        return ask(function, *args, **kwargs)

    def opened(self, key: Key, files: Files, specials: Sequence[str]) -> Loaded[Model]:
        """The tokenizer, in a worker. Raises TokvizError."""
        name = " + ".join(name for name, _ in files)
        with cache.loading(sum(len(content) for _, content in files)):
            found: Loaded[Model] = workers.opened(("compare", *key), name, load_any, files, specials)
        return found

    def trained(
        self, slot: Slot, key: Key, corpus: Corpus, vocab_size: int, is_enough: Callable[[Trace], bool]
    ) -> Trace:
        """A trace that is enough, trained in the visitor's turn. Raises TokvizError, and
        :class:`~tokviz.web.training.training.Cancelled`."""
        algorithm = ALGORITHMS[slot.algorithm]
        return training.trace_with_progress(
            algorithm, ("compare", *key), corpus, slot.rules, self.say, vocab_size=vocab_size, is_enough=is_enough
        )


@st.cache_resource(show_spinner=False)
def _computed() -> BoundedCache[object]:
    """What the engine has made for all visitors: a class that looks at different examples pushes nothing out."""
    return BoundedCache(2_000, 200_000_000, each=200)


def _weight(value: object) -> int:
    """The bytes that a thing takes, roughly."""
    match value:
        case Reading():  # the same split is kept once
            parts: object = value.text.words
        case Segmentation():
            parts = value.tokens
        case Words():
            parts = value.differing
            letters = sum(len(token) for one in parts for split in one.splits for token in split.tokens)
            return _PART * (1 + len(parts)) + letters
        case _:
            parts = value
    return _PART * (1 + len(parts) if isinstance(parts, Sized) else 1)
