"""Histories of words: what merges and removals did to a word, each with the part of the word that it joined or split.

Merges by rank, the log of PickyBPE, and that of BoundlessBPE with its supermerges come out as one kind of record.
Places are in 288ths of a character of the text (:mod:`tokviz.compare.spans`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, pairwise
from typing import NamedTuple

from tokviz import bpe, picky
from tokviz.compare.spans import UNIT, Merged, byte_edges, marked_edges
from tokviz.merging.learned import Removal
from tokviz.merging.measures import COUNT, Measure, Worth
from tokviz.merging.steps import Pair
from tokviz.superbpe import boundless


@dataclass(frozen=True)
class Merge:
    """A merge. step: which of the training, from 0 (of a model without a trace, its rank); worth: what it was chosen
    by, or the score that a file has for its token, None without either. language: the one whose turn it was, where
    languages take turns. is_super: whether it joins whole words. is_by_token: whether the rank is that of the token it
    makes. measure: what its worth means, where it was learned."""

    step: int
    pair: Pair
    worth: Worth | None
    language: str = ""
    is_super: bool = False
    is_by_token: bool = False
    measure: Measure = COUNT


class Symbol(NamedTuple):
    """A symbol of a word and what it covers."""

    text: str
    begin: int
    end: int


class Joined(NamedTuple):
    """A merge in a word, with what its two parts cover. stays: whether no removal took its token apart again."""

    merge: Merge
    begin: int
    middle: int
    end: int
    stays: bool = True


class Split(NamedTuple):
    """A removal in a word: the places where the pieces of its token meet, and the merge that each of them undid."""

    removal: Removal
    undone: dict[int, Merge]


@dataclass(frozen=True)
class History:
    """The merges and removals of a word in order, and the symbols that they lead to."""

    events: tuple[Joined | Split, ...]
    symbols: tuple[Symbol, ...]

    @property
    def joined(self) -> tuple[Joined, ...]:
        """Return the merges whose tokens were not taken apart again."""
        return tuple(event for event in self.events if isinstance(event, Joined) and event.stays)

    @property
    def tokens(self) -> tuple[str, ...]:
        """Return the symbols that the word ends as."""
        return tuple(symbol.text for symbol in self.symbols)

    def moved(self, span: Callable[[int, int], tuple[int, int]]) -> History:
        """Return the same history with other places. span: from a part of the word to what it covers."""

        def place_of(begin: int, middle: int, end: int) -> int:
            return span(begin, middle)[1] if begin < middle else span(middle, end)[0]

        events: list[Joined | Split] = []
        where: dict[int, int] = {}
        for event in self.events:
            if isinstance(event, Joined):
                begin, end = span(event.begin, event.end)
                where[event.middle] = place_of(event.begin, event.middle, event.end)
                events.append(event._replace(begin=begin, middle=where[event.middle], end=end))
            else:
                events.append(Split(event.removal, {where[place]: merge for place, merge in event.undone.items()}))
        return History(tuple(events), tuple(Symbol(text, *span(begin, end)) for text, begin, end in self.symbols))

    def split_at(self, place: int) -> Split | None:
        """Return the last removal that split the word at a place."""
        splits = (event for event in reversed(self.events) if isinstance(event, Split) and place in event.undone)
        return next(splits, None)


MakeMerge = Callable[[Pair, int], Merge]
"""From a pair and its rank, or its number in a log, to a merge."""


class _Word:
    """A word on its way through its merges and removals."""

    def __init__(self, symbols: Sequence[Symbol]) -> None:
        self.symbols = list(symbols)
        self.events: list[Joined | Split] = []

    def merge(self, after: Sequence[str], merge: Merge) -> None:
        """Go on to symbols of which some were made of two."""
        symbols: list[Symbol] = []
        left = iter(self.symbols)
        for text in after:
            symbol = next(left)
            if symbol.text != text:
                right = next(left)
                self.events.append(Joined(merge, symbol.begin, symbol.end, right.end))
                symbol = Symbol(text, symbol.begin, right.end)
            symbols.append(symbol)
        self.symbols = symbols

    def remove(self, positions: Sequence[int], removal: Removal, cut: Callable[[Symbol], Sequence[Symbol]]) -> None:
        """Split the symbols at some positions."""
        for position in reversed(positions):
            symbol = self.symbols[position]
            pieces = cut(symbol)
            cuts = [piece.begin for piece in pieces[1:]]
            undone: dict[int, Merge] = {}
            for number, event in enumerate(self.events):
                if isinstance(event, Joined) and event.stays and symbol.begin <= event.begin <= event.end <= symbol.end:
                    undone |= {place: event.merge for place in cuts if event.middle == place}
                    if any(event.begin < place < event.end or event.middle == place for place in cuts):
                        self.events[number] = event._replace(stays=False)
            self.events.append(Split(removal, undone))
            self.symbols[position : position + 1] = pieces

    @property
    def history(self) -> History:
        """Return all that happened."""
        return History(tuple(self.events), tuple(self.symbols))


def of_merges(word: str, model: bpe.Model, merge: MakeMerge) -> History:
    """Return the history of a word that is split by the ranks of merges."""
    symbols = [Symbol(*symbol[:3]) for symbol in Merged(model).symbols(word) if symbol.kind != "dropped"]
    changing = _Word(symbols)
    explained = model.explain(word)
    for step in explained:
        made = merge(step.pair, step.rank)
        for position in step.positions:
            (_, begin, middle), (_, _, end) = symbols[position : position + 2]
            changing.events.append(Joined(made, begin, middle, end))
        for position in reversed(step.positions):
            text = model.rules.join(*step.pair)
            symbols[position : position + 2] = [Symbol(text, symbols[position].begin, symbols[position + 1].end)]
    changing.symbols = [symbol._replace(text=token) for token, symbol in zip(explained.tokens, symbols, strict=True)]
    return changing.history


def of_picky(word: str, model: picky.Model, merge: MakeMerge) -> History:
    """Return the history of a word by the log of PickyBPE or Scaffold-BPE, even of one that is looked up
    whole."""
    replayed = model.replay(word)
    lengths = [1 if symbol == model.unknown_token else len(symbol) for symbol in replayed.start]
    edges = marked_edges(word, lengths, model.rules.start_of_word)
    changing = _Word([Symbol(text, *span) for text, span in zip(replayed.start, pairwise(edges), strict=True)])

    def cut(pieces: tuple[str, ...]) -> Callable[[Symbol], Sequence[Symbol]]:
        def pieces_of(symbol: Symbol) -> Sequence[Symbol]:
            ends = [symbol.end - length * UNIT for length in accumulate(map(len, reversed(pieces)))]
            begins = [max(end, symbol.begin) for end in reversed(ends)]
            return [
                Symbol(text, begin, end)
                for text, begin, end in zip(pieces, begins, [*begins[1:], symbol.end], strict=True)
            ]

        return pieces_of

    for step in replayed:
        if step.event.kind == "merge":
            left, right = step.event.parts
            changing.merge(step.after, merge((left, right), step.number))
        else:
            removal = Removal(step.number, step.event.token, step.event.parts)
            changing.remove(step.positions, removal, cut(step.event.parts))
    return changing.history


def of_boundless(line: str, model: boundless.Model, merge: MakeMerge) -> History:
    """Return the history of a line by the log of BoundlessBPE."""
    explained = model.explain(line)
    start = [symbol for word in explained.start for symbol in word]
    spans = pairwise(byte_edges(line))
    changing = _Word([Symbol(text, *span) for text, span in zip(start, spans, strict=True)])
    for step in explained:
        made = replace(merge(step.pair, step.number), is_super=step.kind == "supermerge")
        changing.merge([symbol for word in step.after for symbol in word], made)
    return changing.history
