"""Comparing tokenizers: which ones (slots), on which corpus, of which sizes, and how each reads a text.

The page and the command line both compare with an :class:`Engine`. Merging only adds to a vocabulary and pruning only
takes away, so one trace that goes beyond the size serves every other one, and says what would have come later. Only
where the size that is wanted governs each step, as in the libraries of Unigram, each size is trained for. What takes
time goes through a :class:`~tokviz.memory.Memory`. Nothing here draws, prints or reads files.

>>> [slot.preset for slot in map(Slot.of, USUAL)]
['course', 'course', 'soft-em']
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from functools import cached_property

from tokviz import examples
from tokviz.algorithms import ALGORITHMS, entry_of
from tokviz.compare.alignment import Segmentation, segment
from tokviz.compare.differences import Differing, Words, compared_words
from tokviz.compare.reading import Reading, read
from tokviz.compare.sizes import (
    MOST_SIZES,
    SizeRange,
    Tokenizer,
    at_size,
    has_smaller_sizes,
    is_merged_to_the_end,
    is_one_training,
    range_of,
    size_range,
)
from tokviz.compare.spans import Model
from tokviz.corpus import Corpus, Note, Parsed
from tokviz.corpus.passages import Text, beginning, plain
from tokviz.errors import CorpusError
from tokviz.examples import OWN
from tokviz.files.reading import Note as FileNote
from tokviz.memory import File, Key, LocalMemory, Memory, digest, rules_key
from tokviz.models.around import Check
from tokviz.pretokenize import BYTE_LEVEL
from tokviz.trace import Rules, Trace

__all__ = [
    "AHEAD",
    "FEWEST",
    "FILE",
    "MAX_SIZE",
    "MOST",
    "USUAL",
    "WATCHED",
    "Compared",
    "ComparedCorpus",
    "Comparison",
    "Engine",
    "Slot",
    "held_out",
    "opening_split",
    "opening_text",
    "opening_tokenizers",
]


@dataclass(frozen=True, eq=False)
class Comparison:
    """All that can be said about tokenizers beside each other; what is asked for is computed then, and raises
    TokvizError.

    text: what is cut in rows; held: a text that nothing was trained on.

    >>> engine = Engine(ComparedCorpus.of_example("hug", "whitespace"))
    >>> tokenizers = [engine.tokenizer(Slot(name, "course"), 9, name) for name in ("bpe", "wordpiece")]
    >>> comparison = Comparison(engine, tuple(tokenizers), "hugs")
    >>> [[token.text for token in row.tokens] for row in comparison.segmentations], comparison.differing[0].word
    ([['h', 'ug', 's'], ['hu', '##gs']], 'pun')
    """

    engine: Engine
    tokenizers: tuple[Compared, ...]
    text: str
    held: Text | None = None

    @property
    def names(self) -> tuple[str, ...]:
        """Return the names of the tokenizers, all different."""
        return tuple(tokenizer.label for tokenizer in self.tokenizers)

    @property
    def models(self) -> tuple[Model, ...]:
        """Return the models of the tokenizers."""
        return tuple(tokenizer.model for tokenizer in self.tokenizers)

    @property
    def key(self) -> Key:
        """Return a key for the tokenizers, their names, and the text that they were trained on."""
        named = (part for tokenizer in self.tokenizers for part in (*tokenizer.key, tokenizer.label))
        return (*self.engine.source.key, *named)

    @property
    def measured(self) -> Text:
        """Return the text that sizes are chosen by: the held-out text if there is one."""
        return self.held or self.engine.source.text

    @cached_property
    def segmentations(self) -> tuple[Segmentation, ...]:
        """Return the text as each cuts it."""
        return tuple(self.engine.segmentation(tokenizer, self.text) for tokenizer in self.tokenizers)

    @property
    def corpus_name(self) -> str:
        """Return the name of the corpus: "train", the text that all were trained on, or only "corpus"."""
        return "train" if all(tokenizer.slot.is_trained for tokenizer in self.tokenizers) else "corpus"

    @cached_property
    def train(self) -> tuple[Reading, ...]:
        """Return the corpus as each splits it."""
        return tuple(self.engine.reading(tokenizer, self.engine.source.text) for tokenizer in self.tokenizers)

    @cached_property
    def readings(self) -> dict[str, dict[str, Reading]]:
        """Return the name of a text, that of the corpus and perhaps held, -> name of a tokenizer -> reading."""
        readings = {self.corpus_name: dict(zip(self.names, self.train, strict=True))}
        if self.held is not None:
            readings["held"] = {
                tokenizer.label: self.engine.reading(tokenizer, self.held) for tokenizer in self.tokenizers
            }
        return readings

    @cached_property
    def words(self) -> Words:
        """Return the words of the corpus, and those that not all split the same way."""
        return self.engine.memory.kept("differing", self.key, compared_words, self.train)

    @property
    def differing(self) -> tuple[Differing, ...]:
        """Return the words of the corpus that are split differently, the most frequent first."""
        return self.words.differing

    @cached_property
    def text_words(self) -> Words:
        """Return the words of the text, those between white space, and which of them not all split the same way.
        Raises CorpusError for a text without words."""
        text = Text.running(beginning(self.text), key=("held", digest(self.text)))
        return compared_words([self.engine.reading(tokenizer, text) for tokenizer in self.tokenizers])

    @property
    def work(self) -> int:
        """Return the rough cost of training and splitting at all sizes, in characters."""
        return sum(map(len, self.engine.source.text.words)) + self.measured.length


# -- computing ---------------------------------------------------------------------------------------------------------

AHEAD = 5_000
"""Training by merging goes on to this size, in tokens, because the later merges take the least time."""


@dataclass(frozen=True, eq=False)
class ComparedCorpus:
    """A corpus to train on, and to compare on.

    corpus: its words as they were cut to train on; None where nothing is to be trained. text: the same as it was
    written. split: how the corpus was cut, and how a text is to be cut. notes: what its reader says. of: how many
    characters the text has if only its beginning is compared. documents: the whole of a running text. languages: the
    corpus as languages, for an algorithm that takes turns; None where the text names none. key: names all of it.
    """

    corpus: Corpus | None
    text: Text
    split: str
    notes: tuple[Note, ...] = ()
    of: int | None = None
    documents: tuple[str, ...] = field(default=(), repr=False)
    languages: Corpus | None = field(default=None, repr=False)

    @property
    def key(self) -> Key:
        """Return a key for this corpus."""
        return self.text.key

    def corpus_for(self, split: str) -> Corpus:
        """Return the corpus for an algorithm that splits texts in its own way, or as all others get it for none. Raises
        CorpusError without a corpus, and LimitError for too many or too long pieces.

        >>> ComparedCorpus.of_example("by-the-way", "whitespace").corpus_for("lines").words[0]
        'by the way'
        """
        if self.corpus is None:
            raise CorpusError("empty-corpus")
        if not split or not self.documents:
            return self.corpus
        pieces: Counter[str] = Counter()
        for document in self.documents:
            pieces.update(dict(Corpus.from_text(document, split)))
        return Corpus(pieces)

    @classmethod
    def of_example(cls, name: str, split: str) -> ComparedCorpus:
        """Return an example, split in some way. One of lines is a text, which is split into words.

        >>> ComparedCorpus.of_example("hug", "whitespace").text.words["hugs"]
        5
        """
        example = examples.load(name)
        corpus, key = example.cut(split), ("example", name, split)
        if not (example.is_prose or example.lists_lines):
            return cls(corpus, Text.listed(plain(corpus, split), key), split)
        return cls(corpus, Text.running(*example.documents, key=key), split, documents=example.documents)

    @classmethod
    def of_own(cls, parsed: Parsed, split: str, key: Key) -> ComparedCorpus:
        """Return the visitor's own corpus. parsed: what was read with a pre-tokenizer of this name. key: names it."""
        if parsed.text is None:
            return cls(parsed.corpus, Text.listed(plain(parsed.corpus, split), key), split, parsed.notes)
        compared = beginning(parsed.text)
        of = len(parsed.text) if len(compared) < len(parsed.text) else None
        return cls(parsed.corpus, Text.running(compared, key=key), split, parsed.notes, of, (parsed.text,))

    @classmethod
    def untrained(cls, text: str) -> ComparedCorpus:
        """Return a text to compare on where nothing is trained. Raises CorpusError for an empty one."""
        return cls(None, Text.running(beginning(text), key=("text", digest(text))), "whitespace")


@dataclass(frozen=True, eq=False)
class Compared:
    """One of the tokenizers beside the others.

    label: its name, unlike all others. possible, size: the sizes that it could have and the one that was asked for, its
    smallest at least, both without special tokens; None and 0 for one of files. key: names it. notes: what the reader
    of files says.
    """

    label: str
    slot: Slot
    tokenizer: Tokenizer
    key: Key
    possible: SizeRange | None = None
    size: int = 0
    notes: tuple[FileNote, ...] = ()

    @property
    def model(self) -> Model:
        """Return the tokenizer's model."""
        return self.tokenizer.model


@dataclass(frozen=True, eq=False)
class Engine:
    """A maker of tokenizers out of a corpus that reads texts with them; every method raises TokvizError.

    >>> engine = Engine(ComparedCorpus.of_example("hug", "whitespace"))
    >>> tokenizer = engine.tokenizer(Slot("bpe", "course"), 9, "BPE")
    >>> engine.reading(tokenizer, engine.source.text).splits["hugs"].tokens
    ('h', 'ug', 's')
    """

    source: ComparedCorpus
    memory: Memory = field(default_factory=LocalMemory)

    def possible(self, slot: Slot) -> SizeRange | None:
        """Return the sizes that training can give, none larger than :data:`MAX_SIZE`; None for a tokenizer of files."""
        if not slot.is_trained:
            return None
        corpus = self._corpus(slot)
        if is_merged_to_the_end(corpus, slot.rules):  # which every tokenizer of a smaller size comes from
            possible = range_of(self._merged(slot, MAX_SIZE))
        else:
            possible = self.memory.kept("range", self._key(slot), size_range, corpus, slot.rules)
        return possible if possible.largest <= MAX_SIZE else SizeRange(min(possible.smallest, MAX_SIZE), MAX_SIZE)

    def tokenizer(self, slot: Slot, size: int, label: str) -> Compared:
        """Return the tokenizer with `size` tokens beside the special ones, or of the nearest smaller size that it has.

        Where the size that is wanted governs each step, it comes out of a training for that size.
        """
        possible = self.possible(slot)
        if possible is None:
            key: Key = (slot.algorithm, *(file.key for file in slot.files), slot.pattern or "", *slot.specials)
            files = [(file.name, file.content) for file in slot.files]
            opened = self.memory.opened(("compare", *key), files, slot.specials, slot.pattern)
            return Compared(label, slot, Tokenizer(opened.model), key, notes=opened.notes)
        asked = max(size, possible.smallest)
        size = min(asked, possible.largest)
        key = (*self._key(slot), asked)
        algorithm = ALGORITHMS[slot.algorithm]
        trace = self.whole(slot, size) if is_one_training(slot.rules) else self._aimed(slot, size)
        return Compared(label, slot, at_size(trace, size, algorithm.split or self.source.split), key, possible, asked)

    def whole(self, slot: Slot, size: int = 0) -> Trace:
        """Return the training of a tokenizer from its first vocabulary to its last: as far as merging goes on anyhow,
        and to `size`, or down to the smallest size. Where the size that is wanted governs each step, that is the
        largest of a clock."""
        possible = self.possible(slot)
        assert possible is not None
        if has_smaller_sizes(slot.rules):
            return self._merged(slot, size or min(possible.largest, AHEAD))
        if entry_of(slot.rules).shrinks:
            return self._aimed(slot, possible.smallest)
        return self._aimed(slot, min(possible.largest, max(size, possible.smallest + MOST_SIZES)))

    def _aimed(self, slot: Slot, size: int) -> Trace:
        """Return a trace whose aim is this size, special tokens not counted."""
        special = len(slot.rules.first_tokens)
        return self.memory.trained(
            ALGORITHMS[slot.algorithm],
            ("compare", *self._key(slot), size),
            self._corpus(slot),
            slot.rules,
            vocab_size=size + special,
        )

    def _merged(self, slot: Slot, size: int) -> Trace:
        """Return a trace that has this size, special tokens not counted, or all that merging can give."""
        special = len(slot.rules.first_tokens)
        return self.memory.trained(
            ALGORITHMS[slot.algorithm],
            ("compare", *self._key(slot)),
            self._corpus(slot),
            slot.rules,
            vocab_size=(MAX_SIZE if size > AHEAD else AHEAD) + special,
            is_enough=lambda trace: _reaches(trace, size + special),
        )

    def reading(self, tokenizer: Compared, text: Text) -> Reading:
        """Return all of a text as a tokenizer splits it."""
        return self.memory.kept("reading", (*tokenizer.key, *text.key), read, tokenizer.model, text)

    def segmentation(self, tokenizer: Compared, text: str) -> Segmentation:
        """Return a running text as a tokenizer cuts it."""
        return self.memory.kept("segmentation", (*tokenizer.key, text), segment, text, tokenizer.model)

    def check(self, tokenizer: Compared, text: str) -> Check | None:
        """Check a running text against the library of a file; None for no library."""
        around = getattr(tokenizer.model, "around", None)
        return None if around is None else self.memory.kept("check", (*tokenizer.key, text), around.check, text)

    def _corpus(self, slot: Slot) -> Corpus:
        algorithm = ALGORITHMS[slot.algorithm]
        if algorithm.by_language and self.source.languages is not None:
            return self.source.languages
        return self.source.corpus_for(algorithm.split)

    def _key(self, slot: Slot) -> Key:
        return (slot.algorithm, *self.source.key, rules_key(slot.rules))


def held_out(text: str) -> Text | None:
    """Return a text to measure on that no tokenizer was trained on; None if it is empty."""
    return Text.running(beginning(text), key=("held", digest(text))) if text.strip() else None


def _reaches(trace: Trace, size: int) -> bool:
    """Tell if merging went on to `size`, or ended because no pair remained."""
    return trace.stopped != "vocab_size" or trace.sizes()[-1] >= size


# -- the tokenizers that are asked for ---------------------------------------------------------------------------------

FILE = "file"
"""The name that replaces an algorithm's where a tokenizer comes out of files."""
USUAL = ("bpe:course", "wordpiece:course", "unigram:soft-em")
"""The tokenizers that are compared on a text unless others are asked for."""
WATCHED = (*USUAL[:2], "unigram:course")
"""Those that are compared on a list of words: in a round, Unigram removes one piece or a few, which can be watched. A
text has too many for that, and of its pieces this convention keeps the first 300 alone, none of them a whole word."""
FEWEST, MOST = 2, 4
"""The minimum and the maximum number of tokenizers that are compared."""
MAX_SIZE = 10_000
"""The largest size that is trained, in tokens."""
_OPENING_WORDS = 12


@dataclass(frozen=True)
class Slot:
    """A tokenizer that is asked for: to be trained, with its algorithm and a preset, or out of files.

    algorithm: :data:`FILE` for one of files. preset: for that whatever tells it from others. files: of such a one.
    specials: special tokens that these do not name, as :func:`~tokviz.files.detect` takes them. pattern: of ranks.
    """

    algorithm: str
    preset: str
    files: tuple[File, ...] = ()
    specials: tuple[str, ...] = ()
    pattern: str | None = None

    @classmethod
    def of(cls, name: str) -> Slot:
        """Return the slot of a name as `USUAL` has it; whether there is such an algorithm and preset is not looked at.

        >>> Slot.of("bpe:subword-nmt")
        Slot(algorithm='bpe', preset='subword-nmt', files=(), specials=(), pattern=None)
        """
        algorithm, _, preset = name.partition(":")
        return cls(algorithm, preset)

    @property
    def name(self) -> str:
        """Return algorithm and preset, "bpe:course"."""
        return f"{self.algorithm}:{self.preset}"

    @property
    def is_trained(self) -> bool:
        """True if it has to be trained, and does not come from files."""
        return self.algorithm != FILE

    @property
    def exists(self) -> bool:
        """True if there are such rules."""
        return self.algorithm in ALGORITHMS and self.preset in ALGORITHMS[self.algorithm].presets

    @property
    def rules(self) -> Rules:
        """Return the rules of one that is trained."""
        return ALGORITHMS[self.algorithm].presets[self.preset]


def opening_split(example: str) -> str:
    """Return the split that an example opens with.

    It is that of its source, or, where that means bytes, into words and punctuation.

    >>> opening_split("hug"), opening_split("course"), opening_split("zug")
    ('whitespace', 'words', 'words')
    """
    split = examples.load(example).recipe("bpe").pretokenizer or "whitespace"
    return "words" if split in BYTE_LEVEL else split


def opening_tokenizers(example: str) -> tuple[str, ...]:
    """Return the tokenizers that are compared on an example, or on the visitor's own text, at first.

    >>> opening_tokenizers("hug")[-1], opening_tokenizers("lighthouse")[-1]
    ('unigram:course', 'unigram:soft-em')
    """
    return USUAL if example == OWN or examples.load(example).is_prose else WATCHED


def opening_text(text: Text) -> str:
    """Return the text that is split in rows where none is given: the beginning of a running text, or the first words of
    a list."""
    if not text.is_running:
        return " ".join(word.strip() for word in text.words.words[:_OPENING_WORDS])
    first = next(iter(text.parts))
    places = text.stretches[0][:_OPENING_WORDS]
    return first[: places[-1].stop]
