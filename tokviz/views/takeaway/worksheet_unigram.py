"""The steps of a worksheet on unigram training: counts, probabilities, expected counts, losses, best segmentations.

The names of pieces are given as long as they give nothing away: once a step of the sheet may have dropped some, later
questions ask for the names too.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence, Sized

from tokviz.unigram import Expect, Maximize, Prune, Seed, Step, Trace
from tokviz.views.shared.catalog import Catalog
from tokviz.views.takeaway.worksheet_parts import (
    Pen,
    block,
    given,
    note,
    paragraph,
    shown,
    table,
    tables,
    token,
    tokens,
)
from tokviz.views.unigram import narration, numbers

__all__ = ["MAX_PIECES", "sections"]

MAX_PIECES = 30
"""So many pieces of a step are asked for."""

Name = Callable[[str], str]


def sections(trace: Trace, first: int, last: int, pen: Pen, say: Catalog) -> Iterator[tuple[str, str]]:
    """Heading and HTML of what is given, and of each step from `first` to `last`, counted from 1."""
    words = [(given(token(word), "word"), given(f"{count:,}", "number")) for word, count in trace.corpus.items()]
    yield say("worksheet.start"), tables([say("column.word"), say("column.count")], words, 3)
    if first > 1:
        yield say.count("worksheet.pieces.after", first - 1), _given_pieces(trace, first - 1, say)
    is_known = True
    for k in range(first - 1, last):
        step = trace[k]
        name: Name = (lambda piece: given(token(piece), "token")) if is_known else _asked_name(pen)
        title = say("worksheet.step", number=f"{k + 1:,}", what=say(f"worksheet.kind.{step.kind}"))
        yield title, "\n".join(_asked(step, name, pen, say))
        is_known = is_known and not isinstance(step, Prune) and not step.dropped


def _asked_name(pen: Pen) -> Name:
    return lambda piece: pen.cell(token(piece), "token")


def _asked(step: Step, name: Name, pen: Pen, say: Catalog) -> Iterator[str]:
    match step:
        case Seed():
            yield _seeds(step, name, pen, say)
            yield _segmentations(step.trace, 1, pen, say)
        case Expect():
            yield _expected(step, name, pen, say)
        case Maximize():
            yield _probabilities(step, name, pen, say)
            yield _segmentations(step.trace, step.index + 1, pen, say)
        case Prune():
            yield _losses(step, name, pen, say)


def _given_pieces(trace: Trace, k: int, say: Catalog) -> str:
    now, exact = trace.pieces(k), numbers.fractions(trace, k)
    titles = [say("column.piece"), say("column.probability")]
    kept = shown(now, MAX_PIECES, now.__getitem__)
    rows = [
        [given(token(piece), "token"), given(numbers.fraction(piece, now[piece], exact), "number")] for piece in kept
    ]
    step = trace[k - 1]
    if isinstance(step, Expect):  # what comes next is made from these counts
        titles.append(say("column.expected"))
        for piece, row in zip(kept, rows, strict=True):
            row.append(given(numbers.amount(step.counts[piece]), "number"))
    return "\n".join(filter(None, (_cut(kept, now, say), tables(titles, rows, 2))))


def _seeds(step: Seed, name: Name, pen: Pen, say: Catalog) -> str:
    trace = step.trace
    by_length = trace.rules.flow != "plain"
    weights = {piece: count * (len(piece) if by_length else 1) for piece, count in step.counts.items()}
    now, exact = trace.pieces(1), numbers.fractions(trace, 1)
    kept = shown(weights, MAX_PIECES, weights.__getitem__)
    rows = [
        (
            name(piece),
            pen.cell(f"{weights[piece]:,}", "number"),
            pen.cell(numbers.fraction(piece, now[piece], exact), "number"),
        )
        for piece in kept
    ]
    titles = [
        say("column.piece"),
        say("worksheet.count-by-length" if by_length else "column.count"),
        say("column.probability"),
    ]
    total = pen.line(say("worksheet.sum"), f"{sum(weights.values()):,}")
    asked = tables(titles, rows, 2)
    return block(say("worksheet.seeds"), _cut(kept, weights, say), asked, f'<p class="line">{total}</p>')


def _segmentations(trace: Trace, k: int, pen: Pen, say: Catalog) -> str:
    """The best segmentation of each word after k steps, and what the corpus costs in all."""
    now, exact = trace.pieces(k), numbers.fractions(trace, k)
    unknown = math.exp(trace.model(k).unknown_score)
    rows = [
        (
            given(token(word), "word"),
            given(f"{trace.corpus[word]:,}", "number"),
            pen.cell(tokens(split), "tokens"),
            pen.cell(numbers.product(split, now, exact, unknown), "wide"),
        )
        for word, split in trace.best(k).items()
    ]
    titles = [say("column.word"), say("column.count"), say("column.split_before"), say("column.product")]
    total = pen.line(say("worksheet.loss"), numbers.nats(-trace.log_likelihood(k, "best")))
    ties = [paragraph(tie, "answer") for tie in narration.ties(trace, k, say)] if pen.filled else []
    return block(say("worksheet.segmentations"), table(titles, rows), f'<p class="line">{total}</p>', *ties)


def _expected(step: Expect, name: Name, pen: Pen, say: Catalog) -> str:
    kept = shown(step.counts, MAX_PIECES, step.counts.__getitem__)
    rows = [(name(piece), pen.cell(numbers.amount(step.counts[piece]), "number")) for piece in kept]
    total = pen.line(say("worksheet.sum"), numbers.amount(math.fsum(step.counts.values())))
    return block(
        say(f"worksheet.expected.{step.trace.rules.expectation}"),
        _cut(kept, step.counts, say),
        tables([say("column.piece"), say("column.expected")], rows, 3),
        f'<p class="line">{total}</p>',
    )


def _probabilities(step: Maximize, name: Name, pen: Pen, say: Catalog) -> str:
    """The new probabilities of the pieces before the step; a dash for those that it drops."""
    trace = step.trace
    before, after = trace.pieces(step.index), step.pieces
    exact = numbers.fractions(trace, step.index + 1)
    kept = shown(before, MAX_PIECES, before.__getitem__)
    rows = [
        (name(piece), pen.cell(numbers.fraction(piece, after[piece], exact) if piece in after else "–", "number"))
        for piece in kept
    ]
    return block(
        say("worksheet.maximized.digamma" if trace.rules.digamma else "worksheet.maximized"),
        _cut(kept, before, say),
        tables([say("column.piece"), say("column.probability")], rows, 2),
        pen.reasons(say("worksheet.dropped"), [narration.done(step, say)]),
    )


def _losses(step: Prune, name: Name, pen: Pen, say: Catalog) -> str:
    trace = step.trace
    before = trace.scores(step.index)
    judged = {one.piece: one for one in step.losses if one.fate != "protected" and one.piece in before}
    cheapest = {piece: -place for place, piece in enumerate(judged)}
    kept = shown([piece for piece in before if piece in judged], MAX_PIECES, cheapest.__getitem__)
    rows = []
    for piece in kept:
        one = judged[piece]
        loss = one.renormalised if trace.rules.renormalise else one.loss
        goes = one.fate == "removed"
        fate = say("worksheet.goes" if goes else "worksheet.stays")
        rows.append((name(piece), pen.cell(numbers.nats(loss), "number"), pen.cell(fate, stressed=goes)))
    remarks = [_cut(kept, judged, say, say("worksheet.cheapest"))]
    if trace.rules.keep_characters:
        remarks.append(note(say("worksheet.characters-stay")))
    return block(
        say("worksheet.fit" if step.is_final else "worksheet.losses"),
        *remarks,
        tables([say("column.piece"), say("column.loss"), say("worksheet.fate")], rows, 2),
        pen.reasons(say("worksheet.pruned"), [narration.upcoming(step, say), narration.done(step, say)]),
    )


def _cut(kept: Sequence[str], every: Sized, say: Catalog, which: str = "") -> str:
    total = len(every)
    if len(kept) == total:
        return ""
    which = which or say("worksheet.most-probable")
    return note(say("worksheet.pieces.best", which=which, shown=f"{len(kept):,}", total=f"{total:,}"))
