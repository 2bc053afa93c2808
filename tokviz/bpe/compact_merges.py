"""Merges in the order of the tokens that they make, kept as a character each: half a million in half a megabyte.

The ids of a vocabulary are mostly in the order of its merges, and a merge is a token and the place at which it is cut.
Converters of SentencePiece's files list every two tokens that make a token, which has several merges then. A few merges
that come before may be in another order; they are kept as they are.
"""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate, pairwise
from typing import overload

from tokviz.merging.steps import Pair
from tokviz.models.text_encoder import Numbered, shared_number

_LONGEST = 0xD7FF  # characters of a left part: each length is the character of that number


class CompactMerges(Sequence[Pair]):
    r"""The merges: those of `head`, then of each token, in the order of the ids, so many as `counts` has.

    cuts: of each merge behind the head, how many characters its left part has. Both are numbers as characters, whose
    string takes a byte of each where all are small.

    >>> merges = CompactMerges(["a", "b", "c", "ab", "bc", "abc"], [], "\0\0\0\1\1\2", "\1\1\2\1")
    >>> list(merges)
    [('a', 'b'), ('b', 'c'), ('ab', 'c'), ('a', 'bc')]
    >>> merges.ranks[("a", "bc")], merges.ranks.get(("c", "a"))
    (3, None)
    """

    def __init__(self, tokens: Sequence[str], head: Sequence[Pair], counts: str, cuts: str) -> None:
        self.head, self.counts, self.cuts = tuple(head), counts, cuts
        self.ids = {token: shared_number(number) for number, token in enumerate(tokens)}
        self.tokens = Numbered(tokens)
        self.tokens.numbers = self.ids
        self._starts = array("I", accumulate(map(ord, counts), initial=0))

    def __len__(self) -> int:
        return len(self.head) + len(self.cuts)

    @overload
    def __getitem__(self, index: int) -> Pair: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Pair]: ...
    def __getitem__(self, index: int | slice) -> Pair | Sequence[Pair]:
        if isinstance(index, slice):
            return tuple(self[place] for place in range(*index.indices(len(self))))
        place = range(len(self))[index] - len(self.head)
        if place < 0:
            return self.head[place]
        token, cut = self.tokens[bisect_right(self._starts, place) - 1], ord(self.cuts[place])
        return token[:cut], token[cut:]

    def __iter__(self) -> Iterator[Pair]:
        yield from self.head
        for place, cut in enumerate(map(ord, self.cuts)):
            token = self.tokens[bisect_right(self._starts, place) - 1]
            yield token[:cut], token[cut:]

    @property
    def ranks(self) -> Ranks:
        """The ranks of the pairs."""
        return Ranks(self)

    def rank(self, pair: Pair) -> int | None:
        """Find the rank of a pair behind the head; None if it is none of these merges."""
        number = self.ids.get("".join(pair))
        if number is None:
            return None
        place = self.cuts.find(chr(len(pair[0])), self._starts[number], self._starts[number + 1])
        return None if place < 0 else len(self.head) + place


class Ranks(Mapping[Pair, int]):
    """Pair -> rank, found when it is asked for."""

    def __init__(self, merges: CompactMerges) -> None:
        self._merges = merges
        self._head = {pair: rank for rank, pair in enumerate(merges.head)}

    def __getitem__(self, pair: Pair) -> int:
        rank = self._merges.rank(pair)
        return self._head[pair] if rank is None else rank

    def __iter__(self) -> Iterator[Pair]:
        return iter(self._merges)

    def __len__(self) -> int:
        return len(self._merges)


def compact(merges: Sequence[Pair], tokens: Sequence[str]) -> CompactMerges | None:
    """Make the same merges of few bytes; None where one of them is there twice, makes what is no token, or has a left
    part that is too long. tokens: in the order of their ids.

    >>> found = compact([("b", "c"), ("a", "b"), ("ab", "c")], ["a", "b", "c", "ab", "abc", "bc"])
    >>> found is not None and (found.head, list(found))
    ((('b', 'c'),), [('b', 'c'), ('a', 'b'), ('ab', 'c')])
    >>> compact([("a", "b")], ["a", "b"]) is None
    True
    """
    ids = {token: number for number, token in enumerate(tokens)}
    numbers = [ids.get("".join(pair), -1) for pair in merges]
    if -1 in numbers or len(ids) < len(tokens) or len({*merges}) < len(merges):
        return None
    falls = [place for place, (one, other) in enumerate(pairwise(numbers), start=1) if one > other]
    head = falls[-1] if falls else 0
    counts = [0] * len(tokens)
    for number in numbers[head:]:
        counts[number] += 1
    cuts = [len(left) for left, _ in merges[head:]]
    if max((*counts, *cuts), default=0) > _LONGEST:
        return None
    return CompactMerges(tokens, merges[:head], "".join(map(chr, counts)), "".join(map(chr, cuts)))


class RanksOfLonger(Mapping[str, int]):
    """Token -> its place among the tokens of two characters or more, in the order of their ids.

    >>> ranks = RanksOfLonger({"a": 0, "ab": 1, "b": 2, "abb": 3})
    >>> dict(ranks), ranks.get("b")
    ({'ab': 0, 'abb': 1}, None)
    """

    def __init__(self, numbers: Mapping[str, int]) -> None:
        self._numbers = numbers
        self._short = sorted(number for token, number in numbers.items() if len(token) < 2)

    def __getitem__(self, token: str) -> int:
        number = self._numbers[token]
        if len(token) < 2:
            raise KeyError(token)
        return number - bisect_right(self._short, number)

    def __iter__(self) -> Iterator[str]:
        longer = (token for token in self._numbers if len(token) > 1)
        return iter(sorted(longer, key=self._numbers.__getitem__))

    def __len__(self) -> int:
        return len(self._numbers) - len(self._short)
