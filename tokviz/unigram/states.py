"""The states of a unigram training: the pieces and their scores after each step, and what follows from them.

State k is what there is after k steps; state 0 has no pieces yet. Recorded are arrays, which steps share where they did
not change; :class:`~tokviz.unigram.trace.Trace` adds the steps themselves.
"""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from typing import Literal

import numpy as np

from tokviz.corpus import Corpus
from tokviz.unigram.em import best_path_counts, expected_counts, with_unknown
from tokviz.unigram.model import Model
from tokviz.unigram.rules import Rules
from tokviz.unigram.seeds import Candidate, candidates
from tokviz.unigram.steps import Kind
from tokviz.unigram.trellis import UNKNOWN, Floats, Ints, Trellis

__all__ = ["Paths", "Record", "States", "StopReason"]

StopReason = Literal["vocab_size", "characters", "stalled"]
Paths = Literal["all", "best"]


@dataclass(frozen=True, eq=False)
class Record:
    """What is recorded of a step: the pieces after it, as numbers of seeds, with their scores.

    values: the counts of a seed step, the expected counts of an expect step, the losses of a prune step, for the pieces
    before it; occurrences: of a prune step, how often the best segmentations had each.
    """

    kind: Kind
    live: Ints
    scores: Floats
    values: Floats | None
    occurrences: Floats | None
    log_likelihood: float | None
    is_final: bool


@dataclass(frozen=True, eq=False)
class States:
    """What was recorded, and every state from it. The fields are described at the trace."""

    corpus: Corpus
    rules: Rules
    vocab_size: int
    stopped: StopReason
    _names: tuple[str, ...] = field(repr=False)
    _lines: tuple[str, ...] | None = field(repr=False)
    _records: tuple[Record, ...] = field(repr=False)

    # -- the state after k steps -----------------------------------------------------------------------------------

    def pieces(self, k: int | None = None) -> dict[str, float]:
        """Piece -> probability after `k` steps (all by default), in the trainer's order; special tokens are no part."""
        return {piece: math.exp(score) for piece, score in self.scores(k).items()}

    def scores(self, k: int | None = None) -> dict[str, float]:
        """Piece -> log probability after `k` steps; nothing after 0."""
        k = self._at(k)
        if not k:
            return {}
        record = self._records[k - 1]
        return dict(zip(map(self._names.__getitem__, record.live.tolist()), record.scores.tolist(), strict=True))

    def model(self, k: int | None = None, pretokenizer: str = "whitespace") -> Model:
        """The tokenizer after `k` steps, at least 1, with the rules' special tokens at its head."""
        rules = self.rules
        scores = self.scores(self._begun(k))
        first = dict.fromkeys(rules.first_tokens, 0.0)
        return Model.from_scores(
            first | {piece: score for piece, score in scores.items() if piece not in first},
            unk_token=rules.unk_token,
            pretokenizer=pretokenizer,
            reserved=frozenset(first),
            start_of_word=rules.start_of_word,
        )

    def best(self, k: int | None = None) -> dict[str, tuple[str, ...]]:
        """Word -> its best segmentation after `k` steps; after 0 its characters."""
        k = self._at(k)
        if not k:
            return {word: tuple(word) for word in self.corpus}
        trellis, scores = self._state(k)
        _, back = trellis.best_scores(with_unknown(scores))
        arcs = trellis.trace_back(back)
        cuts: list[list[int]] = [[] for _ in self._words]
        for word, begin in zip(trellis.word[arcs].tolist(), trellis.begin[arcs].tolist(), strict=True):
            cuts[word].append(begin - int(trellis.first[word]))
        found = {}
        for word, begins in zip(self._words, cuts, strict=True):
            bounds = [*reversed(begins), len(word)]
            found[word] = tuple(word[a:b] for a, b in pairwise(bounds))
        return {word: found[self.rules.marked(word)] for word in self.corpus}

    def log_likelihood(self, k: int | None = None, paths: Paths | None = None) -> float:
        """The log-likelihood of the corpus after `k` steps, at least 1: below 0, in nats.

        paths: over all segmentations of each word, or over the best one; by default over what the rules count.
        """
        trellis, scores = self._state(self._begun(k))
        if paths is None:
            paths = "all" if self.rules.expectation == "all-paths" else "best"
        if paths == "best":
            return best_path_counts(trellis, scores, self._weights).log_likelihood
        return float(np.dot(self._weights, trellis.forward(with_unknown(scores))[trellis.last]))

    def expected_counts(self, k: int | None = None, paths: Paths = "all") -> dict[str, float]:
        """Piece -> its expected count in the corpus after `k` steps, over all segmentations or over the best ones."""
        k = self._begun(k)
        trellis, scores = self._state(k)
        count = expected_counts if paths == "all" else best_path_counts
        return dict(zip(self.scores(k), count(trellis, scores, self._weights).counts.tolist(), strict=False))

    def candidates(self) -> tuple[Candidate, ...]:
        """What the start vocabulary was chosen from."""
        words: Counter[str] = Counter()
        for word, count in self.corpus.items():
            words[self.rules.marked(word)] += count
        return candidates(words, self.rules, self._lines)

    # -- whole courses ---------------------------------------------------------------------------------------------

    @property
    def sizes(self) -> tuple[int, ...]:
        """The number of pieces after 0, 1, ... steps."""
        return (0, *(len(record.live) for record in self._records))

    def history(self, piece: str) -> tuple[float | None, ...]:
        """The probability of a piece after 0, 1, ... steps; None where it is not there."""
        found: list[float | None] = [None]
        number = self._numbers.get(piece, UNKNOWN)
        for record in self._records:
            places = np.flatnonzero(record.live == number)
            found.append(math.exp(record.scores[places[0]]) if len(places) else None)
        return tuple(found)

    # -- inside ----------------------------------------------------------------------------------------------------

    def _at(self, k: int | None) -> int:
        if k is None:
            return len(self._records)
        if not 0 <= k <= len(self._records):
            raise IndexError(f"step {k} is outside 0..{len(self._records)}")
        return k

    def _begun(self, k: int | None) -> int:
        k = self._at(k)
        if not k:
            raise IndexError("before the first step there are no pieces")
        return k

    def _values(self, k: int) -> dict[str, float]:
        """The recorded values of step k by the pieces that they belong to: those before it, of a seed step its own."""
        values = self._records[k].values
        assert values is not None
        live = self._records[max(k - 1, 0)].live
        return dict(zip(map(self._names.__getitem__, live.tolist()), values.tolist(), strict=True))

    @cached_property
    def _numbers(self) -> dict[str, int]:
        return {name: i for i, name in enumerate(self._names)}

    @cached_property
    def _words(self) -> tuple[str, ...]:
        """The words as they were segmented: marked, in the order in which the flow adds up."""
        counts: Counter[str] = Counter()
        for word, count in self.corpus.items():
            counts[self.rules.marked(word)] += count
        if self.rules.flow == "sentencepiece":
            return tuple(sorted(counts, key=lambda word: (-counts[word], word)))
        return tuple(counts)

    @cached_property
    def _weights(self) -> Ints:
        counts: Counter[str] = Counter()
        for word, count in self.corpus.items():
            counts[self.rules.marked(word)] += count
        return np.array([counts[word] for word in self._words], np.int64)

    @cached_property
    def _trellis(self) -> Trellis:
        return Trellis.of(self._words, self._names)

    def _state(self, k: int) -> tuple[Trellis, Floats]:
        """The lattices of all words after k steps, and the scores."""
        record = self._records[k - 1]
        numbers = np.full(len(self._names), UNKNOWN)
        numbers[record.live] = np.arange(len(record.live))
        return self._trellis.renumber(numbers), record.scores
