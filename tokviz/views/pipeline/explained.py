"""A pre-token on the stage, whichever model cuts it: merges by rank, longest matches, or a lattice."""

from __future__ import annotations

from typing import Any

from tokviz import bpe, unigram, wordpiece
from tokviz.views.encoding import longest_match, merging
from tokviz.views.encoding.linked import Drawn, makers
from tokviz.views.lattice import picture
from tokviz.views.shared.catalog import Catalog

__all__ = ["MAX_SYMBOLS", "word_parts"]

MAX_SYMBOLS = 400
"""A pre-token of up to this many characters is shown step by step."""


def word_parts(model: bpe.Model | wordpiece.Model | unigram.Model, word: str, say: Catalog) -> list[dict[str, Any]]:
    """The payload of the stage in parts, and at least one."""
    match model:
        case bpe.Model():
            merged = model.explain(word)
            drawn = Drawn(makers(merged), len(model.merges))
            return merging.parts(merging.word_frames(merged, say), say, drawn)
        case wordpiece.Model():
            return longest_match.word_parts(model.explain(word), say, has_unknown=model.unk in model.ids)
        case unigram.Model():
            return picture.word_parts(model.explain(word), None, say)
