"""Decoders of a tokenizer.json: the one that gives what a model's `decode` gives.

Source: tokenizers 0.23.3, decoders.
"""

from __future__ import annotations

from typing import Any

from tokviz.bpe.rules import Rules
from tokviz.pretokenize import BYTE_LEVEL, KEEPS_SPACES, MARKS_SPACES, METASPACE

__all__ = ["decoder_of"]

Part = dict[str, Any]

_BYTE_LEVEL: Part = {"type": "ByteLevel", "add_prefix_space": True, "trim_offsets": True, "use_regex": True}
_SPACE: Part = {"type": "Replace", "pattern": {"String": METASPACE}, "content": " "}
_FIRST: Part = {"type": "Strip", "content": " ", "start": 1, "stop": 0}
_FUSE: Part = {"type": "Fuse"}
_BYTES: Part = {"type": "ByteFallback"}


def decoder_of(rules: Rules, pretokenizer: str, *, byte_fallback: bool) -> Part:
    """The decoder that gives what `decode` gives with these marks.

    Only its "##" stays in front of a word whose start was dropped.

    >>> decoder_of(Rules(end_of_word="</w>"), "whitespace", byte_fallback=False)["decoders"][0]
    {'type': 'BPEDecoder', 'suffix': '</w>'}
    """
    kept = pretokenizer in KEEPS_SPACES
    parts: list[Part] = [_BYTES] if byte_fallback else []
    if rules.end_of_word:
        mark = {"type": "Replace", "pattern": {"String": rules.end_of_word}, "content": ""}
        parts.append(mark if kept else {"type": "BPEDecoder", "suffix": rules.end_of_word})
    elif rules.continuing_prefix and not kept:
        parts.append({"type": "WordPiece", "prefix": rules.continuing_prefix, "cleanup": False})
    if rules.continuing_prefix and (kept or rules.end_of_word):
        parts.append({"type": "Replace", "pattern": {"String": rules.continuing_prefix}, "content": ""})
    parts += [_BYTE_LEVEL] * ((rules.alphabet == "bytes") + (pretokenizer in BYTE_LEVEL))  # one may spell the other
    parts.append(_FUSE)
    if pretokenizer in MARKS_SPACES:  # its own decoder would drop every mark of the first token
        parts.append(_SPACE)
    if pretokenizer in MARKS_SPACES and "never" not in pretokenizer:
        parts.append(_FIRST)
    return parts[0] if len(parts) == 1 else {"type": "Sequence", "decoders": parts}
