"""Sentences on a step of unigram training: what happened and why, what comes next, and the question before a pruning.

See :mod:`tokviz.views.merges.narration` for trainings by merges.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from heapq import nlargest

from tokviz.unigram import Expect, Maximize, Path, Prune, Seed, Step, Trace
from tokviz.unigram.reasons import (
    PruningReason,
    expectation_reason,
    maximization_reason,
    pruning_reason,
)
from tokviz.views.picture.questions import MAX_POINTED, Option, Question, limit_candidates
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.sentences import MAX_LISTED, Sentence, code, code_word, plain, segments, shortened
from tokviz.views.shared.unigram_reasons import (
    expectation_question,
    expectation_rule,
    greatest_count,
    listed_rule,
    maximization_rule,
    probability_changes,
    short_number,
)
from tokviz.views.unigram.numbers import seed_weights
from tokviz.views.unigram.resplits import split_again
from tokviz.views.unigram.words_and_pieces import Pieces, example_word, segment_words

_STOPPED = {
    "vocab_size": "unigram.stopped.vocab_size",
    "enough": "unigram.stopped.enough",
    "characters": "unigram.stopped.characters",
    "stalled": "unigram.stopped.stalled",
}


_TOP = 3  # seeds whose numbers are told: the picture shows them all


def start(trace: Trace, say: Catalog) -> Sentence:
    """Say how many segmentations one word has, and which is the likeliest by the probabilities of the seeds."""
    (segmented,) = segment_words(trace, 0, [example_word(trace)])
    number = len(segmented.ways) + segmented.others
    best = segmented.ways[0]
    if number < 2 or best.share is None:
        return plain(say("unigram.start", words=say.count("count.words", len(trace.corpus))))
    share = best.share
    tied = [way for way in segmented.ways[1:] if math.isclose(way.share or 0.0, share, rel_tol=1e-9)]
    return segments(
        say(
            "unigram.start.word.tied" if tied else "unigram.start.word",
            word=code_word(segmented.word),
            paths=say.count("lattice.paths", number),
            best=code(*best.pieces),
            share=say.percent(share, 0),
        )
    )


def said(trace: Trace, k: int, say: Catalog) -> tuple[Sentence, ...]:
    """Say what the last of k steps did, what the next one will do, and which words have several best segmentations."""
    return *last_and_next(trace, k, say), *(ties(trace, k, say) if k else ())


def last_and_next(trace: Trace, k: int, say: Catalog) -> tuple[Sentence, Sentence]:
    """Say what the last of k steps did, and what the next one will do."""
    return (
        done(trace[k - 1], say) if k else start(trace, say),
        upcoming(trace[k], say) if k < len(trace) else end(trace, say),
    )


def done(step: Step, say: Catalog) -> Sentence:
    """Say what a step did."""
    place = say.integer(step.index + 1)
    match step:
        case Seed():
            return segments(_seeded(step, place, say))
        case Expect():
            how, top = expectation_rule(expectation_reason(step), say), greatest_count(step, say)
            return segments(say("unigram.expected", number=place, how=how, top=top))
        case Maximize():
            return segments(_maximized(step, place, say))
        case Prune():
            return segments(_pruned(step, place, say))
    raise AssertionError(step)


def upcoming(step: Step, say: Catalog) -> Sentence:
    """Say what a step will do."""
    place = say.integer(step.index + 1)
    trace = step.trace
    match step:
        case Seed():
            return plain(_seeding(step, place, say))
        case Expect():
            question = expectation_question(trace.rules.expectation, say)
            return plain(say("unigram.next.expect", number=place, what=question))
        case Maximize():
            return plain(say("unigram.next.maximize", number=place))
        case Prune(is_final=True):
            return plain(say("unigram.next.finish", number=place))
        case Prune():
            return segments(_pruning(step, place, say))
    raise AssertionError(step)


def end(trace: Trace, say: Catalog) -> Sentence:
    """Say why training ended."""
    special = len(trace.rules.first_tokens)
    left = say.count("count.pieces", trace.pieces_left[-1])
    if special:
        left = say.listed([left, say.count("count.special-tokens", special)])
    is_enough = trace.stopped == "vocab_size" and trace.pieces_left[1] + special <= trace.vocab_size
    return plain(say(_STOPPED["enough" if is_enough else trace.stopped], left=left, size=trace.vocab_size))


def ties(trace: Trace, k: int, say: Catalog) -> list[Sentence]:
    """Return sentences on the words with several best segmentations after k steps.

    They tell why one of these is taken.
    """
    model = trace.model(k)
    in_order: list[str] = []
    by_rounding: list[str] = []
    for word in trace.corpus:
        tied = model.lattice(word).best().tied
        if len(tied) > 1:
            ways = " = ".join(code(*path.pieces) for path in tied[:4])
            is_first = tied[0] == min(tied, key=_begins_from_the_right)
            (in_order if is_first else by_rounding).append(say("unigram.tie", word=code_word(word), ways=ways))
    return [
        segments(
            say(
                key,
                words=say("list.comma").join(pieces[:4])
                + (f" +{say.integer(len(pieces) - 4)}" if len(pieces) > 4 else ""),
            )
        )
        for key, pieces in (("unigram.ties", in_order), ("unigram.ties.rounding", by_rounding))
        if pieces
    ]


def _begins_from_the_right(path: Path) -> tuple[int, ...]:
    """Return the beginnings of the pieces, from the last one to the first.

    They are compared in this order where scores are equal.
    """
    return tuple(arc.begin for arc in reversed(path.arcs))


def _seeding(step: Seed, place: str, say: Catalog) -> str:
    """Say with how many pieces training begins, and how many it leaves."""
    seeds, left = len(step.counts), step.trace.pieces_left[-1]
    if left >= seeds:
        return say("unigram.next.seed", number=place)
    pieces = say.count("count.pieces", seeds)
    return say("unigram.next.seed.pruned", number=place, pieces=pieces, left=say.integer(left))


def _seeded(step: Seed, place: str, say: Catalog) -> str:
    characters = sum(len(piece) == 1 for piece in step.counts)
    weights = seed_weights(step)
    return say(
        "unigram.seeded" if step.trace.rules.flow == "plain" else "unigram.seeded.by-length",
        number=place,
        pieces=say.count("count.pieces", len(step.counts)),
        characters=say.count("count.characters", characters),
        sum=sum(weights.values()),
        top=_listed(weights, say),
    )


def _maximized(step: Maximize, place: str, say: Catalog) -> str:
    reason = maximization_reason(step)
    if not reason.changes and not reason.dropped:
        return say("unigram.maximized.same", number=place)
    top = probability_changes(reason, say)
    sentence = say("unigram.maximized", number=place, how=maximization_rule(reason.how, say))
    sentence += say("unigram.changes", top=top) if top else say("unigram.changes.none")
    if reason.dropped:
        sentence += say("unigram.dropped", pieces=_names(reason.dropped, say))
    return sentence


def _pruned(step: Prune, place: str, say: Catalog) -> str:
    left = say.count("count.pieces", len(step.probabilities))
    if step.is_final:
        sentence = say("unigram.finished", number=place, left=left)
        if step.dropped:
            sentence += say("unigram.dropped", pieces=_names(step.dropped, say))
        if step.restored:
            sentence += say("unigram.restored", pieces=_names(step.restored, say))
        return sentence
    if not step.dropped:
        return say("unigram.pruned.none", number=place, left=left)
    losses = step.trace.recorded_losses(step.index)
    is_unused = any(losses[piece] is None for piece in step.dropped)
    if is_unused:
        return say("unigram.pruned.unused", number=place, pieces=_names(step.dropped, say), left=left)
    text = say.count("unigram.pruned", len(step.dropped), number=place, pieces=_names(step.dropped, say), left=left)
    free = [loss.piece for loss in step.losses if loss.outcome == "removed" and not loss.occurrences]
    text += say("unigram.pruned.free", pieces=_names(free, say)) if free else ""
    return text + _split_again(step, say) + _tie(pruning_reason(step), say)


def _split_again(step: Prune, say: Catalog) -> str:
    """Say how a word is split without the dearest piece that is removed, if one gets less likely: of those words the
    one that adds most to the loss."""
    removed = [loss.piece for loss in step.losses if loss.outcome == "removed" and loss.occurrences]
    resplits = step.resplit(removed[-1]) if removed else ()
    dearest = max(resplits, key=lambda resplit: resplit.loss, default=None)
    if dearest is None or dearest.loss <= 1e-9 * dearest.count:
        return ""
    segmented = segment_words(step.trace, step.index + 1, [dearest.word])
    again = split_again(step.trace, removed[-1], segmented, Pieces(step.trace.scores(step.index)))
    if not again or again[0].likelihood != "less":
        return ""
    return say(
        "unigram.pruned.word",
        piece=code(removed[-1]),
        word=code_word(dearest.word),
        parts=code(*again[0].after),
    )


def _pruning(step: Prune, place: str, say: Catalog) -> str:
    """Say what a coming pruning takes out, in the order of the table, and what would cost as little."""
    if not step.dropped:
        return say("unigram.next.prune.none", number=place)
    reason = pruning_reason(step)
    listed = [f"{code(piece)} {say.rough(cost)}" for piece, cost in reason.losses[: MAX_LISTED + 1]]
    listed += [say("unigram.no-estimate", piece=code(piece)) for piece in reason.unestimated]
    sentence = say(
        "unigram.next.prune",
        number=place,
        going=say.count("count.pieces", len(step.dropped)),
        cheapest=shortened(listed[: MAX_LISTED + 1], len(step.dropped), "count.other-pieces", say),
    )
    return sentence + _tie(reason, say)


def _tie(reason: PruningReason, say: Catalog) -> str:
    """Say which pieces cost as little as the last one that is removed, and by which rule they stay."""
    if not reason.tied:
        return ""
    return say("unigram.next.prune.tied", pieces=_names(reason.tied, say), rule=listed_rule(reason.removes, say))


def _names(pieces: Sequence[str], say: Catalog) -> str:
    return shortened([*map(code, pieces[: MAX_LISTED + 1])], len(pieces), "count.other-pieces", say)


def _listed(values: Mapping[str, float], say: Catalog) -> str:
    """List pieces with their numbers, the greatest first."""
    top = nlargest(_TOP, values.items(), key=lambda row: row[1])
    names = [f"{code(piece)} {short_number(value, say)}" for piece, value in top]
    if len(values) > _TOP:
        names.append(say.count("count.other-pieces", len(values) - _TOP))
    return say.listed(names)


# -- the question before a pruning -------------------------------------------------------------------------------------


_PROTECTED = 1  # so many single characters, which may not go, are among the options


def next_pruned(trace: Trace, k: int, say: Catalog) -> Question | None:
    """Ask which piece goes after `k` steps; None where no pruning comes that goes by losses, or it takes nothing
    out."""
    if k == len(trace) or trace[k].kind != "prune":
        return None
    step = trace.of(k, Prune)
    if step.is_final or not step.dropped:
        return None
    losses = step.trace.recorded_losses(step.index)

    def by_loss(piece: str) -> float:
        cost = losses[piece]
        return math.inf if cost is None else cost

    reason = pruning_reason(step)
    going, tied = set(step.dropped), reason.tied
    staying = sorted((piece for piece in losses if piece not in going and piece not in tied), key=by_loss)
    protected = [piece for piece in staying if trace.rules.keep_characters and len(piece) == 1]
    beyond = set(protected[_PROTECTED:])
    right, wrong, _ = limit_candidates(
        (*sorted(step.dropped, key=by_loss), *tied), (piece for piece in staying if piece not in beyond)
    )
    offered = [piece for piece in losses if piece in {*right, *wrong}]  # as listed: that breaks ties
    beside = [piece for piece in (*step.dropped, *tied, *staying) if piece not in offered]

    def option(piece: str) -> Option:
        note = _option_note(losses[piece], piece in protected, say)
        is_right = piece in going or piece in tied
        missed = say(
            "predict.wrong.stays" if piece in protected else "predict.wrong.prune", piece=code(piece), told=note
        )
        wrong = None if is_right else segments(missed)
        return Option(segments(code(piece)), plain(note), is_right, piece in going, names=(piece,), wrong=wrong)

    return Question(
        plain(say.count("predict.ask.prune", len(going), number=k + 1)),
        [option(piece) for piece in offered],
        _pruning_answer(step, say),
        _tie_note(reason, say),
        others=[option(piece) for piece in beside[:MAX_POINTED]],
    )


def _option_note(cost: float | None, protected: bool, say: Catalog) -> str:
    loss_text = say("predict.told.no-loss") if cost is None else say("predict.told.loss", loss=short_number(cost, say))
    return say("predict.told.protected", loss=loss_text) if protected else loss_text


def _tie_note(reason: PruningReason, say: Catalog) -> Sentence | None:
    """Say why several options are right, and what chose among those that cost the same."""
    going, tied = len(reason.losses) + len(reason.unestimated), len(reason.tied)
    if tied:
        rule = listed_rule(reason.removes, say)
        sentence = say.count("predict.rule.pieces", tied, going=say.count("count.pieces", going), rule=rule)
    elif going > 1:
        sentence = say("predict.rule.going", going=say.count("count.pieces", going))
    else:
        return None
    return plain(sentence)


def _pruning_answer(step: Prune, say: Catalog) -> Sentence:
    names = [*map(code, step.dropped[:MAX_LISTED])]
    if rest := len(step.dropped) - len(names):
        names.append(say.count("count.other-pieces", rest))
    return segments(say("predict.answer.prune", pieces=say.listed(names)))
