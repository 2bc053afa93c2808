"""Worksheets on trainings that remove tokens again: what each step does, the share of each part, the words after it."""

from __future__ import annotations

from collections.abc import Iterator

from tokviz.features.worksheets.sheet import Block, Cell, Section, Table, counted, given, token, tokens
from tokviz.picky import Step, Trace
from tokviz.views.picky import narration
from tokviz.views.picky.tables import KIND_KEYS
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.reasons import tie_rule


def task(trace: Trace, say: Catalog) -> str:
    """Say what is to be done on the sheet."""
    rule = tie_rule(trace.rules.tie_rule, say)
    if trace.rules.removal == "scaffold":
        return say("worksheet.task.scaffold", rule=rule)
    return say(_TASKS[trace.rules.above], rule=rule, threshold=narration.threshold(trace, say))


_TASKS = {"above": "worksheet.task.picky", "at-least": "worksheet.task.picky.at-least"}


def sections(trace: Trace, first: int, last: int, say: Catalog) -> Iterator[Section]:
    """Yield the words that are given, and each step from `first` to `last`, counted from 1."""
    words = [
        (*counted(word, trace.corpus[word], say), given(tokens(symbols), "tokens"))
        for word, symbols in trace.words(first - 1).items()
    ]
    start = say("worksheet.start") if first == 1 else say.count("picky.sheet.after", first - 1)
    yield Section(start, [Block(tables=[Table(_titles(say), words)])])
    for k in range(first - 1, last):
        yield Section(say("picky.sheet.step", number=k + 1), list(_blocks(trace[k], say)))


def _blocks(step: Step, say: Catalog) -> Iterator[Block]:
    """Yield the questions about one step, which may be a merge or a removal."""
    trace = step.trace
    lines = [
        (say("column.kind"), say(KIND_KEYS[step.kind])),
        (say("column.token"), token(step.token)),
        (say("column.parts"), tokens(step.pieces if step.is_removal else step.pair)),
        (say("column.count"), say.integer(step.count)),
    ]
    yield Block(lines=lines, why=say("worksheet.why"), reasons=[narration.done(step, say, is_asked=True)])
    if step.tests and not step.is_removal:
        rows = []
        for test in step.tests:
            compared = narration.worked_out(test, say) if test.head is None else say.integer(test.head)
            rows.append((Cell(token(test.part), "token"), Cell(say.integer(test.left_over), "number"), Cell(compared)))
        scaffold = trace.rules.removal == "scaffold"
        titles = [
            say("column.part_of_pair"),
            say("column.left_over"),
            say("column.head" if scaffold else "column.share"),
        ]
        yield Block(say("picky.sheet.tests"), tables=[Table(titles, rows)])
    changed = set(trace.changed(step.index))
    words = [
        (*counted(word, trace.corpus[word], say), Cell(tokens(symbols), "tokens", word in changed))
        for word, symbols in trace.words(step.index + 1).items()
    ]
    yield Block(say("worksheet.after"), tables=[Table(_titles(say), words)])


def _titles(say: Catalog) -> list[str]:
    return [say("column.word"), say("column.count"), say("worksheet.in-symbols")]
