"""The memory for what takes time: corpora that are read, trainings, tokenizers of files, and what is computed of them.

Whoever asks for one of these goes through a :class:`Memory`, so that it is made once. There are two: a
:class:`LocalMemory` is a plain dictionary, for the command line, tests and pages without a server; the app's own is
shared by all visitors, who take turns at what is long. Keys are tuples of primitives that name a thing among those of
its sort, so no trace is ever hashed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import astuple, dataclass, field
from hashlib import sha256
from typing import Any, Literal, ParamSpec, Protocol, TypeVar, cast

from tokviz.algorithms import AlgorithmEntry
from tokviz.corpus import Corpus
from tokviz.files.detect import load_any
from tokviz.files.reading import Files, Loaded
from tokviz.model import Model
from tokviz.trace import Progress, Rules, Trace

Key = tuple[str | int | None, ...]
"""The key of a thing among those of its sort."""
Computation = Literal[
    "corpus",
    "range",
    "check",
    "reading",
    "segmentation",
    "differing",
    "table",
    "line",
    "vocabularies",
    "plain",
    "view",
    "encoding",
]
"""The sorts of results that are computed once and kept, beside traces and tokenizers of files."""
P = ParamSpec("P")
Value = TypeVar("Value")
KeyT = TypeVar("KeyT")
TraceT = TypeVar("TraceT", bound=Trace)


@dataclass(frozen=True)
class File:
    """A file of a user. key: names its content, such as its path does; it stands for the content in keys."""

    key: str
    name: str
    content: bytes = field(repr=False, compare=False)


def digest(text: str) -> str:
    """Return the digest of a text for a key, whatever characters are in it."""
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def rules_key(rules: Rules) -> str:
    """Return the text of rules for a key."""
    return repr(astuple(rules))


class Memory(Protocol):
    """A store for what takes time: looked up, or computed and stored."""

    def kept(
        self, computation: Computation, key: Key, make: Callable[P, Value], *args: P.args, **kwargs: P.kwargs
    ) -> Value:
        """Return the thing of this sort and this name. Raises what making it raises, and keeps no error."""

    def ask(self, function: Callable[P, Value], *args: P.args, **kwargs: P.kwargs) -> Value:
        """Call a function where its arguments are. What it returns is not kept."""

    def opened(self, key: Key, files: Files, specials: Sequence[str], pattern: str | None = None) -> Loaded[Model]:
        """Return the tokenizer of these files. Raises TokvizError."""

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
        """Return the trace of this name if a kept one is enough, or else train it. Raises TokvizError."""


class LocalMemory:
    """The memory of one program.

    progress: is told how far a training is. most: how many trainings it keeps, and how many things beside them, those
    that were asked for last; None for all, as long as it lives.
    """

    def __init__(self, progress: Callable[[Progress], None] | None = None, most: int | None = None) -> None:
        self.progress = progress
        self._most = most
        self._found: dict[tuple[str, Key], object] = {}
        self._traces: dict[Key, Trace] = {}

    def kept(self, computation: str, key: Key, make: Callable[P, Value], *args: P.args, **kwargs: P.kwargs) -> Value:
        """Return the thing, made at the first time."""
        known = (computation, key) in self._found
        value = self._found.pop((computation, key)) if known else make(*args, **kwargs)
        self._put(self._found, (computation, key), value)
        return cast(Value, value)

    def ask(self, function: Callable[P, Value], *args: P.args, **kwargs: P.kwargs) -> Value:
        """Call a function: all of its arguments are here."""
        return function(*args, **kwargs)

    def opened(self, key: Key, files: Files, specials: Sequence[str], pattern: str | None = None) -> Loaded[Model]:
        """Return the tokenizer, read at the first time."""
        return self.kept("file", key, load_any, files, specials, pattern)

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
        """Return the trace, trained where none is there that is enough."""
        trace = cast("TraceT | None", self._traces.get(key))
        if trace is None or not is_enough(trace):
            trace = algorithm.train(
                corpus, algorithm.own(rules), merges=merges, vocab_size=vocab_size, progress=self.progress
            )
        self._traces.pop(key, None)
        self._put(self._traces, key, trace)
        return trace

    def _put(self, store: dict[KeyT, Any], key: KeyT, value: object) -> None:
        """Keep a value as the one that was asked for last."""
        store[key] = value
        while self._most is not None and len(store) > self._most:
            del store[next(iter(store))]
