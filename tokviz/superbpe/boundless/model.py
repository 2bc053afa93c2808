"""A trained BoundlessBPE tokenizer: the log of its merges and supermerges, applied once each, in order.

A line is split into words, and each event is replayed in order: a merge inside of a word, a supermerge of two neighbors
that are one token each. This is no list of ranks, so no file of tokenizers can hold it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise, zip_longest
from typing import ClassVar, NamedTuple, TypeVar

from tokviz.corpus.limits import check_type
from tokviz.merging.steps import Pair
from tokviz.models.added_tokens import AddedToken
from tokviz.models.around import Around
from tokviz.models.text_encoder import TextEncoder, check_explained
from tokviz.notebook_display import Drawn, Explained
from tokviz.pretokenize import Normalizer
from tokviz.pretokenize.byte_level import bytes_of, text_to_bytes
from tokviz.pretokenize.marks import Marks, space_of
from tokviz.superbpe.boundless.rules import Kind, Rules
from tokviz.superbpe.pieces import splitter

Event = tuple[Kind, Pair]
"""An entry of the log: what kind of merge, and of what."""
Thing = TypeVar("Thing")
_Run = list[list[str]]
"""A line as its words, each as its symbols."""


@dataclass(frozen=True)
class BoundlessStep:
    """One event: its number in the log, from 0, and the words of the line before and after it."""

    number: int
    kind: Kind
    pair: Pair
    before: tuple[tuple[str, ...], ...]
    after: tuple[tuple[str, ...], ...]


class EventCandidate(NamedTuple):
    """A pair of a line that an event could have: inside of a word, or two neighbors that are one token each.

    place: how many symbols of the line are before it. number: of its event in the log, from 0; None for a pair that has
    no event.
    """

    place: int
    kind: Kind
    pair: Pair
    number: int | None


@dataclass(frozen=True)
class BoundlessEncoding(Drawn, Explained[BoundlessStep]):
    """The encoding of one line, event by event."""

    word: str
    start: tuple[tuple[str, ...], ...]
    steps: tuple[BoundlessStep, ...]
    tokens: tuple[str, ...]


@dataclass(frozen=True, eq=False, repr=False)
class Model(TextEncoder, Drawn):
    """The log of events, and a vocabulary in the order of its ids.

    pretokenizer: what a text is split by before anything else, into lines.

    >>> from tokviz import Corpus
    >>> from tokviz.superbpe import boundless
    >>> model = boundless.train(Corpus({"by the way": 2, "on the way": 1}), merges=8).model()
    >>> model.encode("by the way")
    ['by', 'ĠtheĠway']
    """

    algorithm: ClassVar[str] = "superbpe"
    unknown_token: ClassVar[str | None] = None

    events: tuple[Event, ...]
    vocabulary: tuple[str, ...]
    rules: Rules = field(default_factory=Rules)
    pretokenizer: str = "lines"
    added: tuple[AddedToken, ...] = ()
    normalizer: Normalizer | None = None
    around: Around | None = field(default=None, kw_only=True)

    @property
    def begins_as_bytes(self) -> bool:
        return True

    @property
    def has_log(self) -> bool:
        return True

    @property
    def joins_whole_words(self) -> bool:
        return True

    def words_inside(self, line: str) -> Sequence[str]:
        return splitter(self.rules.stage1)(line)

    @cached_property
    def marks(self) -> Marks:
        """The spaces of its lines, in bytes."""
        return Marks(space=space_of(self.pretokenizer, 1), byte_levels=1, writes_spaces=True)

    def explain(self, word: str) -> BoundlessEncoding:
        """Encode one line event by event. Raises LimitError for one of more than MAX_EXPLAINED bytes."""
        check_type(word)
        if word in self._added:
            return BoundlessEncoding(word, ((word,),), (), (word,))
        run = self._start(word)
        check_explained(sum(map(len, run)))
        start, steps = _frozen(run), []
        for number in self._turns(run):
            before = _frozen(run)
            kind, pair = self.events[number]
            _apply(run, kind, pair)
            steps.append(BoundlessStep(number, kind, pair, before, _frozen(run)))
        return BoundlessEncoding(word, start, tuple(steps), tuple(symbol for item in run for symbol in item))

    def candidates(self, words: Sequence[Sequence[str]]) -> tuple[EventCandidate, ...]:
        """Return the pairs of a line, given as its words, that a merge or a supermerge could have, left to right."""
        inside, across = self._numbers_of
        candidates: list[EventCandidate] = []
        place = 0
        for word, following in zip_longest(words, words[1:], fillvalue=()):
            for i, pair in enumerate(pairwise(word)):
                candidates.append(EventCandidate(place + i, "merge", pair, inside.get(pair)))
            place += len(word)
            if len(word) == len(following) == 1:
                pair = word[0], following[0]
                candidates.append(EventCandidate(place - 1, "supermerge", pair, across.get(pair)))
        return tuple(candidates)

    def _join(self, tokens: Sequence[str]) -> str:
        """Return the text of `tokens`; bytes that are no UTF-8 become U+FFFD, the replacement character."""
        return b"".join(map(bytes_of, tokens)).decode("utf-8", "replace")

    def _encode(self, word: str) -> tuple[str, ...]:
        run = self._start(word)
        for number in self._turns(run):
            _apply(run, *self.events[number])
        return tuple(symbol for item in run for symbol in item)

    def _start(self, word: str) -> _Run:
        return [list(text_to_bytes(piece)) for piece in splitter(self.rules.stage1)(word)]

    @cached_property
    def _numbers_of(self) -> tuple[dict[Pair, int], dict[Pair, int]]:
        """The place of each event in the log: of merges, and of supermerges."""
        numbered = [*enumerate(self.events)]
        inside = {pair: number for number, (kind, pair) in numbered if kind == "merge"}
        return inside, {pair: number for number, (kind, pair) in numbered if kind == "supermerge"}

    def _turns(self, run: _Run) -> Iterator[int]:
        """Yield the next event that changes the line, as it is by then; none has a second turn."""
        inside, across = self._numbers_of
        turn = -1
        while True:
            numbers = [inside[pair] for item in run for pair in pairwise(item) if pair in inside]
            whole = [(left[0], right[0]) for left, right in pairwise(run) if len(left) == len(right) == 1]
            numbers += [across[pair] for pair in whole if pair in across]
            turn = min((number for number in numbers if number > turn), default=-1)
            if turn < 0:
                return
            yield turn


def _apply(run: _Run, kind: Kind, pair: Pair) -> None:
    """Apply an event to a line, at all places from the left."""
    if kind == "merge":
        for item in run:
            _merge(item, pair[0], pair[1], pair[0] + pair[1])
    else:
        _merge(run, [pair[0]], [pair[1]], [pair[0] + pair[1]])


def _merge(items: list[Thing], left: Thing, right: Thing, into: Thing) -> None:
    i = 0
    while i < len(items) - 1:
        if items[i] == left and items[i + 1] == right:
            items[i : i + 2] = [into]
        i += 1


def _frozen(run: Sequence[Sequence[str]]) -> tuple[tuple[str, ...], ...]:
    return tuple(map(tuple, run))
