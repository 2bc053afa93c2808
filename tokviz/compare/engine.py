"""Comparing step by step: a corpus, the sizes that each tokenizer can have on it, the tokenizers of one size, and how
each reads a text. The page and the command line both go this way.

Merging only adds to a vocabulary, so one trace that goes beyond the size serves every smaller one, and says what would
have come later; unigram training prunes towards a size and is done for each. What takes time goes through a
:class:`Memory`, so a server can share it and let visitors take turns. Nothing here draws, prints or reads files.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import astuple, dataclass, field
from hashlib import sha256
from typing import Literal, ParamSpec, Protocol, TypeVar, cast

from tokviz import examples
from tokviz.algorithms import ALGORITHMS
from tokviz.compare.alignment import Segmentation, segment
from tokviz.compare.reading import Reading, read
from tokviz.compare.sizes import SizeRange, Tokenizer, at_size, size_range
from tokviz.compare.slots import MAX_SIZE, Slot
from tokviz.compare.sources import Model
from tokviz.corpus import Corpus, Note, Parsed
from tokviz.corpus.passages import Text, beginning, plain
from tokviz.errors import CorpusError
from tokviz.files.detect import load_any
from tokviz.files.reading import Files, Loaded
from tokviz.files.reading import Note as FileNote
from tokviz.models.around import Check
from tokviz.trace import Trace

__all__ = ["AHEAD", "Compared", "ComparedCorpus", "Computation", "Engine", "Kept", "Key", "Memory", "held_out"]

AHEAD = 5_000
"""Training by merging goes on to this size, in tokens, because the later merges take the least time."""

Key = tuple[str | int | None, ...]
"""What names a thing among those of its sort."""
Computation = Literal["range", "check", "reading", "segmentation", "differing", "table", "line"]
"""What is computed once and kept."""
P = ParamSpec("P")
Value = TypeVar("Value")


class Memory(Protocol):
    """Where what takes time is looked up, or made and kept."""

    def kept(self, what: Computation, key: Key, make: Callable[P, Value], *args: P.args, **kwargs: P.kwargs) -> Value:
        """The thing of this sort and this name."""

    def ask(self, function: Callable[P, Value], *args: P.args, **kwargs: P.kwargs) -> Value:
        """Call a function where its arguments are. What it returns is not kept."""

    def opened(self, key: Key, files: Files, specials: Sequence[str]) -> Loaded[Model]:
        """The tokenizer of these files. Raises TokvizError."""

    def trained(
        self, slot: Slot, key: Key, corpus: Corpus, vocab_size: int, is_enough: Callable[[Trace], bool]
    ) -> Trace:
        """A trace of the slot's rules that is enough: a kept one, or one trained to this size. Raises TokvizError."""


class Kept:
    """The memory of one comparison: it keeps everything as long as it lives."""

    def __init__(self) -> None:
        self._found: dict[tuple[str, Key], object] = {}
        self._traces: dict[Key, Trace] = {}

    def kept(self, what: str, key: Key, make: Callable[P, Value], *args: P.args, **kwargs: P.kwargs) -> Value:
        """The thing, made at the first time."""
        if (what, key) not in self._found:
            self._found[what, key] = make(*args, **kwargs)
        return cast(Value, self._found[what, key])

    def ask(self, function: Callable[P, Value], *args: P.args, **kwargs: P.kwargs) -> Value:
        """Call a function: all of its arguments are here."""
        return function(*args, **kwargs)

    def opened(self, key: Key, files: Files, specials: Sequence[str]) -> Loaded[Model]:
        """The tokenizer, read at the first time."""
        return self.kept("file", key, load_any, files, specials)

    def trained(
        self, slot: Slot, key: Key, corpus: Corpus, vocab_size: int, is_enough: Callable[[Trace], bool]
    ) -> Trace:
        """The trace, trained where none is there that is enough."""
        found = self._traces.get(key)
        if found is None or not is_enough(found):
            found = self._traces[key] = ALGORITHMS[slot.algorithm].train(corpus, slot.rules, vocab_size=vocab_size)
        return found


@dataclass(frozen=True, eq=False)
class ComparedCorpus:
    """A corpus to train on, and to compare on.

    corpus: its words as they were cut to train on; None where nothing is to be trained. text: the same as it was
    written. split: how the corpus was cut, and how a text is to be cut. notes: what its reader says. of: how many
    characters the text has if only its beginning is compared. key: names all of it.
    """

    corpus: Corpus | None
    text: Text
    split: str
    notes: tuple[Note, ...] = ()
    of: int | None = None

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
        corpus, key = example.cut(split), ("example", name, split)
        is_text = example.is_prose
        text = Text.running(*example.documents, key=key) if is_text else Text.listed(plain(corpus, split), key)
        return cls(corpus, text, split)

    @classmethod
    def of_text(cls, cut: Callable[[str], Parsed], split: str, key: Key = ()) -> ComparedCorpus:
        """A text of one's own. cut: reads it with a pre-tokenizer of this name. Raises TokvizError."""
        parsed = cut(split)
        if parsed.text is None:
            return cls(parsed.corpus, Text.listed(plain(parsed.corpus, split), (*key, split)), split, parsed.notes)
        compared = beginning(parsed.text)
        of = len(parsed.text) if len(compared) < len(parsed.text) else None
        return cls(parsed.corpus, Text.running(compared, key=(*key, split)), split, parsed.notes, of)

    @classmethod
    def untrained(cls, text: str) -> ComparedCorpus:
        """A text to compare on where nothing is trained. Raises CorpusError for an empty one."""
        return cls(None, Text.running(beginning(text), key=("text", _digest(text))), "whitespace")


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
        found = self.memory.kept("range", self._key(slot), size_range, self._corpus, slot.rules)
        return found if found.largest <= MAX_SIZE else SizeRange(min(found.smallest, MAX_SIZE), MAX_SIZE)

    def tokenizer(self, slot: Slot, size: int, label: str) -> Compared:
        """The tokenizer with `size` tokens beside the special ones, or the nearest size that it can have."""
        possible = self.possible(slot)
        if possible is None:
            key: Key = (slot.algorithm, *(file.key for file in slot.files), "", *slot.specials)
            files = [(file.name, file.content) for file in slot.files]
            found = self.memory.opened(key, files, slot.specials)
            return Compared(label, slot, Tokenizer(found.model), key, notes=found.notes)
        size = min(max(size, possible.smallest), possible.largest)
        special = len(slot.rules.first_tokens)
        key = (*self._key(slot), size)
        if ALGORITHMS[slot.algorithm].grows_under(slot.rules):
            aim = MAX_SIZE if size > AHEAD else AHEAD
            trace = self.memory.trained(
                slot, self._key(slot), self._corpus, aim + special, lambda found: _reaches(found, size + special)
            )
        else:
            trace = self.memory.trained(slot, key, self._corpus, size + special, lambda _: True)
        return Compared(label, slot, at_size(trace, size, self.source.split), key, possible, size)

    def reading(self, one: Compared, text: Text) -> Reading:
        """All of a text as a tokenizer splits it."""
        return self.memory.kept("reading", (*one.key, *text.key), read, one.model, text)

    def segmentation(self, one: Compared, text: str) -> Segmentation:
        """A running text as a tokenizer cuts it."""
        return self.memory.kept("segmentation", (*one.key, text), segment, text, one.model)

    def check(self, one: Compared, text: str) -> Check | None:
        """Whether the library of a file has the same tokens for a running text; None for a tokenizer without one."""
        around = getattr(one.model, "around", None)
        return None if around is None else self.memory.kept("check", (*one.key, text), around.check, text)

    @property
    def _corpus(self) -> Corpus:
        if self.source.corpus is None:
            raise CorpusError("empty-corpus")
        return self.source.corpus

    def _key(self, slot: Slot) -> Key:
        return (slot.algorithm, *self.source.key, repr(astuple(slot.rules)))


def held_out(text: str) -> Text | None:
    """A text to measure on that no tokenizer was trained on; None if it is empty."""
    return Text.running(beginning(text), key=("held", _digest(text))) if text.strip() else None


def _digest(text: str) -> str:
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def _reaches(trace: Trace, size: int) -> bool:
    """Whether merging went on to `size`, or ended because nothing was left."""
    return trace.stopped != "vocab_size" or trace.sizes()[-1] >= size
