"""Shared results, each computed once: payloads of the picture, models, files. Keyed by primitives, bounded in number.

What can be large is kept in caches of our own, which know its weight and owner: one visitor who uploads file after
file, or drags a slider, pushes out the own entries and not those of the class. So does the memory of corpora and traces
(:mod:`tokviz.web.computing.memory`).

Arguments that begin with an underscore are not part of a key; the arguments beside them name them.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, replace
from functools import wraps
from threading import Lock
from typing import Any, Generic, ParamSpec, TypeVar, cast

import streamlit as st

from tokviz import bpe
from tokviz.bpe.encoding import Loop
from tokviz.errors import TokvizError
from tokviz.memory import Key
from tokviz.model import Model
from tokviz.sandbox import ask, is_remote
from tokviz.trace import Trace, TraceOf
from tokviz.views.algorithms import views_of
from tokviz.views.picture import questions
from tokviz.views.picture.questions import payload_json
from tokviz.views.shared.catalog import Catalog, load
from tokviz.web.computing import training_queue
from tokviz.web.shared import i18n
from tokviz.web.streamlit_workarounds import sessions

TraceT = TypeVar("TraceT", bound=Trace)
ModelT = TypeVar("ModelT", bound=Model)
P = ParamSpec("P")
Value = TypeVar("Value")

TraceKey = Key
"""The key of a trace: corpus, pre-tokenization, rules, where it stops."""


@st.cache_resource(max_entries=384, show_spinner=False)  # of about 100 kB; the warm-up makes 160
def part(
    key: TraceKey,
    start: int,
    stop: int,
    language: str,
    query: str,
    asks: bool,
    _trace: Trace,
    _add: Callable[[dict[str, Any], Catalog], None] = lambda built, say: None,
) -> str:
    """Return the payload of the picture for the steps of one part, as JSON.

    asks: whether what comes next is asked first. add: what a payload has more, which `key` must name.
    """
    say, picture = load(language), views_of(_trace).picture
    built = picture.payload(_trace, range(start, stop), say, query, asks=asks)
    _add(built, say)
    if asks:
        questions.add_questions(built, lambda k: picture.question(_trace, k, say), key, say)
    return payload_json(built)


def kept(most: int) -> Callable[[Callable[P, Value]], Callable[P, Value]]:
    """Decorate a function so that its last results are remembered, by the arguments without an underscore. Where an
    argument stays in a worker nothing is remembered here: the workers' answers are, by their size."""

    def decorate(function: Callable[P, Value]) -> Callable[P, Value]:
        remembering = st.cache_resource(max_entries=most, show_spinner=False)(function)

        @wraps(function)
        def call(*args: P.args, **kwargs: P.kwargs) -> Value:
            in_worker = any(is_remote(arg) or is_remote(getattr(arg, "model", None)) for arg in args)
            return function(*args, **kwargs) if in_worker else remembering(*args, **kwargs)

        return call

    return decorate


@dataclass
class _Entry(Generic[Value]):
    value: Value
    weight: int
    owner: str  # the session that made it; nobody's once another one has used it


class BoundedCache(Generic[Value]):
    """Remembered values, the oldest of which go first: more than `most`, more than `each` of one session, and more than
    `weight` together. The newest stays, whatever its weight."""

    def __init__(self, most: int, weight: int, each: int = 8) -> None:
        self._most, self._weight, self._each = most, weight, each
        self._entries: OrderedDict[TraceKey, _Entry[Value]] = OrderedDict()
        self._lock = Lock()

    def get(self, key: TraceKey) -> Value | None:
        """Return the value named by `key`, or None."""
        with self._lock:
            entry = self._entries.get(key)
            if entry is None:
                return None
            self._entries.move_to_end(key)
            if entry.owner != sessions.session_id():
                entry.owner = ""
            return entry.value

    def put(self, key: TraceKey, value: Value, weight: int) -> None:
        """Remember a value for the next request."""
        owner = sessions.session_id()
        with self._lock:
            self._entries.pop(key, None)
            self._entries[key] = _Entry(value, weight, owner)
            own = [name for name, entry in self._entries.items() if owner and entry.owner == owner]
            for name in own[: -self._each]:
                del self._entries[name]
            while len(self._entries) > 1 and (len(self._entries) > self._most or self._total() > self._weight):
                self._entries.popitem(last=False)

    def _total(self) -> int:
        return sum(entry.weight for entry in self._entries.values())


def in_turn(
    store: BoundedCache[Value], key: TraceKey, letters: int, make: Callable[[], Value], *, weight: int
) -> Value:
    """Return a stored value, or make and keep it when it is this visitor's turn.

    letters: how long making it takes, as in :mod:`tokviz.web.computing.training_queue`.
    """
    value = store.get(key)
    if value is None:
        with training_queue.turn(key, letters):
            value = store.get(key)  # another visitor may have made it while this one waited
            if value is None:
                value = make()
                store.put(key, value, weight)
    return value


_MEMORY = 10  # bytes that a loaded tokenizer takes for each of its file
_LETTERS = 100  # bytes of such a file that take as long to load as a letter to train
LARGE = 1_000_000
"""The bytes of a tokenizer whose loading is waited for."""


def opened(key: TraceKey, size: int, read: Callable[[], Value], *, is_told: bool = False) -> Value:
    """Return the tokenizer of files of that size in bytes, read once for all visitors when it is this one's turn.

    is_told: whether the page says already that it is read. Raises TokvizError, and goes on doing so without reading
    them again.
    """

    def read_or_fail() -> Value | TokvizError:
        with nullcontext() if is_told else loading(size):
            try:
                return read()
            except TokvizError as error:
                return error

    value = in_turn(_opened(), ("opened", *key), size // _LETTERS, read_or_fail, weight=size * _MEMORY)
    if isinstance(value, TokvizError):
        raise value
    return cast(Value, value)


def loading(size: int) -> AbstractContextManager[object]:
    """Say that a large file is read."""
    if size < LARGE:
        return nullcontext()
    say = i18n.catalog()
    return st.spinner(say("upload.loading", mb=round(size / 1e6)))


@st.cache_resource(show_spinner=False)
def _opened() -> BoundedCache[object]:
    """Return the tokenizers of all visitors, by the bytes that they take."""
    return BoundedCache(64, 800_000_000)


def trained_model(key: TraceKey, k: int, split: str, trace: TraceOf[ModelT]) -> ModelT:
    """Return the tokenizer after `k` steps of a trace."""
    return cast(ModelT, _trained_model(key, k, split, trace))


@st.cache_resource(max_entries=64, show_spinner=False)
def _trained_model(key: TraceKey, k: int, split: str, _trace: Trace) -> Model:
    return _trace.model(k, pretokenizer=split)


@kept(32)
def model_with_loop(key: TraceKey, _model: bpe.Model, loop: Loop) -> bpe.Model:
    """Return a tokenizer that applies its merges in another way."""
    return ask(replace, _model, encoding=replace(_model.encoding, loop=loop))
