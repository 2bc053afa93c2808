"""The subject of the views of `/vocabulary`: the vocabularies that are chosen, and what a host does beside drawing."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import ParamSpec, Protocol, TypeVar

from tokviz import picky
from tokviz.algorithms import PICKY
from tokviz.examples import OWN
from tokviz.memory import Computation, Key, LocalMemory, Memory
from tokviz.state.request import train_with
from tokviz.state.training import TrainState
from tokviz.state.vocabulary import VocabularyState
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shows import Ask, Show, Text, told
from tokviz.views.vocabularies.listing import MOST_ROWS, listing
from tokviz.views.vocabularies.tables import Cells, first_of, rows_of
from tokviz.vocabularies import Vocabulary

P = ParamSpec("P")
Result = TypeVar("Result")


class Kept(Protocol):
    """The memory of a host for one vocabulary; a :class:`Memory` is one for all."""

    def kept(
        self, computation: Computation, key: Key, make: Callable[P, Result], *args: P.args, **kwargs: P.kwargs
    ) -> Result:
        """Return the result of this name, or compute it where the vocabulary is."""

    def ask(self, function: Callable[P, Result], *args: P.args, **kwargs: P.kwargs) -> Result:
        """Call a function where the vocabulary is."""


@dataclass(frozen=True, eq=False)
class OpenVocabulary:
    """A vocabulary that is chosen. name: what the tokenizer is called; place: among those that are chosen; key: names
    its content; memory: of the host."""

    name: str
    vocabulary: Vocabulary
    place: int
    key: Key
    memory: Kept

    def kept(self, name: str, also: Key, make: Callable[P, Result], *args: P.args, **kwargs: P.kwargs) -> Result:
        """Return a result on it, computed once.

        name, also: the parts of its name beside the file.
        """
        return self.memory.kept("vocabularies", (name, *self.key, *also), make, *args, **kwargs)


class Host:
    """The acts of a host beside drawing; this one offers no files, takes none, and has no bars. reads_prose: whether it
    encodes a text as long as the prose that comes with tokviz."""

    takes_files: bool = False
    reads_prose: bool = True

    def offer(self, make: Callable[[], Cells], name: str) -> None:
        """Offer a table as a file below it. make: makes all of its rows, when it is asked for."""

    def bar(self, size: int) -> Callable[[float], object]:
        """Return a progress bar for so many entries: a function of the share done."""
        return lambda share: None

    def read_file(self) -> str | None:
        """Return the text of a file of the visitor; None while there is none. Raises TokvizError."""
        return None

    def lead(self, parts: Sequence[str], *, is_bpe: bool) -> None:
        """Lead to the parts of a token, below its tree."""

    def has_text(self, training: TrainState) -> bool:
        """Tell if there is a text to train on."""
        return training.example != OWN or bool(training.text.strip())

    def train(self, training: TrainState, memory: Memory) -> picky.Trace:
        """Train PickyBPE. Raises TokvizError."""
        return train_with(PICKY, training, memory).trace

    def lead_on(self, training: TrainState, step: int) -> None:
        """Lead to the page of a training, after so many steps."""


@dataclass(frozen=True, eq=False)
class Inspected:
    """The subject of the views: the vocabularies, the first one first, and what a link asks of them. chosen: how many
    tokenizers are chosen; a view of the first one alone needs no others. memory: of the host, for trainings."""

    opened: tuple[OpenVocabulary, ...]
    state: VocabularyState
    chosen: int
    say: Catalog
    host: Host = field(default_factory=Host)
    memory: Memory = field(default_factory=LocalMemory)

    @property
    def first(self) -> OpenVocabulary:
        """Return the first vocabulary."""
        return self.opened[0]

    def of_first(self) -> Iterator[Show]:
        """Yield the name of the only tokenizer that a view shows, where there are others."""
        if self.chosen > 1:
            yield told(self.say, "vocabulary.first", "caption", name=self.first.name)


def part_title(say: Catalog, key: str) -> Text:
    """Return the heading of a part of a view."""
    return Text((say(key),), "heading")


def saved_listing(
    seen: Inspected, ask: Ask, cells: Cells, name: str, key: str, bars: frozenset[str] = frozenset()
) -> Iterator[Show]:
    """Yield the first rows of a table, and offer all of them as a file."""
    total = rows_of(cells)
    yield from listing(first_of(cells, MOST_ROWS), name, key, ask, seen.say, total=total, bars=bars)
    seen.host.offer(lambda: cells, key)
