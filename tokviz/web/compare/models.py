"""What `/compare` compares: corpora, traces and tokenizers, trained once per choice and remembered.

Merging only adds to a vocabulary, so one trace that goes far enough serves every smaller size; unigram training prunes
towards a size and is done for each. Uploaded tokenizers are as they are. Nothing here draws anything but progress.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

import streamlit as st

from tokviz import examples
from tokviz.algorithms import ALGORITHMS, UNIGRAM
from tokviz.compare.alignment import Segmentation
from tokviz.compare.reading import Reading, plain, read
from tokviz.compare.sizes import SizeRange, Tokenizer, Trace, at_size, size_range
from tokviz.compare.sources import Model
from tokviz.corpus import Corpus, Note
from tokviz.examples import OWN
from tokviz.formats.detect import read_any
from tokviz.views.compare.words import Differing
from tokviz.views.shared.catalog import Catalog
from tokviz.web.compare.state import FILE, MAX_SIZE, CompareState, slot_parts
from tokviz.web.server import cache, limits
from tokviz.web.server.cache import Shelf, TraceKey
from tokviz.web.train_unigram import progress as pruned

__all__ = [
    "Compared",
    "Material",
    "Slot",
    "View",
    "material",
    "range_of",
    "read_cached",
    "tokenizer_of",
    "uploaded",
]

_AHEAD = 5_000  # tokens: training by merging goes on to this size, because the later merges take the least time


@dataclass(frozen=True)
class Slot:
    """A tokenizer that the visitor asked for. name: "algorithm:preset" or "file:place". files: (id, name, content)."""

    name: str
    files: tuple[tuple[str, str, bytes], ...] = ()

    @property
    def algorithm(self) -> str:
        """The algorithm, or "file"."""
        return slot_parts(self.name)[0]

    @property
    def preset(self) -> str:
        """The preset, or the place of an upload."""
        return slot_parts(self.name)[1]

    @property
    def rules(self) -> Any:
        """The rules of one that is trained."""
        return ALGORITHMS[self.algorithm].presets[self.preset]


@dataclass(frozen=True, eq=False)
class Material:
    """A corpus to train on.

    words: the same text as words between white space, which is what tokenizers are compared on. key: names both.
    """

    corpus: Corpus
    words: Corpus
    key: TraceKey
    notes: tuple[Note, ...] = ()


@dataclass(frozen=True, eq=False)
class Compared:
    """One of the tokenizers beside the others.

    label: its name in the visitor's language, unlike all others. key: names it in caches. slot: what it came from;
    split, size: the pre-tokenisation of its training and the size that this aimed at, empty and 0 for an upload.
    """

    label: str
    slot: Slot
    tokenizer: Tokenizer
    key: TraceKey
    split: str = ""
    size: int = 0

    @property
    def model(self) -> Model:
        """The tokenizer's model."""
        return self.tokenizer.model


@dataclass(frozen=True, eq=False)
class View:
    """What the fragment needs: the state, the tokenizers that could be made, and the corpus as each cuts it."""

    state: CompareState
    material: Material
    tokenizers: tuple[Compared, ...]
    readings: tuple[Reading, ...]
    words: tuple[Differing, ...]
    segmentations: tuple[Segmentation, ...]
    text: str

    @property
    def key(self) -> TraceKey:
        """What names the comparison in caches: the tokenizers, and how they are called."""
        return tuple(part for one in self.tokenizers for part in (*one.key, one.label))


def material(chosen: CompareState, file: Any) -> Material:
    """The corpus that was chosen. file: an uploaded one of one's own, or None. Raises TokvizError."""
    split = chosen.split
    if chosen.example == OWN and file is not None:
        parsed = cache.corpus_of_file(file.file_id, file.name, split, file.getvalue())
        words = parsed.corpus
        if parsed.kind == "prose" and split != "whitespace":
            words = cache.corpus_of_file(file.file_id, file.name, "whitespace", file.getvalue()).corpus
        elif parsed.kind != "prose":
            words = plain(words, split)
        return Material(parsed.corpus, words, ("file", file.file_id, split), parsed.notes)
    if chosen.example != OWN:
        example = examples.load(chosen.example)
        corpus = example.cut(split)
        words = example.cut("whitespace") if example.is_prose else plain(corpus, split)
        return Material(corpus, words, ("example", chosen.example, split))
    parsed = cache.corpus_of_text(chosen.corpus, split)
    words = parsed.corpus
    if parsed.kind != "prose":
        words = plain(words, split)
    elif split != "whitespace":
        words = cache.corpus_of_text(chosen.corpus, "whitespace").corpus
    return Material(parsed.corpus, words, ("text", sha256(chosen.corpus.encode()).hexdigest(), split), parsed.notes)


@st.cache_resource(max_entries=64, show_spinner=False)
def range_of(key: TraceKey, rules_key: str, _corpus: Corpus, _rules: Any) -> SizeRange:
    """The sizes that training can give; none is larger than MAX_SIZE. Raises TokvizError."""
    found = size_range(_corpus, _rules)
    if found.largest <= MAX_SIZE:
        return found
    return SizeRange(min(found.smallest, MAX_SIZE), MAX_SIZE)


@st.cache_resource(show_spinner=False)
def _merged() -> Shelf:
    """The longest trace so far of each training by merging, for all visitors."""
    return Shelf(48, 2_000_000)


def tokenizer_of(slot: Slot, source: Material, size: int, split: str, label: str, say: Catalog) -> Compared:
    """The tokenizer of a slot with a vocabulary of `size`, trained if that was not done before. Raises TokvizError, and
    :class:`~tokviz.web.train_unigram.progress.Cancelled`."""
    if slot.algorithm == FILE:
        model = uploaded(tuple(file_id for file_id, _, _ in slot.files), [file[1:] for file in slot.files])
        return Compared(label, slot, Tokenizer(model), (FILE, *(file_id for file_id, _, _ in slot.files)))
    rules_key = cache.rules_key(slot.rules)
    found = range_of((slot.algorithm, *source.key), rules_key, source.corpus, slot.rules)
    size = min(max(size, found.smallest), found.largest)
    key: TraceKey = (slot.algorithm, *source.key, rules_key)
    trace: Trace
    if slot.algorithm == UNIGRAM.name:
        trace = pruned.trace_of((*key, size), source.corpus, slot.rules, size, say)
    else:
        trace = _grown(key, source.corpus, slot, size)
    return Compared(label, slot, at_size(trace, size, split), (*key, split, size), split, size)


@st.cache_resource(max_entries=12, show_spinner=False)
def uploaded(file_ids: tuple[str, ...], _files: Sequence[tuple[str, bytes]]) -> Model:
    """The tokenizer in uploaded files. Raises TokvizError."""
    return read_any(_files)


@st.cache_resource(max_entries=24, show_spinner=False)
def read_cached(key: TraceKey, words_key: TraceKey, _model: Model, _words: Corpus) -> Reading:
    """The words of a text as a tokenizer cuts them. Raises TokvizError."""
    return read(_model, _words)


def _grown(key: TraceKey, corpus: Corpus, slot: Slot, size: int) -> Any:
    """A trace of merges that reaches `size`, or its end."""
    trace = _long_enough(key, size)
    if trace is None:
        weight = limits.letters(corpus)
        with limits.turn(("compare", key), weight):
            trace = _long_enough(key, size)  # who waited may find that somebody else has trained it
            if trace is None:
                aim = MAX_SIZE if size > _AHEAD else _AHEAD
                trace = ALGORITHMS[slot.algorithm].train(corpus, slot.rules, vocab_size=aim)
                _merged().put(key, trace, weight)
    return trace


def _long_enough(key: TraceKey, size: int) -> Any:
    """The remembered trace, if it reaches `size` or its end; else None."""
    trace = _merged().get(key)
    is_short = trace is not None and trace.stopped == "vocab_size" and trace.vocabulary_sizes[-1] < size
    return None if is_short else trace
