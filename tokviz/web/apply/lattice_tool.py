"""The tokenizer of the lattice half of `/unigram`, trained or uploaded, and what is computed once with it.

Arguments that begin with an underscore are not part of a cache's key; the key of the tool names it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain

import streamlit as st

from tokviz import unigram
from tokviz.unigram import EncodeTrace, Model
from tokviz.views.encoding.decoding import walk_payload
from tokviz.views.encoding.questions import next_arc
from tokviz.views.lattice import tables as lattice_frames
from tokviz.views.lattice import viterbi
from tokviz.views.shared.catalog import load
from tokviz.views.stage.questions import pose
from tokviz.views.unigram import numbers as unigram_numbers
from tokviz.web.apply.files import read_unigram
from tokviz.web.server.cache import TraceKey
from tokviz.web.server.uploads import Upload
from tokviz.web.shared.pictures import as_json

__all__ = [
    "MAX_DENOMINATOR",
    "Tool",
    "drawn",
    "encoded",
    "explained",
    "parts",
    "trained",
    "uploaded",
    "walk",
]

MAX_DENOMINATOR = 9_999
"""Probabilities are written as fractions with a denominator of up to this."""
_DRAWN = 400_000  # arcs: drawing takes time with their number


@dataclass(frozen=True, eq=False)
class Tool:
    """A model and what names it in caches.

    common: the denominator of its probabilities, if they are counts divided by a sum that is easy to read. unused:
    parts of its file that play no role here.
    """

    model: Model
    key: TraceKey
    common: int | None = None
    unused: tuple[str, ...] = ()

    def words(self, text: str) -> tuple[str, ...]:
        """The words of a text, in order; without added tokens, which have no lattice."""
        return tuple(chain.from_iterable(words for words, is_added in self.model.stretches(text) if not is_added))

    def tokens(self, text: str) -> tuple[tuple[str, tuple[str, ...]], ...]:
        """Each word and added token of a text with its tokens, in order."""
        return tuple(
            (word, (word,) if is_added else self.model.encode_word(word))
            for words, is_added in self.model.stretches(text)
            for word in words
        )


@st.cache_resource(max_entries=8, show_spinner=False)
def uploaded(key: TraceKey, _files: Sequence[Upload]) -> Tool:
    """The tokenizer in an uploaded file. Raises TokvizError."""
    model, unused = read_unigram([(file.name, file.data) for file in _files])
    return Tool(model, key, unused=unused)


@st.cache_resource(max_entries=32, show_spinner=False)
def trained(key: TraceKey, k: int, split: str, _trace: unigram.Trace) -> Tool:
    """The tokenizer after `k` steps of a training."""
    model = _trace.model(k, pretokenizer=split)
    exact = unigram_numbers.fractions(_trace, k)
    sums = (
        {total for _, total in exact.values()} if exact.keys() >= model.probabilities.keys() - model.reserved else set()
    )
    common = max(sums, default=0)
    return Tool(model, (*key, k, split), common if 0 < common <= MAX_DENOMINATOR else None)


@st.cache_resource(max_entries=48, show_spinner=False)
def explained(key: TraceKey, word: str, _tool: Tool) -> EncodeTrace:
    """The encoding of a word, step by step."""
    return _tool.model.explain(word)


@st.cache_resource(max_entries=24, show_spinner=False)
def parts(key: TraceKey, word: str, language: str, asks: bool, _tool: Tool) -> tuple[int, tuple[str, ...]]:
    """The last step of a word, and the payloads of the stage for it, part by part, as JSON.

    asks: whether the best arc to the position that comes next is asked first.
    """
    say, trace = load(language), explained(key, word, _tool)
    built = viterbi.word_parts(trace, say)
    if asks:
        for part in built:
            pose(part, lambda k: next_arc(trace, k, say), (key, word), say)
    return built[0]["total"], tuple(map(as_json, built))


@st.cache_resource(max_entries=16, show_spinner=False)
def encoded(key: TraceKey, text: str, _tool: Tool) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Each word of a text with its tokens, in order."""
    return _tool.tokens(text)


@st.cache_data(max_entries=64, show_spinner=False)
def drawn(
    key: TraceKey, word: str, alpha: float, seed: int, draws: int, compounding: bool, _trace: EncodeTrace
) -> Counter[str]:
    """How often each segmentation of a word came up; of a word with many arcs fewer are drawn."""
    lattice = _trace.lattice
    number = max(1, min(draws, _DRAWN // max(1, len(lattice.arcs))))
    return lattice_frames.draw(lattice, number, seed, alpha, compounding=compounding)


@st.cache_resource(max_entries=16, show_spinner=False)
def walk(key: TraceKey, text: str, language: str, _tokens: Sequence[str], _tool: Tool) -> str:
    """The payload of the stage for reading the first tokens of a text one by one, as JSON."""
    return as_json(walk_payload(_tokens, lambda tokens, _: _tool.model.decode(tokens), load(language)))
