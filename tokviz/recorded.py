"""Splits of some sentences by tokenizers of known models: recorded once, with ids, and read without a network.

    recorded.load("strawberry", "gpt-4o").texts      # ("st", "raw", "berry")
    recorded.sentences(), recorded.tokenizers()      # what there is

The files are in ``assets/recorded``: an index with the sentences, and one file a tokenizer, which names the library,
its version, the day and the package that the vocabulary comes from. ``python -m tools.real.record`` writes them. The
vocabularies are not part of tokviz, so other texts need the tokenizer itself (``tokviz models``).
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

from tokviz.location import site

__all__ = ["FOLDER", "Recorded", "Sentence", "Token", "Tokenizer", "find", "load", "sentences", "tokenizers"]

FOLDER = Path("assets") / "recorded"
"""The folder of the records, below :func:`tokviz.location.site`."""
_INDEX = "index"


@dataclass(frozen=True)
class Sentence:
    """A sentence. name: as in links; language: its code."""

    name: str
    language: str
    text: str


@dataclass(frozen=True)
class Tokenizer:
    """A tokenizer of a known model, and where its record comes from.

    name: in short; title: the model's; vocabulary: what its makers call it, if they do; algorithm: "BPE",
    "WordPiece" or "Unigram"; size: how many tokens there are, without special ones where the file has none. library,
    version, date: what split the sentences, and when. package: what the vocabulary's file was taken from. license: of
    the package, and terms of the vocabulary where it has some of its own.
    """

    name: str
    title: str
    vocabulary: str
    algorithm: str
    size: int
    library: str
    version: str
    date: str
    package: str
    license: str


@dataclass(frozen=True)
class Token:
    """A token of a sentence. text: as the vocabulary has it, of byte-level ones as text, and bytes that are none as
    ``<0xF0>``. start, end: the bytes of the sentence in UTF-8 that it covers; equal of a ``▁`` that SentencePiece puts
    before a sentence and that is a token of its own."""

    id: int
    text: str
    start: int
    end: int


@dataclass(frozen=True)
class Recorded:
    """The tokens of a sentence by one tokenizer, without the special tokens that it puts around."""

    tokenizer: Tokenizer
    sentence: Sentence
    tokens: tuple[Token, ...]

    @property
    def ids(self) -> tuple[int, ...]:
        """Return the ids of the tokens."""
        return tuple(token.id for token in self.tokens)

    @property
    def texts(self) -> tuple[str, ...]:
        """Return the tokens as text."""
        return tuple(token.text for token in self.tokens)

    @property
    def pieces(self) -> tuple[bytes, ...]:
        """Return the bytes of the sentence that each token covers."""
        data = self.sentence.text.encode()
        return tuple(data[token.start : token.end] for token in self.tokens)

    @property
    def is_lossless(self) -> bool:
        """True if the tokens' bytes join to the sentence: BERT, CLIP and T5 drop some of them."""
        return b"".join(self.pieces) == self.sentence.text.encode()

    @property
    def spans(self) -> tuple[tuple[int, int], ...]:
        """Return the characters that each token touches, end excluded: the bytes of one may be several tokens."""
        of_byte = [number for number, character in enumerate(self.sentence.text) for _ in character.encode()]
        of_byte.append(len(self.sentence.text))
        return tuple(
            (of_byte[token.start], of_byte[token.end - 1] + 1 if token.start < token.end else of_byte[token.start])
            for token in self.tokens
        )


@cache
def sentences() -> tuple[Sentence, ...]:
    """Return all sentences, in the order in which they are offered.

    >>> [sentence.name for sentence in sentences()][:3]
    ['question', 'strawberry', 'mixed']
    """
    return tuple(Sentence(**record) for record in _read(_INDEX)["sentences"])


@cache
def tokenizers() -> tuple[Tokenizer, ...]:
    """Return all tokenizers, in the order in which they are offered."""
    return tuple(map(_tokenizer, _read(_INDEX)["tokenizers"]))


def find(text: str) -> Sentence | None:
    """Return the sentence with this text, if it is one of them.

    >>> find("strawberry").name, find("raspberry")
    ('strawberry', None)
    """
    return next((sentence for sentence in sentences() if sentence.text == text), None)


def load(sentence: str, tokenizer: str) -> Recorded:
    """Return the tokens of a sentence by a tokenizer, both by name. Raises KeyError.

    >>> load("strawberry", "gpt-4o").texts
    ('st', 'raw', 'berry')
    """
    by_name = {sentence.name: sentence for sentence in sentences()}
    record = next((candidate for candidate in tokenizers() if candidate.name == tokenizer), None)
    if record is None:
        raise KeyError(tokenizer)
    return Recorded(record, by_name[sentence], _tokens(tokenizer)[sentence])


def _tokenizer(name: str) -> Tokenizer:
    return Tokenizer(**{key: value for key, value in _read(name).items() if key != "tokens"})


@cache
def _tokens(name: str) -> Mapping[str, tuple[Token, ...]]:
    """Return the tokens of each sentence."""
    records = _read(name)["tokens"]
    return MappingProxyType({sentence: tuple(Token(*fields) for fields in rows) for sentence, rows in records.items()})


@cache
def _read(name: str) -> Any:
    return json.loads((site() / FOLDER / f"{name}.json").read_text(encoding="utf-8"))
