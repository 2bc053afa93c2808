"""The steps of a worksheet on unigram training: counts, probabilities, expected counts, losses, best segmentations.

The names of pieces are given as long as they give nothing away: once a step of the sheet may have dropped some, later
questions ask for the names too.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence, Sized
from dataclasses import replace

from tokviz.corpus import Corpus
from tokviz.unigram import Expect, Maximize, Prune, Seed, Step, Trace, train
from tokviz.views.shared.catalog import Catalog
from tokviz.views.unigram import narration, numbers
from tokviz.views.worksheets.parts import (
    Block,
    Cell,
    Section,
    Table,
    counted,
    given,
    shown,
    side_by_side,
    start,
    token,
    tokens,
)

__all__ = ["MAX_PIECES", "again", "fits", "sections"]

MAX_PIECES = 30
"""So many pieces of a step are asked for."""

Name = Callable[[str], Cell]


def fits(trace: Trace) -> bool:
    """Whether there are few enough pieces to follow on paper."""
    return trace.pieces_left[min(1, len(trace))] <= MAX_PIECES


def again(trace: Trace, corpus: Corpus) -> Trace:
    """A training on `corpus` that begins with few pieces and keeps about as large a share of them."""
    rules = replace(trace.rules, seed_size=min(trace.rules.seed_size or MAX_PIECES, MAX_PIECES))
    begun = train(corpus, vocab_size=10**6, rules=rules).pieces_left
    seeds, special = begun[min(1, len(begun) - 1)], len(rules.first_tokens)
    characters = len(set("".join(map(rules.marked, corpus))))  # the libraries want room for all of them
    size = max(characters, min(round(seeds * trace.vocab_size / max(1, *trace.pieces_left)), seeds - 1))
    return train(corpus, vocab_size=size + special, rules=rules)


def sections(trace: Trace, first: int, last: int, say: Catalog) -> Iterator[Section]:
    """What is given, and each step from `first` to `last`, counted from 1."""
    yield start(trace.corpus, say)
    if first > 1:
        yield Section(say.count("worksheet.pieces.after", first - 1), [_given_pieces(trace, first - 1, say)])
    is_known = True
    for k in range(first - 1, last):
        step = trace[k]
        title = say("worksheet.step", number=k + 1, what=say(f"worksheet.kind.{step.kind}"))
        yield Section(title, list(_asked(step, is_known, say)))
        is_known = is_known and not isinstance(step, Prune) and not step.dropped


def _asked(step: Step, is_known: bool, say: Catalog) -> Iterator[Block]:
    """What is asked about a step. is_known: whether the names of its pieces are given."""

    def name(piece: str) -> Cell:
        return Cell(token(piece), "token", is_given=is_known)

    match step:
        case Seed():
            yield _seeds(step, name, say)
            yield _segmentations(step.trace, 1, say)
        case Expect():
            yield _expected(step, name, say)
        case Maximize():
            yield _probabilities(step, name, say)
            yield _segmentations(step.trace, step.index + 1, say)
        case Prune():
            yield _losses(step, name, say)


def _given_pieces(trace: Trace, k: int, say: Catalog) -> Block:
    now, exact = trace.probabilities(k), numbers.fractions(trace, k)
    titles = [say("column.piece"), say("column.probability")]
    kept = shown(now, MAX_PIECES, now.__getitem__)
    rows = [
        [given(token(piece), "token"), given(numbers.fraction(piece, now[piece], exact, say), "number")]
        for piece in kept
    ]
    step = trace[k - 1]
    if isinstance(step, Expect):  # what comes next is made from these counts
        titles.append(say("column.expected"))
        for piece, row in zip(kept, rows, strict=True):
            row.append(given(say.amount(step.counts[piece]), "number"))
    return Block("", _cut(kept, now, say), side_by_side(titles, rows, 2))


def _seeds(step: Seed, name: Name, say: Catalog) -> Block:
    trace, weights = step.trace, numbers.seed_weights(step)
    now, exact = trace.probabilities(1), numbers.fractions(trace, 1)
    kept = shown(weights, MAX_PIECES, weights.__getitem__)
    rows = [
        (name(piece), _number(say.integer(weights[piece])), _number(numbers.fraction(piece, now[piece], exact, say)))
        for piece in kept
    ]
    titles = [
        say("column.piece"),
        say("column.count" if trace.rules.flow == "plain" else "worksheet.count-by-length"),
        say("column.probability"),
    ]
    total = [(say("worksheet.sum"), say.integer(sum(weights.values())))]
    return Block(say("worksheet.seeds"), _cut(kept, weights, say), side_by_side(titles, rows, 2), total)


def _segmentations(trace: Trace, k: int, say: Catalog) -> Block:
    """The best segmentation of each word after k steps, and what the corpus costs in all."""
    now, exact = trace.probabilities(k), numbers.fractions(trace, k)
    unknown = math.exp(trace.model(k).unknown_score)
    rows = [
        (
            *counted(word, trace.corpus[word], say),
            Cell(tokens(split), "tokens"),
            Cell(numbers.product(split, now, exact, say, unknown), "wide"),
        )
        for word, split in trace.words(k).items()
    ]
    titles = [say("column.word"), say("column.count"), say("column.split_before"), say("column.product")]
    total = [(say("worksheet.loss"), say.nats(-trace.log_likelihood(k, "best")))]
    ties = list(narration.ties(trace, k, say))
    return Block(say("worksheet.segmentations"), tables=[Table(titles, rows)], lines=total, remarks=ties)


def _expected(step: Expect, name: Name, say: Catalog) -> Block:
    kept = shown(step.counts, MAX_PIECES, step.counts.__getitem__)
    rows = [(name(piece), _number(say.amount(step.counts[piece]))) for piece in kept]
    return Block(
        say(f"worksheet.expected.{step.trace.rules.expectation}"),
        _cut(kept, step.counts, say),
        side_by_side([say("column.piece"), say("column.expected")], rows, 3),
        [(say("worksheet.sum"), say.amount(math.fsum(step.counts.values())))],
    )


def _probabilities(step: Maximize, name: Name, say: Catalog) -> Block:
    """The new probabilities of the pieces before the step; a dash for those that it drops."""
    trace = step.trace
    before, after = trace.probabilities(step.index), step.probabilities
    exact = numbers.fractions(trace, step.index + 1)
    kept = shown(before, MAX_PIECES, before.__getitem__)
    rows = [
        (name(piece), _number(numbers.fraction(piece, after[piece], exact, say) if piece in after else "–"))
        for piece in kept
    ]
    return Block(
        say("worksheet.maximized.digamma" if trace.rules.digamma else "worksheet.maximized"),
        _cut(kept, before, say),
        side_by_side([say("column.piece"), say("column.probability")], rows, 2),
        why=say("worksheet.dropped"),
        reasons=[narration.done(step, say)],
    )


def _losses(step: Prune, name: Name, say: Catalog) -> Block:
    trace = step.trace
    before = trace.scores(step.index)
    judged = {one.piece: one for one in step.losses if one.outcome != "protected" and one.piece in before}
    cheapest = {piece: -place for place, piece in enumerate(judged)}
    kept = shown([piece for piece in before if piece in judged], MAX_PIECES, cheapest.__getitem__)
    rows = []
    for piece in kept:
        one = judged[piece]
        loss = one.renormalised if trace.rules.renormalise else one.loss
        goes = one.outcome == "removed"
        fate = say("worksheet.goes" if goes else "worksheet.stays")
        rows.append((name(piece), _number(say.nats(loss)), Cell(fate, stressed=goes)))
    notes = _cut(kept, judged, say, say("worksheet.cheapest"))
    if trace.rules.keep_characters:
        notes.append(say("worksheet.characters-stay"))
    return Block(
        say("worksheet.fit" if step.is_final else "worksheet.losses"),
        notes,
        side_by_side([say("column.piece"), say("column.loss"), say("worksheet.fate")], rows, 2),
        why=say("worksheet.pruned"),
        reasons=[narration.upcoming(step, say), narration.done(step, say)],
    )


def _number(text: str) -> Cell:
    return Cell(text, "number")


def _cut(kept: Sequence[str], every: Sized, say: Catalog, which: str = "") -> list[str]:
    total = len(every)
    if len(kept) == total:
        return []
    which = which or say("worksheet.most-probable")
    return [say("worksheet.pieces.best", which=which, shown=len(kept), total=total)]
