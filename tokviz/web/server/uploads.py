"""A trained tokenizer out of the files that a visitor uploads, told apart by their names."""

from __future__ import annotations

from collections.abc import Sequence

from tokviz.bpe import Model
from tokviz.errors import CorpusError
from tokviz.formats import huggingface, subword_nmt, tiktoken, tokenizer_json

__all__ = ["SUFFIXES", "read_model"]

SUFFIXES = ("json", "txt", "codes", "bpe", "tiktoken")
"""The endings of the files that are read."""


def read_model(files: Sequence[tuple[str, bytes]]) -> Model:
    """Read one tokenizer from (name, content) pairs: tokenizer.json, merges.txt with vocab.json, .tiktoken or codes.

    Raises FormatError for a broken file and CorpusError when the files do not make one tokenizer.
    """
    jsons = [content for name, content in files if name.lower().endswith(".json")]
    others = [(name.lower(), content) for name, content in files if not name.lower().endswith(".json")]
    if len(jsons) == 1 and not others:
        return tokenizer_json.read_tokenizer(jsons[0]).model
    if len(jsons) == 1 and len(others) == 1 and not others[0][0].endswith(".tiktoken"):
        return huggingface.read_merges(others[0][1], jsons[0])
    if len(others) == 1 and not jsons:
        name, content = others[0]
        return tiktoken.read_ranks(content) if name.endswith(".tiktoken") else subword_nmt.read_codes(content)
    raise CorpusError("upload-not-one")
