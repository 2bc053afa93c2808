"""tokenizer.json of a unigram tokenizer, as Hugging Face's tokenizers stores it, both ways.

What changes tokens and is not modelled here is refused by name: other models, normalizers, other pre-tokenisers. For
the rest there are notes: post-processors, truncation, padding, decoders that give another text. A model decodes as its
pre-tokenisation was. Source: tokenizers 0.23.3.
"""

from __future__ import annotations

import json
import math
from dataclasses import asdict
from typing import Any

from tokviz.bpe import Rules
from tokviz.errors import FormatError, RulesError, brief
from tokviz.formats.decoders import decoder_of, notes_on
from tokviz.formats.loaded import Loaded
from tokviz.formats.parts import added_tokens_at, notes_at, unsupported
from tokviz.formats.pretokenizers import named, normalizer_of, split_of, with_normalizer
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
from tokviz.pretokenize import MARKS_SPACES, METASPACE
from tokviz.unigram import Model

__all__ = ["load", "read", "write"]

MAX_SCORE = 700.0
"""Scores are within this of 0: beyond, a probability is no number that a computer holds."""


def read(data: str | bytes) -> Model:
    """Read the model of a tokenizer.json, and warn of what :func:`load` notes. Raises as that does."""
    return load(data).told()


def load(data: str | bytes) -> Loaded[Model]:
    """Read a tokenizer.json. Raises FormatError, with a line, or LimitError.

    >>> file = load('{"model": {"type": "Unigram", "unk_id": 0, "vocab": [["?", 0], ["l", -2.0], ["lo", -2.5]]}}')
    >>> file.model.encode("lol"), [note.code for note in file.notes]
    (['lo', 'l'], ['decoder-missing'])
    """
    value, text = read_json(data)
    file = object_at({"file": value}, "file", text)
    part = object_at(file, "model", text)
    kind = part.get("type", "Unigram" if "unk_id" in part else None)
    if kind != "Unigram":
        raise unsupported("model", kind, text)
    pretokenizer, _, continued = split_of(file, text)
    scores = _scores(part.get("vocab"), text)
    unk_id = part.get("unk_id")
    if unk_id is not None and (type(unk_id) is not int or not 0 <= unk_id < len(scores)):
        raise wrong_shape("unk_id", text)
    pieces = tuple(scores)
    added = added_tokens_at(file, pieces, text)
    pretokenizer, normalizer = with_normalizer(pretokenizer)
    model = Model.from_scores(
        scores,
        unk_token=None if unk_id is None else pieces[unk_id],
        pretokenizer=pretokenizer,
        byte_fallback=flag_at(part, "byte_fallback", text),
        added=added,
        continued=continued,
        normalizer=normalizer,
    )
    return Loaded(model, (*notes_at(file), *notes_on(file.get("decoder"), _decoder(model), pieces)))


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
        "normalizer": normalizer_of(model),
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
    return decoder_of(Rules(), model.pretokenizer, byte_fallback=model.byte_fallback)
