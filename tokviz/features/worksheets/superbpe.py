"""Worksheets on SuperBPE and BoundlessBPE: the pairs of each step, which are passed over, and the lines after it."""

from __future__ import annotations

from collections.abc import Iterator

from tokviz import superbpe
from tokviz.corpus import Corpus
from tokviz.features.worksheets.sheet import (
    Block,
    Cell,
    Section,
    Table,
    counted,
    given,
    side_by_side,
    token,
    tokens,
)
from tokviz.superbpe import boundless
from tokviz.superbpe.questions import next_pair
from tokviz.superbpe.traces import AnyTrace
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.display import visible
from tokviz.views.superbpe import narration
from tokviz.views.superbpe.tables import KIND_KEYS

MAX_PAIRS = 24
"""So many pairs of a step are asked for: the most frequent."""


def task(trace: AnyTrace, say: Catalog) -> str:
    """Say what is to be done on the sheet."""
    if isinstance(trace, boundless.Trace):
        return say("worksheet.task.boundless")
    rules = trace.rules
    sentences = [say("worksheet.task.superbpe")]
    if rules.forbidden:
        sentences.append(
            say("worksheet.task.superbpe.forbidden", texts=say("list.comma").join(map(visible, rules.forbidden)))
        )
    if rules.max_token_words is not None:
        sentences.append(say("worksheet.task.superbpe.words", most=rules.max_token_words))
    return say("list.sentence").join(sentences)


def again(trace: superbpe.Trace, corpus: Corpus) -> superbpe.Trace:
    """Train on a smaller corpus under the same rules."""
    return superbpe.train(corpus, merges=trace.merges_done(len(trace)), rules=trace.rules)


def boundless_again(trace: boundless.Trace, corpus: Corpus) -> boundless.Trace:
    """Train on a smaller corpus under the same rules."""
    return boundless.train(corpus, merges=len(trace), rules=trace.rules)


def sections(trace: AnyTrace, first: int, last: int, say: Catalog) -> Iterator[Section]:
    """Yield the given lines, and each step from `first` to `last`, counted from 1."""
    start = say("superbpe.sheet.start") if first == 1 else say.count("superbpe.sheet.after", first - 1)
    lines = [
        (*counted(line, trace.corpus[line], say), given(_parted(trace, line, first - 1), "tokens"))
        for line in trace.corpus
    ]
    yield Section(start, [Block(tables=[Table(_titles(say), lines)])])
    for k in range(first - 1, last):
        yield Section(say("superbpe.sheet.step", number=k + 1), [*_blocks(trace, k, k == first - 1, say)])


def _titles(say: Catalog) -> list[str]:
    return [say("column.line"), say("column.count"), say("cli.column.symbols")]


def _parted(trace: AnyTrace, line: str, k: int) -> str:
    """Return the symbols of a line with a bar at each border."""
    places = {border.place for border in trace.borders(line, k)}
    symbols = trace.word(line, k)
    return " ".join(f"| {token(symbol)}" if place in places else token(symbol) for place, symbol in enumerate(symbols))


def _blocks(trace: AnyTrace, k: int, is_first: bool, say: Catalog) -> Iterator[Block]:
    """Yield the questions about one step.

    is_first: the lines before it are given, so that its pairs can be named.
    """
    step = trace[k]
    if step.pair is not None:
        passes_over, rows = isinstance(trace, superbpe.Trace), []
        asked = next_pair(trace, k)
        for candidate in sorted(asked.options[:MAX_PAIRS], key=lambda candidate: candidate.pair):
            name, wins = tokens(candidate.pair), candidate == asked.chosen
            if passes_over:
                note = narration.passed_over(candidate, say) if candidate.vetoed else ""
            else:
                note = say(KIND_KEYS[candidate.kind])
            pair = given(name, "token") if is_first else Cell(name, "token", wins)
            rows.append((pair, Cell(say.integer(candidate.count), "", wins), Cell(note)))
        titles = [say("column.pair"), say("column.count"), say("column.vetoed" if passes_over else "column.kind")]
        question = say("superbpe.sheet.pairs") if passes_over else say("boundless.sheet.pairs")
        yield Block(question, tables=side_by_side(titles, rows, 2))
        answers = [
            (say("worksheet.wins"), tokens(step.pair)),
            (say("worksheet.becomes"), token("".join(step.pair))),
        ]
        reasons = [narration.done(trace, k, say)]
        yield Block(say("worksheet.winner"), lines=answers, why=say("worksheet.why"), reasons=reasons)
    changed = [
        (*counted(line, trace.corpus[line], say), Cell(_parted(trace, line, k + 1), "tokens"))
        for line in (trace.changed(k) if step.pair is not None else trace.corpus)
    ]
    yield Block(say("superbpe.sheet.lines"), tables=[Table(_titles(say), changed)])
