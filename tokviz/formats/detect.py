"""A tokenizer of any algorithm out of one file or two, told apart by name and content.

Here all formats meet; the readers of one format are beside this module. Contents are given, no path is opened.
"""

from __future__ import annotations

import json
from collections.abc import Sequence

from tokviz import bpe, unigram, wordpiece
from tokviz.errors import CorpusError
from tokviz.formats import (
    huggingface,
    sentencepiece,
    subword_nmt,
    tiktoken,
    tokenizer_json,
    unigram_json,
    vocab_txt,
    wordpiece_json,
)

__all__ = ["SUFFIXES", "Model", "read_any"]

Model = bpe.Model | wordpiece.Model | unigram.Model
"""What files hold."""

SUFFIXES = ("json", "txt", "codes", "bpe", "tiktoken", "model", "vocab")
"""The endings of the files that are read."""
_LOOKED_AT = 64_000  # bytes of a text file that tell what it is


def read_any(files: Sequence[tuple[str, bytes]]) -> Model:
    """Read one tokenizer from (name, content) pairs.

    tokenizer.json of any algorithm; merges.txt with vocab.json; vocab.txt of WordPiece; .tiktoken; .model or .vocab of
    SentencePiece; a codes file of subword-nmt, whatever it is called. Raises FormatError or LimitError for a broken
    file, CorpusError when the files do not make one tokenizer.

    >>> type(read_any([("vocab.txt", b"[UNK]\\nhug\\n##s\\n")])).__module__
    'tokviz.wordpiece.model'
    """
    jsons = [content for name, content in files if name.lower().endswith(".json")]
    others = [(name.lower(), content) for name, content in files if not name.lower().endswith(".json")]
    if len(jsons) == 1 and not others:
        return _of_json(jsons[0])
    if len(jsons) == 1 and len(others) == 1 and others[0][0].endswith((".txt", ".bpe")):
        return huggingface.read_merges(others[0][1], jsons[0])
    if len(others) == 1 and not jsons:
        return _of_one(*others[0])
    raise CorpusError("upload-not-tokenizer")


def _of_json(data: bytes) -> Model:
    """By the type of its model. What cannot be read at all is left to a reader, whose error names the line."""
    try:
        model = json.loads(data.decode("utf-8-sig"))["model"]
        kind, vocabulary = model.get("type"), model.get("vocab")
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return tokenizer_json.read_tokenizer(data).model
    if kind == "Unigram" or (kind is None and isinstance(vocabulary, list)):
        return unigram_json.read(data)
    if kind == "WordPiece" or (kind is None and "merges" not in model):
        return wordpiece_json.read(data)
    return tokenizer_json.read_tokenizer(data).model


def _of_one(name: str, data: bytes) -> Model:
    if name.endswith(".tiktoken"):
        return tiktoken.read_ranks(data)
    if name.endswith(".model"):
        return sentencepiece.read_model(data).model
    if name.endswith(".vocab"):
        return sentencepiece.read_vocab(data)
    if name.endswith(".txt") and not _is_codes(data):
        return vocab_txt.read(data)
    return subword_nmt.read_codes(data)


def _is_codes(data: bytes) -> bool:
    """Whether a text holds merges, two symbols on most of its lines, and not one token on each."""
    lines = data[:_LOOKED_AT].removeprefix(b"\xef\xbb\xbf").splitlines()
    if lines and lines[0].startswith(b"#version"):
        return True
    pairs = sum(len(line.split()) == 2 for line in lines)
    return 2 * pairs > sum(map(bool, lines))
