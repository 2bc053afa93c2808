r"""Pre-tokenisers as a tokenizer.json has them, by our names.

The patterns are those of `tokviz.pretokenize` in the notation of its engine, where "{1,3}+" would repeat and "$" would
be the end of any line. Source: tokenizers 0.23.3.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from types import MappingProxyType
from typing import Any

from tokviz.errors import RulesError
from tokviz.models.text_encoder import TextEncoder
from tokviz.pretokenize import BERT_NORMALIZERS, BertNormalizer

__all__ = [
    "BYTES",
    "MARKS",
    "PRE_TOKENIZERS",
    "Part",
    "named",
    "normalizer_of",
    "split_by",
]

Part = dict[str, Any]
"""An object of the file: its `type` and its options."""


def split_by(regex: str, behavior: str = "Isolated") -> Part:
    """What cuts by a pattern."""
    return {"type": "Split", "pattern": {"Regex": regex}, "behavior": behavior, "invert": False}


def _byte_level(*, space: bool, regex: bool) -> Part:
    return {"type": "ByteLevel", "add_prefix_space": space, "trim_offsets": True, "use_regex": regex}


def _metaspace(scheme: str = "always", *, split: bool = True) -> Part:
    return {"type": "Metaspace", "replacement": "▁", "prepend_scheme": scheme, "split": split}


def _sequence(*parts: Part) -> Part:
    return {"type": "Sequence", "pretokenizers": list(parts)}


BYTES: Part = _byte_level(space=False, regex=False)
"""What turns text into byte characters and does nothing else."""
MARKS: Part = _metaspace()
"""What writes a mark for each space, and one in front."""

_CONTRACTIONS = "(?i:'s|'t|'re|'ve|'m|'ll|'d)"
_UPPER, _LOWER = r"[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]", r"[\p{Ll}\p{Lm}\p{Lo}\p{M}]"
_GPT2 = split_by(r"'(?:[sdmt]|ll|ve|re)| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+")
_CL100K = split_by(
    rf"{_CONTRACTIONS}|[^\r\n\p{{L}}\p{{N}}]?\p{{L}}+|\p{{N}}{{1,3}}| ?[^\s\p{{L}}\p{{N}}]+[\r\n]*"
    r"|\s+\z|\s*[\r\n]|\s+(?!\S)|\s"
)
_O200K = split_by(
    rf"[^\r\n\p{{L}}\p{{N}}]?{_UPPER}*{_LOWER}+{_CONTRACTIONS}?|[^\r\n\p{{L}}\p{{N}}]?{_UPPER}+{_LOWER}*{_CONTRACTIONS}?"
    r"|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+"
)

_LLAMA3 = (
    rf"{_CONTRACTIONS}|[^\r\n\p{{L}}\p{{N}}]?\p{{L}}+|DIGITS| ?[^\s\p{{L}}\p{{N}}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+"
)
_THREES, _TWOS, _ONES = (split_by(_LLAMA3.replace("DIGITS", rf"\p{{N}}{most}")) for most in ("{1,3}", "{1,2}", ""))
_RUNS = (split_by("[0-9]+"), split_by(r"[0-9]{1,3}(?=(?:[0-9]{3})*\z)"))

PRE_TOKENIZERS: Mapping[str, Part | None] = MappingProxyType(
    {
        "whitespace": {"type": "WhitespaceSplit"},
        "words": {"type": "Whitespace"},
        "bert": {"type": "BertPreTokenizer"},  # with its normalizer, see below
        "gpt2": _GPT2,
        "cl100k": _CL100K,
        "o200k": _O200K,
        "llama3": _THREES,
        "nanochat": _TWOS,
        "qwen2": _ONES,
        "threes-from-right": _sequence(*_RUNS, _CL100K),
        "metaspace": _sequence(split_by(r"\r\n|\r|\n", "Removed"), MARKS),
        "none": None,
        "gpt2-bytes": _byte_level(space=False, regex=True),
        "cl100k-bytes": _sequence(_CL100K, BYTES),
        "o200k-bytes": _sequence(_O200K, BYTES),
        "llama3-bytes": _sequence(_THREES, BYTES),
        "nanochat-bytes": _sequence(_TWOS, BYTES),
        "qwen2-bytes": _sequence(_ONES, BYTES),
        "threes-from-right-bytes": _sequence(*_RUNS, _CL100K, BYTES),
        "bert-uncased": {"type": "BertPreTokenizer"},
        "bert-cased": {"type": "BertPreTokenizer"},
        "BertPreTokenizer": {"type": "BertPreTokenizer"},
        "ByteLevel(add_prefix_space)": _byte_level(space=True, regex=True),
        "ByteLevel(add_prefix_space, no regex)": _byte_level(space=True, regex=False),
        "Metaspace": MARKS,
        "Metaspace(never)": _metaspace("never"),
        "Metaspace(no split)": _metaspace(split=False),
        "Metaspace(never, no split)": _metaspace("never", split=False),
    }
)
"""The name of each pre-tokeniser -> what the file says for it."""


def named(name: str, *, over_bytes: bool) -> Part | None:
    """The object for a pre-tokeniser; `over_bytes`: its words are cut into bytes afterwards.

    >>> named("words", over_bytes=True)["pretokenizers"][0]
    {'type': 'Whitespace'}
    """
    part = PRE_TOKENIZERS[name]
    if not over_bytes:
        return part
    if part is None:
        return BYTES
    return _sequence(*(part["pretokenizers"] if part["type"] == "Sequence" else [part]), BYTES)


def normalizer_of(model: TextEncoder) -> Part | None:
    """The object for the normalizer of a model. Raises RulesError for one that has none, or came out of a file whose
    library normalizes."""
    normalizer = model.normalizer or BERT_NORMALIZERS.get(model.pretokenizer)
    if model.around is not None or not isinstance(normalizer, BertNormalizer | None):
        raise RulesError("tokenizer-json-normalizer")
    return None if normalizer is None else {"type": "BertNormalizer", **asdict(normalizer)}
