"""tokenizer.json of a unigram model, as Hugging Face's tokenizers stores it: written here, read by the library itself.

A model decodes as its pre-tokenisation was. Source: tokenizers 0.23.3.
"""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Any

from tokviz.bpe import Rules
from tokviz.errors import RulesError, brief
from tokviz.formats.decoders import decoder_of
from tokviz.formats.pretokenizers import named, normalizer_of
from tokviz.models.added_tokens import AddedToken
from tokviz.pretokenize import MARKS_SPACES, METASPACE
from tokviz.unigram import Model

__all__ = ["write"]


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
        "pre_tokenizer": named(model.pretokenizer, over_bytes=False),
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


def _decoder(model: Model) -> dict[str, Any]:
    """The decoder that gives what `Model.decode` gives."""
    return decoder_of(Rules(), model.pretokenizer, byte_fallback=model.byte_fallback)
