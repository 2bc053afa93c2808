"""A trained BPE tokenizer: merges and a vocabulary applied to new text, with every step of it on request.

The three ways in which the field applies merges are one knob (:class:`~tokviz.bpe.encoding.Encoding`), and so is what
becomes of characters that the vocabulary does not know. What subword-nmt adds around this (separator, glossaries,
vocabulary filter) is in :mod:`tokviz.bpe.subword_nmt`; reading and writing models is `tokviz.formats`.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from heapq import heappop, heappush
from itertools import chain, pairwise
from typing import Any

from tokviz.bpe.decoding import join_tokens
from tokviz.bpe.encoding import Candidate, EncodeStep, EncodeTrace, Encoding, Stop
from tokviz.bpe.memory import Memory, Remembered
from tokviz.bpe.rules import Rules
from tokviz.bpe.steps import Pair
from tokviz.bytelevel import text_to_bytes
from tokviz.errors import LimitError, RulesError
from tokviz.pretokenize import pretokenize

__all__ = ["MAX_EXPLAINED", "Model", "check_explained"]

_NEVER = 1 << 62
_LONG = 100  # symbols; longer words are merged with a queue

MAX_EXPLAINED = 2_000
"""The longest word that :meth:`Model.explain` takes, in symbols: its trace grows with the square of the length."""


def check_explained(symbols: int) -> None:
    """Raise LimitError for a word of more than :data:`MAX_EXPLAINED` symbols."""
    if symbols > MAX_EXPLAINED:
        raise LimitError(
            "MAX_EXPLAINED",
            MAX_EXPLAINED,
            met=symbols,
            subject="a word to explain",
            unit="symbols",
            advice="Encode it without the steps, or explain a part of it.",
        )


@dataclass(frozen=True, eq=False)
class Model:
    """Merges in the order of their ranks, a vocabulary in the order of its ids, and the conventions to apply them by.

    >>> from tokviz import Corpus, bpe
    >>> model = bpe.train(Corpus({"low": 5, "lower": 2, "newest": 6, "widest": 3}), merges=10).model()
    >>> model.encode("lowest")
    ['low', 'est</w>']
    >>> model.decode(model.encode("lowest low"))
    'lowest low'
    """

    merges: tuple[Pair, ...]
    vocabulary: tuple[str, ...]
    rules: Rules = field(default_factory=Rules)
    encoding: Encoding = field(default_factory=Encoding)
    pretokenizer: str = "whitespace"

    # -- the three verbs -------------------------------------------------------------------------------------------

    def encode(self, text: str) -> list[str]:
        """The tokens of `text`, which is pre-tokenised first. Words are remembered."""
        return list(chain.from_iterable(self._memory.all(pretokenize(text, self.pretokenizer))))

    def explain(self, word: str, dropout: float = 0.0, rng: random.Random | None = None) -> EncodeTrace:
        """Encode one word step by step. Raises LimitError for one of more than :data:`MAX_EXPLAINED` symbols.

        dropout: the probability with which each pair sits out an iteration; it needs `rng`, from which one number is
        drawn for each pair of each iteration, as subword-nmt does.
        """
        start = self._start(word)
        check_explained(len(start))
        whole = self._whole_word(word)
        if whole is not None and not dropout:
            return EncodeTrace(word, start, (), (whole,), (), "whole-word")
        steps = tuple(self._steps(start, dropout, rng))
        tokens = steps[-1].after if steps else start
        last = self._candidates(tokens)
        stopped: Stop = "no-pair-known"
        if len(tokens) == 1:
            stopped = "one-symbol"
        elif dropout and any(candidate.rank is not None for candidate in last):
            stopped = "dropped-out"
        return EncodeTrace(word, start, steps, tokens, last, stopped)

    def decode(self, tokens: Iterable[str]) -> str:
        """The text of `tokens`; :mod:`tokviz.bpe.decoding` says how, and what cannot come back."""
        return join_tokens(tokens, self.rules, self.pretokenizer, byte_fallback=self.encoding.byte_fallback)

    # -- words -----------------------------------------------------------------------------------------------------

    def encode_word(self, word: str) -> tuple[str, ...]:
        """The tokens of one word, looked up if it was encoded before."""
        return self._memory(word)

    @property
    def remembered(self) -> Remembered:
        """How many words are remembered, and how often one was looked up or not found."""
        return self._memory.snapshot()

    @cached_property
    def _memory(self) -> Memory:
        return Memory(self._encode)

    @cached_property
    def ids(self) -> Mapping[str, int]:
        """Token -> id."""
        return {token: i for i, token in enumerate(self.vocabulary)}

    @cached_property
    def ranks(self) -> Mapping[Pair, int]:
        """Pair -> rank; empty where ranks go by the token that a pair makes."""
        if self.encoding.rank_by == "token":
            return {}
        pairs = list(enumerate(self.merges))
        if not self.encoding.last_duplicate:
            pairs.reverse()
        return {pair: rank for rank, pair in pairs}

    def rank(self, pair: Pair) -> int | None:
        """The rank of a pair, the lowest being merged first; None if it was never merged."""
        if self.encoding.rank_by == "token":
            return self.ids.get(self.rules.join(*pair))
        return self.ranks.get(pair)

    def _whole_word(self, word: str) -> str | None:
        """The token that a word is as a whole, where the encoding looks words up."""
        if not self.encoding.whole_word:
            return None
        token = text_to_bytes(word) if self.rules.alphabet == "bytes" else word
        return token if token in self.ids else None

    def _start(self, word: str) -> tuple[str, ...]:
        """The first symbols of a word, with unknown characters dealt with."""
        symbols = self.rules.segment(word)
        encoding, ids = self.encoding, self.ids
        if encoding.unknown == "keep" and not encoding.byte_fallback:
            return symbols
        found: list[str] = []
        pending = False  # an unknown token that is not written yet: tokenizers writes it before the next known one
        for symbol in symbols:
            if symbol in ids:
                if pending:
                    found.append(str(encoding.unk_token))
                    pending = False
                found.append(symbol)
                continue
            fallback = (
                [f"<0x{byte:02X}>" for byte in symbol.encode("utf-8", "surrogatepass")]
                if encoding.byte_fallback
                else []
            )
            if fallback and all(piece in ids for piece in fallback):
                found += fallback
            elif encoding.unknown == "keep":
                found.append(symbol)
            elif encoding.unknown == "unk":
                if pending and not encoding.fuse_unk:
                    found.append(str(encoding.unk_token))
                pending = True
        if pending:
            found.append(str(encoding.unk_token))
        return tuple(found)

    # -- merging ---------------------------------------------------------------------------------------------------

    def _encode(self, word: str) -> tuple[str, ...]:
        whole = self._whole_word(word)
        if whole is not None:
            return (whole,)
        symbols = self._start(word)
        if len(symbols) > _LONG and self.encoding.loop == "one-at-a-time":
            return self._merge_long(symbols)
        if self.encoding.loop == "rule-by-rule":
            return self._by_rule(symbols)
        rank = self._rank_or_never
        at_once = self.encoding.loop != "one-at-a-time"
        parts = list(symbols)
        ranks = list(map(rank, pairwise(parts)))  # of each pair of neighbours, kept up to date
        while ranks:
            best = min(ranks)
            if best == _NEVER:
                break
            i = ranks.index(best)
            while True:
                parts[i : i + 2] = [self._token(best, parts[i], parts[i + 1])]
                del ranks[i]
                if i:
                    ranks[i - 1] = rank((parts[i - 1], parts[i]))
                if i < len(ranks):
                    ranks[i] = rank((parts[i], parts[i + 1]))
                if not at_once or best not in ranks[i:]:
                    break
                i = ranks.index(best, i)
        return tuple(parts)

    def _by_rule(self, symbols: tuple[str, ...]) -> tuple[str, ...]:
        """Each merge in its turn, at all places; a pair that a later merge makes has missed its own."""
        least = -1
        while True:
            open_to = [(rank, pair) for pair in pairwise(symbols) if (rank := self._rank_or_never(pair)) > least]
            least, pair = min(open_to, default=(_NEVER, ("", "")))
            if least == _NEVER:
                return symbols
            symbols = _merge_all(symbols, pair, self.rules.join(*pair))

    @cached_property
    def _rank_or_never(self) -> Callable[[Pair], int]:
        """The rank of a pair; for one that was never merged a number above all ranks."""
        if self.encoding.rank_by == "pair":
            return _Ranks(self.ranks).__getitem__
        ids, join = _Ranks(self.ids), self.rules.join
        return lambda pair: ids[join(*pair)]

    @cached_property
    def _made(self) -> tuple[str, ...]:
        """The token that each merge makes."""
        return tuple(self.rules.join(*pair) for pair in self.merges)

    def _token(self, rank: int, left: str, right: str) -> str:
        return self._made[rank] if self.encoding.rank_by == "pair" else self.rules.join(left, right)

    def _steps(self, symbols: tuple[str, ...], dropout: float, rng: random.Random | None) -> Iterator[EncodeStep]:
        """The same loop with a record of each iteration; only here can pairs drop out."""
        if dropout and rng is None:
            raise RulesError("dropout-rng", "Dropout needs a random.Random to draw from.")
        least = -1
        while len(symbols) > 1:
            candidates = self._candidates(symbols)
            open_to = [
                candidate
                for candidate in candidates
                if (rng is None or not dropout or rng.random() > dropout)
                and candidate.rank is not None
                and candidate.rank > least
            ]
            if not open_to:
                return
            best = min(open_to, key=lambda candidate: (candidate.rank, candidate.index))
            assert best.rank is not None
            if self.encoding.loop == "rule-by-rule":
                least = best.rank
            positions = [best.index]
            if self.encoding.loop != "one-at-a-time":
                positions = _disjoint(candidate.index for candidate in open_to if candidate.rank == best.rank)
            after = list(symbols)
            for i in reversed(positions):
                after[i : i + 2] = [self.rules.join(*best.pair)]
            yield EncodeStep(symbols, candidates, best.pair, best.rank, tuple(positions), tuple(after))
            symbols = tuple(after)

    def _candidates(self, symbols: tuple[str, ...]) -> tuple[Candidate, ...]:
        return tuple(Candidate(i, pair, self.rank(pair)) for i, pair in enumerate(pairwise(symbols)))

    def _merge_long(self, symbols: tuple[str, ...]) -> tuple[str, ...]:
        """One at a time in a long word: a queue of (rank, place) instead of a search of the whole word each time."""
        parts: list[str | None] = list(symbols)
        after = [*range(1, len(parts)), -1]
        before = list(range(-1, len(parts) - 1))
        queue: list[tuple[int, int, str, str]] = []

        def offer(i: int) -> None:
            j = after[i] if i >= 0 else -1
            if j >= 0:
                left, right = parts[i], parts[j]
                assert left is not None
                assert right is not None
                found = self.rank((left, right))
                if found is not None:
                    heappush(queue, (found, i, left, right))

        for i in range(len(parts)):
            offer(i)
        while queue:
            _, i, left, right = heappop(queue)
            j = after[i]
            if parts[i] != left or j < 0 or parts[j] != right:
                continue
            parts[i], parts[j] = self.rules.join(left, right), None
            after[i] = after[j]
            if after[j] >= 0:
                before[after[j]] = i
            offer(before[i])
            offer(i)
        return tuple(part for part in parts if part is not None)


class _Ranks(dict[Any, int]):
    """Ranks in which what is missing comes after everything."""

    def __missing__(self, key: object) -> int:
        return _NEVER


def _merge_all(symbols: tuple[str, ...], pair: Pair, token: str) -> tuple[str, ...]:
    """Replace all occurrences of a pair that do not overlap, left to right."""
    merged: list[str] = []
    i = 0
    while i < len(symbols):
        if symbols[i : i + 2] == pair:
            merged.append(token)
            i += 2
        else:
            merged.append(symbols[i])
            i += 1
    return tuple(merged)


def _disjoint(places: Iterable[int]) -> list[int]:
    """The places, ascending, without those whose pair would overlap the one taken before."""
    taken: list[int] = []
    for place in places:
        if not taken or place > taken[-1] + 1:
            taken.append(place)
    return taken
