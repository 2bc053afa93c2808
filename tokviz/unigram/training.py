"""Unigram training: from a corpus and rules to a trace of seeds, EM passes and prunings.

The loop is in :meth:`_Training.run`, and one turn of it is :meth:`_Training.round`: some EM passes, stop if the
vocabulary is small enough, otherwise prune. A pass is computed in :mod:`tokviz.unigram.em`, by sums over the
segmentations of all different words at once, in :mod:`tokviz.unigram.trellis`. Where the libraries differ from this is
in :mod:`tokviz.unigram.libraries`, and how they prune in :mod:`tokviz.unigram.library_pruning`. A step records little;
:class:`~tokviz.unigram.trace.Trace` derives the rest. The whole on one screen, and slow, is
:mod:`tokviz.unigram.algorithm`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property

import numpy as np

from tokviz.checkpoint import checkpoint
from tokviz.checks import check_least, check_limit
from tokviz.corpus import Corpus, Words, check_lengths
from tokviz.errors import LimitError, RulesError
from tokviz.presets import resolve
from tokviz.pretokenize import METASPACE
from tokviz.trace import Progress
from tokviz.unigram.em import best_path_counts, best_paths, cheapest, expected_counts, new_scores, removal_costs
from tokviz.unigram.libraries import LIBRARIES, Library, blank_out
from tokviz.unigram.library_pruning import decide
from tokviz.unigram.plain import NOTHING
from tokviz.unigram.rules import PRESETS, Rules
from tokviz.unigram.seeds import marked_words, seeds
from tokviz.unigram.states import Record, StopReason
from tokviz.unigram.steps import StepKind
from tokviz.unigram.trace import Trace
from tokviz.unigram.trellis import UNKNOWN, Floats, Ints, Trellis

MAX_ROUNDS = 500
"""The most prunings of one training."""

MAX_NUMBERS = 50_000_000
"""The most numbers that the steps of one training may record (a bound on memory: 400 MB)."""

MAX_ARCS = 1_000_000_000
"""The most arcs of lattices that one training may go through, each as often as it is looked at (a bound on time)."""

_PATIENCE = 50  # rounds that remove no piece before training stops; tokenizers would go on for ever


def train(
    corpus: Words,
    *,
    vocab_size: int,
    rules: str | Rules = "course",
    lines: Iterable[str] | None = None,
    progress: Callable[[Progress], None] | None = None,
) -> Trace:
    """Learn pieces with probabilities from `corpus` and return the trace.

    vocab_size: train until there are at most this many pieces, the rules' special tokens included. rules: a preset's
    name or a :class:`~tokviz.unigram.rules.Rules`. lines: the text that the corpus comes from, for rules whose seeds
    depend on what follows a word; by default the corpus's own, and where it has none, each word is taken for a line.
    progress: called after every step; what it raises ends the training.

    Raises RulesError for unknown rules or a size below the number of characters, where the rules keep them all, and
    when no piece is frequent enough; LimitError for too long words, too many rounds, and too much to record or to
    compute. Where the rules blank out characters or symbols (``character_coverage``, ``user_defined``), the trace's
    corpus is what is left of the words. Source: Kudo 2018, section 3.2; the presets document the conventions.

    >>> trace = train(Corpus({"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}), vocab_size=14)
    >>> [step.kind for step in trace], trace[1].dropped
    (['seed', 'prune', 'maximize'], ('ug',))
    """
    return _Training(Corpus.of(corpus), resolve(rules, PRESETS), vocab_size, lines, progress).run()


class _Training:
    """The state of one training: the pieces that are left, as numbers of seeds, and their scores."""

    def __init__(
        self,
        corpus: Corpus,
        rules: Rules,
        vocab_size: int,
        lines: Iterable[str] | None,
        progress: Callable[[Progress], None] | None,
    ) -> None:
        self.rules, self.vocab_size, self.progress = rules, vocab_size, progress
        check_least("vocab_size", vocab_size, 1)
        check_lengths(corpus, rules.trained_length)
        lines = corpus.lines if lines is None else lines
        self.lines = tuple(_marked_lines(lines, rules)) if rules.looks_at_lines and lines is not None else None
        if rules.flow == "sentencepiece":
            corpus, self.lines = blank_out(corpus, self.lines, rules)
        self.corpus = corpus
        counts = marked_words(corpus, rules)
        self.library = LIBRARIES.get(rules.flow)
        in_order = list(counts.items()) if self.library is None else self.library.in_order(counts)
        self.weights = np.array([count for _, count in in_order], np.int64)
        chosen_seeds = seeds(counts, rules, self.lines)
        self.names = tuple(seed.piece for seed in chosen_seeds)
        if self.library is not None:  # a library refuses fewer pieces than characters; the plain flow stops at these
            least = self.library.least_size(int(self._is_character.sum()), rules)
            if vocab_size < least:
                raise RulesError("vocab-size-characters", value=vocab_size, least=least)
        self.seed_counts = np.array([seed.count for seed in chosen_seeds], np.float64)
        weights = np.array([seed.weight for seed in chosen_seeds], np.float64)
        self.seeded = self.trellis = Trellis.of([word for word, _ in in_order], self.names)
        self.live: Ints = np.arange(len(chosen_seeds))
        self.scores: Floats = np.log(weights) - np.log(np.cumsum(weights)[-1])
        if self.library is not None:
            self.scores = self.scores.astype(self.library.precision)
        self.records: list[Record] = []
        self.prunings = self.idle = self.numbers = self.arcs = 0

    # -- the loop --------------------------------------------------------------------------------------------------

    def run(self) -> Trace:
        """Record the seeds, then do rounds until there is a reason to stop."""
        self._record("seed", values=self.seed_counts)
        self._check_rounds()
        stopped = None
        while stopped is None:
            stopped = self.round()
        if self.library is not None:
            self.finish(self.library)
        return Trace(
            corpus=self.corpus,
            rules=self.rules,
            vocab_size=self.vocab_size,
            stopped=stopped,
            _names=self.names,
            _lines=self.lines,
            _records=tuple(self.records),
            _seeded=self.seeded,
        )

    def round(self) -> StopReason | None:
        """Do some EM passes, then stop if the vocabulary is small enough, otherwise prune. Return why to stop, or None.

        A library may look at the size after pruning instead.
        """
        for _ in range(self.rules.passes):
            self.expect_and_maximize()
        looks_later = self.library is not None and self.library.looks_after_pruning
        if not looks_later and self.is_small_enough():
            return "vocab_size"
        before = len(self.live)
        if not self.prune():
            return "characters"
        if self.rules.expectation == "counts":
            self.scores = new_scores(self.seed_counts[self.live], prior=self.rules.digamma)
            self._record("maximize")
        if looks_later and self.is_small_enough():
            return "vocab_size"
        self.idle = 0 if len(self.live) < before else self.idle + 1
        if self.idle == _PATIENCE:
            return "stalled"
        self.prunings += 1
        if self.prunings == MAX_ROUNDS:
            raise LimitError("MAX_ROUNDS", MAX_ROUNDS, met="more")
        return None

    def is_small_enough(self) -> bool:
        """Tell if the size is reached, or so nearly that a library will cut the rest."""
        if self.library is not None:
            return self.library.is_small_enough(len(self.live), self.vocab_size)
        return len(self.live) + len(self.rules.first_tokens) <= self.vocab_size

    def expect_and_maximize(self) -> None:
        """Do one EM pass."""
        rules = self.rules
        self._go_through(len(self.trellis.piece))
        match rules.expectation:
            case "all-paths":
                slip = self.library is not None and self.library.unknown_is_first
                expected = expected_counts(self.trellis, self.scores, self.weights, unknown_is_first=slip)
                counts, likelihood = expected.counts[:-1], expected.log_likelihood
            case "best-path":
                expected = best_path_counts(self.trellis, self.scores, self.weights)
                counts, likelihood = expected.counts[:-1], expected.log_likelihood
            case "counts":
                likelihood = best_path_counts(self.trellis, self.scores, self.weights).log_likelihood
                counts = self.seed_counts[self.live]
        self._record("expect", values=counts, log_likelihood=likelihood)
        is_kept = (counts >= rules.minimum_expected) & (counts > NOTHING)
        if rules.keep_characters:
            is_kept |= self._is_character[self.live]
        if not np.any(counts[is_kept] > NOTHING):
            raise RulesError("no-piece-left", least=f"{rules.minimum_expected:g}")
        self._keep(np.flatnonzero(is_kept))
        self.scores = new_scores(counts[is_kept], prior=rules.digamma)
        self._record("maximize")

    def prune(self) -> bool:
        """Remove the pieces that cost least. Return whether some may be removed."""
        if self.library is not None:
            return self._prune_by_estimate(self.library)
        rules, names = self.rules, self._live_names()
        protected = self._is_character[self.live] & rules.keep_characters
        if np.all(protected) or len(self.live) == 1:
            return False
        number = self._share_of(len(self.live))
        if not rules.overshoot:
            number = min(number, len(self.live) + len(rules.first_tokens) - self.vocab_size)
        self._go_through(self._arcs_of_pruning())
        costs = removal_costs(self.trellis, names, self.scores, self.weights, rules)
        gone = cheapest(costs, protected, min(number, len(names) - 1), renormalize=rules.renormalize)
        self._keep(np.delete(np.arange(len(names)), gone))
        self._record("prune", values=costs.loss, occurrences=costs.occurrences, renormalized=costs.renormalized)
        return True

    # -- where a library does otherwise ----------------------------------------------------------------------------

    def _prune_by_estimate(self, library: Library) -> bool:
        self._go_through(len(self.trellis.piece))
        size = library.after_pruning(len(self.live), self.vocab_size, self.rules.pruned_share)
        decision = decide(self.trellis, self._live_names(), self.scores, self.weights, self.rules, size)
        if not len(decision.kept):
            return False
        self._keep(decision.kept)
        self._record("prune", values=decision.loss, occurrences=decision.occurrences)
        return True

    def finish(self, library: Library) -> None:
        """Make the size fit; the step counts as a pruning."""
        characters = [self.names[i] for i in np.flatnonzero(self._is_character)]
        size = self.vocab_size - len(self.rules.first_tokens)
        final = dict(library.final(self._live_names(), self.scores, characters, size))
        places = {name: i for i, name in enumerate(self.names)}
        self.live = np.array([places[name] for name in final], np.int64)
        self.scores = np.array(list(final.values()), self.scores.dtype)
        self._record("prune", is_final=True)

    # -- limits ----------------------------------------------------------------------------------------------------

    def _check_rounds(self) -> None:
        """Raise LimitError at once where the start vocabulary tells that too many rounds are needed: by its counts only
        the first pass drops anything, and after it only prunings do."""
        if self.library is not None or self.rules.expectation != "counts":
            return
        frequent = self.seed_counts >= self.rules.minimum_expected
        pieces, wanted = int(frequent.sum()), self.vocab_size - len(self.rules.first_tokens)
        if self.rules.keep_characters:
            wanted = max(wanted, int(self._is_character.sum()))
        for _ in range(MAX_ROUNDS):
            pieces -= self._share_of(pieces)
        if pieces > max(wanted, 1):
            raise LimitError("MAX_ROUNDS", MAX_ROUNDS, met="more")

    def _go_through(self, arcs: int) -> None:
        """Raise LimitError if so many arcs more are too many."""
        self.arcs += arcs
        check_limit("MAX_ARCS", MAX_ARCS, met=self.arcs)

    def _arcs_of_pruning(self) -> int:
        """Return the number of arcs that a pruning goes through.

        Those of all words, and by exact losses those of a word once again for each token of its best segmentation.
        """
        arcs = len(self.trellis.piece)
        if self.rules.loss == "exact":
            per_word = np.bincount(self.trellis.word, minlength=len(self.weights))
            arcs += int(per_word[best_paths(self.trellis, self.scores).word].sum())
        return arcs

    # -- inside ----------------------------------------------------------------------------------------------------

    def _share_of(self, pieces: int) -> int:
        """Return the number of pieces that a pruning takes out: a share, at least one."""
        return max(int(pieces * self.rules.pruned_share), 1)

    @cached_property
    def _is_character(self) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
        return np.array([len(name) == 1 for name in self.names])

    def _live_names(self) -> Sequence[str]:
        return [self.names[i] for i in self.live.tolist()]

    def _keep(self, kept_indices: Ints) -> None:
        """Go on with these of the live pieces, in this order."""
        if len(kept_indices) == len(self.live) and np.array_equal(kept_indices, np.arange(len(kept_indices))):
            return
        numbers = np.full(len(self.live), UNKNOWN)
        numbers[kept_indices] = np.arange(len(kept_indices))
        self.trellis = self.trellis.renumber(numbers)
        self.live, self.scores = self.live[kept_indices], self.scores[kept_indices]

    def _record(
        self,
        kind: StepKind,
        *,
        values: Floats | None = None,
        occurrences: Floats | None = None,
        renormalized: Floats | None = None,
        log_likelihood: float | None = None,
        is_final: bool = False,
    ) -> None:
        before = self.records[-1] if self.records else None
        shared_arrays = () if before is None else (before.live, before.scores)  # many steps share these
        arrays = (self.live, self.scores, values, occurrences, renormalized)
        self.numbers += sum(
            len(array) for array in arrays if array is not None and all(array is not other for other in shared_arrays)
        )
        check_limit("MAX_NUMBERS", MAX_NUMBERS, met=self.numbers)
        self.records.append(
            Record(kind, self.live, self.scores, values, occurrences, renormalized, log_likelihood, is_final)
        )
        if self.progress is None:
            checkpoint()
        else:
            self.progress(Progress(len(self.records), kind, len(self.live), self.vocab_size))


def _marked_lines(lines: Iterable[str], rules: Rules) -> Iterable[str]:
    """Yield the lines as sentencepiece sees them: single marks for spaces, one in front if the rules say so."""
    for line in lines:
        words = [word for word in line.split(" ") if word]
        if words:
            yield rules.marked(METASPACE.join(words))
