"""The state of a training that takes tokens out again: the words with their pairs, and how often each symbol occurs.

A merge is that of :class:`tokviz.merging.state.Merging`. A removal splits a token wherever it is left, and adjusts the
counts of the pairs inside and at the edges of its pieces. Symbols are code points and words are strings in here, too.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import Any

from tokviz.corpus import Corpus
from tokviz.corpus.coverage import count_symbols
from tokviz.merging.candidates import pairs_of
from tokviz.merging.state import Effect, Merging
from tokviz.picky.rules import Rules


def pieces_of(token: str, made_of: dict[str, str], removed: set[str]) -> str:
    """Return the pieces of a removed token.

    These are its first parts, and in turn the parts of a removed one.

    >>> pieces_of("C", {"B": "▁a", "C": "Bb"}, {"B", "C"})
    '▁ab'
    """
    pieces = made_of[token]
    while not removed.isdisjoint(pieces):
        pieces = "".join(made_of[piece] if piece in removed else piece for piece in pieces)
    return pieces


class Removing(Merging):
    """The words of `corpus` on their way through training under `rules`.

    occurrences: symbol -> how often it is in the words. removed: the tokens that are out of the vocabulary. tally: the
    size as each merge makes it one more and each removal one less.
    """

    rules: Rules

    def __init__(self, corpus: Corpus, rules: Rules) -> None:
        super().__init__(corpus, rules)
        self.occurrences = count_symbols(zip(self.forms, corpus.counts, strict=True))
        self.removed: set[str] = set()
        self.tally = self._base
        self._made_of: dict[str, str] = {}
        self._where: defaultdict[str, list[int]] = defaultdict(list)  # token -> the words that got it, at some time
        self._removals: list[int] = []

    @property
    def merges_done(self) -> int:
        """The number of merges so far."""
        return len(self.pairs) - len(self._removals)

    @property
    def size(self) -> int:
        """The size that the rules compare with the one that is wanted."""
        return self.tally if self.rules.size_counts == "tally" else len(self.names) - len(self.removed)

    def is_first(self, symbol: str) -> bool:
        """Tell if a symbol was there before the first merge; it is never removed."""
        return ord(symbol) < self._base

    def merge(self, pair: str) -> Effect:
        """Merge `pair` in every word that has it. A token that was removed is back in the vocabulary."""
        effect = super().merge(pair)
        token = effect.token
        self._made_of.setdefault(token, pair)
        for part in pair:
            self.occurrences[part] -= effect.merged
        self.occurrences[token] += effect.merged
        self._where[token] += self._log_words[self._log_starts[-1] :]
        if self.rules.removal != "scaffold":  # a scaffold stays one
            self.removed.discard(token)
        self.tally += 1
        return effect

    def remove(self, token: str) -> list[str]:
        """Take a token out of the vocabulary and split what is left of it; return the pairs whose counts rose.

        A scaffold is only marked: no word changes.
        """
        splits = self.rules.removal == "picky"
        self.removed.add(token)
        self.tally -= 1
        self._removals.append(len(self.pairs))
        self.pairs.append(self._made_of[token])
        self._tokens.append(ord(token))
        self._log_starts.append(len(self._log_words))
        left = self.occurrences[token] if splits else 0
        self._merged_counts.append(left)
        return self._split(token, left) if left else []

    def _split(self, token: str, left: int) -> list[str]:
        pieces = pieces_of(token, self._made_of, self.removed)
        hits = [w for w in sorted(set(self._where.pop(token))) if token in self.forms[w]]
        risen: defaultdict[str, list[int]] = defaultdict(list)
        for w in hits:
            before = self.forms[w]
            after = self.forms[w] = before.replace(token, pieces)
            change = Counter(pairs_of(after))
            change.subtract(pairs_of(before))
            weight = self._weight_of(w)
            for pair, times in change.items():
                if times:
                    self.counts[pair] += times * weight
                if times > 0:
                    risen[pair].append(w)
        del self.occurrences[token]
        for piece in pieces:
            self.occurrences[piece] += left
        for piece in set(pieces):
            if not self.is_first(piece):
                self._where[piece] += hits
        self._log(hits)
        for pair, words in risen.items():
            self.words_with[pair] = sorted(self.words_with[pair] + words)
        return list(risen)

    def record(self) -> dict[str, Any]:
        """Return the events as the fields of :class:`tokviz.picky.trace.Trace`."""
        return {**super().record(), "_removals": tuple(self._removals)}
