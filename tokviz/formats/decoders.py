"""Decoders of a tokenizer.json: the one that says what a model's `decode` does, and whether another says the same.

A model decodes as its marks and its pre-tokenisation were. A file whose decoder would give another text, or that has
none, gets a note. Source: tokenizers 0.23.3, decoders.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from tokviz.bpe.rules import Rules
from tokviz.formats.loaded import Note, note
from tokviz.formats.parts import shown
from tokviz.pretokenize import BYTE_LEVEL, KEEPS_SPACES, MARKS_SPACES, METASPACE

__all__ = ["decoder_of", "notes_on"]

Part = dict[str, Any]

_BYTE_LEVEL: Part = {"type": "ByteLevel", "add_prefix_space": True, "trim_offsets": True, "use_regex": True}
_SPACE: Part = {"type": "Replace", "pattern": {"String": METASPACE}, "content": " "}
_FIRST: Part = {"type": "Strip", "content": " ", "start": 1, "stop": 0}
_FUSE: Part = {"type": "Fuse"}
_BYTES: Part = {"type": "ByteFallback"}
_BYTE = re.compile("<0x[0-9A-F]{2}>")
_DEFAULTS: dict[str, Part] = {
    "BPEDecoder": {"suffix": "</w>"},
    "Metaspace": {"replacement": METASPACE, "prepend_scheme": "always"},
    "WordPiece": {"prefix": "##", "cleanup": True},
}


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


def notes_on(decoder: Any, ours: Part, vocabulary: Iterable[str]) -> tuple[Note, ...]:
    """A note where a file has no decoder, or one that gives other texts than `ours` with tokens of the vocabulary.

    >>> [one.code for one in notes_on(None, _FUSE, ())], notes_on({"type": "ByteLevel"}, _BYTE_LEVEL, ())
    (['decoder-missing'], ())
    """
    if decoder is None:
        return (note("decoder-missing"),)
    tokens = tuple(vocabulary)
    drops_marks = any(METASPACE in token[1:] for token in tokens)
    found, usual = _steps(decoder, drops_marks=drops_marks), _steps(ours)
    if not any(map(_BYTE.fullmatch, tokens)):
        found, usual = (steps and [one for one in steps if one != _BYTES] for steps in (found, usual))
    return () if found == usual else (note("decoder-other", found=shown(decoder)),)


def _steps(decoder: Any, *, drops_marks: bool = False) -> list[Part] | None:
    """What a decoder does, alike for all that give the same texts; None for one that is not understood.

    drops_marks: whether the first token may hold marks that a decoder of Metaspace drops and ours keeps.
    """
    flat = _flat(decoder)
    if flat is None:
        return None
    steps: list[Part] = []
    for one in flat:
        match one:
            case {"type": "Metaspace", "replacement": "▁", "prepend_scheme": "never"}:
                steps.append(_SPACE)
            case {"type": "Metaspace", "replacement": "▁"} if not drops_marks:
                steps += [_SPACE, _FUSE, _FIRST]
            case {"type": "ByteLevel"}:
                steps.append({"type": "ByteLevel"})
            case _:
                steps.append(one)
    behind = steps[steps.index(_FUSE) :] if _FUSE in steps else []
    if any(one not in (_FUSE, _SPACE, _FIRST) for one in behind):
        return None
    bytes_first = sorted((one for one in steps if one != _FUSE), key=lambda one: one != _BYTES)
    return bytes_first + [_FUSE] * (_FIRST in behind)


def _flat(decoder: Any) -> list[Part] | None:
    """The parts of a decoder with their defaults, those of a sequence in order."""
    match decoder:
        case {"type": "Sequence", "decoders": list(inner)} if not any(
            isinstance(one, dict) and "decoders" in one for one in inner
        ):
            found = [_flat(one) for one in inner]
            return None if None in found else [part for parts in found if parts for part in parts]
        case {"type": str(kind)} if kind != "Sequence":
            return [{**_DEFAULTS.get(kind, {}), **decoder}]
    return None
