"""Files of tokenizers as attackers make them: small, well-formed, and costly for a server that opens them.

Each function returns the content of a file; :func:`honest` that of one which is what it seems to be.
"""

from __future__ import annotations

import base64
import json
import struct
from collections.abc import Sequence
from typing import Any

__all__ = [
    "byte_level_normalizers",
    "byte_level_pre_tokenizers",
    "growing_model",
    "honest",
    "long_pad_token",
    "long_piece",
    "long_prefix",
    "lying_gguf",
    "nested_ranks",
    "quadratic",
    "small_unigram",
    "splits_and_metaspaces",
    "word_piece",
]

_BYTE_LEVEL = {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": False, "use_regex": False}
_MARKS = "▁▂▃▄▅▆▇█▉▊▋▌▍▎▏▐░▒▓▔▕▖▗▘▙▚▛▜"


def honest() -> bytes:
    """Return a small WordPiece tokenizer that is what it seems to be."""
    letters = "abcdefghijklmnopqrstuvwxyz"
    return word_piece(
        ["[UNK]", *letters, *(f"##{letter}" for letter in letters), "low", "##er", "##est", "new", "wide"]
    )


def word_piece(tokens: Sequence[str]) -> bytes:
    """Return a WordPiece tokenizer with these tokens, of which the first is that for unknown words."""
    model = _word_piece({token: number for number, token in enumerate(tokens)})
    return _json(model, pre_tokenizer={"type": "Whitespace"})


def byte_level_normalizers(times: int) -> bytes:
    """Return a chain that turns each byte of a text into one or two, so many times: it doubles the text each time."""
    return _json(_letters(), normalizer={"type": "Sequence", "normalizers": [{"type": "ByteLevel"}] * times})


def byte_level_pre_tokenizers(times: int) -> bytes:
    """Return the same chain as pre-tokenizers."""
    return _json(_letters(), pre_tokenizer={"type": "Sequence", "pretokenizers": [_BYTE_LEVEL] * times})


def splits_and_metaspaces(times: int) -> bytes:
    """Return a chain that splits at every character and writes a mark of three bytes before each, so many times."""
    split = {"type": "Split", "pattern": {"Regex": r"[\s\S]"}, "behavior": "Isolated", "invert": False}
    chain = [
        part
        for mark in _MARKS[:times]
        for part in (split, {"type": "Metaspace", "replacement": mark, "prepend_scheme": "always", "split": False})
    ]
    return _json(_letters(), pre_tokenizer={"type": "Sequence", "pretokenizers": chain})


def long_prefix(length: int) -> bytes:
    """Return a WordPiece model with a continuing prefix of so many characters, looked up at each place of a word."""
    prefix = "#" * length
    model = _word_piece({"[UNK]": 0, "a": 1, f"{prefix}a": 2}) | {
        "continuing_subword_prefix": prefix,
        "max_input_chars_per_word": 1000,
    }
    return _json(model, pre_tokenizer={"type": "Whitespace"})


def long_piece(length: int) -> bytes:
    """Return a Unigram model with one piece of so many letters: a chain of as many nodes in the trie of its library."""
    return _json({"type": "Unigram", "unk_id": 0, "vocab": [["<unk>", 0.0], ["a" * length, -1.0]]})


def small_unigram(number: int) -> bytes:
    """Return a small Unigram model, another one for each number."""
    return _json({"type": "Unigram", "unk_id": 0, "vocab": [["<unk>", 0.0], ["a", -1.0 - number]]})


def long_pad_token(length: int, times: int) -> bytes:
    """Return a tokenizer that fills up each text to so many tokens with a pad token of so many characters."""
    padding = {
        "strategy": {"Fixed": times},
        "direction": "Right",
        "pad_to_multiple_of": None,
        "pad_id": 0,
        "pad_type_id": 0,
        "pad_token": "x" * length,
    }
    return _json(_letters(), padding=padding)


def nested_ranks(letter: str, longest: int) -> bytes:
    """Return a rank file of all bytes and of runs of one letter, each inside of the next."""
    tokens = [bytes([one]) for one in range(256)]
    tokens += [letter.encode() * length for length in range(2, longest + 1)]
    return b"".join(base64.b64encode(token) + f" {rank}\n".encode() for rank, token in enumerate(tokens))


def growing_model(length: int) -> bytes:
    """Return a model of SentencePiece whose map of characters turns each `a` into so many of them."""
    from sentencepiece import sentencepiece_model_pb2

    message: Any = sentencepiece_model_pb2.ModelProto()  # type: ignore[attr-defined]
    for piece, score, kind in (("<unk>", 0.0, 2), ("<s>", 0.0, 3), ("</s>", 0.0, 3), ("a", -1.0, 1), ("b", -1.0, 1)):
        message.pieces.add(piece=piece, score=score, type=kind)
    message.normalizer_spec.name = "growing"
    message.normalizer_spec.precompiled_charsmap = _character_map("a", "a" * length)
    message.trainer_spec.model_type = 1
    return bytes(message.SerializeToString())


def lying_gguf(kind: int, count: int) -> bytes:
    """Return a GGUF file whose list of tokens claims so many members, of a kind by its number there, and has none."""
    key = b"tokenizer.ggml.tokens"
    return b"GGUF" + struct.pack("<IQQQ", 3, 0, 1, len(key)) + key + struct.pack("<IIQ", 9, kind, count)


def quadratic(pattern: str) -> bytes:
    """Return a tokenizer that splits by a pattern of which each start is tried to the end of a run of blanks."""
    split = {"type": "Split", "pattern": {"Regex": pattern}, "behavior": "Isolated", "invert": False}
    return _json(_letters(), pre_tokenizer=split)


def _character_map(character: str, text: str) -> bytes:
    """Return a compiled map of one character of one byte, as SentencePiece has it: a double array, then all texts.

    A unit of the array: the label in bits 0 to 7, whether a value follows in bit 8, the offset of its children from
    bit 10 on; in a value, bit 31 and the place of the text.
    """
    units, root, leaf = [0] * 1024, 256, 512
    child = root ^ ord(character)
    units[0] = root << 10
    units[child] = ord(character) | 1 << 8 | leaf << 10
    units[child ^ leaf] = 1 << 31
    array = struct.pack(f"<{len(units)}I", *units)
    return struct.pack("<I", len(array)) + array + text.encode() + b"\0"


def _letters() -> dict[str, Any]:
    tokens: Sequence[str] = ["<unk>", *map(chr, range(97, 123))]
    return {
        "type": "BPE",
        "vocab": {token: number for number, token in enumerate(tokens)},
        "merges": [],
        "unk_token": "<unk>",
    }


def _word_piece(vocab: dict[str, int]) -> dict[str, Any]:
    return {
        "type": "WordPiece",
        "unk_token": "[UNK]",
        "continuing_subword_prefix": "##",
        "max_input_chars_per_word": 100,
        "vocab": vocab,
    }


def _json(model: dict[str, Any], **parts: Any) -> bytes:
    return json.dumps({"version": "1.0", "added_tokens": [], "model": model, **parts}, separators=(",", ":")).encode()
