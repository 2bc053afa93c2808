"""The tokenizer of `/bpe-encode` as the page uses it, and what is computed once with it.

By its merges alone, or with all that subword-nmt does around them. Arguments that begin with an underscore are not part
of a cache's key; the key of the tool names it.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import streamlit as st

from tokviz.bpe import Applier, Model
from tokviz.corpus import Corpus
from tokviz.formats.subword_nmt import read_vocabulary
from tokviz.views.encoding import merging as encoding
from tokviz.views.encoding.decoding import spelling, walk_payload
from tokviz.views.encoding.questions import next_pair
from tokviz.views.encoding.subword_nmt import apply_frames
from tokviz.views.shared.catalog import load
from tokviz.views.stage.questions import pose
from tokviz.web.apply.files import read_bpe
from tokviz.web.server.cache import TraceKey
from tokviz.web.server.uploads import Upload
from tokviz.web.shared.pictures import as_json

__all__ = ["Tool", "counted", "dropped", "encoded", "uploaded", "vocabulary_of_file", "walk", "word_parts"]

_NEXT = "x"  # stands for a token that follows


@dataclass(frozen=True, eq=False)
class Tool:
    """A model, what names it in caches, and the applier if it is applied as subword-nmt does.

    counts: the vocabulary that the applier asks, token -> count; empty for none.
    """

    model: Model
    key: TraceKey
    applier: Applier | None = None
    counts: Mapping[str, int] = field(default_factory=dict)

    def words(self, text: str) -> tuple[str, ...]:
        """The words and added tokens of a text, in order: all that the page shows of a text is made of them."""
        return self.model.words(text)

    def tokens(self, word: str) -> tuple[str, ...]:
        """The tokens of a word."""
        return self.model.encode_word(word) if self.applier is None else tuple(self.applier.encode(word))

    def drawn(self, word: str, share: float, rng: random.Random) -> tuple[str, ...]:
        """The tokens of a word under dropout."""
        return (self.applier or self.model).explain(word, share, rng).tokens

    def decode(self, tokens: Sequence[str]) -> str:
        """The text of tokens."""
        return (self.applier or self.model).decode(tokens)

    def read(self, tokens: Sequence[str], are_more: bool) -> str:
        """The text of the first tokens of a text: where others follow, a space at its end is written."""
        if are_more and (self.applier is not None or self.model.rules.end_of_word):
            return self.decode([*tokens, _NEXT]).removesuffix(_NEXT)
        return self.decode(tokens)

    @cached_property
    def ids(self) -> Mapping[str, int]:
        """Token -> id; subword-nmt has none, so there it is the place in the vocabulary."""
        return self.model.ids if self.applier is None else {token: i for i, token in enumerate(self.counts)}


@st.cache_resource(max_entries=8, show_spinner=False)
def uploaded(key: TraceKey, _files: Sequence[Upload]) -> Model:
    """The tokenizer in uploaded files. Raises TokvizError."""
    return read_bpe([(file.name, file.data) for file in _files])


@st.cache_resource(max_entries=16, show_spinner=False)
def encoded(key: TraceKey, text: str, _tool: Tool) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Each word of a text with its tokens, in order. Raises TokvizError."""
    return tuple((word, _tool.tokens(word)) for word in _tool.words(text))


@st.cache_resource(max_entries=24, show_spinner=False)
def word_parts(key: TraceKey, word: str, language: str, asks: bool, _tool: Tool) -> tuple[int, tuple[str, ...]]:
    """How many steps a word has, and the payloads of the stage for it, part by part, as JSON. Raises TokvizError.

    asks: whether the merge that comes next is asked first.
    """
    say = load(language)
    if _tool.applier is None:
        frames = list(encoding.word_frames(_tool.model.explain(word), say))
    else:
        frames = list(apply_frames(_tool.applier.explain(word), _tool.applier.separator, say))
    built = encoding.parts(frames, say)
    if _tool.applier is not None:
        for part in built:
            part["labels"]["legend_next"] = say("encode.apply.legend-next")
    if asks:
        for part in built:
            pose(part, lambda k: next_pair(frames[k].ahead, _tool.model.merges, say), (key, word), say)
    texts = tuple(map(as_json, built))
    return len(frames) - 1, texts


@st.cache_resource(max_entries=16, show_spinner=False)
def walk(key: TraceKey, text: str, language: str, _tokens: Sequence[str], _tool: Tool) -> str:
    """The payload of the stage for reading the first tokens of a text one by one, as JSON."""
    model = _tool.model

    def spell(token: str) -> str:
        return "" if _tool.applier else spelling(token, model.rules, model.pretokenizer)

    return as_json(walk_payload(_tokens, _tool.read, load(language), spell))


@st.cache_data(max_entries=64, show_spinner=False)
def dropped(
    key: TraceKey, word: str, share: int, seed: int, draws: int, _tool: Tool
) -> list[tuple[tuple[str, ...], int]]:
    """How often each split of a word came up in so many draws with dropout, the most frequent first."""
    rng = random.Random(seed)
    return Counter(_tool.drawn(word, share / 100, rng) for _ in range(draws)).most_common()


@st.cache_resource(max_entries=16, show_spinner=False)
def counted(key: TraceKey, _applier: Applier, _corpus: Corpus) -> dict[str, int]:
    """The tokens of a corpus with their counts, the most frequent first: what get-vocab counts."""
    counts: Counter[str] = Counter()
    for word, count in _corpus.items():
        for token in _applier.encode(word):
            counts[token] += count
    return dict(counts.most_common())


@st.cache_resource(max_entries=8, show_spinner=False)
def vocabulary_of_file(file_id: str, _data: bytes) -> dict[str, int]:
    """The vocabulary in an uploaded file. Raises TokvizError."""
    return read_vocabulary(_data)
