"""What a tokenizer.json has around its model, of whichever kind that is. Source: tokenizers 0.23.3."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict

from tokviz.errors import RulesError, brief
from tokviz.formats.pretokenizers import Part, named, normalizer_of
from tokviz.models.added_tokens import AddedToken
from tokviz.models.text_encoder import TextEncoder
from tokviz.pretokenize import MARKS_SPACES, METASPACE

__all__ = ["check_start", "file_text"]


def check_start(mark: str, pretokenizer: str, *, is_alone: bool = True) -> None:
    """Refuse a mark at the beginnings of words, unless the pre-tokenisation writes it. is_alone: whether other pieces
    have no mark. Raises RulesError."""
    if mark and not (mark == METASPACE and pretokenizer in MARKS_SPACES and is_alone):
        raise RulesError("tokenizer-json-start", mark=brief(mark))


def file_text(
    model: TextEncoder, part: Part, decoder: Part, specials: Iterable[AddedToken] = (), *, over_bytes: bool = False
) -> str:
    """The whole file. part: what it says of the model itself. specials: tokens that are added ones there, beside those
    of the model. over_bytes: whether words are cut into bytes. Raises RulesError as :func:`normalizer_of` does."""
    added = {token.content: token for token in (*specials, *model.added)}
    content = {
        "version": "1.0",
        "truncation": None,
        "padding": None,
        "added_tokens": [asdict(token) for token in sorted(added.values(), key=lambda token: token.id)],
        "normalizer": normalizer_of(model),
        "pre_tokenizer": named(model.pretokenizer, over_bytes=over_bytes),
        "post_processor": None,
        "decoder": decoder,
        "model": part,
    }
    return json.dumps(content, ensure_ascii=False, indent=2) + "\n"
