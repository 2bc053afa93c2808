"""A tokenizer that a page applies, whoever made it: a training, a file, another page."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Generic, TypeVar

from tokviz import bpe, unigram
from tokviz.bpe import Applier
from tokviz.files.reading import Note
from tokviz.memory import Key
from tokviz.model import Encoder, Model
from tokviz.models.around import Around
from tokviz.trace import Trace

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
        """Return the steps around the model, if it is applied as its file says."""
        return getattr(self.model, "around", None) if self.model is self.original else None

    @property
    def encoder(self) -> Encoder:
        """Return the model that encodes, explains and decodes."""
        return self.model

    @property
    def ends_words(self) -> bool:
        """True if a space at the end of a decoded text is written only before others."""
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
class BpeTokenizer(LoadedTokenizer[bpe.Model]):
    """A tokenizer of merges. applier: what subword-nmt does around them, if it is asked for, and applier_around: that
    tool, for comparison; counts: the vocabulary that it reads, token -> count, empty for none."""

    applier: Applier | None = None
    applier_around: Around | None = None
    counts: Mapping[str, int] = field(default_factory=dict)

    @property
    def around(self) -> Around | None:
        """Return the parts around the merges: subword-nmt where that applies them."""
        return super().around if self.applier is None else self.applier_around

    @property
    def encoder(self) -> bpe.Model | Applier:
        """Return the applier or model that encodes, explains and decodes."""
        return self.applier or self.model

    @cached_property
    def ids(self) -> Mapping[str, int]:
        """Return token -> id; subword-nmt has none, so there it is the place in the vocabulary."""
        return self.model.text_ids if self.applier is None else {token: i for i, token in enumerate(self.counts)}

    @property
    def ends_words(self) -> bool:
        """True if a space at the end of a decoded text is written only before others."""
        return self.applier is not None or bool(self.model.rules.end_of_word)

    @property
    def spells(self) -> tuple[bpe.Rules, str] | None:
        """Return the rules and the pre-tokenizer of tokens that may stand for bytes."""
        return None if self.applier is not None else (self.model.rules, self.model.pretokenizer)


@dataclass(frozen=True, eq=False)
class LatticeTokenizer(LoadedTokenizer[unigram.Model]):
    """A tokenizer with its lattice. denominator: that of the probabilities, if they are counts divided by a sum that
    is easy to read."""

    denominator: int | None = None
