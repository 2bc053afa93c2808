"""The tokenizer that a page applies, trained or uploaded, and what is computed once with it.

Arguments that begin with an underscore are not part of a cache's key; the key of the tokenizer names it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any, Generic, TypeVar, cast

import streamlit as st

from tokviz.algorithms import AlgorithmEntry
from tokviz.formats.loaded import Files, Loaded, Note
from tokviz.model import Encoded, Encoder, Model
from tokviz.models.around import Around
from tokviz.pipeline import Check
from tokviz.trace import Rules, Trace, TraceOf
from tokviz.views.encoding.decoding import walk_payload
from tokviz.views.shared.catalog import Catalog, load
from tokviz.views.stage.questions import Question, pose
from tokviz.web.address.states.train import TrainState
from tokviz.web.apply.handover import Handed
from tokviz.web.computing import cache
from tokviz.web.computing.cache import TraceKey
from tokviz.web.server.uploads import Upload
from tokviz.web.shared import messages
from tokviz.web.shared.pictures import as_json
from tokviz.web.train import training

__all__ = [
    "Given",
    "LoadedTokenizer",
    "StagedWord",
    "Training",
    "checked",
    "encoded",
    "explained",
    "stage_parts",
    "trained",
    "walk",
]

ModelT = TypeVar("ModelT", bound=Model)
ModelOut = TypeVar("ModelOut", bound=Model, covariant=True)
EncodedT = TypeVar("EncodedT", bound=Encoded)

Reader = Callable[[Files, Sequence[str]], Loaded[ModelT]]
"""Makes a tokenizer out of files, with special tokens of these names; raises TokvizError."""

StagedWord = tuple[list[dict[str, Any]], Callable[[int], Question | None]]
"""How a word is shown on the stage: its payloads, part by part, and what is asked before a step."""


@dataclass(frozen=True, eq=False)
class Training:
    """What a tokenizer was trained on, and how far: after `steps` of the trace."""

    trace: Trace
    steps: int
    corpus_key: TraceKey


@dataclass(frozen=True, eq=False)
class LoadedTokenizer(Generic[ModelOut]):
    """A tokenizer and what names it in caches.

    training: where it was trained here. file, notes: the name of the file that it came in, and what its reader says.
    original: the model of that file, however `model` is tuned.
    """

    model: ModelOut
    key: TraceKey
    training: Training | None = None
    file: str = ""
    notes: tuple[Note, ...] = ()
    original: ModelOut | None = None

    @property
    def around(self) -> Around | None:
        """What stands around the model, if it is applied as its file says."""
        return getattr(self.model, "around", None) if self.model is self.original else None

    @property
    def encoder(self) -> Encoder:
        """What encodes, explains and decodes."""
        return self.model

    @property
    def ids(self) -> Mapping[str, int]:
        """Token -> id."""
        return self.model.text_ids

    def decode_part(self, tokens: Sequence[str], are_more: bool) -> str:
        """The text of the first tokens of a text. are_more: whether others follow."""
        return self.encoder.decode(tokens)

    def spell(self, token: str) -> str:
        """The bytes that a token stands for, in hexadecimal; empty where tokens do not stand for bytes."""
        return ""


@dataclass(frozen=True)
class Given:
    """What a page was given in place of a training: uploaded files, with special tokens that they do not name, or a
    tokenizer of another page."""

    files: tuple[Upload, ...] = ()
    handed: Handed | None = None
    specials: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.files) or self.handed is not None

    def tokenizer(self, read: Reader[ModelT]) -> LoadedTokenizer[ModelT] | None:
        """The tokenizer, if there is one. read: makes it out of files. Raises TokvizError."""
        if self.files:
            key = ("files", read.__name__, *(file.id for file in self.files), "", *self.specials)
            size = sum(len(file.data) for file in self.files)
            return cache.opened(key, size, lambda: _uploaded(key, read, self.files, self.specials))
        if self.handed:  # to the page that takes such models apart
            return LoadedTokenizer(cast(ModelT, self.handed.model), self.handed.key, notes=self.handed.notes)
        return None


def _uploaded(
    key: TraceKey, read: Reader[ModelT], files: Sequence[Upload], specials: Sequence[str]
) -> LoadedTokenizer[ModelT]:
    found = read([(file.name, file.data) for file in files], specials)
    name = " + ".join(file.name for file in files)
    return LoadedTokenizer(found.model, key, file=name, notes=found.notes, original=found.model)


def trained(
    algorithm: AlgorithmEntry[Rules, TraceOf[ModelT]], chosen: TrainState, say: Catalog
) -> LoadedTokenizer[ModelT]:
    """The tokenizer that a training ends in. Raises TokvizError."""
    corpus, corpus_key, notes = training.corpus_of(chosen)
    messages.show_notes(notes, say, f"{algorithm.name}_split")
    trace, key = training.trace_of(algorithm, corpus, corpus_key, chosen, say)
    model = cache.trained_model(key, len(trace), chosen.split, trace)
    return LoadedTokenizer(model, key, Training(trace, len(trace), corpus_key))


def checked(tokenizer: LoadedTokenizer[Model], text: str) -> Check | None:
    """Whether the library of a file has the same tokens for a text; None for a tokenizer without one."""
    return None if tokenizer.around is None else _checked(tokenizer.key, text, tokenizer.around)


@st.cache_resource(max_entries=48, show_spinner=False)
def _checked(key: TraceKey, text: str, _around: Around) -> Check:
    return _around.check(text)


@st.cache_resource(max_entries=48, show_spinner=False)
def encoded(key: TraceKey, text: str, _tokenizer: LoadedTokenizer[Model]) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Each word of a text with its tokens, in order. Raises TokvizError."""
    return tuple((word, _tokenizer.encoder.encode_word(word)) for word in _tokenizer.model.words(text))


def explained(key: TraceKey, word: str, explain: Callable[[str], EncodedT]) -> EncodedT:
    """The encoding of a word, step by step. explain: of the tokenizer that `key` names. Raises TokvizError."""
    return cast(EncodedT, _explained(key, word, explain))


@st.cache_resource(max_entries=48, show_spinner=False)
def _explained(key: TraceKey, word: str, _explain: Callable[[str], Encoded]) -> Encoded:
    return _explain(word)


@st.cache_resource(max_entries=64, show_spinner=False)
def stage_parts(
    key: TraceKey, word: str, language: str, asks: bool, _frames: Callable[[Catalog], StagedWord]
) -> tuple[int, tuple[str, ...]]:
    """The last step of a word, and the payloads of the stage for it, part by part, as JSON. Raises TokvizError.

    asks: whether what comes next is asked first.
    """
    say = load(language)
    built, asked = _frames(say)
    if asks:
        for part in built:
            pose(part, asked, (key, word), say)
    return built[0]["total"], tuple(map(as_json, built))


@st.cache_resource(max_entries=48, show_spinner=False)
def walk(key: TraceKey, text: str, language: str, _tokenizer: LoadedTokenizer[Model]) -> str:
    """The payload of the stage for reading the tokens of a text one by one, as JSON."""
    tokens = list(chain.from_iterable(found for _, found in encoded(key, text, _tokenizer)))
    return as_json(walk_payload(tokens, _tokenizer.decode_part, load(language), _tokenizer.spell))
