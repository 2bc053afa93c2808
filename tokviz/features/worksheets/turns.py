"""Worksheets on parity-aware BPE: before each merge, whose turn it is."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from tokviz import parity
from tokviz.corpus import Corpus, Language, LanguageCorpus
from tokviz.features.worksheets import training
from tokviz.features.worksheets.sheet import Block, Section
from tokviz.views.parity.narration import name_of, score_text, turn_text
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.sentences import segments

__all__ = ["sections", "task", "train_again"]


def task(trace: parity.Trace, say: Catalog) -> str:
    """Say what is to be done on the sheet."""
    return training.merge_task(trace, say)


def sections(trace: parity.Trace, first: int, last: int, say: Catalog) -> Iterator[Section]:
    """Yield what is given, and each merge from `first` to `last`, counted from 1: whose turn it is, and its pairs."""
    if len(trace.languages) == 1:
        yield from training.merge_sections(trace, first, last, say)
        return
    given, *merges = training.merge_sections(trace, first, last, say)
    yield given
    for k, section in enumerate(merges, start=first - 1):
        turn = trace.turn(k)
        lengths = [
            (name_of(trace, i, say), score_text(trace, i, turn, say) if turn.scores else "–")
            for i in range(len(trace.languages))
        ]
        name = "–" if turn.language is None else name_of(trace, turn.language, say)
        asked = Block(
            say("worksheet.turn"),
            lines=[*lengths, (say("worksheet.turn.of"), name)],
            why=say("worksheet.why"),
            reasons=[segments(turn_text(trace, turn, say))],
        )
        yield replace(section, blocks=[asked, *section.blocks])


def train_again(trace: parity.Trace, corpus: Corpus) -> parity.Trace:
    """Train on those words of the languages that a smaller corpus has; a language without any stays, as it is asked."""
    if len(trace.languages) == 1:
        return parity.train(corpus, merges=len(trace), rules=trace.rules)
    fewer = [
        Language(one.name, tuple((word, count) for word, count in one.words if word in corpus), one.dev)
        for one in trace.languages
    ]
    return parity.train(LanguageCorpus(fewer), merges=len(trace), rules=trace.rules)
