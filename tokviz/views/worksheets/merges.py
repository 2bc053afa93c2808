"""The steps of a worksheet on merges: count the pairs (and work out their scores), say which wins, write the words.

Where an earlier answer would show in a later question, as the names of pairs do, these are asked for too.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from tokviz.bpe import Pair, Step
from tokviz.merging.merge_trace import MergeTrace
from tokviz.views.merges import narration
from tokviz.views.shared.catalog import Catalog
from tokviz.views.worksheets.parts import (
    Block,
    Cell,
    Section,
    Table,
    counted,
    given,
    shown,
    side_by_side,
    token,
    tokens,
)

__all__ = ["MAX_PAIRS", "sections", "task"]

MAX_PAIRS = 36
"""So many pairs of a step are asked for: the best."""


def task(trace: MergeTrace[Step], say: Catalog) -> str:
    """What is to be done on the sheet: count, and work out scores or gains where the rules go by them."""
    return say(f"worksheet.task.{trace.select_by}", rule=say(f"bpe.tie-rule.{trace.rules.tie_rule}.present"))


def sections(trace: MergeTrace[Step], first: int, last: int, say: Catalog) -> Iterator[Section]:
    """What is given, and each merge from `first` to `last`, counted from 1; with the scores or gains, where the rules
    go by them."""
    words = [
        (*counted(word, trace.corpus[word], say), given(tokens(symbols), "tokens"))
        for word, symbols in trace.words(first - 1).items()
    ]
    start = say("worksheet.start") if first == 1 else say.count("worksheet.start.after", first - 1)
    yield Section(start, [Block(tables=[Table(_word_titles(say), words)])])
    for k in range(first - 1, last):
        title = say("worksheet.merge", number=k + 1)
        yield Section(title, list(_asked(trace[k], k == first - 1, say)))


def _asked(step: Step, is_first: bool, say: Catalog) -> Iterator[Block]:
    """What is asked about one merge. is_first: the words before it are given, so that its pairs can be named."""
    trace, k = step.trace, step.index
    measure = trace.select_by

    def name(text: str, *, wins: bool = False) -> Cell:
        return given(text, "token") if is_first else Cell(text, "token", wins)

    if measure != "count":
        counts = trace.occurrences(k)
        symbols = [(name(token(symbol)), _number(count, say)) for symbol, count in counts.items()]
        titles = [say("worksheet.symbol"), say("column.count")]
        yield Block(say("worksheet.symbols"), tables=side_by_side(titles, symbols, 4))
        found = {one.pair: one for one in trace.candidates(k)}
        rows = []
        for pair in _in_order(trace, k):
            one, wins = found[pair], pair == step.pair
            parts = counts[pair[0]], counts[pair[1]]
            arithmetic, value = narration.arithmetic_and_value(measure, one.count, parts, one.value, say)
            rows.append((name(_pair(pair), wins=wins), Cell(arithmetic), Cell(value, stressed=wins)))
        titles = [say("column.pair"), say(f"worksheet.{measure}.worked-out"), say(f"column.{measure}")]
        yield Block(say(f"worksheet.{measure}.each"), _cut(trace, k, say), side_by_side(titles, rows, 2))
    else:
        often = trace.pairs(k)
        pairs = [
            (name(_pair(pair), wins=pair == step.pair), _number(often[pair], say, wins=pair == step.pair))
            for pair in _in_order(trace, k)
        ]
        titles = [say("column.pair"), say("column.count")]
        yield Block(say("worksheet.pairs"), _cut(trace, k, say), side_by_side(titles, pairs, 3))
    lines = [
        (say("worksheet.wins"), _pair(step.pair)),
        (say(f"column.{measure}"), say.value(trace.value(k))),
        (say("worksheet.becomes"), token(step.token)),
    ]
    reasons = [narration.done(step, say)]
    yield Block(say("worksheet.winner"), lines=lines, why=say("worksheet.why"), reasons=reasons)
    changed = set(trace.changed(k))
    words = [
        (*counted(word, trace.corpus[word], say), Cell(tokens(symbols), "tokens", word in changed))
        for word, symbols in trace.words(k + 1).items()
    ]
    yield Block(say("worksheet.after"), tables=[Table(_word_titles(say), words)])


def _in_order(trace: MergeTrace[Step], k: int) -> list[Pair]:
    """The best pairs after k merges in the order in which the words show them, which gives none away."""
    rank = {pair: place for place, pair in enumerate(trace.pairs(k))}
    met = (pair for symbols in trace.words(k).values() for pair in pairwise(symbols))
    order = [pair for pair in dict.fromkeys((*met, *rank)) if pair in rank]
    return shown(order, MAX_PAIRS, lambda pair: -rank[pair])


def _cut(trace: MergeTrace[Step], k: int, say: Catalog) -> list[str]:
    total = len(trace.pairs(k))
    return [say("worksheet.pairs.best", shown=MAX_PAIRS, total=total)] if total > MAX_PAIRS else []


def _number(count: int, say: Catalog, *, wins: bool = False) -> Cell:
    return Cell(say.integer(count), "number", wins)


def _pair(pair: Pair) -> str:
    return f"{token(pair[0])} {token(pair[1])}"


def _word_titles(say: Catalog) -> list[str]:
    return [say("column.word"), say("column.count"), say("worksheet.in-symbols")]
