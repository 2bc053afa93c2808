"""The steps of a worksheet on merges: count the pairs (and work out their scores), say which wins, write the words.

Where an earlier answer would show in a later question, as the names of pairs do, these are asked for too.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise
from typing import Any

from tokviz import wordpiece
from tokviz.bpe import Pair, Step
from tokviz.merging.merge_trace import MergeTrace
from tokviz.views.merges import narration
from tokviz.views.shared.catalog import Catalog
from tokviz.views.takeaway.worksheet_parts import Pen, block, given, note, shown, table, tables, token, tokens

__all__ = ["MAX_PAIRS", "sections"]

MAX_PAIRS = 36
"""So many pairs of a step are asked for: the best."""


def sections(trace: MergeTrace[Any], first: int, last: int, pen: Pen, say: Catalog) -> Iterator[tuple[str, str]]:
    """Heading and HTML of what is given, and of each merge from `first` to `last`, counted from 1."""
    words = [
        (given(token(word), "word"), given(f"{trace.corpus[word]:,}", "number"), given(tokens(symbols), "tokens"))
        for word, symbols in trace.words(first - 1).items()
    ]
    start = say("worksheet.start") if first == 1 else say.count("worksheet.start.after", first - 1)
    yield start, table(_word_titles(say), words)
    for k in range(first - 1, last):
        step = trace[k]
        yield say("worksheet.merge", number=f"{k + 1:,}"), "\n".join(_asked(step, k == first - 1, pen, say))


def _asked(step: Step, is_first: bool, pen: Pen, say: Catalog) -> Iterator[str]:
    """What is asked about one merge. is_first: the words before it are given, so that its pairs can be named."""
    trace, k = step.trace, step.index
    scored = isinstance(trace, wordpiece.Trace) and trace.rules.select_by == "score"

    def name(text: str, *, wins: bool = False) -> str:
        return given(text, "token") if is_first else pen.cell(text, "token", stressed=wins)

    if isinstance(trace, wordpiece.Trace) and scored:
        occurrences = trace.occurrences(k)
        symbols = [(name(token(symbol)), pen.cell(f"{count:,}", "number")) for symbol, count in occurrences.items()]
        titles = [say("worksheet.symbol"), say("column.count")]
        yield block(say("worksheet.symbols"), tables(titles, symbols, 4))
        yield block(say("worksheet.scores"), _cut(trace, k, say), _scores(trace, k, name, step.pair, pen, say))
    else:
        counts = trace.pairs(k)
        rows = [
            (name(_pair(pair), wins=pair == step.pair), _count(counts[pair], pair == step.pair, pen))
            for pair in _in_order(trace, k)
        ]
        titles = [say("column.pair"), say("column.count")]
        yield block(say("worksheet.pairs"), _cut(trace, k, say), tables(titles, rows, 3))
    worth: int | Fraction = trace.worth(k)
    lines = " ".join(
        (
            pen.line(say("worksheet.wins"), _pair(step.pair)),
            pen.line(say("column.score" if scored else "column.count"), str(worth) if scored else f"{worth:,}"),
            pen.line(say("worksheet.becomes"), token(step.token)),
        )
    )
    why = pen.reasons(say("worksheet.why"), [narration.done(step, say)])
    yield block(say("worksheet.winner"), f'<p class="line">{lines}</p>', why)
    changed = set(trace.changed(k))
    words = [
        (
            given(token(word), "word"),
            given(f"{trace.corpus[word]:,}", "number"),
            pen.cell(tokens(symbols), "tokens", stressed=word in changed),
        )
        for word, symbols in trace.words(k + 1).items()
    ]
    yield block(say("worksheet.after"), table(_word_titles(say), words))


def _scores(trace: wordpiece.Trace, k: int, name: Any, winner: Pair, pen: Pen, say: Catalog) -> str:
    """Each pair with its score as a fraction, worked out."""
    found = {one.pair: one for one in trace.candidates(k)}
    rows = []
    for pair in _in_order(trace, k):
        one, wins = found[pair], pair == winner
        worked_out = f"{one.count:,} / ({one.left_count:,} × {one.right_count:,})"
        rows.append((name(_pair(pair), wins=wins), pen.cell(worked_out), pen.cell(str(one.score), stressed=wins)))
    return tables([say("column.pair"), say("worksheet.fraction"), say("column.score")], rows, 2)


def _in_order(trace: MergeTrace[Any], k: int) -> list[Pair]:
    """The best pairs after k merges in the order in which the words show them, which gives none away."""
    best = list(trace.pairs(k))
    met = dict.fromkeys(pair for symbols in trace.words(k).values() for pair in pairwise(symbols))
    known = set(best)
    order = [pair for pair in met if pair in known] + [pair for pair in best if pair not in met]
    rank = {pair: place for place, pair in enumerate(best)}
    return shown(order, MAX_PAIRS, lambda pair: -rank[pair])


def _cut(trace: MergeTrace[Any], k: int, say: Catalog) -> str:
    total = len(trace.pairs(k))
    if total <= MAX_PAIRS:
        return ""
    return note(say("worksheet.pairs.best", shown=f"{MAX_PAIRS:,}", total=f"{total:,}"))


def _count(count: int, wins: bool, pen: Pen) -> str:
    return pen.cell(f"{count:,}", "number", stressed=wins)


def _pair(pair: Pair) -> str:
    return f"{token(pair[0])} {token(pair[1])}"


def _word_titles(say: Catalog) -> list[str]:
    return [say("column.word"), say("column.count"), say("worksheet.in-symbols")]
