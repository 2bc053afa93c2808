"""Comparing step by step: a corpus, the sizes that each tokenizer can have on it, the tokenizers of one size, and how
each reads a text. The page and the command line both go this way.

Merging only adds to a vocabulary, so one trace that goes beyond the size serves every smaller one, and says what would
have come later; unigram training prunes towards a size and is done for each. What takes time goes through a
:class:`Memory`, so a server can share it and let visitors take turns. Nothing here draws, prints or reads files.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import astuple, dataclass, field
from hashlib import sha256
from typing import Literal, Protocol, TypeVar, cast

from tokviz import examples
from tokviz.algorithms import ALGORITHMS
from tokviz.compare.alignment import Segmentation, segment
from tokviz.compare.reading import Reading, plain, read
from tokviz.compare.sizes import SizeRange, Tokenizer, at_size, size_range
from tokviz.compare.slots import MAX_SIZE, Slot
from tokviz.compare.sources import Model
from tokviz.corpus import Corpus, Note, Parsed
from tokviz.formats.loaded import Note as FileNote
from tokviz.pipeline import Check
from tokviz.pipeline.detect import load_any
from tokviz.trace import Trace

__all__ = ["AHEAD", "Compared", "ComparedCorpus", "Computation", "Engine", "Kept", "Key", "Memory", "Text", "held_out"]

AHEAD = 5_000
"""Training by merging goes on to this size, in tokens, because the later merges take the least time."""

Key = tuple[str | int | None, ...]
"""What names a thing among those of its sort."""
Computation = Literal["range", "check", "reading", "segmentation", "differing", "table", "line"]
"""What is computed once and kept."""
Value = TypeVar("Value")


class Memory(Protocol):
    """Where what takes time is looked up, or made and kept."""

    def kept(self, what: Computation, key: Key, make: Callable[[], Value]) -> Value:
        """The thing of this sort and this name."""

    def opened(self, key: Key, size: int, read: Callable[[], Value]) -> Value:
        """The tokenizer of files of that size, in bytes. Raises what `read` raises."""

    def trained(
        self, slot: Slot, key: Key, corpus: Corpus, vocab_size: int, is_enough: Callable[[Trace], bool]
    ) -> Trace:
        """A trace of the slot's rules that is enough: a kept one, or one trained to this size. Raises TokvizError."""


class Kept:
    """The memory of one comparison: it keeps everything as long as it lives."""

    def __init__(self) -> None:
        self._found: dict[tuple[str, Key], object] = {}
        self._traces: dict[Key, Trace] = {}

    def kept(self, what: str, key: Key, make: Callable[[], Value]) -> Value:
        """The thing, made at the first time."""
        if (what, key) not in self._found:
            self._found[what, key] = make()
        return cast(Value, self._found[what, key])

    def opened(self, key: Key, size: int, read: Callable[[], Value]) -> Value:
        """The tokenizer, read at the first time."""
        return self.kept("file", key, read)

    def trained(
        self, slot: Slot, key: Key, corpus: Corpus, vocab_size: int, is_enough: Callable[[Trace], bool]
    ) -> Trace:
        """The trace, trained where none is there that is enough."""
        found = self._traces.get(key)
        if found is None or not is_enough(found):
            found = self._traces[key] = ALGORITHMS[slot.algorithm].train(corpus, slot.rules, vocab_size=vocab_size)
        return found


@dataclass(frozen=True, eq=False)
class Text:
    """A text to compare on, as words between white space. key: names it."""

    words: Corpus
    key: Key = ()


@dataclass(frozen=True, eq=False)
class ComparedCorpus:
    """A corpus to train on.

    text: the same as words between white space, which is what tokenizers are compared on. split: how the corpus was
    cut, and how a text is to be cut. notes: what its reader says. key: names all of it.
    """

    corpus: Corpus
    text: Text
    split: str
    notes: tuple[Note, ...] = ()

    @property
    def key(self) -> Key:
        """What names it."""
        return self.text.key

    @classmethod
    def of_example(cls, name: str, split: str) -> ComparedCorpus:
        """An example, cut in some way.

        >>> ComparedCorpus.of_example("hug", "whitespace").text.words["hugs"]
        5
        """
        example = examples.load(name)
        corpus = example.cut(split)
        words = example.cut("whitespace") if example.is_prose else plain(corpus, split)
        return cls(corpus, Text(words, ("example", name, split)), split)

    @classmethod
    def of_text(cls, cut: Callable[[str], Parsed], split: str, key: Key = ()) -> ComparedCorpus:
        """A text of one's own. cut: reads it with a pre-tokenizer of this name. Raises TokvizError."""
        parsed = cut(split)
        words = parsed.corpus
        if parsed.kind != "prose":
            words = plain(words, split)
        elif split != "whitespace":
            words = cut("whitespace").corpus
        return cls(parsed.corpus, Text(words, (*key, split)), split, parsed.notes)


@dataclass(frozen=True, eq=False)
class Compared:
    """One of the tokenizers beside the others.

    label: its name, unlike all others. possible, size: the sizes that it could have and the one of these that was the
    aim, both without special tokens; None and 0 for one of files. key: names it. notes: what the reader of files says.
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
        """The tokenizer's model."""
        return self.tokenizer.model


@dataclass(frozen=True, eq=False)
class Engine:
    """What makes tokenizers out of a corpus and reads texts with them; every method raises TokvizError.

    >>> engine = Engine(ComparedCorpus.of_example("hug", "whitespace"))
    >>> one = engine.tokenizer(Slot("bpe", "course"), 9, "BPE")
    >>> engine.reading(one, engine.source.text).splits["hugs"].tokens
    ('h', 'ug', 's')
    """

    source: ComparedCorpus
    memory: Memory = field(default_factory=Kept)

    def possible(self, slot: Slot) -> SizeRange | None:
        """The sizes that training can give, none larger than :data:`MAX_SIZE`; None for a tokenizer of files."""
        if not slot.is_trained:
            return None
        found = self.memory.kept("range", self._key(slot), lambda: size_range(self.source.corpus, slot.rules))
        return found if found.largest <= MAX_SIZE else SizeRange(min(found.smallest, MAX_SIZE), MAX_SIZE)

    def tokenizer(self, slot: Slot, size: int, label: str) -> Compared:
        """The tokenizer with `size` tokens beside the special ones, or the nearest size that it can have."""
        possible = self.possible(slot)
        if possible is None:
            key: Key = (slot.algorithm, *(file.key for file in slot.files), "", *slot.specials)
            files = [(file.name, file.content) for file in slot.files]
            size = sum(len(content) for _, content in files)
            found = self.memory.opened(key, size, lambda: load_any(files, slot.specials))
            return Compared(label, slot, Tokenizer(found.model), key, notes=found.notes)
        size = min(max(size, possible.smallest), possible.largest)
        special = len(slot.rules.first_tokens)
        key = (*self._key(slot), size)
        if ALGORITHMS[slot.algorithm].grows_under(slot.rules):
            aim = MAX_SIZE if size > AHEAD else AHEAD
            trace = self.memory.trained(
                slot, self._key(slot), self.source.corpus, aim + special, lambda found: _reaches(found, size + special)
            )
        else:
            trace = self.memory.trained(slot, key, self.source.corpus, size + special, lambda _: True)
        return Compared(label, slot, at_size(trace, size, self.source.split), key, possible, size)

    def reading(self, one: Compared, text: Text) -> Reading:
        """The words of a text as a tokenizer cuts them."""
        return self.memory.kept("reading", (*one.key, *text.key), lambda: read(one.model, text.words))

    def segmentation(self, one: Compared, text: str) -> Segmentation:
        """A running text as a tokenizer cuts it."""
        return self.memory.kept("segmentation", (*one.key, text), lambda: segment(text, one.model))

    def check(self, one: Compared, text: str) -> Check | None:
        """Whether the library of a file has the same tokens for a running text; None for a tokenizer without one."""
        around = getattr(one.model, "around", None)
        return None if around is None else self.memory.kept("check", (*one.key, text), lambda: around.check(text))

    def _key(self, slot: Slot) -> Key:
        return (slot.algorithm, *self.source.key, repr(astuple(slot.rules)))


def held_out(text: str) -> Text | None:
    """A text to measure on that no tokenizer was trained on; None if it is empty."""
    if not text.split():
        return None
    return Text(Corpus.from_text(text), ("held", sha256(text.encode("utf-8", "surrogatepass")).hexdigest()))


def _reaches(trace: Trace, size: int) -> bool:
    """Whether merging went on to `size`, or ended because nothing was left."""
    return trace.stopped != "vocab_size" or trace.sizes()[-1] >= size
