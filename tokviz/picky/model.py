"""A trained PickyBPE or Scaffold-BPE tokenizer: the log of a training applied to new text.

PickyBPE goes through the log in order. A merge joins its pair wherever the word has it, a removal splits its token, and
each event is replayed once. Scaffold-BPE applies all merges as byte-pair encoding does, and then splits scaffolds
until none is left. Source: the encoders of pchizhov/picky_bpe 038fcb9.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from typing import ClassVar, Literal, NamedTuple

from tokviz.corpus.limits import check_type
from tokviz.errors import RulesError, brief
from tokviz.merging.steps import Pair
from tokviz.models.added_tokens import AddedToken
from tokviz.models.around import Around
from tokviz.models.decoding import join_tokens
from tokviz.models.text_encoder import TextEncoder, check_explained
from tokviz.notebook_display import Drawn, Explained
from tokviz.picky.rules import Rules
from tokviz.pretokenize import METASPACE, Normalizer
from tokviz.pretokenize.marks import Marks

# -- the records of an encoding ----------------------------------------------------------------------------------------


class Event(NamedTuple):
    """An event of the log. parts: the pair that a merge makes the token of, or the pieces that a removal leaves."""

    kind: Literal["merge", "removal"]
    token: str
    parts: tuple[str, ...]


@dataclass(frozen=True)
class EncodeStep:
    """An event applied to a word.

    number: its place in the log, counted from 0. symbols: of the word before it; positions: where what it replaces
    begins; after: the word after it. passed: how many events since the last one found nothing in the word.
    """

    number: int
    event: Event
    symbols: tuple[str, ...]
    positions: tuple[int, ...]
    after: tuple[str, ...]
    passed: int


@dataclass(frozen=True)
class EncodeTrace(Drawn, Explained[EncodeStep]):
    """The encoding of one word, event by event.

    start: the symbols that the word begins as, after unknown characters were dealt with. stopped: ``log-ended``, all
    events were gone through; ``whole-word``, the word was looked up whole.
    """

    word: str
    start: tuple[str, ...]
    steps: tuple[EncodeStep, ...]
    tokens: tuple[str, ...]
    stopped: Literal["log-ended", "whole-word"]


# -- the model ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False, repr=False)
class Model(TextEncoder, Drawn):
    """The events of a training in order, a vocabulary in the order of its ids, and the rules.

    added: tokens that are looked for in a text before it is pre-tokenized. A character that the vocabulary does not
    have becomes the unknown token, or stays as it is where the rules have none. Encoding raises RulesError where the
    vocabulary lacks that token.

    >>> from tokviz import Corpus, picky
    >>> model = picky.train(Corpus({"abc": 9, "ab": 1, "abd": 3}), rules=picky.Rules(threshold=0.5)).model()
    >>> model.encode("abc dab")
    ['▁abc', '▁', 'd', 'a', 'b']
    """

    algorithm: ClassVar[str] = "picky"

    events: tuple[Event, ...]
    vocabulary: tuple[str, ...]
    rules: Rules = field(default_factory=Rules)
    pretokenizer: str = "whitespace"
    added: tuple[AddedToken, ...] = ()
    normalizer: Normalizer | None = None
    around: Around | None = field(default=None, kw_only=True)

    @property
    def unknown_token(self) -> str | None:
        """The token for characters that the vocabulary does not have; None where they stay as they are."""
        return self.rules.unknown_token

    @cached_property
    def marks(self) -> Marks:
        """The mark of a word's start."""
        mark = self.rules.start_of_word
        return Marks(mark, writes_spaces=mark == METASPACE, textless=self._textless(self.rules.first_tokens))

    @property
    def has_log(self) -> bool:
        return True

    @property
    def replays(self) -> bool:
        """True if encoding goes through the log; False if it applies merges by rank and splits scaffolds then."""
        return self.rules.removal != "scaffold"

    def explain(self, word: str) -> EncodeTrace:
        """Encode one word event by event. Raises LimitError for one of more than MAX_EXPLAINED symbols."""
        check_type(word)
        if word in self._added:
            return EncodeTrace(word, (word,), (), (word,), "whole-word")
        whole = self._whole_word(word)
        if whole is None:
            return self.replay(word)
        start = self._start(word)
        check_explained(len(start))
        return EncodeTrace(word, start, (), (whole,), "whole-word")

    def replay(self, word: str) -> EncodeTrace:
        """Return the events of the log that change a word.

        Also of a word that is looked up as a whole.

        Raises LimitError for a word of more than MAX_EXPLAINED symbols.

        >>> from tokviz import Corpus, picky
        >>> model = picky.train(Corpus({"abc": 9, "ab": 1, "abd": 3}), rules=picky.Rules(threshold=0.5)).model()
        >>> model.explain("abc").stopped, len(model.replay("abc"))
        ('whole-word', 3)
        """
        start = self._start(word)
        check_explained(len(start))
        steps = tuple(self._steps(start))
        return EncodeTrace(word, start, steps, steps[-1].after if steps else start, "log-ended")

    def _join(self, tokens: Sequence[str]) -> str:
        return join_tokens(tokens, self.rules, self.pretokenizer, normalizer=self.normalizer)

    # -- words -----------------------------------------------------------------------------------------------------

    def _encode(self, word: str) -> tuple[str, ...]:
        whole = self._whole_word(word)
        if whole is not None:
            return (whole,)
        symbols = self._start(word)
        for _, _, _, after in self._applied(symbols):
            symbols = after
        return symbols

    def _whole_word(self, word: str) -> str | None:
        """Return the token that a word is as a whole, with its mark."""
        marked = "".join(self.rules.segment(word))
        return marked if marked in self._numbers and marked not in self.rules.first_tokens else None

    def _start(self, word: str) -> tuple[str, ...]:
        """Return the first symbols of a word, with unknown characters dealt with."""
        unknown = self.unknown_token
        symbols = self.rules.segment(word)
        if unknown is None or all(symbol in self.encodable for symbol in symbols):
            return symbols
        if unknown not in self.encodable:
            first = next(symbol for symbol in symbols if symbol not in self.encodable)
            raise RulesError("unk-not-listed", symbol=brief(first), token=brief(unknown))
        return tuple(symbol if symbol in self.encodable else unknown for symbol in symbols)

    def _steps(self, symbols: tuple[str, ...]) -> Iterator[EncodeStep]:
        last = -1
        for number, event, positions, after in self._applied(symbols):
            passed = number - last - 1 if self.replays else 0
            yield EncodeStep(number, event, symbols, positions, after, passed)
            symbols, last = after, number

    # -- the log ---------------------------------------------------------------------------------------------------

    @cached_property
    def _merges(self) -> Mapping[Pair, Sequence[int]]:
        """Pair -> where in the log it is merged, ascending."""
        places: defaultdict[Pair, list[int]] = defaultdict(list)
        for number, event in enumerate(self.events):
            if event.kind == "merge":
                left, right = event.parts
                places[left, right].append(number)
        return places

    @cached_property
    def _removals(self) -> Mapping[str, Sequence[int]]:
        """Token -> where in the log it is removed, ascending."""
        places: defaultdict[str, list[int]] = defaultdict(list)
        for number, event in enumerate(self.events):
            if event.kind == "removal":
                places[event.token].append(number)
        return places

    def _applied(self, symbols: tuple[str, ...]) -> Iterator[tuple[int, Event, tuple[int, ...], tuple[str, ...]]]:
        """Yield each event that changes a word: its number, itself, where it does, and the word after it."""
        last = -1
        while (number := self._next(symbols, last)) is not None:
            event = self.events[number]
            if event.kind == "merge":
                places, symbols = _merged(symbols, event)
            else:
                places = tuple(i for i, symbol in enumerate(symbols) if symbol == event.token)
                pieces = ((symbol,) if symbol != event.token else event.parts for symbol in symbols)
                symbols = tuple(piece for parts in pieces for piece in parts)
            yield number, event, places, symbols
            last = number

    def _next(self, symbols: tuple[str, ...], last: int) -> int | None:
        """Return the event that is applied after event `last`; None where none is left."""
        if self.replays:
            merges = (_after(self._merges.get(pair, ()), last) for pair in pairwise(symbols))
            removals = (_after(self._removals.get(symbol, ()), last) for symbol in symbols)
            return min((number for number in (*merges, *removals) if number is not None), default=None)
        ranks = (self._merges[pair][0] for pair in pairwise(symbols) if pair in self._merges)
        rank = min(ranks, default=None)
        if rank is not None and (last < 0 or self.events[last].kind == "merge"):
            return rank
        return next((self._removals[symbol][0] for symbol in symbols if symbol in self._removals), None)


def _after(numbers: Sequence[int], last: int) -> int | None:
    """Return the first of ascending numbers that is greater than `last`.

    >>> _after((1, 4), 1), _after((1, 4), 4)
    (4, None)
    """
    place = bisect_right(numbers, last)
    return numbers[place] if place < len(numbers) else None


def _merged(symbols: tuple[str, ...], event: Event) -> tuple[tuple[int, ...], tuple[str, ...]]:
    """Return the places of a pair in a word without overlaps, and the merged word."""
    places: list[int] = []
    after: list[str] = []
    for place, symbol in enumerate(symbols):
        if after and (after[-1], symbol) == event.parts and (not places or places[-1] + 1 < place):
            places.append(place - 1)
            after[-1] = event.token
        else:
            after.append(symbol)
    return tuple(places), tuple(after)
