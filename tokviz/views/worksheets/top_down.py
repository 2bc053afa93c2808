"""The steps of a worksheet on top-down WordPiece training: thresholds, counts, subtraction, what is kept."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from tokviz.corpus import Corpus
from tokviz.views.shared.catalog import Catalog
from tokviz.views.top_down import narration
from tokviz.views.top_down.narration import subtraction
from tokviz.views.worksheets.parts import (
    Block,
    Cell,
    Section,
    Table,
    counted,
    shown,
    side_by_side,
    start,
    token,
    tokens,
)
from tokviz.wordpiece import TopDownTrace, train_top_down
from tokviz.wordpiece.top_down.steps import Complete, Count, Select, Step, Threshold, Verdict

__all__ = ["MAX_SUBSTRINGS", "again", "sections"]

MAX_SUBSTRINGS = 30
"""So many substrings of a step are asked for."""


def again(trace: TopDownTrace, corpus: Corpus) -> TopDownTrace:
    """The same training on `corpus`, down to a threshold of 1, since its counts are smaller."""
    rules = replace(trace.rules, lower_threshold=1)
    characters = train_top_down(corpus, threshold=10**13, rules=rules).sizes()[-1]
    return train_top_down(corpus, vocab_size=characters + len(corpus), rules=rules)


def sections(trace: TopDownTrace, first: int, last: int, say: Catalog) -> Iterator[Section]:
    """What is given, and each step from `first` to `last`, counted from 1."""
    yield start(trace.corpus, say)
    for k in range(first - 1, last):
        step = trace[k]
        title = say("worksheet.step", number=k + 1, what=say(f"top-down.kind.{step.kind}"))
        yield Section(title, [_asked(step, say)])


def _asked(step: Step, say: Catalog) -> Block:
    match step:
        case Threshold():
            notes = [say("top-down.sheet.threshold", lower=step.lower, upper=step.upper)]
            return Block(notes=notes, lines=[(say("column.threshold"), say.integer(step.threshold))])
        case Count():
            rows = [
                (*counted(word, step.trace.corpus[word], say), Cell(tokens(split), "tokens"))
                for word, split in step.splits.items()
            ]
            titles = [say("column.word"), say("column.count"), say("column.pieces")]
            return Block(say("top-down.sheet.count"), tables=[Table(titles, rows)])
        case Select():
            return _selection(step, say)
        case Complete():
            lines = [
                (say("top-down.sheet.came"), tokens(step.came) or "–"),
                (say("top-down.sheet.went"), tokens(step.went) or "–"),
                (say("column.size"), say.integer(step.trace.sizes()[step.index + 1])),
            ]
            return Block(lines=lines)
        case Verdict():
            reasons = [narration.done(step, say)]
            wanted = [say("top-down.sheet.wanted", wanted=step.trace.vocab_size or 0)]
            size = [(say("column.size"), say.integer(step.size))]
            return Block(notes=wanted, lines=size, why=say("top-down.sheet.verdict"), reasons=reasons)


def _selection(step: Select, say: Catalog) -> Block:
    found = {one.token: one for one in step.candidates}
    in_order = shown(sorted(found), MAX_SUBSTRINGS, lambda name: -found[name].rank)
    rows = []
    for name in in_order:
        one = found[name]
        worked_out = subtraction(one.count, one.remains, say)
        fate = say("top-down.sheet.stays" if one.kept else "top-down.sheet.goes")
        rows.append((Cell(token(name), "token"), Cell(worked_out), Cell(fate, stressed=one.kept)))
    notes = [say("top-down.sheet.select", length=step.length, threshold=step.threshold)]
    if len(in_order) < len(found):
        notes.append(say("shown-of", shown=len(in_order), total=len(found)))
    titles = [say("column.token"), say("column.remains"), say("top-down.sheet.fate")]
    return Block(notes=notes, tables=side_by_side(titles, rows, 2))
