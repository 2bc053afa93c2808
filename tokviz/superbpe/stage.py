"""One stage of SuperBPE: byte-pair encoding on the pieces of that stage, with pairs that are passed over.

What it adds to :class:`tokviz.bpe.trace.Trace` is that a pair can be vetoed: it is listed, it is never merged, and it
ties with nothing. The first stage vetoes nothing and is plain byte-pair encoding.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from tokviz.bpe.trace import Trace as PlainTrace
from tokviz.merging.candidates import TieCounter, number_tied
from tokviz.merging.rules import Rules as MergingRules
from tokviz.merging.state import Merging, Past
from tokviz.merging.steps import Candidate as PlainCandidate
from tokviz.merging.steps import Pair
from tokviz.superbpe.rules import Rules, Veto


@dataclass(frozen=True)
class Candidate(PlainCandidate):
    """A pair of a stage. rank: among those that may be merged; 0 for one that is passed over. vetoed: why it is."""

    vetoed: Veto | None = None


@dataclass(frozen=True, eq=False)
class Stage(PlainTrace):
    """The merges of one stage. Its corpus are the pieces.

    limits: the rules whose vetoes hold here; None in the first stage. alphabet: how many first symbols there are, after
    which the inherited tokens follow.
    """

    limits: Rules | None = field(repr=False)
    alphabet: int = field(repr=False)

    @property
    def inherited(self) -> tuple[str, ...]:
        """The tokens that the stage began with, beside the first symbols."""
        return self._names[self.alphabet : self._base]

    def state(self, k: int) -> Merging:
        """Return the state of training after `k` merges of this stage."""
        names = self._names[self.alphabet : max(self._tokens[:k], default=self._base - 1) + 1]
        return Merging(self.corpus, self.rules, Past(names, self._forms(k)))

    def veto(self, pair: Pair) -> Veto | None:
        """Return the reason why this stage passes over a pair; None if it may merge it."""
        return None if self.limits is None else self.limits.veto("".join(pair))

    def candidates(self, k: int | None = None) -> tuple[Candidate, ...]:
        """Return the pairs after `k` merges by count, those that are passed over too."""
        k = self._at(k)
        pairs = self.pairs(k)
        vetoes = {pair: self.veto(pair) for pair in pairs} if self.limits is not None else {}
        allowed = [pair for pair in pairs if vetoes.get(pair) is None]
        tied = number_tied(count for pair in allowed if (count := pairs[pair]) >= self.rules.minimum_count)
        ranks = {pair: rank for rank, pair in enumerate(allowed, start=1)}
        return tuple(
            Candidate(pair, count, rank := ranks.get(pair, 0), 0 < rank <= tied, k, self, vetoes.get(pair))
            for pair, count in pairs.items()
        )

    def tied_by_count(self, k: int) -> tuple[Pair, ...]:
        """Return the pairs that had the highest count of those that may be merged, the winner first."""
        count = self.counts[k]
        pairs = self.pairs_by_count(range(len(self))[k])
        return tuple(pair for pair, times in pairs.items() if times == count and self.veto(pair) is None)

    def _tie_counter(self) -> TieCounter:
        return _AllowedTies(self._names, self._widths, self.rules, self.limits)


class _AllowedTies(TieCounter):
    """The same without the pairs that are passed over."""

    def __init__(self, names: Sequence[str], widths: Sequence[int], rules: MergingRules, limits: Rules | None) -> None:
        super().__init__(names, widths, rules)
        self._limits = limits

    def _is_excluded(self, pair: str) -> bool:
        token = self._names[ord(pair[0])] + self._names[ord(pair[1])]
        return self._limits is not None and self._limits.veto(token) is not None
