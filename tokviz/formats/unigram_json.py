"""tokenizer.json of a unigram tokenizer, as Hugging Face's tokenizers stores it, both ways.

What changes tokens and is not modelled here is refused by name: other models, normalizers, other pre-tokenisers. What
does not is listed as unused: post-processors, truncation, padding. A decoder is not read; a model decodes as its
pre-tokenisation was. Source: tokenizers 0.23.3.
"""

from __future__ import annotations

import json
import math
from dataclasses import asdict, dataclass
from typing import Any

from tokviz.errors import FormatError, RulesError, brief
from tokviz.formats.parts import added_tokens_at, unsupported
from tokviz.formats.pretokenizers import CONTINUED, NORMALIZERS, PRE_TOKENIZERS, filled_in, marks_once, name_of, named
from tokviz.formats.reading import (
    check_tokens,
    check_vocabulary_size,
    flag_at,
    line_of,
    object_at,
    read_json,
    wrong_shape,
)
from tokviz.models.added_tokens import AddedToken
from tokviz.pretokenize import BYTE_LEVEL, MARKS_SPACES, METASPACE
from tokviz.unigram import Model

__all__ = ["UnigramFile", "read", "read_file", "write"]

MAX_SCORE = 700.0
"""Scores are within this of 0: beyond, a probability is no number that a computer holds."""


@dataclass(frozen=True)
class UnigramFile:
    """What a tokenizer.json says: the model, and the parts of the file that play no role here."""

    model: Model
    unused: tuple[str, ...] = ()


def read(data: str | bytes) -> Model:
    """Read the model of a tokenizer.json. Raises FormatError, with a line, or LimitError.

    >>> model = read('{"model": {"type": "Unigram", "unk_id": 0, "vocab": [["?", 0], ["l", -2.0], ["lo", -2.5]]}}')
    >>> model.encode("lol")
    ['lo', 'l']
    """
    return read_file(data).model


def read_file(data: str | bytes) -> UnigramFile:
    """Read a tokenizer.json. Raises as :func:`read` does."""
    value, text = read_json(data)
    file = object_at({"file": value}, "file", text)
    part = object_at(file, "model", text)
    kind = part.get("type", "Unigram" if "unk_id" in part else None)
    if kind != "Unigram":
        raise unsupported("model", kind, text)
    pretokenizer, continued = _pretokenizer(file, text)
    scores = _scores(part.get("vocab"), text)
    unk_id = part.get("unk_id")
    if unk_id is not None and (type(unk_id) is not int or not 0 <= unk_id < len(scores)):
        raise wrong_shape("unk_id", text)
    pieces = tuple(scores)
    model = Model.from_scores(
        scores,
        unk_token=None if unk_id is None else pieces[unk_id],
        pretokenizer=pretokenizer,
        byte_fallback=flag_at(part, "byte_fallback", text),
        added=added_tokens_at(file, pieces, text),
        continued=continued,
    )
    return UnigramFile(
        model, tuple(key for key in ("post_processor", "truncation", "padding") if file.get(key) is not None)
    )


def write(model: Model) -> str:
    """Return a model as tokenizer.json; reserved pieces are added tokens there, beside the model's own.

    Without an `unk_token` tokenizers refuses texts with unknown characters. Raises RulesError for a mark at the
    beginnings of words, unless the pre-tokenisation writes it.

    >>> json.loads(write(Model({"low": 1.0})))["model"]["vocab"]
    [['low', 0.0]]
    """
    mark = model.start_of_word
    if mark and not (mark == METASPACE and model.pretokenizer in MARKS_SPACES):
        raise RulesError("tokenizer-json-start", mark=brief(mark))
    reserved = [AddedToken(i, piece) for i, piece in enumerate(model.probabilities) if piece in model.reserved]
    added = {token.content: token for token in (*reserved, *model.added)}
    content = {
        "version": "1.0",
        "truncation": None,
        "padding": None,
        "added_tokens": [asdict(token) for token in sorted(added.values(), key=lambda token: token.id)],
        "normalizer": NORMALIZERS.get(model.pretokenizer),
        "pre_tokenizer": named(model.pretokenizer, over_bytes=False, once=model.continued is not None),
        "post_processor": None,
        "decoder": _decoder(model),
        "model": {
            "type": "Unigram",
            "unk_id": None if model.unk_token is None else list(model.probabilities).index(model.unk_token),
            "vocab": [[piece, score] for piece, score in model.scores.items()],
            "byte_fallback": model.byte_fallback,
        },
    }
    return json.dumps(content, ensure_ascii=False, indent=2) + "\n"


def _pretokenizer(file: dict[str, Any], text: str) -> tuple[str, str | None]:
    """The pre-tokeniser's name, and that of the one that comes after an added token."""
    normalizer, part = file.get("normalizer"), filled_in(file.get("pre_tokenizer"))
    found = name_of(part, normalizer)
    if found is not None and not found[1]:  # not cut into bytes afterwards
        return found[0], CONTINUED[found[0]] if marks_once(file.get("pre_tokenizer")) else None
    if found is None and (normalizer not in (None, *NORMALIZERS.values()) or part in PRE_TOKENIZERS.values()):
        raise unsupported("normalizer", normalizer, text)
    raise unsupported("pre_tokenizer", part, text)


def _scores(value: Any, text: str) -> dict[str, float]:
    """The pieces with their scores, in the order of the ids."""
    if not isinstance(value, list) or not value:
        raise wrong_shape("vocab", text)
    check_vocabulary_size(len(value))
    scores: dict[str, float] = {}
    for entry in value:
        match entry:
            case [str(piece), int() | float() as score] if (
                piece and not isinstance(score, bool) and math.isfinite(score) and abs(score) < MAX_SCORE
            ):
                if piece in scores:
                    raise FormatError("piece-twice", line=line_of(text, piece, after="vocab"), piece=brief(piece))
                scores[piece] = float(score)
            case _:
                raise wrong_shape("vocab", text)
    check_tokens(scores, lambda token: line_of(text, token, after="vocab"))
    return scores


def _decoder(model: Model) -> dict[str, Any]:
    """The decoder that gives what `Model.decode` gives."""
    parts: list[dict[str, Any]] = [{"type": "ByteFallback"}] if model.byte_fallback else []
    if model.pretokenizer in BYTE_LEVEL:
        parts.append({"type": "ByteLevel", "add_prefix_space": True, "trim_offsets": True, "use_regex": True})
    parts.append({"type": "Fuse"})
    if model.pretokenizer in MARKS_SPACES:  # its own decoder would drop every mark of the first token
        parts.append({"type": "Replace", "pattern": {"String": METASPACE}, "content": " "})
        if "never" not in model.pretokenizer:
            parts.append({"type": "Strip", "content": " ", "start": 1, "stop": 0})
    return parts[0] if len(parts) == 1 else {"type": "Sequence", "decoders": parts}
