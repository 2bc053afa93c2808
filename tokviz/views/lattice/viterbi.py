"""The best segmentation of a word, told: Viterbi's table filled position by position, then traced back.

One frame a state, from nothing filled on. The first row is the word as far as it is cut; below it stand the arcs that
end at the position just filled, each with the best path that it ends and the sum of costs that this takes, the best
first, or while tracing back the pointers followed so far. A cost is minus the logarithm of a probability. Drawn it is
in :mod:`tokviz.views.lattice.picture`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tokviz.unigram import Arc, Cell, EncodeTrace
from tokviz.views.encoding import merging as encoding
from tokviz.views.encoding.merging import Frame, Row
from tokviz.views.lattice.numbers import cost, decimal
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.display import shorten, visible
from tokviz.views.shared.sentences import MAX_LISTED, Sentence, code, segments

__all__ = ["MAX_SHOWN", "Moment", "moment", "path_to", "ranked", "said", "sum_of", "word_frames"]

MAX_SHOWN = encoding.MAX_ROWS - 1
"""How many of the arcs that end at a position are shown: all rows of a frame but that of the word."""
_TAIL = 8  # so many pieces of a path are shown before the one that it is about


@dataclass(frozen=True)
class Moment:
    """What is known after k steps.

    position: the one that it is about; filled: the last one with a score. path: the arcs of the best path to the
    position, or, while tracing back, those from it to the end. candidates: the arcs that end at a position that was
    just filled, the winner first, then those that tie, then by their cost.
    """

    position: int
    filled: int
    path: tuple[Arc, ...]
    candidates: tuple[tuple[Arc, float], ...]
    tied: tuple[Arc, ...]
    is_back: bool


def moment(trace: EncodeTrace, k: int) -> Moment:
    """The state of a word after `k` steps: 0 to their number, which is cut to it."""
    table, length = trace.lattice.table, len(trace.lattice.word)
    if not k or not len(trace):
        return Moment(0, 0, (), (), (), is_back=False)
    step = trace[min(k, len(trace)) - 1]
    if step.kind == "fill":
        cell = step.cell
        return Moment(cell.position, cell.position, path_to(table, cell.position), ranked(cell), cell.tied, False)
    found = trace.path.arcs[len(trace.path.arcs) - len(step.suffix) :]
    return Moment(step.arc.begin, length, found, (), (), is_back=True)


def ranked(cell: Cell) -> tuple[tuple[Arc, float], ...]:
    """The arcs that end at a position, the winner first, then those that tie, then by their cost."""
    return tuple(sorted(cell.candidates, key=lambda one: (one[0] is not cell.arc, one[0] not in cell.tied, -one[1])))


def path_to(table: Sequence[Cell], position: int) -> tuple[Arc, ...]:
    """The arcs of the best path from the beginning to a position."""
    arcs: list[Arc] = []
    arc = table[position].arc
    while arc is not None:
        arcs.append(arc)
        arc = table[arc.begin].arc
    return tuple(reversed(arcs))


def word_frames(trace: EncodeTrace, say: Catalog) -> Iterator[Frame]:
    """The states of a word: its row, then the arcs of the position or the pointers followed."""
    word = trace.lattice.word
    label = shorten(visible(word), 40)
    for k in range(len(trace) + 1):
        now = moment(trace, k)
        pieces = [arc.piece for arc in now.path]
        if now.is_back:
            symbols, new = [*word[: now.position], *pieces], now.position
        else:
            symbols, new = [*pieces, *word[now.position :]], len(pieces) - 1
        spans = ((new, 1, "new"),) if pieces else ()
        below = _followed(trace, now, say) if now.is_back else _candidates(trace, now, say)
        yield Frame((Row(label, "", symbols, spans), *below), tuple(said(trace, k, say)))


def _candidates(trace: EncodeTrace, now: Moment, say: Catalog) -> Iterator[Row]:
    """The arcs that end at the position, each behind the best path to where it begins."""
    table = trace.lattice.table
    for rank, (arc, score) in enumerate(now.candidates[:MAX_SHOWN]):
        before = [one.piece for one in path_to(table, arc.begin)]
        if len(before) > _TAIL:
            before = ["…", *before[-_TAIL:]]
        note = f"{sum_of(table, arc, score, say)} {_verdict(rank, arc, now, say)}".rstrip()
        mark = "new" if not rank else "next"
        yield Row(f"{arc.begin} → {arc.end}", note, (*before, arc.piece), ((len(before), 1, mark),))


def _verdict(rank: int, arc: Arc, now: Moment, say: Catalog) -> str:
    if arc not in now.tied:
        return ""
    if not rank:
        return "" if len(now.candidates) == 1 else say("lattice.best" if len(now.tied) == 1 else "lattice.tied.kept")
    return say("lattice.tied")


def _followed(trace: EncodeTrace, now: Moment, say: Catalog) -> Iterator[Row]:
    """The pointers followed so far, the latest first."""
    table = trace.lattice.table
    for arc in now.path[:MAX_SHOWN]:
        note = say("lattice.pointer", cost=cost(table[arc.end].score, say))
        yield Row(f"{arc.end} → {arc.begin}", note, (arc.piece,))


def sum_of(table: Sequence[Cell], arc: Arc, score: float, say: Catalog) -> str:
    """What a candidate costs: the best way to its begin, and the piece itself."""
    return f"{cost(table[arc.begin].score, say)} + {cost(arc.score, say)} = {cost(score, say)}"


# -- sentences ---------------------------------------------------------------------------------------------------------


def said(trace: EncodeTrace, k: int, say: Catalog) -> Iterator[tuple[str, Sentence]]:
    """What is said after `k` steps: (kind, sentence) of what was done, and of what comes next."""
    now = moment(trace, k)
    if not k:
        paths = say.count("lattice.paths", trace.lattice.number_of_paths)
        yield "note", segments(say("lattice.start", word=code(trace.lattice.word), paths=paths))
    elif now.is_back:
        step = trace[k - 1]
        piece = code(step.arc.piece)
        yield "done", segments(say("lattice.done.back", position=step.position, piece=piece, begin=step.arc.begin))
    else:
        yield "done", segments(_filled(trace, now, say))
    if k == len(trace):
        yield "note", segments(_end(trace, say))
    else:
        yield "next", segments(_next(trace, k, say))


def _filled(trace: EncodeTrace, now: Moment, say: Catalog) -> str:
    table, (arc, score) = trace.lattice.table, now.candidates[0]
    values = {
        "position": say.integer(now.position),
        "piece": code(arc.piece),
        "begin": say.integer(arc.begin),
        "sum": sum_of(table, arc, score, say),
    }
    if len(now.candidates) == 1:
        sentence = say("lattice.done.only", **values)
    elif len(now.tied) == 1:
        sentence = say.count("lattice.done.best", len(now.candidates), **values)
    else:
        tied = _listed([code(one.piece) for one, _ in now.candidates[: len(now.tied)]], say)
        sentence = say.count("lattice.done.tied", len(now.candidates), tied=tied, cost=cost(score, say), **values)
    if not arc.known:
        sentence += say("lattice.done.unknown", piece=code(arc.piece))
    return sentence


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
    best = trace.lattice.best()
    sentence = say(
        "lattice.end",
        pieces=code(*best.path.pieces),
        probability=decimal(best.path.score, say),
        share=say.percent(trace.lattice.share(best.path), 2).replace("%", " %"),
    )
    if best.number_of_tied > 1:
        others = [code(*path.pieces) for path in best.tied[1:]]
        rest = best.number_of_tied - 1 - min(len(others), MAX_LISTED)
        shown = others[:MAX_LISTED] + ([say.count("lattice.other-paths", rest)] if rest else [])
        sentence += say.count("lattice.end.tied", best.number_of_tied, paths=say.listed(shown))
    if trace.tokens != best.path.pieces:
        sentence += say("lattice.end.fused", tokens=code(*trace.tokens))
    return sentence


def _listed(items: list[str], say: Catalog) -> str:
    shown = items[:MAX_LISTED]
    rest = len(items) - len(shown)
    return say.listed([*shown, say.count("lattice.other-pieces", rest)] if rest else shown)
