"""The protocol of all tokenizers, whatever trained them.

mypy holds the classes to it, and ``tests/test_protocols.py`` holds all of them to what it says. What only one kind has
(ranks, a lattice) are members of its own class.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Protocol

from tokviz.pretokenize import Normalizer
from tokviz.pretokenize.marks import Marks

__all__ = ["Encoded", "Encoder", "Model"]


class Encoded(Protocol):
    """The encoding of a word; most are sequences of steps."""

    @property
    def word(self) -> str:
        """The word that was encoded."""

    @property
    def tokens(self) -> tuple[str, ...]:
        """The tokens that it became."""


class Encoder(Protocol):
    """Text to tokens and back. subword-nmt's tool (:class:`tokviz.bpe.Applier`) is this much: it numbers nothing."""

    @property
    def algorithm(self) -> str:
        """The algorithm that applies the vocabulary: ``bpe``, ``wordpiece``, ``unigram``, ``picky`` or ``superbpe``.

        Parity-aware BPE trains a tokenizer of ``bpe``. ``lookup``: nothing is split.
        """

    @property
    def unknown_token(self) -> str | None:
        """The token for text that the vocabulary does not have; None without one."""

    @property
    def marks(self) -> Marks:
        """The marks that its tokens have beside their text."""

    @property
    def begins_as_bytes(self) -> bool:
        """True if a word begins as its bytes, so that two tokens can meet inside of a character."""

    @property
    def longest_word(self) -> int | None:
        """The most characters of a word that is looked up; None without a limit."""

    @property
    def has_log(self) -> bool:
        """True if it applies the log of a training, in which each merge has one turn."""

    @property
    def joins_whole_words(self) -> bool:
        """True if a merge across a border between words joins two that are one token each."""

    def words_inside(self, line: str) -> Sequence[str]:
        """Return the words of a line that merging begins inside of; none where no border between words falls later."""

    def encode(self, text: str) -> list[str]:
        """Return the tokens of a text, which is pre-tokenized first."""

    def explain(self, word: str) -> Encoded:
        """Encode one word step by step."""

    def decode(self, tokens: Iterable[str | int]) -> str:
        """Return the text of some tokens, or of their ids where they are numbered."""

    def words(self, text: str) -> tuple[str, ...]:
        """Return the words and the added tokens of a text, in order, as `encode` sees them."""

    def encode_word(self, word: str) -> tuple[str, ...]:
        """Return the tokens of one of these words."""


class Model(Encoder, Protocol):
    """A tokenizer with a vocabulary whose tokens are numbered."""

    @property
    def vocabulary(self) -> Sequence[str]:
        """The tokens in the order of their ids, without those that were added to the model."""

    @property
    def pretokenizer(self) -> str:
        """The way a text is split into words: a name in :mod:`tokviz.pretokenize`."""

    @property
    def normalizer(self) -> Normalizer | None:
        """The function that a text passes through before it is pre-tokenized; None without one."""

    @property
    def ids(self) -> Mapping[str, int]:
        """Token -> id, of added tokens too; of a token that is listed twice the last."""

    @property
    def text_ids(self) -> Mapping[str, int]:
        """The same without tokens that no text becomes, such as control symbols."""
