"""The memory of the server, which all visitors share: corpora, trainings, opened tokenizers, and results.

A training waits for the visitor's turn. One that takes long shows its progress on the page, with a button that ends it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence, Sized
from dataclasses import dataclass
from time import monotonic
from typing import ParamSpec, TypeVar, cast

import streamlit as st

from tokviz.algorithms import AlgorithmEntry
from tokviz.checkpoint import watched
from tokviz.compare.alignment import Segmentation
from tokviz.compare.differences import Words
from tokviz.compare.reading import Reading
from tokviz.corpus import Corpus, Parsed
from tokviz.files.detect import load_any
from tokviz.files.reading import Files, Loaded
from tokviz.memory import Computation, Key, digest
from tokviz.model import Model
from tokviz.sandbox import ask, bytes_of_sources, is_remote
from tokviz.trace import Progress, Rules, Trace
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.messages import progress_text
from tokviz.web.computing import training_queue, workers
from tokviz.web.computing.cache import BoundedCache, loading
from tokviz.web.shared import i18n

__all__ = ["MEMORY", "QUIET", "Cancelled", "SharedMemory", "offer_again"]

P = ParamSpec("P")
Value = TypeVar("Value")
TraceT = TypeVar("TraceT", bound=Trace)


@dataclass(frozen=True)
class SharedMemory:
    """The memory of the server (:class:`tokviz.memory.Memory`). shows_progress: whether a training that takes long says
    so and can be cancelled; then it raises :class:`Cancelled`."""

    shows_progress: bool = True

    def kept(
        self, computation: Computation, key: Key, make: Callable[P, Value], *args: P.args, **kwargs: P.kwargs
    ) -> Value:
        """Return the thing of this sort and this name, or compute it; workers keep their own answers."""
        if is_remote(make) or any(map(is_remote, args)):
            return make(*args, **kwargs) if is_remote(make) else ask(make, *args, **kwargs)
        store = _STORES.get(computation, _results)()
        value = store.get((computation, *key))
        if value is None:
            value = make(*args, **kwargs)
            store.put((computation, *key), value, _weight_of(value))
        return cast(Value, value)

    def ask(self, function: Callable[P, Value], *args: P.args, **kwargs: P.kwargs) -> Value:
        """Call a function where its arguments are, in a worker or here."""
        return ask(function, *args, **kwargs)

    def opened(self, key: Key, files: Files, specials: Sequence[str], pattern: str | None = None) -> Loaded[Model]:
        """Open the tokenizer in a worker. Raises TokvizError."""
        name = " + ".join(name for name, _ in files)
        with loading(sum(len(content) for _, content in files)):
            loaded: Loaded[Model] = workers.opened(key, name, load_any, files, specials, pattern)
        return loaded

    def trained(
        self,
        algorithm: AlgorithmEntry[Rules, TraceT],
        key: Key,
        corpus: Corpus,
        rules: Rules,
        *,
        merges: int | None = None,
        vocab_size: int | None = None,
        is_enough: Callable[[TraceT], bool] = lambda _: True,
    ) -> TraceT:
        """Return a kept trace that is enough, or one that is trained when it is this visitor's turn.

        Raises TokvizError, Cancelled.
        """

        def train(progress: Callable[[Progress], None] | None) -> TraceT:
            letters = training_queue.letters(corpus, rules.trained_length)
            with training_queue.turn(key, letters):
                trace = _kept_trace(key, is_enough)  # after the wait, another visitor may have trained it
                if trace is None:
                    trace = algorithm.train(
                        corpus, algorithm.own(rules), merges=merges, vocab_size=vocab_size, progress=progress
                    )
                    _traces().put(key, trace, max(letters * algorithm.memory, _recorded_bytes(trace)))
            return trace

        trace = _kept_trace(key, is_enough)
        if trace is not None:
            return trace
        return _train_with_progress(key, train) if self.shows_progress else train(None)


MEMORY = SharedMemory()
QUIET = SharedMemory(shows_progress=False)
"""The same for trainings that take no time to speak of."""


# -- progress ----------------------------------------------------------------------------------------------------------

_CANCELLED = "cancelled_trainings"  # the keys of the trainings that the visitor cancelled
_PATIENCE = 0.7  # seconds: what is done sooner needs no progress
_PAUSE = 0.2  # seconds between two messages: thousands of merges are done in one


class Cancelled(Exception):  # noqa: N818  (it is no error)
    """The visitor cancelled this training. key: what names its trace."""

    def __init__(self, key: Key) -> None:
        super().__init__()
        self.key = key


def _train_with_progress(key: Key, train: Callable[[Callable[[Progress], None]], TraceT]) -> TraceT:
    """Train, and show how far that is where it takes long. Raises TokvizError, Cancelled."""
    if key in _cancelled():
        raise Cancelled(key)
    drawn: float | None = None  # when the bar was drawn last, or the training began
    place = bar = latest = None

    def progress(so_far: Progress) -> None:
        nonlocal latest
        latest = so_far
        draw()

    def draw() -> None:
        nonlocal place, bar, drawn
        now = monotonic()
        drawn = now if drawn is None else drawn
        if now - drawn < (_PATIENCE if bar is None else _PAUSE):
            return
        drawn = now
        say = i18n.catalog()
        if bar is None:
            place = st.empty()  # not before it is needed: an empty place takes a gap of its own
            with place.container():
                bar = st.empty()
                st.button(
                    say("train.cancel"), on_click=_cancelled().add, args=(key,), key=f"train_cancel_{_short(key)}"
                )
        bar.progress(
            latest.share if latest else 0.0, progress_text(latest, say) if latest else say("train.progress.begin")
        )

    with watched(draw):  # a step can take long, and so can what comes before the first one
        trace = train(progress)
    if place is not None:
        place.empty()
    return trace


def offer_again(cancelled: Cancelled, say: Catalog, name: str = "") -> None:
    """Say that a training was cancelled, and of which tokenizer if there are several; a button begins it again."""
    st.info(f"{name}: {say('train.cancelled')}" if name else say("train.cancelled"), icon=":material/cancel:")
    key = f"train_resume_{_short(cancelled.key)}"
    st.button(say("unigram.resume"), on_click=_cancelled().discard, args=(cancelled.key,), key=key)


def _cancelled() -> set[Key]:
    cancelled_keys: set[Key] = st.session_state.setdefault(_CANCELLED, set())
    return cancelled_keys


def _short(key: Key) -> str:
    return digest(repr(key))[:12]


# -- stores ------------------------------------------------------------------------------------------------------------

_PART = 400  # bytes of a word, a token or a row


def _kept_trace(key: Key, is_enough: Callable[[TraceT], bool]) -> TraceT | None:
    """Return the trace of this name if there is one that is enough."""
    trace = cast("TraceT | None", _traces().get(key))
    return trace if trace is not None and is_enough(trace) else None


def _recorded_bytes(trace: Trace) -> int:
    """Return the bytes that a trace says its record takes, 0 if it says none, and those of the files that it goes on
    from."""
    recorded: int = getattr(trace, "recorded_bytes", 0)
    return recorded + bytes_of_sources(getattr(trace, "pipeline", None))


def _weight_of(value: object) -> int:
    """Return the weight that a value has in its store: the letters of a corpus, the rough number of bytes of others."""
    match value:
        case Parsed():
            return training_queue.letters(value.corpus)
        case Reading():  # the same split is kept once
            parts: object = value.text.words
        case Segmentation():
            parts = value.tokens
        case Words():
            parts = value.differing
            letters = sum(len(token) for part in parts for split in part.splits for token in split.tokens)
            return _PART * (1 + len(parts)) + letters
        case str():
            return len(value)
        case _:
            parts = value
    return _PART * (1 + len(parts) if isinstance(parts, Sized) else 1)


@st.cache_resource(show_spinner=False)
def _traces() -> BoundedCache[Trace]:
    """Return the traces of all trainings, by the bytes that they take."""
    return BoundedCache(192, 800_000_000)


@st.cache_resource(show_spinner=False)
def _corpora() -> BoundedCache[object]:
    """Return the corpora of visitors, by their letters, of about 10 bytes each."""
    return BoundedCache(96, 10_000_000)


@st.cache_resource(show_spinner=False)
def _vocabularies() -> BoundedCache[object]:
    """Return the store of `/why`, by number of results: most of them is the traces'."""
    return BoundedCache(48, 10**9, each=48)


@st.cache_resource(show_spinner=False)
def _results() -> BoundedCache[object]:
    """Return the store of results, of which each visitor fills only a part."""
    return BoundedCache(2_000, 200_000_000, each=200)


@st.cache_resource(show_spinner=False)
def _views() -> BoundedCache[object]:
    """Return the store of views that are data, bounded by the number of things."""
    return BoundedCache(96, 100_000_000, each=24)


_STORES: dict[str, Callable[[], BoundedCache[object]]] = {
    "corpus": _corpora,
    "vocabularies": _vocabularies,
    "view": _views,
}
"""The stores of those sorts of things that have one of their own."""
