"""GGUF files as llama.cpp's converter writes them, made of a tokenizer.json or of a model of SentencePiece."""

from __future__ import annotations

import json
import struct
from collections.abc import Mapping, Sequence
from typing import Any

from sentencepiece import sentencepiece_model_pb2

__all__ = ["gguf", "of_bert", "of_byte_level", "of_sentencepiece"]

_NORMAL, _UNKNOWN, _CONTROL, _USER_DEFINED = 1, 2, 3, 4


def gguf(entries: Mapping[str, Any], *, version: int = 3, count: int | None = None) -> bytes:
    """A file without tensors. count: the number of entries that it claims to have."""
    head = b"GGUF" + struct.pack("<IQQ", version, 0, len(entries) if count is None else count)
    return head + b"".join(_text(key) + _value(value) for key, value in entries.items())


def _text(text: str) -> bytes:
    data = text.encode()
    return struct.pack("<Q", len(data)) + data


def _value(value: Any) -> bytes:
    match value:
        case bool():
            return struct.pack("<I?", 7, value)
        case int():
            return struct.pack("<II", 4, value)
        case float():
            return struct.pack("<If", 6, value)
        case str():
            return struct.pack("<I", 8) + _text(value)
        case bytes():
            return struct.pack("<IIQ", 9, 0, len(value)) + value
    first = value[0] if value else ""
    if isinstance(first, str):
        return struct.pack("<IIQ", 9, 8, len(value)) + b"".join(map(_text, value))
    kind, form = (6, "f") if isinstance(first, float) else (5, "i")
    return struct.pack("<IIQ", 9, kind, len(value)) + struct.pack(f"<{len(value)}{form}", *value)


def _tokenizer(model: str, tokens: Sequence[str], kinds: Sequence[int], **more: Any) -> dict[str, Any]:
    own = {"model": model, "tokens": list(tokens), "token_type": list(kinds), **more}
    return {"general.architecture": "llama", **{f"tokenizer.ggml.{key}": value for key, value in own.items()}}


def of_byte_level(text: str, pre: str | None, **more: Any) -> bytes:
    """A file of the vocabulary and the merges of a tokenizer.json."""
    file = json.loads(text)
    specials = {token["content"]: _CONTROL if token["special"] else _USER_DEFINED for token in file["added_tokens"]}
    ids = file["model"]["vocab"] | {token["content"]: token["id"] for token in file["added_tokens"]}
    tokens = sorted(ids, key=ids.__getitem__)
    merges = [" ".join(pair) for pair in file["model"]["merges"]]
    named = {} if pre is None else {"pre": pre}
    kinds = [specials.get(token, _NORMAL) for token in tokens]
    return gguf(_tokenizer("gpt2", tokens, kinds, **named, merges=merges, **more))


def of_bert(text: str, **more: Any) -> bytes:
    """A file of a WordPiece vocabulary, with marks at the beginnings of words instead of within them."""
    file = json.loads(text)
    ids = file["model"]["vocab"]
    specials = {token["content"] for token in file["added_tokens"]}
    tokens = [
        token if token in specials else token[2:] if token.startswith("##") else f"▁{token}"
        for token in sorted(ids, key=ids.__getitem__)
    ]
    numbers = {"bos": "[CLS]", "seperator": "[SEP]", "unknown": "[UNK]", "padding": "[PAD]", "mask": "[MASK]"}
    named = {f"{name}_token_id": ids[token] for name, token in numbers.items()}
    kinds = [_CONTROL if token in specials else _NORMAL for token in tokens]
    return gguf(_tokenizer("bert", tokens, kinds, **named, **more))


def of_sentencepiece(data: bytes, model: str, **more: Any) -> bytes:
    """A file of the pieces of a `.model`, with its normalizer."""
    proto: Any = sentencepiece_model_pb2.ModelProto.FromString(data)  # type: ignore[attr-defined]
    pieces, options = proto.pieces, proto.normalizer_spec
    about = {
        "scores": [float(piece.score) for piece in pieces],
        "bos_token_id": proto.trainer_spec.bos_id,
        "eos_token_id": proto.trainer_spec.eos_id,
        "unknown_token_id": proto.trainer_spec.unk_id,
        "add_space_prefix": options.add_dummy_prefix,
        "remove_extra_whitespaces": options.remove_extra_whitespaces,
    }
    if options.precompiled_charsmap:
        about["precompiled_charsmap"] = options.precompiled_charsmap
    kinds = [piece.type for piece in pieces]
    return gguf(_tokenizer(model, [piece.piece for piece in pieces], kinds, **about | more))
