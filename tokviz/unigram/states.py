"""The states of a unigram training: the pieces and their scores after each step, and what follows from them.

State k is what there is after k steps; state 0 has no pieces yet. Recorded are arrays, which steps share where they did
not change; :class:`~tokviz.unigram.trace.Trace` adds the steps themselves.
"""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass, field
from functools import cached_property
from heapq import nlargest
from itertools import pairwise
from typing import Literal

import numpy as np

from tokviz.corpus import Corpus
from tokviz.memoized import memoized
from tokviz.trace import Change, Contribution, steps_done
from tokviz.unigram.em import BestPaths, Expected, best_paths, expected_counts, log_likelihood, with_unknown
from tokviz.unigram.libraries import LIBRARIES
from tokviz.unigram.model import Model
from tokviz.unigram.rules import Rules
from tokviz.unigram.seeds import SeedCandidate, marked_words, seed_candidates
from tokviz.unigram.steps import StepKind
from tokviz.unigram.trellis import UNKNOWN, Floats, Ints, Trellis

StopReason = Literal["vocab_size", "characters", "stalled"]
Paths = Literal["all", "best"]

CACHED_STATES = 4
"""So many states are kept with their scores, best paths and models, and so many steps with what they derive."""


@dataclass(frozen=True, eq=False)
class Record:
    """The record of a step: the pieces after it, as numbers of seeds, with their scores.

    values: the counts of a seed step, the expected counts of an expect step, the losses of a prune step, for the pieces
    before it. Of a prune step also occurrences: how often the best segmentations had each; and renormalized: the losses
    with the probabilities of the others divided by what is left, where the rules know such a thing.
    """

    kind: StepKind
    live: Ints
    scores: Floats
    values: Floats | None
    occurrences: Floats | None
    renormalized: Floats | None
    log_likelihood: float | None
    is_final: bool


@dataclass(frozen=True, eq=False, repr=False)
class States:
    """The record of a training, and every state from it. The fields are described at the trace."""

    corpus: Corpus
    rules: Rules
    vocab_size: int
    stopped: StopReason
    _names: tuple[str, ...] = field(repr=False)
    _lines: tuple[str, ...] | None = field(repr=False)
    _records: tuple[Record, ...] = field(repr=False)
    _seeded: Trellis | None = field(repr=False)  # all words with all seeds, as training made it; None to make it again

    @property
    def takes_words_for_lines(self) -> bool:
        """True if the rules look at whole lines and the corpus had none: each word was then a line of its own."""
        return self.rules.seeds == "repeats-in-lines" and self._lines is None

    # -- the state after k steps -----------------------------------------------------------------------------------

    def probabilities(self, k: int | None = None) -> dict[str, float]:
        """Return piece -> probability after `k` steps (all by default), in the trainer's order; special tokens are no
        part."""
        return {piece: math.exp(score) for piece, score in self.scores(k).items()}

    def scores(self, k: int | None = None) -> dict[str, float]:
        """Return piece -> log probability after `k` steps; nothing after 0."""
        k = self._at(k)
        return dict(self._scores(k)) if k else {}

    def vocabulary(self, k: int | None = None) -> tuple[str, ...]:
        """Return the model's vocabulary after `k` steps, the rules' special tokens at its head; after 0 these alone."""
        return tuple(dict.fromkeys((*self.rules.first_tokens, *self.scores(k))))

    def model(self, k: int | None = None, *, pretokenizer: str = "whitespace") -> Model:
        """Return the tokenizer after `k` steps; after 0 it knows no piece yet."""
        return self._model(self._at(k), pretokenizer)

    def words(self, k: int | None = None) -> dict[str, tuple[str, ...]]:
        """Return word -> its best segmentation after `k` steps; after 0 its characters."""
        k = self._at(k)
        if not k:
            return {word: tuple(self.rules.marked(word)) for word in self.corpus}
        return self._segmented(k, np.arange(len(self._words)))

    def counted(self, k: int) -> dict[str, tuple[str, ...]]:
        """Return word -> the segmentation that a pruning after `k` steps, at least 1, counts: the best, and of equally
        good ones that which the flow takes. The libraries look for it from the right."""
        k = self._begun(k)
        words = np.arange(len(self._words))
        if self.rules.flow == "plain":
            return self._segmented(k, words)
        trellis, scores = self._state(k)
        extended = with_unknown(scores)
        best, _ = trellis.best_scores(extended)
        arcs = trellis.trace_back_looking_ahead(extended, best)
        paths = BestPaths(trellis.word[arcs], trellis.begin[arcs], trellis.piece[arcs], best[trellis.last])
        return self._segmented(k, words, paths)

    def changes(self, k: int) -> tuple[Change, ...]:
        """Return the words whose best segmentation step `k` changes; none at the end."""
        if self._at(k) == len(self._records):
            return ()
        if not k:
            before, after = self.words(0), self.words(1)
        else:
            words = self._recut(k)
            before, after = self._segmented(k, words), self._segmented(k + 1, words)
        return tuple(
            Change(word, self.corpus[word], split, after[word])
            for word, split in before.items()
            if split != after[word]
        )

    def _recut(self, k: int) -> Ints:
        """Return the words, by number, whose best segmentations after `k` and ``k + 1`` steps split at different
        places."""
        cuts = np.zeros((2, self._trellis.nodes), np.bool_)
        for row, state in zip(cuts, (k, k + 1), strict=True):
            row[self._best_paths(state).begin] = True
        nodes = np.flatnonzero(cuts[0] != cuts[1])
        return np.unique(np.searchsorted(self._trellis.first, nodes, side="right") - 1)

    def contributions(self, piece: str, k: int | None = None) -> tuple[Contribution, ...]:
        """Return the words whose best segmentation after `k` steps has `piece`; after 0, the words that have it in
        them."""
        k = self._at(k)
        numbers: Counter[str] = Counter()
        if not k:
            for word in self._words:
                numbers[word] = sum(word.startswith(piece, i) for i in range(len(word)))
        elif piece in (scores := self.scores(k)):
            paths = self._best_paths(k)
            having = paths.word[paths.piece == list(scores).index(piece)]
            numbers.update(self._words[number] for number in having.tolist())
        occurrences = ((word, numbers[self.rules.marked(word)], count) for word, count in self.corpus.items())
        return tuple(Contribution(word, times, count) for word, times, count in occurrences if times)

    def log_likelihood(self, k: int | None = None, paths: Paths | None = None) -> float:
        """Return the log-likelihood of the corpus after `k` steps, at least 1: below 0, in nats.

        paths: over all segmentations of each word, or over the best one; by default over what the rules count.
        """
        k = self._begun(k)
        if paths is None:
            paths = "all" if self.rules.expectation == "all-paths" else "best"
        if paths == "best":
            return self._on_best_paths(k).log_likelihood
        trellis, scores = self._state(k)
        return log_likelihood(self._weights, trellis.forward(with_unknown(scores))[trellis.last])

    def expected_losses(self) -> dict[int, float]:
        """Return step -> the negative log-likelihood of the corpus that this step, an expectation, met, in nats."""
        met = {k: record.log_likelihood for k, record in enumerate(self._records)}
        return {k: -likelihood for k, likelihood in met.items() if likelihood is not None}

    def expected_counts(self, k: int | None = None, paths: Paths = "all") -> dict[str, float]:
        """Return piece -> its expected count in the corpus after `k` steps, over all segmentations or over the best
        ones."""
        k = self._begun(k)
        expected = self._on_best_paths(k) if paths == "best" else expected_counts(*self._state(k), self._weights)
        return dict(zip(self.scores(k), expected.counts.tolist(), strict=False))

    def seed_candidates(self) -> tuple[SeedCandidate, ...]:
        """Return the strings that the start vocabulary was chosen from, with what was counted, by preference."""
        return seed_candidates(marked_words(self.corpus, self.rules), self.rules, self._lines)

    # -- whole courses ---------------------------------------------------------------------------------------------

    def sizes(self) -> tuple[int, ...]:
        """Return the size of the model's vocabulary after 0, 1, ... steps."""
        first = set(self.rules.first_tokens)
        numbers = [self._numbers[token] for token in first if token in self._numbers]
        twice = (int(np.isin(numbers, record.live).sum()) for record in self._records)
        return (len(first), *(size + len(first) - both for size, both in zip(self.pieces_left[1:], twice, strict=True)))

    def is_final(self, k: int) -> bool:
        """Tell if step k is the one in which a library makes the size fit."""
        return self._records[k].is_final

    @cached_property
    def kinds(self) -> tuple[StepKind, ...]:
        """The kind of each step."""
        return tuple(record.kind for record in self._records)

    @cached_property
    def pieces_left(self) -> tuple[int, ...]:
        """The number of pieces after 0, 1, ... steps, special tokens not counted."""
        return (0, *(len(record.live) for record in self._records))

    @property
    def recorded_bytes(self) -> int:
        """The memory that the arrays of the steps and the lattices take; many steps share one."""
        arrays: dict[int, Ints | Floats] = {}
        for record in self._records:
            for array in (record.live, record.scores, record.values, record.occurrences, record.renormalized):
                if array is not None:
                    arrays[id(array)] = array
        lattices = 0 if self._seeded is None else self._seeded.recorded_bytes
        return sum(array.nbytes for array in arrays.values()) + lattices

    def history(self, piece: str) -> tuple[float | None, ...]:
        """Return the probability of a piece after 0, 1, ... steps; None where it is not there."""
        probabilities: list[float | None] = [None]
        number = self._numbers.get(piece, UNKNOWN)
        for record in self._records:
            places = np.flatnonzero(record.live == number)
            probabilities.append(math.exp(record.scores[places[0]]) if len(places) else None)
        return tuple(probabilities)

    @cached_property
    def losses_after(self) -> tuple[float, ...]:
        """The negative log-likelihood of the corpus after 1, 2, ... steps, over what the rules count, in nats.

        An expect step changes nothing, and what it met was the loss after the step before it.
        """
        met = self.expected_losses()
        after: list[float] = []
        for k, kind in enumerate(self.kinds, start=1):
            if k in met:
                after.append(met[k])
            else:
                after.append(after[-1] if kind == "expect" else -self.log_likelihood(k))
        return tuple(after)

    @memoized(1)
    def leading(self, most: int) -> dict[str, tuple[float | None, ...]]:
        """Return the pieces that were ever the most probable, at most so many, the most probable first; each with its
        history (:meth:`history`)."""
        heights: dict[str, float] = {}
        for k, kind in enumerate(self.kinds, start=1):
            if kind in ("seed", "maximize") or k == len(self.kinds):
                scores = self.scores(k)
                for piece in nlargest(most, scores, key=scores.__getitem__):
                    heights[piece] = max(heights.get(piece, -math.inf), scores[piece])
        return {piece: self.history(piece) for piece in nlargest(most, heights, key=heights.__getitem__)}

    # -- inside ----------------------------------------------------------------------------------------------------

    def _at(self, k: int | None) -> int:
        return steps_done(k, len(self._records))

    def _begun(self, k: int | None) -> int:
        k = self._at(k)
        if not k:
            raise IndexError("before the first step there are no pieces")
        return k

    def _values(self, k: int) -> dict[str, float]:
        """Return the recorded values of step k by the pieces that they belong to: those before it, of a seed step its
        own."""
        values = self._records[k].values
        assert values is not None
        live = self._records[max(k - 1, 0)].live
        return dict(zip(map(self._names.__getitem__, live.tolist()), values.tolist(), strict=True))

    @cached_property
    def _numbers(self) -> dict[str, int]:
        return {name: i for i, name in enumerate(self._names)}

    @cached_property
    def _counts(self) -> dict[str, int]:
        """The words as they were segmented, with their counts: marked, in the order in which the flow adds up."""
        counts, library = marked_words(self.corpus, self.rules), LIBRARIES.get(self.rules.flow)
        return counts if library is None else dict(library.in_order(counts))

    @cached_property
    def _words(self) -> tuple[str, ...]:
        return tuple(self._counts)

    @cached_property
    def _weights(self) -> Ints:
        return np.array(list(self._counts.values()), np.int64)

    @cached_property
    def _trellis(self) -> Trellis:
        return Trellis.of(self._words, self._names) if self._seeded is None else self._seeded

    @memoized(CACHED_STATES)
    def _scores(self, k: int) -> dict[str, float]:
        """Return the scores after k steps, at least 1. Cached: the narration asks for them many times."""
        record = self._records[k - 1]
        return dict(zip(map(self._names.__getitem__, record.live.tolist()), record.scores.tolist(), strict=True))

    def _state(self, k: int) -> tuple[Trellis, Floats]:
        """Return the lattices of all words after k steps, and the scores."""
        record = self._records[k - 1]
        numbers = np.full(len(self._names), UNKNOWN)
        numbers[record.live] = np.arange(len(record.live))
        return self._trellis.renumber(numbers), record.scores

    @memoized(CACHED_STATES)
    def _model(self, k: int, pretokenizer: str) -> Model:
        rules, scores = self.rules, self.scores(k)
        first = dict.fromkeys(rules.first_tokens, 0.0)
        return Model.from_scores(
            first | {piece: score for piece, score in scores.items() if piece not in first},
            unk_token=rules.unk_token,
            pretokenizer=pretokenizer,
            reserved=frozenset(first).difference(rules.user_defined),
            start_of_word=rules.start_of_word,
            user_defined=frozenset(rules.user_defined),
        )

    @memoized(CACHED_STATES)
    def _best_paths(self, k: int) -> BestPaths:
        """Return the best paths after k steps. Cached: a page asks for them several times, and then for those of the
        next step."""
        return best_paths(*self._state(k))

    def _on_best_paths(self, k: int) -> Expected:
        return self._best_paths(k).expected(self._weights, len(self._records[k - 1].live))

    def _segmented(self, k: int, words: Ints, paths: BestPaths | None = None) -> dict[str, tuple[str, ...]]:
        """Return word -> its best segmentation after k steps, at least 1, for the words of these numbers, in ascending
        order; those of the corpus in its order. paths: others than the best ones."""
        paths, first = paths or self._best_paths(k), self._trellis.first
        wanted = np.zeros(len(self._words), np.bool_)
        wanted[words] = True
        arcs = wanted[paths.word]
        cuts: dict[int, list[int]] = {word: [] for word in words.tolist()}
        of, begins = paths.word[arcs], paths.begin[arcs]
        for number, begin in zip(of.tolist(), (begins - first[of]).tolist(), strict=True):
            cuts[number].append(begin)
        segmented = {}
        for number, ends in cuts.items():
            word = self._words[number]
            segmented[word] = tuple(word[a:b] for a, b in pairwise([*reversed(ends), len(word)]))
        if not self.rules.start_of_word and self.rules.flow != "sentencepiece":
            return segmented  # these are the words of the corpus, in its order
        marked = ((word, self.rules.marked(word)) for word in self.corpus)
        return {word: segmented[name] for word, name in marked if name in segmented}
