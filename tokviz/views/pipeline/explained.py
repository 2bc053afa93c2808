"""A pre-token on the stage, whichever model cuts it: merges by rank, longest matches, a lattice, or lookups; of all but
these what comes next is asked for."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tokviz import bpe, lookup, unigram, wordpiece
from tokviz.model import Encoder
from tokviz.views.encoding import longest_match, merging
from tokviz.views.encoding import lookup as lookups
from tokviz.views.encoding.merging import drawn_word
from tokviz.views.encoding.narration import next_pair, next_piece
from tokviz.views.lattice import viterbi
from tokviz.views.lattice.viterbi import next_arc
from tokviz.views.shared.catalog import Catalog
from tokviz.views.stage.questions import Question

__all__ = ["MAX_SYMBOLS", "staged"]

MAX_SYMBOLS = 400
"""A pre-token of up to this many characters is shown step by step, and so is a part of a longer one."""


def staged(
    model: Encoder, word: str, say: Catalog, common: int | None = None
) -> tuple[list[dict[str, Any]], Callable[[int], Question | None]]:
    """The payload of the stage in parts, and at least one; and what is asked before a step. common: the denominator of
    a lattice's probabilities, if they have one. Raises TypeError for a model of no algorithm that is drawn."""
    match model:
        case bpe.Model():
            merged = model.explain(word)
            frames = list(merging.word_frames(merged, say))
            drawn = drawn_word(merged, len(model.merges), say)
            return merging.word_parts(frames, say, drawn), lambda k: next_pair(frames[k].ahead, model.merges, say)
        case wordpiece.Model():
            matched = model.explain(word)
            built = longest_match.match_parts(matched, say, has_unknown=model.unk in model.ids)
            return built, lambda k: next_piece(matched, k, model.ids, say)
        case unigram.Model():
            lattice = model.explain(word)
            return viterbi.word_parts(lattice, common, say), lambda k: next_arc(lattice, k, say)
        case lookup.Model():
            return lookups.lookup_parts(model, word, say), lambda k: None
        case _:
            raise TypeError(f"no stage shows how {type(model).__name__} cuts a word")
