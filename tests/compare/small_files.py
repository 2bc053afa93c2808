"""Small tokenizer.json files for the tests of comparisons, written by hand or around what is trained here."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from tokviz.compare.spans import Model
from tokviz.files.detect import load_any

Stage = dict[str, Any]

METASPACE: Stage = {"type": "Metaspace", "replacement": "▁", "prepend_scheme": "always", "split": True}
BYTES: Stage = {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": True, "use_regex": True}
WHITESPACE: Stage = {"type": "Whitespace"}
UNSPLIT: Stage = BYTES | {"use_regex": False}


def pattern(regex: str) -> Stage:
    """A pre-tokenizer that cuts by a pattern and writes bytes."""
    split = {"type": "Split", "pattern": {"Regex": regex}, "behavior": "Isolated", "invert": False}
    return {"type": "Sequence", "pretokenizers": [split, UNSPLIT]}


def merging(vocabulary: Sequence[str], merges: Sequence[tuple[str, str]], **options: object) -> Stage:
    """A model of type BPE."""
    numbered = {token: number for number, token in enumerate(vocabulary)}
    return {"type": "BPE", "vocab": numbered, "merges": [[*pair] for pair in merges], **options}


def likely(scores: Mapping[str, float], **options: object) -> Stage:
    """A model of type Unigram, with <unk>."""
    return {"type": "Unigram", "unk_id": 0, "vocab": [["<unk>", 0.0], *map(list, scores.items())], **options}


def matching(vocabulary: Sequence[str], limit: int = 100) -> Stage:
    """A model of type WordPiece. limit: longer words are unknown."""
    numbered = {token: number for number, token in enumerate(vocabulary)}
    marks = {"unk_token": "[UNK]", "continuing_subword_prefix": "##", "max_input_chars_per_word": limit}
    return {"type": "WordPiece", "vocab": numbered, **marks}


def text_of(model: Stage, cut: Stage, normalizer: Stage | None = None, added: Sequence[str] = ()) -> str:
    """The text of a tokenizer.json."""
    flags = {"single_word": False, "lstrip": False, "rstrip": False, "normalized": False, "special": True}
    size = len(model["vocab"])
    tokens = [{"id": size + number, "content": token, **flags} for number, token in enumerate(added)]
    stages = {"added_tokens": tokens, "normalizer": normalizer, "pre_tokenizer": cut, "model": model}
    return json.dumps({"version": "1.0", **stages}, ensure_ascii=False)


def loaded(model: Stage, cut: Stage, normalizer: Stage | None = None, added: Sequence[str] = ()) -> Model:
    """The tokenizer of such a file."""
    return load_any((("tokenizer.json", text_of(model, cut, normalizer, added).encode()),)).model
