"""Recipes of examples: a corpus, how sources train it with each algorithm, and what they printed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from tokviz.algorithms import ALGORITHMS, Rules
from tokviz.corpus import Corpus, Language, LanguageCorpus
from tokviz.corpus.reading import running_text
from tokviz.errors import CorpusError
from tokviz.merging.steps import Pair

OURS = "tokviz"
"""The source of a recipe that no source has."""
OWN = "own"
"""The name of the visitor's own corpus among the examples."""
SOURCE = "source"
"""Stands among the presets for the rules of an example's source."""

WHITESPACE = "whitespace"
_WORDS = "words"  # suits every algorithm and script: "bert" cuts Chinese into characters, "metaspace" not at all
_PIECES, _PIECES_OF_PROSE = 5, 100  # beyond the characters, where no source has a size


@dataclass(frozen=True)
class Published:
    """The values that a source printed of its training under `rules`: each merge, with its count (or, where the rules
    choose by it, its score) if one was given. source: who printed it, where that is not the source of the recipe."""

    rules: Rules
    steps: tuple[tuple[Pair, int | Fraction | None], ...]
    source: str = ""


@dataclass(frozen=True)
class Erratum:
    """Something that a source says of this example and that the computation contradicts, or (a note) puts in its place.

    key: names its sentences in the catalogs. step: how many merges are done where it shows; None for the whole example.
    word: one that the source says is cut, and that the vocabulary holds whole: it shows beside its encoding too.
    source: who says it, where that is not the source of the recipe.
    """

    key: str
    step: int | None = None
    is_note: bool = False
    word: str = ""
    source: str = ""


@dataclass(frozen=True)
class FirstSight:
    """The training that a page opens when an example is chosen from its list, where that of the source shows little.

    preset: the one that the rules began with.
    """

    preset: str
    rules: Rules
    vocab_size: int


@dataclass(frozen=True)
class Recipe:
    """The training of an example with one algorithm, as a source does it, and the values that this source printed.

    rules: those of the algorithm. merges, vocab_size: where the source stops (both None: where no pair is left).
    opens_at: the step that a page opens with, where the example is about one.
    first_sight: what a page shows instead when the example is chosen there; links that name the example alone open the
    training of the source.
    """

    source: str
    rules: Rules
    merges: int | None = None
    vocab_size: int | None = None
    pretokenizer: str | None = None
    published: tuple[Published, ...] = ()
    errata: tuple[Erratum, ...] = ()
    opens_at: int = 0
    first_sight: FirstSight | None = None


@dataclass(frozen=True)
class LanguageText:
    """The training text of a language, and its dev text."""

    name: str
    text: str
    dev: str


@dataclass(frozen=True)
class Example:
    """Words to train on, with the recipes of the sources that do, by algorithm.

    counts: the words with their counts, where that is what there is. documents: the running text, each part of which is
    pre-tokenized for itself; without `counts`, that is the corpus. languages: the same texts by language.
    """

    name: str
    recipes: Mapping[str, Recipe]
    counts: Corpus | None = None
    documents: tuple[str, ...] = ()
    languages: tuple[LanguageText, ...] = ()

    @property
    def is_prose(self) -> bool:
        """True if it is a text, which can be pre-tokenized in any way."""
        return self.counts is None

    @property
    def text(self) -> str | None:
        """Return the running text, if there is one."""
        return "\n".join(self.documents) if self.documents else None

    def recipe(self, algorithm: str) -> Recipe:
        """Return the recipe with that algorithm; where no source has one, the algorithm's own preset on the same words.

        Of a text these are its words and punctuation, however a source cuts it for another algorithm, or lists what it
        has cut: cut for GPT-2, WordPiece would learn from words that begin with a space.

        >>> from tokviz import examples
        >>> examples.load("hug").recipe("wordpiece").rules.continuing_prefix
        '##'
        """
        if algorithm in self.recipes:
            return self.recipes[algorithm]
        first, entry = next(iter(self.recipes.values())), ALGORITHMS[algorithm]
        is_text = self.is_prose or self._lists_spaces or self.lists_lines
        rules, split = entry.presets[entry.own_preset], (entry.split or _WORDS) if is_text else None
        if "merges" in entry.stops:
            return Recipe(OURS, rules, first.merges, first.vocab_size, split)
        characters = set().union(*self.cut(split or WHITESPACE).words)
        size = len(characters) + (_PIECES_OF_PROSE if self.is_prose else _PIECES)
        return Recipe(OURS, rules, None, size, split)

    def cut(self, pretokenizer: str) -> Corpus:
        """Return the text as a pre-tokenizer cuts it; where counts are given, these, unless they are of words with the
        space before them or of lines, and it is words that are asked for.

        Raises RulesError for an unknown pre-tokenizer.

        >>> from tokviz import examples
        >>> example = examples.load("jurafsky-2025")
        >>> example.cut("whitespace").words[:2], example.cut("words").words[:2]
        ((' new', ' renew'), ('set', 'new'))
        """
        if self.counts is None or (self._lists_spaces and pretokenizer == _WORDS) or self._is_apart(pretokenizer):
            return (
                _cut_languages(self.languages, pretokenizer) if self.languages else _cut(self.documents, pretokenizer)
            )
        return self.counts

    @property
    def lists_lines(self) -> bool:
        """True if the counts are of lines of words."""
        return self.counts is not None and bool(self.documents) and any(" " in word[1:] for word in self.counts)

    def _is_apart(self, pretokenizer: str) -> bool:
        return self.lists_lines and pretokenizer != "lines"

    @property
    def _lists_spaces(self) -> bool:
        """True if the counts are of a text split for GPT-2: words begin with their space."""
        return self.counts is not None and any(word[0] == " " for word in self.counts)

    def corpus_for(self, algorithm: str) -> Corpus:
        """Return the corpus to train that algorithm on: pre-tokenized as its recipe says.

        >>> from tokviz import examples
        >>> course = examples.load("course")
        >>> course.corpus_for("bpe").words[:3], course.corpus_for("wordpiece").words[:3]
        (('This', 'Ġis', 'Ġthe'), ('This', 'is', 'the'))
        """
        return self.cut(self.recipe(algorithm).pretokenizer or WHITESPACE)

    @property
    def corpus(self) -> Corpus:
        """Return the corpus to train any algorithm on. Raises CorpusError where that depends on the algorithm
        (`corpus_for`)."""
        free = (name for name, entry in ALGORITHMS.items() if not entry.split)
        ways = {self.recipe(name).pretokenizer or WHITESPACE for name in free}
        if len(ways) > 1:
            raise CorpusError("example-corpora", value=self.name)
        return self.cut(min(ways))

    @property
    def source(self) -> str:
        """Return the source of the example; those of all recipes, if they differ."""
        return "; ".join(dict.fromkeys(recipe.source for recipe in self.recipes.values()))

    @property
    def published(self) -> tuple[Published, ...]:
        """Return the values that the sources printed, with any algorithm."""
        return tuple(value for recipe in self.recipes.values() for value in recipe.published)

    @property
    def errata(self) -> tuple[Erratum, ...]:
        """Return the errors of the sources, with any algorithm."""
        return tuple(dict.fromkeys(erratum for recipe in self.recipes.values() for erratum in recipe.errata))


@lru_cache(maxsize=64)
def _cut(documents: tuple[str, ...], pretokenizer: str) -> Corpus:
    found = [running_text(document, pretokenizer) for document in documents]
    counts: Counter[str] = Counter()
    for part in found:
        counts.update(part.counts)
    lines = tuple(line for part in found for line in part.lines or ())
    return Corpus(counts, None if any(part.lines is None for part in found) else lines)


@lru_cache(maxsize=16)
def _cut_languages(languages: tuple[LanguageText, ...], pretokenizer: str) -> LanguageCorpus:
    def language(texts: LanguageText) -> Language:
        words, dev = running_text(texts.text, pretokenizer), running_text(texts.dev, pretokenizer)
        return Language.of(texts.name, words.counts, dev.counts, dev.opening)

    return LanguageCorpus([*map(language, languages)])
