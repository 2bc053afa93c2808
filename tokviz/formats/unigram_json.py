"""tokenizer.json of a unigram model, as Hugging Face's tokenizers stores it: written here, read by the library itself.

A model decodes as its pre-tokenisation was. Source: tokenizers 0.23.3.
"""

from __future__ import annotations

from tokviz.bpe import Rules
from tokviz.formats.around_model import check_start, file_text
from tokviz.formats.decoders import decoder_of
from tokviz.models.added_tokens import AddedToken
from tokviz.unigram import Model

__all__ = ["write"]


def write(model: Model) -> str:
    """Return a model as tokenizer.json; reserved pieces are added tokens there, beside the model's own.

    Without an `unk_token` tokenizers refuses texts with unknown characters. Raises RulesError for a mark at the
    beginnings of words, unless the pre-tokenisation writes it.

    >>> import json
    >>> json.loads(write(Model({"low": 1.0})))["model"]["vocab"]
    [['low', 0.0]]
    """
    check_start(model.start_of_word, model.pretokenizer)
    part = {
        "type": "Unigram",
        "unk_id": None if model.unk_token is None else list(model.probabilities).index(model.unk_token),
        "vocab": [[piece, score] for piece, score in model.scores.items()],
        "byte_fallback": model.byte_fallback,
    }
    decoder = decoder_of(Rules(), model.pretokenizer, byte_fallback=model.byte_fallback)
    reserved = [AddedToken(i, piece) for i, piece in enumerate(model.probabilities) if piece in model.reserved]
    return file_text(model, part, decoder, reserved)
