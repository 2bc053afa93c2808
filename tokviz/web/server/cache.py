"""What is computed once and shared: corpora, traces, payloads of the stage. Keyed by primitives, bounded in number.

Corpora and traces can be large, and are kept on shelves of our own, which know their weight and whose they are: one
visitor who uploads file after file, or drags a slider, pushes out the own entries and not those of the class.
Arguments that begin with an underscore are not part of a key; the arguments beside them name them.
"""

from __future__ import annotations

import json
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import astuple, dataclass, replace
from hashlib import sha256
from threading import Lock
from typing import Any, TypeVar, cast

import streamlit as st

from tokviz import unigram
from tokviz.algorithms import BPE, Algorithm, Rules
from tokviz.bpe import Model, Trace
from tokviz.bpe.encoding import Loop
from tokviz.corpus import Corpus, Parsed, parse, parse_upload
from tokviz.merging.merge_trace import MergeTrace
from tokviz.merging.steps import Step
from tokviz.views.merges.questions import next_merge
from tokviz.views.shared.catalog import load
from tokviz.views.stage import payload as stage
from tokviz.views.stage import questions
from tokviz.views.unigram import stage as unigram_stage
from tokviz.views.unigram.questions import next_pruned
from tokviz.web.server import limits
from tokviz.web.server.uploads import Upload

__all__ = [
    "Shelf",
    "TraceKey",
    "bpe_trace",
    "colours",
    "corpus_of_file",
    "corpus_of_text",
    "made",
    "model_with_loop",
    "part",
    "rules_key",
    "trained",
    "trained_model",
    "unigram_colours",
    "unigram_part",
    "unigram_shelf",
]

TraceKey = tuple[str | int | None, ...]
"""What names a trace: corpus, pre-tokenisation, rules, where it stops."""


def rules_key(rules: Rules) -> str:
    """The rules as a string to key a cache with."""
    return repr(astuple(rules))


def corpus_of_text(text: str, split: str) -> Parsed:
    """The corpus in a pasted text. Raises TokvizError."""
    digest = sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
    return _parsed(("text", digest, split), lambda: parse(text, split))


def corpus_of_file(file: Upload, split: str) -> Parsed:
    """The corpus in an uploaded file. Raises TokvizError."""
    return _parsed(("file", file.id, file.name, split), lambda: parse_upload(file.name, file.data, split))


def _parsed(key: TraceKey, read: Callable[[], Parsed]) -> Parsed:
    found: Parsed | None = _corpora().get(key)
    if found is None:
        found = read()
        _corpora().put(key, found, limits.letters(found.corpus))
    return found


def trained(
    key: TraceKey, merges: int | None, vocab_size: int | None, corpus: Corpus, rules: Rules, algorithm: Algorithm
) -> MergeTrace[Step]:
    """The trace named by `key`. Raises TokvizError."""

    def train() -> MergeTrace[Step]:
        trace = cast("MergeTrace[Step]", algorithm.train(corpus, rules, merges=merges, vocab_size=vocab_size))
        trace.tie_sizes  # noqa: B018  (computed now, while the spinner turns, and not by the first step)
        return trace

    return made(_merge_shelf(), key, corpus, train)


def bpe_trace(key: TraceKey, merges: int | None, vocab_size: int | None, corpus: Corpus, rules: Rules) -> Trace:
    """The trace of byte-pair encoding named by `key`."""
    return cast(Trace, trained((BPE.name, *key), merges, vocab_size, corpus, rules, BPE))


@st.cache_resource(max_entries=48, show_spinner=False)
def colours(key: TraceKey, _trace: MergeTrace[Step]) -> dict[str, int]:
    """The colours of the tokens of a trace."""
    return stage.token_colours(_trace)


@st.cache_resource(max_entries=64, show_spinner=False)
def part(key: TraceKey, start: int, stop: int, language: str, query: str, asks: bool, _trace: MergeTrace[Step]) -> str:
    """The payload of the stage for the steps of one part, as JSON. asks: whether what comes next is asked first."""
    say = load(language)
    built = stage.payload(_trace, range(start, stop), say, colours(key, _trace), query, asks=asks)
    if asks:
        questions.pose(built, lambda k: next_merge(_trace, k, say), key, say)
    return json.dumps(built, ensure_ascii=False, separators=(",", ":"))


@dataclass
class _Entry:
    value: Any
    weight: int
    owner: str  # the session that made it; nobody's once another one has used it


class Shelf:
    """Remembered values, the oldest of which go first: more than `most`, more than EACH of one session, and more than
    `weight` together, which is counted in letters of a corpus. The newest stays, whatever its weight."""

    EACH = 8

    def __init__(self, most: int, weight: int) -> None:
        self._most, self._weight = most, weight
        self._entries: OrderedDict[TraceKey, _Entry] = OrderedDict()
        self._lock = Lock()

    def get(self, key: TraceKey) -> Any:
        """The value named by `key`, or None."""
        with self._lock:
            entry = self._entries.get(key)
            if entry is None:
                return None
            self._entries.move_to_end(key)
            if entry.owner != limits.session():
                entry.owner = ""
            return entry.value

    def put(self, key: TraceKey, value: Any, weight: int) -> None:
        """Remember a value for whoever asks next."""
        owner = limits.session()
        with self._lock:
            self._entries.pop(key, None)
            self._entries[key] = _Entry(value, weight, owner)
            own = [name for name, entry in self._entries.items() if owner and entry.owner == owner]
            for name in own[: -self.EACH]:
                del self._entries[name]
            while len(self._entries) > 1 and (len(self._entries) > self._most or self._total() > self._weight):
                self._entries.popitem(last=False)

    def _total(self) -> int:
        return sum(entry.weight for entry in self._entries.values())


Value = TypeVar("Value")


def made(
    shelf: Shelf,
    key: TraceKey,
    corpus: Corpus,
    train: Callable[[], Value],
    is_enough: Callable[[Value], bool] = lambda _: True,
) -> Value:
    """The trace of `corpus` named by `key`: off the shelf, or trained when it is this visitor's turn, and put there.

    is_enough: whether one off the shelf will do.
    """
    found: Value | None = shelf.get(key)
    if found is None or not is_enough(found):
        weight = limits.letters(corpus)
        with limits.turn(key, weight):
            found = shelf.get(key)  # who waited may find that somebody else has trained it
            if found is None or not is_enough(found):
                found = train()
                shelf.put(key, found, weight)
    return found


@st.cache_resource(show_spinner=False)
def _corpora() -> Shelf:
    """The corpora of visitors, about 10 bytes a letter."""
    return Shelf(96, 10_000_000)


@st.cache_resource(show_spinner=False)
def _merge_shelf() -> Shelf:
    """The traces of trainings that merge, about 120 bytes a letter: 360 MB."""
    return Shelf(96, 3_000_000)


@st.cache_resource(show_spinner=False)
def unigram_shelf() -> Shelf:
    """The traces of unigram trainings, for all visitors."""
    return Shelf(48, 1_000_000)


@st.cache_resource(max_entries=48, show_spinner=False)
def unigram_colours(key: TraceKey, _trace: unigram.Trace) -> dict[str, int]:
    """The colours of the pieces of a trace."""
    return unigram_stage.piece_colours(_trace)


@st.cache_resource(max_entries=64, show_spinner=False)
def unigram_part(
    key: TraceKey, start: int, stop: int, language: str, query: str, asks: bool, _trace: unigram.Trace
) -> str:
    """The payload of the stage for the steps of one part, as JSON. asks: whether what comes next is asked first."""
    say = load(language)
    built = unigram_stage.payload(_trace, range(start, stop), say, unigram_colours(key, _trace), query, asks=asks)
    if asks:
        questions.pose(built, lambda k: next_pruned(_trace, k, say), key, say)
    return json.dumps(built, ensure_ascii=False, separators=(",", ":"))


@st.cache_resource(max_entries=32, show_spinner=False)
def trained_model(key: TraceKey, split: str, _trace: Any) -> Any:
    """The tokenizer that a trace of merges ends in."""
    return _trace.model(pretokenizer=split)


@st.cache_resource(max_entries=32, show_spinner=False)
def model_with_loop(key: TraceKey, _model: Model, loop: Loop) -> Model:
    """A tokenizer that applies its merges in another way."""
    return replace(_model, encoding=replace(_model.encoding, loop=loop))
