"""Longest-pair BPE training: the pair with the longest token is merged, the most frequent of those."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

from tokviz.lpbpe.rules import PRESETS, Rules

from tokviz.bpe.model import Model
from tokviz.corpus import Corpus, Words
from tokviz.merging.measured import MeasuredTrace, merge_by_measure
from tokviz.merging.measures import LENGTH, Measure
from tokviz.merging.state import Merging
from tokviz.merging.training import check_limits
from tokviz.presets import resolve
from tokviz.trace import Progress

__all__ = ["Trace", "train"]


@dataclass(frozen=True, eq=False, repr=False)
class Trace(MeasuredTrace):
    """The steps of one training, in order."""

    algorithm: ClassVar[str] = "lpbpe"
    _presets = PRESETS

    @property
    def pair_measure(self) -> Measure:
        """The measure that a step chooses by."""
        return LENGTH

    def model(self, k: int | None = None, *, pretokenizer: str = "whitespace") -> Model:
        """Return the tokenizer after `k` merges, which is one of BPE."""
        k = self._at(k)
        return Model(tuple(self.merges[:k]), self.vocabulary(k), self.rules, pretokenizer=pretokenizer)


def train(
    corpus: Words,
    *,
    merges: int | None = None,
    vocab_size: int | None = None,
    rules: str | Rules = "lpbpe",
    progress: Callable[[Progress], None] | None = None,
) -> Trace:
    """Learn merges from `corpus` and return the trace; see :func:`tokviz.bpe.train` for what the numbers mean.

    >>> train({"low": 5, "lower": 2, "newest": 6, "widest": 3}, merges=3).merges
    [('e', 's'), ('es', 't'), ('w', 'est')]
    """
    rules = resolve(rules, PRESETS)
    corpus = Corpus.of(corpus)
    check_limits(merges, vocab_size)
    state = Merging(corpus, rules)
    stopped, ties = merge_by_measure(state, LENGTH, merges, vocab_size, progress)
    return Trace(**state.record(), stopped=stopped, _ties=tuple(ties))
