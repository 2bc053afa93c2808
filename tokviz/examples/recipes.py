"""What an example is made of: a corpus, and how sources train it with each algorithm and what they printed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from tokviz import unigram, wordpiece
from tokviz.bpe import Rules
from tokviz.corpus import Corpus
from tokviz.merging.steps import Pair

__all__ = ["ALGORITHMS", "Erratum", "Example", "Published", "Recipe"]

ALGORITHMS = ("bpe", "wordpiece", "unigram")
"""The algorithms that examples are trained with."""


@dataclass(frozen=True)
class Published:
    """What a source printed as its course of training under `rules`: each merge, with its count (or, where the rules
    go by it, its score) if one was given. source: who printed it, where that is not the source of the recipe."""

    rules: Rules
    steps: tuple[tuple[Pair, int | Fraction | None], ...]
    source: str = ""


@dataclass(frozen=True)
class Erratum:
    """Something that a source says of this example and that the computation contradicts, or (a note) puts in its place.

    key: names its sentences in the catalogs. step: how many merges are done where it shows; None for the whole example.
    word: one that the source says is cut, and that the vocabulary holds whole: it shows beside its encoding too.
    """

    key: str
    step: int | None = None
    is_note: bool = False
    word: str = ""


@dataclass(frozen=True)
class Recipe:
    """How an example is trained with one algorithm, as a source does it, and what that source printed.

    rules: those of the algorithm. merges, vocab_size: where the source stops (both None: where no pair is left).
    """

    source: str
    rules: Any
    merges: int | None = None
    vocab_size: int | None = None
    pretokenizer: str | None = None
    published: tuple[Published, ...] = ()
    errata: tuple[Erratum, ...] = ()


@dataclass(frozen=True)
class Example:
    """A corpus with its recipes, by algorithm. Its own is byte-pair encoding: the properties are about that.

    text: the running text, if the corpus was one. is_prose: whether it may as well be pre-tokenised otherwise.
    """

    name: str
    corpus: Corpus
    recipes: Mapping[str, Recipe]
    text: str | None = None
    is_prose: bool = False

    def recipe(self, algorithm: str) -> Recipe:
        """The recipe with that algorithm; where no source has one, its first convention on the same corpus.

        >>> from tokviz import examples
        >>> examples.load("hug").recipe("wordpiece").rules.continuing_prefix
        '##'
        """
        if algorithm in self.recipes:
            return self.recipes[algorithm]
        own = self.recipes["bpe"]
        if algorithm == "unigram":
            size = len(set().union(*self.corpus.words)) + (100 if self.is_prose else 5)
            return Recipe("tokviz", unigram.PRESETS["soft-em"], None, size, own.pretokenizer)
        return Recipe("tokviz", wordpiece.PRESETS["course"], own.merges, own.vocab_size, own.pretokenizer)

    @property
    def source(self) -> str:
        return self.recipes["bpe"].source

    @property
    def rules(self) -> Rules:
        found: Rules = self.recipes["bpe"].rules
        return found

    @property
    def merges(self) -> int | None:
        return self.recipes["bpe"].merges

    @property
    def pretokenizer(self) -> str | None:
        return self.recipes["bpe"].pretokenizer

    @property
    def published(self) -> tuple[Published, ...]:
        return self.recipes["bpe"].published

    @property
    def errata(self) -> tuple[Erratum, ...]:
        return self.recipes["bpe"].errata
