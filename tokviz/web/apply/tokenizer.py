"""The tokenizer that a page applies, trained or uploaded, and what is computed once with it.

Arguments that begin with an underscore are not part of a cache's key; the key of the tokenizer names it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain
from typing import Any

import streamlit as st

from tokviz import bpe
from tokviz.algorithms import ALGORITHMS
from tokviz.trace import Trace
from tokviz.views.encoding.decoding import spelling, walk_payload
from tokviz.views.shared.catalog import Catalog, load
from tokviz.views.stage.questions import Question, pose
from tokviz.web.address.train_state import TrainState
from tokviz.web.apply.files import Files, TokenizerFile
from tokviz.web.server import cache
from tokviz.web.server.cache import TraceKey
from tokviz.web.server.uploads import Upload
from tokviz.web.shared.pictures import as_json
from tokviz.web.train import training

__all__ = [
    "Frames",
    "LoadedTokenizer",
    "Training",
    "encoded",
    "explained",
    "stage_parts",
    "trained",
    "uploaded",
    "walk",
]

_NEXT = "x"  # stands for a token that follows


@dataclass(frozen=True, eq=False)
class Training:
    """What a tokenizer was trained on, and how far: after `steps` of the trace."""

    trace: Trace
    steps: int
    corpus_key: TraceKey


@dataclass(frozen=True, eq=False)
class LoadedTokenizer:
    """A tokenizer and what names it in caches.

    training: where it was trained here. file, unused: the name of the file that it came in, and the parts of that which
    play no role. applier: where merges are applied as subword-nmt does; counts: the vocabulary that it asks, token ->
    count, empty for none.
    """

    model: Any
    key: TraceKey
    training: Training | None = None
    file: str = ""
    unused: tuple[str, ...] = ()
    applier: bpe.Applier | None = None
    counts: Mapping[str, int] = field(default_factory=dict)

    @property
    def encoder(self) -> Any:
        """What encodes, explains and decodes."""
        return self.applier or self.model

    @cached_property
    def ids(self) -> Mapping[str, int]:
        """Token -> id; subword-nmt has none, so there it is the place in the vocabulary."""
        return self.model.ids if self.applier is None else {token: i for i, token in enumerate(self.counts)}

    def words(self, text: str) -> tuple[str, ...]:
        """The words and added tokens of a text, in order: all that a page shows of a text is made of them."""
        words: tuple[str, ...] = self.model.words(text)
        return words

    def decode(self, tokens: Sequence[str]) -> str:
        """The text of tokens."""
        text: str = self.encoder.decode(tokens)
        return text

    def decode_part(self, tokens: Sequence[str], are_more: bool) -> str:
        """The text of the first tokens of a text: where others follow, a space at its end is written."""
        ends_words = isinstance(self.model, bpe.Model) and (self.applier is not None or self.model.rules.end_of_word)
        if are_more and ends_words:
            return self.decode([*tokens, _NEXT]).removesuffix(_NEXT)
        return self.decode(tokens)

    def spell(self, token: str) -> str:
        """The bytes that a token stands for, in hexadecimal; empty where tokens do not stand for bytes."""
        if self.applier is not None or not isinstance(self.model, bpe.Model):
            return ""
        return spelling(token, self.model.rules, self.model.pretokenizer)


Frames = Callable[[LoadedTokenizer, str, Catalog], tuple[list[dict[str, Any]], Callable[[int], Question | None]]]
"""How a word is shown on the stage: its payloads, part by part, and what is asked before a step."""


def trained(chosen: TrainState, say: Catalog) -> LoadedTokenizer:
    """The tokenizer that a training ends in. Raises TokvizError."""
    corpus, corpus_key, _ = training.corpus_of(chosen)
    trace, key = training.trace_of(ALGORITHMS[chosen.algorithm], corpus, corpus_key, chosen, say)
    return LoadedTokenizer(cache.trained_model(key, chosen.split, trace), key, Training(trace, len(trace), corpus_key))


@st.cache_resource(max_entries=24, show_spinner=False)
def uploaded(key: TraceKey, _read: Callable[[Files], TokenizerFile], _files: Sequence[Upload]) -> LoadedTokenizer:
    """The tokenizer in uploaded files. Raises TokvizError."""
    found = _read([(file.name, file.data) for file in _files])
    return LoadedTokenizer(found.model, key, file=" + ".join(file.name for file in _files), unused=found.unused)


@st.cache_resource(max_entries=48, show_spinner=False)
def encoded(key: TraceKey, text: str, _tokenizer: LoadedTokenizer) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Each word of a text with its tokens, in order. Raises TokvizError."""
    return tuple((word, tuple(_tokenizer.encoder.encode_word(word))) for word in _tokenizer.words(text))


@st.cache_resource(max_entries=48, show_spinner=False)
def explained(key: TraceKey, word: str, _tokenizer: LoadedTokenizer) -> Any:
    """The encoding of a word, step by step. Raises TokvizError."""
    return _tokenizer.encoder.explain(word)


@st.cache_resource(max_entries=64, show_spinner=False)
def stage_parts(
    key: TraceKey, word: str, language: str, asks: bool, _frames: Frames, _tokenizer: LoadedTokenizer
) -> tuple[int, tuple[str, ...]]:
    """The last step of a word, and the payloads of the stage for it, part by part, as JSON. Raises TokvizError.

    asks: whether what comes next is asked first.
    """
    say = load(language)
    built, asked = _frames(_tokenizer, word, say)
    if asks:
        for part in built:
            pose(part, asked, (key, word), say)
    return built[0]["total"], tuple(map(as_json, built))


@st.cache_resource(max_entries=48, show_spinner=False)
def walk(key: TraceKey, text: str, language: str, _tokenizer: LoadedTokenizer) -> str:
    """The payload of the stage for reading the tokens of a text one by one, as JSON."""
    tokens = list(chain.from_iterable(found for _, found in encoded(key, text, _tokenizer)))
    return as_json(walk_payload(tokens, _tokenizer.decode_part, load(language), _tokenizer.spell))
