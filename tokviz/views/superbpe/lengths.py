"""The tokens of a line on average, step by step, beside plain BPE on the same lines."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from tokviz import bpe, superbpe

_PLAIN_WORK = 400_000
"""Up to so many symbols times steps, plain BPE is trained beside it: it takes a tenth of a second."""


@dataclass(frozen=True)
class Lengths:
    """The tokens of a training's lines. lift: the step at which borders fall. lines: how many there are, each as often
    as it occurs. totals: the tokens of all of them after 0, 1, ... steps; plain: after as many merges of plain BPE, up
    to where it has no pair left, or empty where that was not trained."""

    lift: int
    lines: int
    totals: tuple[int, ...]
    plain: tuple[int, ...]

    def per_line(self, k: int) -> Fraction:
        """Return the tokens of a line after k steps."""
        return Fraction(self.totals[k], self.lines)

    def plain_per_line(self, k: int) -> Fraction | None:
        """Return the same of plain BPE after as many merges as k steps have; None where it was not trained."""
        if not self.plain:
            return None
        return Fraction(self.plain[min(k - (k > self.lift), len(self.plain) - 1)], self.lines)


def lengths_of(trace: superbpe.Trace) -> Lengths | None:
    """Return the lengths of a training; None where no borders fall.

    >>> from tokviz.corpus import Corpus
    >>> trace = superbpe.train(Corpus({"by the way": 2, "on the way": 1}), merges=8, rules="superbpe-lesson")
    >>> lengths = lengths_of(trace)
    >>> lengths and (lengths.lift, lengths.per_line(lengths.lift), lengths.plain_per_line(len(trace)))
    (4, Fraction(6, 1), Fraction(3, 1))
    """
    if trace.lift is None:
        return None
    totals = trace.total_symbols
    merges = trace.merges_done(len(trace))
    plain: tuple[int, ...] = ()
    if totals[0] * merges <= _PLAIN_WORK:
        plain = bpe.train(trace.fine.corpus, merges=merges, rules=trace.rules.merging).total_symbols
    return Lengths(trace.lift, sum(trace.corpus.counts), totals, plain)
