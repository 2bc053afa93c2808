"""A tokenizer of one algorithm out of the files that a visitor uploads, told apart by their names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Generic, NamedTuple, TypeVar

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
from tokviz.model import Model

__all__ = ["SUFFIXES", "Files", "TokenizerFile", "read_bpe", "read_unigram", "read_wordpiece"]

SUFFIXES: Mapping[str, tuple[str, ...]] = {
    "bpe": ("json", "txt", "codes", "bpe", "tiktoken"),
    "wordpiece": ("txt", "json"),
    "unigram": ("json", "vocab", "model"),
}
"""Name of an algorithm -> the endings of the files that are read."""

Files = Sequence[tuple[str, bytes]]
"""Names and contents."""

ModelOut = TypeVar("ModelOut", bound=Model, covariant=True)


class TokenizerFile(NamedTuple, Generic[ModelOut]):
    """A model, and of a unigram tokenizer the parts of its file that play no role here."""

    model: ModelOut
    unused: tuple[str, ...] = ()


def read_bpe(files: Files) -> TokenizerFile[bpe.Model]:
    """Read one tokenizer: tokenizer.json, merges.txt with vocab.json, .tiktoken or codes.

    Raises FormatError for a broken file and CorpusError when the files do not make one tokenizer.
    """
    jsons = [content for name, content in files if name.lower().endswith(".json")]
    others = [(name.lower(), content) for name, content in files if not name.lower().endswith(".json")]
    if len(jsons) == 1 and not others:
        return TokenizerFile(tokenizer_json.read_tokenizer(jsons[0]).model)
    if len(jsons) == 1 and len(others) == 1 and not others[0][0].endswith(".tiktoken"):
        return TokenizerFile(huggingface.read_merges(others[0][1], jsons[0]))
    if len(others) == 1 and not jsons:
        name, content = others[0]
        read = tiktoken.read_ranks if name.endswith(".tiktoken") else subword_nmt.read_codes
        return TokenizerFile(read(content))
    raise CorpusError("upload-not-one")


def read_wordpiece(files: Files) -> TokenizerFile[wordpiece.Model]:
    """Read a vocabulary. Raises FormatError, LimitError, or CorpusError for other names."""
    ((name, data),) = files
    if name.lower().endswith(".json"):
        return TokenizerFile(wordpiece_json.read(data))
    if name.lower().endswith(".txt"):
        return TokenizerFile(vocab_txt.read(data))
    raise CorpusError("upload-not-wordpiece")


def read_unigram(files: Files) -> TokenizerFile[unigram.Model]:
    """Read a unigram tokenizer. Raises FormatError, LimitError, or CorpusError for other names."""
    ((name, data),) = files
    if name.lower().endswith(".json"):
        found = unigram_json.read_file(data)
        return TokenizerFile(found.model, found.unused)
    if name.lower().endswith(".vocab"):
        return TokenizerFile(sentencepiece.read_vocab(data))
    if name.lower().endswith(".model"):
        read = sentencepiece.read_model(data)
        return TokenizerFile(read.model, read.unused)
    raise CorpusError("upload-not-unigram")
