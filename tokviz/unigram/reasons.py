"""Reasons: why a step of Unigram does what it does, and why Viterbi keeps an arc, as facts.

Views put them into words.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from heapq import nlargest
from operator import attrgetter
from typing import Literal, TypeAlias

from tokviz.unigram.lattice import Arc, Cell, Lattice, Path
from tokviz.unigram.rules import Expectation
from tokviz.unigram.steps import Expect, Maximize, PieceChange, Prune

Number: TypeAlias = int | float | Fraction
Listed: TypeAlias = Literal["first", "last"]
Estimate: TypeAlias = Literal["share", "counts", "digamma"]

_SAME = 1e-9  # losses are equal to within this share of themselves


# -- expectation -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class ExpectationReason:
    """The counts of an expectation step, and how it makes them.

    how: the segmentations that it counts. counts: the greatest expected counts, the greatest first; others: how many
    pieces there are besides. loss: the negative log-likelihood of the corpus, in nats.
    """

    how: Expectation
    counts: tuple[tuple[str, float], ...]
    others: int
    loss: float


@dataclass(frozen=True)
class ExpectedPart:
    """The part of an expected count that comes from one word: its count times how often it has the piece, on average.

    paths: the number of its segmentations where all of them count, else None.
    """

    word: str
    count: int
    each: Number
    paths: int | None = None

    @property
    def total(self) -> Number:
        """The part of the sum."""
        return self.count * self.each


@dataclass(frozen=True)
class ExpectedCount:
    """The reason why a piece has its expected count.

    parts: what the words add that are known, the greatest part first. rest: what all other words add. has_unknown:
    whether unknown characters of the corpus count as this piece, as they do in SentencePiece.
    """

    piece: str
    count: Number
    parts: tuple[ExpectedPart, ...]
    rest: Number = 0
    has_unknown: bool = False


def expectation_reason(step: Expect, most: int = 3) -> ExpectationReason:
    """Return the counts of an expectation step. most: how many of them.

    >>> from tokviz import Corpus, unigram
    >>> trace = unigram.train(Corpus({"hug": 10, "pug": 5}), vocab_size=6, rules="hard-em")
    >>> reason = expectation_reason(trace.of(1, Expect))
    >>> reason.how, reason.counts, reason.others
    ('best-path', (('hug', 10.0), ('pug', 5.0), ('h', 0.0)), 6)
    """
    counts = tuple(nlargest(most, step.counts.items(), key=lambda row: row[1]))
    return ExpectationReason(step.trace.rules.expectation, counts, len(step.counts) - len(counts), step.loss)


def expected_count(step: Expect, piece: str, most: int) -> ExpectedCount:
    """Return the expected count of a piece with the words that it comes from.

    most: how many words are looked at, the most frequent that have it.

    >>> from tokviz import Corpus, unigram
    >>> trace = unigram.train(Corpus({"hug": 10, "pug": 5}), vocab_size=6, rules="hard-em")
    >>> expected = expected_count(trace.of(1, Expect), "hug", 10)
    >>> expected.count, [(part.word, part.count, part.each) for part in expected.parts], expected.rest
    (10.0, [('hug', 10, 1.0)], 0.0)
    """
    trace, model = step.trace, step.trace.model(step.index)
    counts_unknown = _counts_unknown_as(step, piece)
    words = [
        word
        for word in trace.corpus
        if piece in trace.rules.marked(word) or (counts_unknown and not set(word) <= model.encodable)
    ]
    parts = []
    for word in nlargest(most, words, key=trace.corpus.__getitem__):
        lattice = model.lattice(word)
        is_all = trace.rules.expectation != "best-path"
        arcs = lattice.arcs if is_all else lattice.best().path.arcs
        having = [arc for arc in arcs if (arc.piece == piece if arc.known else counts_unknown)]
        each = math.fsum(map(lattice.posterior, having)) if is_all else float(len(having))
        parts.append(ExpectedPart(word, trace.corpus[word], each, lattice.number_of_paths if is_all else None))
    return sum_of_parts(step, piece, parts)


def sum_of_parts(step: Expect, piece: str, parts: Iterable[ExpectedPart]) -> ExpectedCount:
    """Return the same where it is known what some words add."""
    known = tuple(sorted((part for part in parts if part.total > 0), key=lambda part: -part.total))
    count, scores = step.counts[piece], step.trace.scores(step.index)
    has_unknown = _counts_unknown_as(step, piece) and any(
        character not in scores for part in known for character in step.trace.rules.marked(part.word)
    )
    return ExpectedCount(piece, count, known, count - sum(part.total for part in known), has_unknown)


def _counts_unknown_as(step: Expect, piece: str) -> bool:
    """Tell if unknown characters count as this piece: SentencePiece's first one."""
    return step.trace.rules.flow == "sentencepiece" and piece == next(iter(step.trace.scores(step.index)))


# -- maximization ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class MaximizationReason:
    """The new probabilities of a maximization step, and how it makes them.

    how: from expected counts as their ``share`` of the sum, from these with ``digamma``, or from the ``counts`` of the
    seeds. changes: the pieces whose probability it changes and that stay, the greatest change first. dropped: the
    pieces that are expected too rarely to stay.
    """

    how: Estimate
    changes: tuple[PieceChange, ...]
    dropped: tuple[str, ...]


@dataclass(frozen=True)
class NewProbability:
    """The reason why a piece has its new probability.

    count: its expected count; total: the sum of those of the pieces that stay. after: None where it is dropped, since
    it is expected less often than `least`, or nowhere.
    """

    piece: str
    count: float
    total: float
    after: float | None
    how: Estimate
    least: float


def maximization_reason(step: Maximize) -> MaximizationReason:
    """Return the new probabilities of a maximization step and their reason.

    >>> from tokviz import Corpus, unigram
    >>> trace = unigram.train(Corpus({"hug": 10, "pug": 5}), vocab_size=6, rules="hard-em")
    >>> reason = maximization_reason(trace.of(2, Maximize))
    >>> reason.how, reason.changes[0].piece, reason.dropped[:2]
    ('share', 'hug', ('ug', 'hu'))
    """
    changed = []
    for change in step.piece_changes:
        before, after = change.before, change.after
        if before is not None and after is not None and before != after:
            changed.append((abs(after - before), change))
    changed.sort(key=lambda row: -row[0])
    return MaximizationReason(_estimate(step), tuple(change for _, change in changed), step.dropped)


def new_probability(step: Maximize, piece: str) -> NewProbability:
    """Return the new probability of a piece with the numbers that it comes from.

    Raises KeyError for a piece that the step does not know.

    >>> from tokviz import Corpus, unigram
    >>> trace = unigram.train(Corpus({"hug": 10, "pug": 5}), vocab_size=6, rules="hard-em")
    >>> probability = new_probability(trace.of(2, Maximize), "hug")
    >>> probability.count, probability.total, probability.after
    (10.0, 15.0, 0.6666666666666666)
    """
    after, least = step.probabilities.get(piece), step.trace.rules.minimum_expected
    return NewProbability(piece, step.counts[piece], step.total, after, _estimate(step), least)


def _estimate(step: Maximize) -> Estimate:
    rules = step.trace.rules
    if rules.digamma:
        return "digamma"
    return "counts" if rules.expectation == "counts" else "share"


# -- pruning -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class PruningReason:
    """The reason why a pruning takes out its pieces.

    losses: of the pieces that it removes, the smallest first. unestimated: those that it removes without an estimate.
    tied: those that stay although removing them costs as little as removing the last that goes. removes: which of
    pieces with the same loss are removed, those that are listed first or last.
    """

    losses: tuple[tuple[str, float], ...]
    unestimated: tuple[str, ...]
    tied: tuple[str, ...]
    removes: Listed


def pruning_reason(step: Prune) -> PruningReason:
    """Return the reason why a pruning removes its pieces.

    >>> from tokviz import Corpus, unigram
    >>> trace = unigram.train(Corpus({"hug": 10, "pug": 5, "hugs": 5}), vocab_size=9, rules="course")
    >>> reason = pruning_reason(trace.of(1, Prune))
    >>> reason.losses, reason.tied, reason.removes
    ((('ug', 0.0),), ('hu', 'pu', 'ugs', 'gs'), 'first')
    """
    costs, removed = step.trace.recorded_losses(step.index), set(step.dropped)
    losses = [(piece, cost) for piece, cost in costs.items() if cost is not None and piece in removed]
    losses.sort(key=lambda row: row[1])
    keeps = step.trace.rules.keep_characters
    limit = losses[-1][1] if losses else None
    tied = tuple(
        piece
        for piece, cost in costs.items()
        if limit is not None and cost is not None and piece not in removed
        if abs(cost - limit) <= _SAME * max(1, limit) and not (keeps and len(piece) == 1)
    )
    unestimated = tuple(piece for piece in step.dropped if costs[piece] is None)
    return PruningReason(tuple(losses), unestimated, tied, "first" if step.trace.rules.flow == "plain" else "last")


# -- encoding: an arc of the lattice, the best path --------------------------------------------------------------------


@dataclass(frozen=True)
class ArcChoice:
    """The reason why Viterbi keeps an arc at a position, or why it does not keep another.

    score: of the best path that ends in the arc, which is that of the best path to its begin, `before`, and its own.
    ending: how many arcs end at the position. tied: those that share the highest score, the one that is kept first.
    is_rounded: whether rounding decides among these, since otherwise the one that begins earliest is kept.
    """

    position: int
    arc: Arc
    before: float
    score: float
    ending: int
    tied: tuple[Arc, ...]
    is_rounded: bool

    @property
    def is_best(self) -> bool:
        """True if no arc that ends here has a higher score."""
        return self.arc in self.tied


def arc_choices(table: Sequence[Cell], position: int) -> tuple[ArcChoice, ...]:
    """Return the reasons for each arc that ends at a position; none at position 0.

    First that of the arc that is kept, then those of arcs that tie with it, then of the others by their score.

    >>> from tokviz import unigram
    >>> lattice = unigram.Model({"h": 0.25, "u": 0.25, "g": 0.25, "ug": 0.25}).lattice("hug")
    >>> choices = arc_choices(lattice.table, 3)
    >>> [(choice.arc.piece, choice.arc.begin, choice.is_best, round(choice.score, 4)) for choice in choices]
    [('ug', 1, True, -2.7726), ('g', 2, False, -4.1589)]
    """
    cell = table[position]
    among = cell.tied
    ranked = sorted(
        cell.candidates, key=lambda candidate: (candidate[0] is not cell.arc, candidate[0] not in among, -candidate[1])
    )
    tied = tuple(arc for arc, _ in ranked[: len(among)])
    is_rounded = bool(tied) and tied[0].begin != min(arc.begin for arc in tied)
    return tuple(
        ArcChoice(position, arc, table[arc.begin].score, score, len(ranked), tied, is_rounded) for arc, score in ranked
    )


@dataclass(frozen=True)
class BestPath:
    """The reason why a segmentation is the best of its word.

    probability: its own. tied: the others that are as probable, the first of them, and how many there are, `rivals`.
    following: the best segmentation that is less probable, with its probability, if there is one and it is looked for.
    """

    pieces: tuple[str, ...]
    probability: Number
    tied: tuple[tuple[str, ...], ...]
    rivals: int
    following: tuple[tuple[str, ...], Number] | None = None


def best_path_of(
    lattice: Lattice,
    probability: Callable[[Path], Number] = attrgetter("probability"),
    *,
    looks_further: bool = False,
) -> BestPath:
    """Return the best segmentation of a word with its rivals.

    probability: of a segmentation, where it is known exactly. looks_further: whether the next one is looked for.

    >>> from tokviz import unigram
    >>> lattice = unigram.Model({"h": 0.25, "u": 0.25, "g": 0.25, "ug": 0.25}).lattice("hug")
    >>> best = best_path_of(lattice, lambda path: round(path.probability, 6), looks_further=True)
    >>> best.pieces, best.probability, best.rivals, best.following
    (('h', 'ug'), 0.0625, 0, (('h', 'u', 'g'), 0.015625))
    """
    best = lattice.best()
    as_good = dict.fromkeys(path.pieces for path in best.tied)
    following = None
    if looks_further and best.number_of_tied < lattice.number_of_paths:
        paths = lattice.nbest(len(best.tied) + 1)
        following = next(((path.pieces, probability(path)) for path in paths if path.pieces not in as_good), None)
    others = tuple(pieces for pieces in as_good if pieces != best.path.pieces)
    return BestPath(best.path.pieces, probability(best.path), others, best.number_of_tied - 1, following)
