"""Viterbi's table of a word in the picture, filled position by position and traced back: frames, sentences, arcs.

One frame a state, from nothing filled on. The first row is the word as far as it is split; below it are the arcs that
end at the position just filled, each with the best path that it ends and the sum of costs that this takes, the best
first, or while tracing back the pointers followed so far.

The picture has all that a step shows once, for the whole word; a frame only says how far Viterbi has come. What is near
enough to be drawn, and what lights up with what, the browser works out.

A cost is minus the natural logarithm of a probability: what is likely is cheap, and costs along a path add up.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from tokviz.unigram import Arc, Cell, EncodeTrace, Path
from tokviz.unigram.reasons import ArcChoice, arc_choices, best_path_of
from tokviz.views.encoding import merging as encoding
from tokviz.views.encoding.merging import Frame, Row, Span
from tokviz.views.lattice.payload import ArcCost, LatticeArc, LatticePath, LatticePicture, LatticePosition
from tokviz.views.picture.payload import PictureSentence, SentenceKind, SpanMark, picture_payload
from tokviz.views.picture.questions import Option, Question, limit_candidates
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.display import shorten, visible
from tokviz.views.shared.encoding_reasons import arc_kept, cost, cost_sum, other_arc, path_ties
from tokviz.views.shared.sentences import MAX_LISTED, Sentence, code, plain, segments

MAX_SHOWN = encoding.MAX_ROWS - 1
"""The most arcs that are shown of those that end at a position: all rows of a frame but that of the word."""
_TAIL = 8  # so many pieces of a path are shown before the one that it is about


@dataclass(frozen=True)
class Moment:
    """The state of the Viterbi search after k steps.

    position: the one that it is about; filled: the last one with a score. path: the arcs of the best path to the
    position, or, while tracing back, those from it to the end. candidates: the arcs that end at a position that was
    just filled, as :func:`~tokviz.unigram.reasons.arc_choices` has them.
    """

    position: int
    filled: int
    path: tuple[Arc, ...]
    candidates: tuple[ArcChoice, ...]
    is_back: bool


def moment(trace: EncodeTrace, k: int) -> Moment:
    """Return the state of a word after `k` steps: 0 to their number, which is cut to it."""
    table, length = trace.lattice.table, len(trace.lattice.word)
    if not k or not len(trace):
        return Moment(0, 0, (), (), is_back=False)
    step = trace[min(k, len(trace)) - 1]
    if step.kind == "fill":
        cell = step.cell
        arcs = arc_choices(table, cell.position)
        return Moment(cell.position, cell.position, path_to(table, cell.position), arcs, is_back=False)
    suffix_arcs = trace.path.arcs[len(trace.path.arcs) - len(step.suffix) :]
    return Moment(step.arc.begin, length, suffix_arcs, (), is_back=True)


def path_to(table: Sequence[Cell], position: int) -> tuple[Arc, ...]:
    """Return the arcs of the best path from the beginning to a position."""
    arcs: list[Arc] = []
    arc = table[position].arc
    while arc is not None:
        arcs.append(arc)
        arc = table[arc.begin].arc
    return tuple(reversed(arcs))


def word_frames(trace: EncodeTrace, say: Catalog) -> Iterator[Frame]:
    """Yield the states of a word: its row, then the arcs of the position or the pointers followed."""
    word = trace.lattice.word
    label = shorten(visible(word), 40)
    for k in range(len(trace) + 1):
        now = moment(trace, k)
        pieces = [arc.piece for arc in now.path]
        if now.is_back:
            symbols, new = [*word[: now.position], *pieces], now.position
        else:
            symbols, new = [*pieces, *word[now.position :]], len(pieces) - 1
        spans: tuple[Span, ...] = ((new, 1, "new"),) if pieces else ()
        below = _followed(trace, now, say) if now.is_back else _candidates(trace, now, say)
        yield Frame((Row(label, "", symbols, spans), *below), tuple(moment_sentences(trace, k, say)))


def _candidates(trace: EncodeTrace, now: Moment, say: Catalog) -> Iterator[Row]:
    """Yield the arcs that end at the position, each behind the best path to where it begins."""
    table = trace.lattice.table
    for rank, candidate in enumerate(now.candidates[:MAX_SHOWN]):
        arc, before = candidate.arc, [before.piece for before in path_to(table, candidate.arc.begin)]
        if len(before) > _TAIL:
            before = ["…", *before[-_TAIL:]]
        note = f"{cost_sum(candidate, say)} {_verdict(rank, candidate, say)}".rstrip()
        mark: SpanMark = "new" if not rank else "next"
        yield Row(f"{arc.begin} → {arc.end}", note, (*before, arc.piece), ((len(before), 1, mark),))


def _verdict(rank: int, arc_choice: ArcChoice, say: Catalog) -> str:
    if not arc_choice.is_best:
        return ""
    if not rank:
        return (
            "" if arc_choice.ending == 1 else say("lattice.best" if len(arc_choice.tied) == 1 else "lattice.tied.kept")
        )
    return say("lattice.tied")


def _followed(trace: EncodeTrace, now: Moment, say: Catalog) -> Iterator[Row]:
    """Yield the pointers followed so far, the latest first."""
    table = trace.lattice.table
    for arc in now.path[:MAX_SHOWN]:
        note = say("lattice.pointer", cost=cost(table[arc.end].score, say))
        yield Row(f"{arc.end} → {arc.begin}", note, (arc.piece,))


# -- sentences ---------------------------------------------------------------------------------------------------------


def moment_sentences(trace: EncodeTrace, k: int, say: Catalog) -> Iterator[tuple[SentenceKind, Sentence]]:
    """Say what is said after `k` steps: (kind, sentence) of what was done, and of what comes next."""
    now = moment(trace, k)
    if not k:
        paths = say.count("lattice.paths", trace.lattice.number_of_paths)
        yield "note", segments(say("lattice.start", word=code(trace.lattice.word), paths=paths))
    elif now.is_back:
        step = trace[k - 1]
        piece = code(step.arc.piece)
        yield "done", segments(say("lattice.done.back", position=step.position, piece=piece, begin=step.arc.begin))
    else:
        yield "done", segments(say("lattice.done", position=now.position, why=arc_kept(now.candidates[0], say)))
    if k == len(trace):
        yield "note", segments(_end(trace, say))
    else:
        yield "next", segments(_next(trace, k, say))


def _next(trace: EncodeTrace, k: int, say: Catalog) -> str:
    step = trace[k]
    position = say.integer(step.position)
    if step.kind == "trace-back":
        if trace[k - 1].kind == "trace-back":
            return say("lattice.next.back", position=position)
        return say("lattice.next.full", position=position, cost=cost(trace.path.score, say))
    pieces = [code(arc.piece) for arc, _ in step.cell.candidates]
    return say.count("lattice.next", len(pieces), position=position, pieces=_listed(pieces, say))


def _end(trace: EncodeTrace, say: Catalog) -> str:
    sentence = say(
        "lattice.end",
        pieces=code(*trace.path.pieces),
        probability=decimal(trace.path.score, say),
        share=percent(trace.lattice.share(trace.path), say),
    )
    sentence += path_ties(best_path_of(trace.lattice), say)
    if trace.tokens != trace.path.pieces:
        sentence += say("lattice.end.fused", tokens=code(*trace.tokens))
    return sentence


def _listed(items: list[str], say: Catalog) -> str:
    shown = items[:MAX_LISTED]
    rest = len(items) - len(shown)
    return say.listed([*shown, say.count("lattice.other-pieces", rest)] if rest else shown)


# -- the question before an arc is kept --------------------------------------------------------------------------------


def next_arc(trace: EncodeTrace, k: int, say: Catalog) -> Question | None:
    """Ask which arc step k keeps for the position that it fills; None where it traces back, or nothing comes."""
    step = trace[k] if k < len(trace) else None
    if step is None or step.kind != "fill":
        return None
    choices = arc_choices(trace.lattice.table, step.position)
    kept_choice, tied = choices[0], len(choices[0].tied)
    right, wrong, _ = limit_candidates(choices[:tied], choices[tied:])

    def option(arc_choice: ArcChoice) -> Option:
        arc = arc_choice.arc
        return Option(
            segments(f"{code(arc.piece)} {say.integer(arc.begin)} → {say.integer(arc.end)}"),
            plain(cost_sum(arc_choice, say)),
            arc_choice.is_best,
            arc_choice is kept_choice,
            thing=trace.lattice.arcs.index(arc),
            wrong=None if arc_choice.is_best else segments(other_arc(arc_choice, say)),
        )

    rule = None
    if tied > 1:
        rule = plain(say("predict.rule.arcs", tied=tied))
    return Question(
        plain(say("predict.ask.arc", position=step.position)),
        [option(choice) for choice in sorted((*right, *wrong), key=lambda choice: choice.arc.begin)],
        segments(arc_kept(kept_choice, say)),
        rule,
        hides=(),
    )


# -- the picture -------------------------------------------------------------------------------------------------------


MAX_PATHS = 24
"""The maximum number of best segmentations that are sent; a window has room for about twelve."""
_LONG = 10**9  # a larger number of segmentations is written as a power of ten

_ArcNumbers = dict[tuple[int, int], int]  # begin and end of an arc -> its number


def word_parts(trace: EncodeTrace, common: int | None, say: Catalog, space: str = "") -> list[dict[str, Any]]:
    """Return the picture's payloads for a word: one, since a word has few positions. common: the denominator of
    fractions; space: what stands for a space in the word."""
    frames = []
    for k in range(len(trace) + 1):
        now = moment(trace, k)
        sentences = [PictureSentence(kind, text) for kind, text in moment_sentences(trace, k, say)]
        frames.append({"groups": [], "say": sentences, "at": now.position, "filled": now.filled, "back": now.is_back})
    picture = replace(_picture(trace, common, say), space=space or None)
    built = picture_payload(len(trace), 0, frames, picture, say)
    built["labels"] |= {"picture": say("lattice.picture")}
    return [built]


def _picture(trace: EncodeTrace, common: int | None, say: Catalog) -> LatticePicture:
    """Return the data common to all frames."""
    lattice = trace.lattice
    places: _ArcNumbers = {(arc.begin, arc.end): number for number, arc in enumerate(lattice.arcs)}
    return LatticePicture(
        kind="lattice",
        letters=[visible(character) for character in lattice.word],
        arcs=[_arc(arc, lattice.posterior(arc), common, say) for arc in lattice.arcs],
        positions=[_position(cell, lattice.table, places, say) for cell in lattice.table],
        best=_numbers(trace.path, places),
        paths=[
            LatticePath(
                arcs=_numbers(path, places),
                share=round(lattice.share(path), 6),
                percent=percent(lattice.share(path), say),
                product=written_product(path, common, say),
                cost=cost(path.score, say),
            )
            for path in lattice.nbest(MAX_PATHS)
        ],
        number=_count_of_paths(lattice.number_of_paths, say),
        total=min(lattice.number_of_paths, _LONG),
        sum=decimal(lattice.log_probability, say),
        labels=say.within("lattice.picture."),
    )


def _arc(arc: Arc, share: float, common: int | None, say: Catalog) -> LatticeArc:
    return LatticeArc(
        begin=arc.begin,
        end=arc.end,
        piece=visible(arc.piece) + ("" if arc.known else "?"),
        probability=weight(arc, common, say),
        cost=cost(arc.score, say),
        share=round(share, 6),
        percent=percent(min(1.0, share), say),
    )


def _position(cell: Cell, table: tuple[Cell, ...], places: _ArcNumbers, say: Catalog) -> LatticePosition:
    choices = arc_choices(table, cell.position)
    return LatticePosition(
        cost=cost(cell.score, say),
        short_cost=cost(cell.score, say, 1),
        arcs=[ArcCost(arc=places[choice.arc.begin, choice.arc.end], sum=cost_sum(choice, say)) for choice in choices],
        tied=len(cell.tied),
    )


def _numbers(path: Path, places: _ArcNumbers) -> list[int]:
    return [places[arc.begin, arc.end] for arc in path.arcs]


def _count_of_paths(number: int, say: Catalog) -> str:
    return say.integer(number) if number < _LONG else f"≈ {say.scientific(number, 2)}"


# -- numbers -----------------------------------------------------------------------------------------------------------


_MAX_FACTORS = 12
_LN_10 = math.log(10)


def decimal(score: float, say: Catalog, digits: int = 5) -> str:
    """Return the probability whose logarithm is `score`, with so many significant digits.

    >>> from tokviz.views.shared.catalog import load
    >>> [decimal(score, load("en"), digits) for score, digits in ((math.log(0.25), 3), (-1000.0, 5))]
    ['0.250', '5.0760×10⁻⁴³⁵']
    """
    if -4 * _LN_10 <= score < 700:
        return say.significant(math.exp(score), digits)
    exponent = math.floor(score / _LN_10)
    mantissa = f"{math.exp(score - exponent * _LN_10):.{digits - 1}f}"
    if mantissa.startswith("10"):  # rounded up
        mantissa, exponent = f"{1:.{digits - 1}f}", exponent + 1
    return say.power(mantissa, exponent)


def percent(part: float, say: Catalog) -> str:
    """Return a share of the whole in per cent.

    >>> from tokviz.views.shared.catalog import load
    >>> percent(0.70588, load("en")), percent(0.00001, load("en"))
    ('70.59%', '<0.01%')
    """
    return say.percent(part, 2)


def weight(arc: Arc, common: int | None, say: Catalog) -> str:
    """Return the probability of an arc's piece: a fraction with the common denominator, or a decimal.

    >>> from tokviz.views.shared.catalog import load
    >>> weight(Arc(0, 2, "ug", math.log(20 / 210)), 210, load("en"))
    '20/210'
    """
    if common is not None and arc.known:
        return say.quotient(round(arc.probability * common), common)
    return decimal(arc.score, say, 3)


def written_product(path: Path, common: int | None, say: Catalog) -> str:
    """Return the probability of a path written out; of one with many pieces the first and the last factors.

    >>> from tokviz.views.shared.catalog import load
    >>> arcs = Arc(0, 1, "p", math.log(17 / 210)), Arc(1, 3, "ug", math.log(20 / 210))
    >>> written_product(Path(arcs, arcs[0].score + arcs[1].score), 210, load("en"))
    '17/210 × 20/210 = 0.0077098'
    """
    factors = [weight(arc, common, say) for arc in path.arcs]
    if len(factors) > _MAX_FACTORS:
        factors[_MAX_FACTORS // 2 : len(factors) - _MAX_FACTORS // 2] = ["…"]
    return f"{' × '.join(factors) or '1'} = {decimal(path.score, say)}"
