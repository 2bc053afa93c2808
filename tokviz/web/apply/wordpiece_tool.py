"""The tokenizer of the encoding half of `/wordpiece`, trained or uploaded, and what is computed once with it.

Arguments that begin with an underscore are not part of a cache's key; the key of the tool names it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import streamlit as st

from tokviz import bpe
from tokviz.corpus import Corpus
from tokviz.merging.merge_trace import MergeTrace
from tokviz.merging.steps import Step
from tokviz.views.encoding.decoding import walk_payload
from tokviz.views.encoding.longest_match import word_parts
from tokviz.views.encoding.questions import next_piece
from tokviz.views.shared.catalog import load
from tokviz.views.stage.questions import pose
from tokviz.web.apply.files import read_wordpiece
from tokviz.web.server import cache
from tokviz.web.server.cache import TraceKey
from tokviz.web.server.uploads import Upload
from tokviz.web.shared.pictures import as_json
from tokviz.wordpiece import Model

__all__ = ["Tool", "beside_bpe", "encoded", "parts", "tuned", "uploaded", "walk"]


@dataclass(frozen=True, eq=False)
class Tool:
    """A model and what names it in caches.

    corpus: what it was trained on, and how many merges were made there; None for an uploaded vocabulary.
    """

    model: Model
    key: TraceKey
    corpus: tuple[Corpus, TraceKey] | None = None
    merges: int = 0

    def words(self, text: str) -> tuple[str, ...]:
        """The words of a text, in order."""
        return self.model.words(text)

    @property
    def has_unknown(self) -> bool:
        """Whether the vocabulary holds the unknown token."""
        return self.model.unk in self.model.ids


@st.cache_resource(max_entries=8, show_spinner=False)
def uploaded(key: TraceKey, _files: Sequence[Upload]) -> Model:
    """The tokenizer in an uploaded file. Raises TokvizError."""
    return read_wordpiece([(file.name, file.data) for file in _files])


@st.cache_resource(max_entries=24, show_spinner=False)
def tuned(key: TraceKey, pretokenizer: str, longest: int, _model: Model) -> Model:
    """The tokenizer for words cut in this way and of at most so many characters."""
    return replace(_model, pretokenizer=pretokenizer, max_word_length=longest)


@st.cache_resource(max_entries=16, show_spinner=False)
def encoded(key: TraceKey, text: str, _tool: Tool) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Each word of a text with its tokens, in order. Raises RulesError if the unknown token is needed and not there."""
    return tuple((word, _tool.model.encode_word(word)) for word in _tool.words(text))


@st.cache_resource(max_entries=24, show_spinner=False)
def parts(key: TraceKey, word: str, language: str, asks: bool, _tool: Tool) -> tuple[int, tuple[str, ...]]:
    """The last step of a word, and the payloads of the stage for it, part by part, as JSON. Raises LimitError.

    asks: whether the piece that comes next is asked first.
    """
    say, trace = load(language), _tool.model.explain(word)
    built = word_parts(trace, say, has_unknown=_tool.has_unknown)
    if asks:
        for part in built:
            pose(part, lambda k: next_piece(trace, k, _tool.model.ids, say), (key, word), say)
    return built[0]["total"], tuple(map(as_json, built))


@st.cache_resource(max_entries=16, show_spinner=False)
def walk(key: TraceKey, text: str, language: str, _tokens: Sequence[str], _tool: Tool) -> str:
    """The payload of the stage for reading the first tokens of a text one by one, as JSON."""
    return as_json(walk_payload(_tokens, lambda tokens, _: _tool.model.decode(tokens), load(language)))


def beside_bpe(tool: Tool) -> bpe.Model | None:
    """Byte-pair encoding after as many merges on the same corpus, by the rules of the course; None without a corpus."""
    if tool.corpus is None:
        return None
    corpus, key = tool.corpus
    rules = bpe.PRESETS["course"]
    key = (*key, cache.rules_key(rules), tool.merges)
    trace: MergeTrace[Step] = cache.bpe_trace(key, tool.merges, None, corpus, rules)
    return cache.trained_model(("beside", *key), tool.model.pretokenizer, trace)
