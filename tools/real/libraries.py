"""The libraries of the files of :mod:`tools.real.packages`, with what these do not say."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import tiktoken
import tiktoken.load
from tokenizers import BertWordPieceTokenizer
from tokenizers import pre_tokenizers as pre

from tests.files.styles import CLIP
from tokviz.features.hub.models import MODELS
from tokviz.pretokenize.patterns import PATTERNS

__all__ = ["PATTERN_OF", "SPECIALS", "bert", "clip_file", "encoding"]

PATTERN_OF = {model.name: model.pattern for model in MODELS if model.pattern} | {"whisper": "gpt2"}
"""Rank file -> the pattern of its library."""
SPECIALS = {model.name: dict(model.specials) for model in MODELS if model.pattern}


def encoding(path: Path, pattern: str, specials: dict[str, int]) -> tiktoken.Encoding:
    """Return a rank file as tiktoken reads it."""
    ranks = tiktoken.load.load_tiktoken_bpe(str(path.resolve()))
    return tiktoken.Encoding(pattern, pat_str=PATTERNS[pattern].pattern, mergeable_ranks=ranks, special_tokens=specials)


def bert(path: Path, is_uncased: bool) -> Any:
    """Return a vocab.txt as tokenizers has it for BERT."""
    return BertWordPieceTokenizer.from_file(str(path), lowercase=is_uncased)


def clip_file(path: Path) -> str:
    """Return CLIP's merges as a tokenizer.json, as transformers converts them."""
    merges = gzip.decompress(path.read_bytes()).decode().split("\n")[1 : 49152 - 256 - 2 + 1]
    pairs = [tuple(line.split()) for line in merges]
    letters = sorted(pre.ByteLevel.alphabet())
    tokens = [*letters, *(f"{letter}</w>" for letter in letters), *map("".join, pairs)]
    specials = ["<|startoftext|>", "<|endoftext|>"]
    vocabulary = {token: number for number, token in enumerate(dict.fromkeys([*tokens, *specials]))}
    split = {"type": "Split", "pattern": {"Regex": CLIP}, "behavior": "Removed", "invert": True}
    spaces = {"type": "Replace", "pattern": {"Regex": r"\s+"}, "content": " "}
    flags = dict.fromkeys(("single_word", "lstrip", "rstrip", "normalized"), False)
    return json.dumps(
        {
            "version": "1.0",
            "added_tokens": [{"id": vocabulary[one], "content": one, **flags, "special": True} for one in specials],
            "normalizer": {"type": "Sequence", "normalizers": [{"type": "NFC"}, spaces, {"type": "Lowercase"}]},
            "pre_tokenizer": {
                "type": "Sequence",
                "pretokenizers": [
                    split,
                    {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": True, "use_regex": True},
                ],
            },
            "post_processor": {
                "type": "RobertaProcessing",
                "sep": [specials[1], vocabulary[specials[1]]],
                "cls": [specials[0], vocabulary[specials[0]]],
                "trim_offsets": False,
                "add_prefix_space": False,
            },
            "decoder": {"type": "ByteLevel", "add_prefix_space": True, "trim_offsets": True, "use_regex": True},
            "model": {
                "type": "BPE",
                "unk_token": specials[1],
                "end_of_word_suffix": "</w>",
                "vocab": vocabulary,
                "merges": pairs,
            },
        }
    )
