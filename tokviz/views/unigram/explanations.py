"""Explanations of the numbers in the picture of unigram training: a sentence for a piece, a segmentation, a word.

The picture shows the sentence below when the thing is pointed at.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from tokviz.unigram import Expect, Maximize, Prune, Trace
from tokviz.unigram.library_pruning import BinaryHeap, QuaternaryHeap, split_by_itself
from tokviz.unigram.reasons import ExpectedPart, PruningReason, new_probability, pruning_reason, sum_of_parts
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.reasons import number_of_occurrences
from tokviz.views.shared.sentences import Sentence, code, code_word, segments
from tokviz.views.shared.unigram_reasons import expected_sum, listed_rule, probability_made, short_number
from tokviz.views.unigram import numbers
from tokviz.views.unigram.resplits import real_loss, split_again
from tokviz.views.unigram.words_and_pieces import (
    PieceRow,
    Pieces,
    Segmentation,
    WordSegmentations,
    has_shares,
    segment_words,
    state_of,
)

_NO_ESTIMATE = {
    "removed": "unigram.why.no-estimate.removed",
    "kept": "unigram.why.no-estimate.kept",
}

_LISTED = 6  # words of a sum that are written out
_RESPLIT = 600  # letters of a corpus whose words are cut again without each piece
_EXACT = 2_000  # pieces of a vocabulary whose probabilities are looked at for fractions
_LONG = 40  # letters of a word in a sentence


@dataclass(frozen=True)
class StepNumbers:
    """The numbers that sentences use about what the last of k steps did.

    pieces: those by which the words were cut; exact: their probabilities as fractions where they are such. words: those
    shown.
    """

    trace: Trace
    k: int
    pieces: Pieces
    exact: numbers.Fractions
    words: Sequence[WordSegmentations]
    say: Catalog

    @classmethod
    def of(cls, trace: Trace, k: int, part: Trace, words: Sequence[str], say: Catalog) -> StepNumbers:
        """Return the numbers of a step, with how it cuts these words. part: the same training of no fewer words than
        these."""
        state = state_of(trace, k)
        pieces = Pieces(trace.scores(state))
        exact = numbers.fractions(trace, state) if 0 < len(pieces.scores) <= _EXACT else {}
        return cls(trace, k, pieces, exact, segment_words(part, k, words, pieces), say)

    @property
    def scores(self) -> Mapping[str, float]:
        """Return the log scores of the pieces by which the words were cut."""
        return self.pieces.scores

    @cached_property
    def pruning(self) -> PruningReason | None:
        """Return the reason of the step's removals; None if it does not remove by losses."""
        step = self.trace[self.k - 1] if self.k else None
        return pruning_reason(step) if isinstance(step, Prune) and not step.is_final else None

    def chances(self, pieces: Sequence[str]) -> list[float]:
        """Return the probabilities of these pieces, those of unknown characters among them."""
        return [math.exp(self.scores.get(piece, self.pieces.unknown)) for piece in pieces]

    def product(self, pieces: Sequence[str]) -> str:
        """Return the probability of a segmentation, written out."""
        chances = {piece: math.exp(self.scores[piece]) for piece in pieces if piece in self.scores}
        return numbers.product(pieces, chances, self.exact, self.say, math.exp(self.pieces.unknown))


# -- words and segmentations -------------------------------------------------------------------------------------------


def explain_word(segmented: WordSegmentations, known: StepNumbers) -> Sentence:
    """Say how often a word occurs, and how it is cut."""
    say, count = known.say, known.trace.corpus[segmented.word]
    values = {"word": code_word(segmented.word, _LONG), "count": say.count("count.times", count)}
    if not segmented.others and len([way for way in segmented.ways if way.share]) <= 1:
        return segments(say("unigram.why.word.cut", cut=code(*segmented.ways[0].pieces), **values))
    listed = [
        f"{code(*way.pieces)} {share_of_whole(way.share, say)}" for way in segmented.ways if way.share is not None
    ]
    if segmented.others:
        listed.append(f"{say.count('lattice.other-paths', segmented.others)} {share_of_whole(segmented.rest, say)}")
    paths = say.count("lattice.paths", len(segmented.ways) + segmented.others)
    return segments(say("unigram.why.word", paths=paths, ways=say("list.semicolon").join(listed), **values))


def explain_segmentation(segmented: WordSegmentations, way: Segmentation, known: StepNumbers) -> Sentence:
    """Say how probable a segmentation is, and what its pieces get of the word's count."""
    say, count = known.say, known.trace.corpus[segmented.word]
    values = {"pieces": code(*way.pieces), "product": known.product(way.pieces)}
    if way.share is None or not way.share:
        return segments(say("unigram.why.way.alone", **values))
    if not has_shares(known.trace, known.k):
        return segments(say("unigram.why.way.best", count=say.count("count.times", count), **values))
    if not known.k or known.trace.kinds[known.k - 1] != "expect":
        word = code_word(segmented.word, _LONG)
        return segments(say("unigram.why.way.share", share=share_of_whole(way.share, say), word=word, **values))
    each = f"{say.integer(count)} × {say.short(way.share, 4)} = {short_number(count * way.share, say)}"
    word = code_word(segmented.word, _LONG)
    return segments(say("unigram.why.way", share=share_of_whole(way.share, say), word=word, each=each, **values))


def share_of_whole(value: float, say: Catalog) -> str:
    """Return a share of a whole, the whole itself without decimals, as the picture writes it.

    >>> from tokviz.views.shared.catalog import load
    >>> [share_of_whole(value, load("en")) for value in (0.46, 0.0001, 0.99999, 1.0)]
    ['46.0%', '<0.1%', '>99.9%', '100%']
    """
    return say.percent(value, 0 if value > 1 - 1e-12 else 1)


# -- pieces ------------------------------------------------------------------------------------------------------------


def explain_piece(row: PieceRow, known: StepNumbers) -> Sentence:
    """Say how the number of a piece comes about."""
    say, step = known.say, known.trace[known.k - 1] if known.k else None
    name = code(row.piece)
    match step:
        case Expect():
            return segments(_expected(row, name, known))
        case Maximize():
            return segments(probability_made(new_probability(step, row.piece), say))
        case Prune(is_final=False):
            return segments(_pruned(row, name, known) + _tie_rule(row, known))
    is_of_seeds = step is None or step.kind == "seed"
    value_text = numbers.fraction(row.piece, row.value, known.exact if is_of_seeds else {}, say)
    return segments(say("unigram.why.probability", piece=name, probability=value_text))


def contributions(piece: str, known: StepNumbers) -> list[tuple[str, int, float]]:
    """Return the words shown that add to the count of a piece, with their counts and how often each has it, the most
    first."""
    corpus = known.trace.corpus
    shares = [
        (segmented.word, corpus[segmented.word], segmented.flows[piece])
        for segmented in known.words
        if piece in segmented.flows
    ]
    return sorted(shares, key=lambda part: -part[1] * part[2])


def _seed_count(row: PieceRow, say: Catalog) -> str:
    return number_of_occurrences(code(row.piece), int(row.value), say)


def _expected(row: PieceRow, name: str, known: StepNumbers) -> str:
    say, trace = known.say, known.trace
    if trace.rules.expectation == "counts":
        return _seed_count(row, say)
    parts = [ExpectedPart(*part) for part in contributions(row.piece, known)]
    return expected_sum(sum_of_parts(trace.of(known.k - 1, Expect), row.piece, parts), say)


def _pruned(row: PieceRow, name: str, known: StepNumbers) -> str:
    trace, say, loss = known.trace, known.say, row.loss
    assert loss is not None
    if trace.rules.flow != "plain":
        return _estimated(row, name, known) + _estimate_and_loss(row, known)
    if not loss.occurrences:
        return say("unigram.prune.unused", piece=name)
    loss_text = say.nats(trace.judged(loss))
    if trace.rules.loss == "split":
        parts, chance = known.pieces.replacement(row.piece)
        total = numbers.logarithm_of_loss(loss.occurrences, loss.probability, chance, say)
        text = say("unigram.why.by-split", piece=name, parts=code(*parts), sum=f"{total} = {say.nats(loss.loss)}")
        return text + _estimate_and_loss(row, known)
    if sum(len(trace.rules.marked(word)) for word in trace.corpus) > _RESPLIT:
        return say(
            "unigram.why.used", piece=name, count=say.count("count.times", int(loss.occurrences)), loss=loss_text
        )
    changes = trace.resplit(row.piece, known.k - 1)
    cuts = say("list.semicolon").join(f"{code(*change.before)} → {code(*change.after)}" for change in changes[:_LISTED])
    terms = [
        numbers.logarithm_of_loss(
            change.count, math.prod(known.chances(change.before)), math.prod(known.chances(change.after)), say
        )
        for change in changes[: _LISTED + 1]
    ]
    total = " + ".join(terms[:_LISTED]) + (" + …" if len(terms) > _LISTED else "")
    return say("unigram.why.exact", piece=name, cuts=cuts, sum=f"{total} = {say.nats(loss.loss)}")


def _tie_rule(row: PieceRow, known: StepNumbers) -> str:
    """Say why a piece stays that costs no more than the last one that is removed; nothing of other pieces."""
    reason = known.pruning
    if reason is None or row.piece not in reason.tied:
        return ""
    return known.say("unigram.why.tied", piece=code(reason.losses[-1][0]), rule=listed_rule(reason.removes, known.say))


def _estimate_and_loss(row: PieceRow, known: StepNumbers) -> str:
    """Say that a loss is an estimate, and what the words really lose; nothing where both are the same, or where not all
    words are shown."""
    trace = known.trace
    if row.loss is None or row.loss.loss is None or len(known.words) < len(trace.corpus):
        return ""
    real = real_loss(split_again(trace, row.piece, known.words, known.pieces))
    if math.isclose(real, row.loss.loss, rel_tol=1e-6, abs_tol=1e-6):
        return ""
    return known.say("unigram.why.estimate", loss=known.say.nats(real))


def _estimated(row: PieceRow, name: str, known: StepNumbers) -> str:
    """Say what a library decides by."""
    loss, say = row.loss, known.say
    assert loss is not None
    if loss.loss is None:
        return say(_NO_ESTIMATE["removed" if loss.outcome == "removed" else "kept"], piece=name)
    parts = _second_best(row.piece, known)
    return say("unigram.prune.by-reassigned", piece=name, parts=code(*parts), loss=say.nats(loss.loss))


def _second_best(piece: str, known: StepNumbers) -> tuple[str, ...]:
    """Return the segmentation of a piece to whose parts a library gives its occurrences."""
    scores, rules = known.scores, known.trace.rules
    inside = {piece[i:j] for i in range(len(piece)) for j in range(i + 1, len(piece) + 1)}
    lowest = min(scores, key=scores.__getitem__)  # unknown characters score by it
    names = [name for name in scores if name in inside or name == lowest]
    values = np.array([scores[name] for name in names], np.float64)
    if rules.flow == "sentencepiece":
        splits = split_by_itself(names, values.astype(np.float32), len(names), BinaryHeap)
    else:
        splits = split_by_itself(names, values, len(names), QuaternaryHeap)
    split = splits[names.index(piece)] or ()
    return tuple(names[i] if i < len(names) else "?" for i in split)
