"""A tokenizer that a page applies, whoever made it: a training, a file, another page."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar

from tokviz import bpe, unigram
from tokviz.files.reading import Note
from tokviz.memory import Key
from tokviz.model import Encoder, Model
from tokviz.models.around import Around
from tokviz.trace import Trace

__all__ = ["LatticeTokenizer", "LoadedTokenizer", "Training"]

ModelOut = TypeVar("ModelOut", bound=Model, covariant=True)


@dataclass(frozen=True, eq=False)
class Training:
    """The training of a tokenizer, and how far: after `steps` of the trace."""

    trace: Trace
    steps: int
    corpus_key: Key


@dataclass(frozen=True, eq=False)
class LoadedTokenizer(Generic[ModelOut]):
    """A tokenizer and what names it in a memory.

    training: where it was trained here. file, notes: the name of the file that it came in, and what its reader says.
    original: the model of that file, however `model` is tuned.
    """

    model: ModelOut
    key: Key
    training: Training | None = None
    file: str = ""
    notes: tuple[Note, ...] = ()
    original: ModelOut | None = None

    @property
    def around(self) -> Around | None:
        """Return what is around the model, if it is applied as its file says."""
        return getattr(self.model, "around", None) if self.model is self.original else None

    @property
    def encoder(self) -> Encoder:
        """Return what encodes, explains and decodes."""
        return self.model

    @property
    def ends_words(self) -> bool:
        """Return whether a space at the end of a decoded text is written only where others follow."""
        return False

    @property
    def spells(self) -> tuple[bpe.Rules, str] | None:
        """Return the rules and the pre-tokenizer of tokens that may stand for bytes."""
        return None

    @property
    def ids(self) -> Mapping[str, int]:
        """Token -> id."""
        return self.model.text_ids


@dataclass(frozen=True, eq=False)
class LatticeTokenizer(LoadedTokenizer[unigram.Model]):
    """A tokenizer with its lattice. denominator: that of the probabilities, if they are counts divided by a sum that
    is easy to read."""

    denominator: int | None = None
