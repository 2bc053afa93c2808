"""Worksheets on parity-aware BPE: before each merge, the language that chooses.

The words are listed by language, with the held-out words that decide the turn. Before the first merge no pair is named
and no picture is given: both would tell which language chooses.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from tokviz import parity
from tokviz.corpus import Corpus, Language, LanguageCorpus
from tokviz.features.worksheets import training
from tokviz.features.worksheets.sheet import (
    LONGEST,
    Block,
    Cell,
    Section,
    StillPicture,
    Table,
    counted,
    given,
    most_important,
    tokens,
)
from tokviz.views.parity.narration import name_of, score_text, turn_text
from tokviz.views.parity.picture import RULES
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.reasons import tie_rule
from tokviz.views.shared.sentences import segments

_MAX_HELD_OUT = 8  # words, in all languages together
_QUESTIONS = {"dev": "worksheet.turn", "training": "worksheet.turn", "ratio": "worksheet.turn.ratio"}
Counts = Sequence[tuple[str, int]]


def task(trace: parity.Trace, say: Catalog) -> str:
    """Say what is to be done on the sheet."""
    if len(trace.languages) == 1:
        return training.merge_task(trace, say)
    rule = tie_rule(trace.rules.tie_rule, say)
    return say("worksheet.task.turns", measure=say(RULES[trace.measure]), rule=rule)


def sections(trace: parity.Trace, first: int, last: int, say: Catalog) -> Iterator[Section]:
    """Yield the given words, and each merge from `first` to `last`, counted from 1.

    A merge has its turn, the pairs of its language, and the words after it.
    """
    if len(trace.languages) == 1:
        yield from training.merge_sections(trace, first, last, say)
        return
    start, *merges = training.merge_sections(trace, first, last, say, names_pairs=False)
    yield replace(start, blocks=_words(trace, first - 1, say, is_given=True))
    for k, section in enumerate(merges, start=first - 1):
        pairs = section.blocks[:-1]  # the last block has the words of all languages together
        yield replace(section, blocks=[_turn(trace, k, say), *pairs, *_words(trace, k + 1, say)])


def _turn(trace: parity.Trace, k: int, say: Catalog) -> Block:
    """Return the question for the turn after `k` merges."""
    turn = trace.turn(k)
    scores = [
        (name_of(trace, i, say), score_text(trace, turn.scores[i], say) if turn.scores else "–")
        for i in range(len(trace.languages))
    ]
    name = "–" if turn.language is None else name_of(trace, turn.language, say)
    return Block(
        say(_QUESTIONS[trace.measure]),
        lines=[*scores, (say("worksheet.turn.of"), name)],
        why=say("worksheet.turn.why"),
        reasons=[segments(turn_text(trace, turn, say))],
    )


def _words(trace: parity.Trace, k: int, say: Catalog, *, is_given: bool = False) -> list[Block]:
    """Return the words of each language after `k` merges, and the held-out words that decide the turn."""
    changed = {*trace.changed(k - 1), *(change.word for change in trace.dev_changes(k - 1))} if k else set()

    def table(words: Mapping[str, tuple[str, ...]], counts: Sequence[Counts]) -> Table:
        rows = [
            (
                given(name_of(trace, i, say)),
                *counted(word, count, say),
                Cell(tokens(words[word]), "tokens", word in changed and not is_given, is_given),
            )
            for i, of_language in enumerate(counts)
            for word, count in of_language
            if word in words  # training does not know a symbol of a held-out word that is not there
        ]
        titles = [say("column.language"), say("column.word"), say("column.count"), say("worksheet.in-symbols")]
        return Table(titles, rows)

    training_words = table(trace.words(k), [language.words for language in trace.languages])
    blocks = [Block("" if is_given else say("worksheet.after"), tables=[training_words])]
    if trace.measures_dev:
        held_out = table(trace.dev_words(k), [language.dev or () for language in trace.languages])
        title = say("worksheet.held-out" if is_given else "worksheet.held-out.after")
        blocks.append(Block(title, tables=[held_out]))
    return blocks


def before_merge(payload: Mapping[str, Any], step: int) -> StillPicture | None:
    """Return the picture of what is given; None for several languages, whose tables have more than it shows."""
    has_turns = "turn" in payload["frames"][step - payload["first"]]
    return None if has_turns else training.before_merge(payload, step)


def is_small_enough(trace: parity.Trace) -> bool:
    """Tell if the held-out words can be counted by hand."""
    dev = [word for language in trace.languages for word, _ in language.dev or ()]
    return not trace.measures_dev or (len(dev) <= _MAX_HELD_OUT and max(map(len, dev), default=0) <= LONGEST)


def train_again(trace: parity.Trace, corpus: Corpus) -> parity.Trace:
    """Train on as few words as a smaller corpus has: of each language the most frequent ones, held-out words too."""
    if len(trace.languages) == 1:
        return parity.train(corpus, merges=len(trace), rules=trace.rules)
    most = max(1, len(corpus) // len(trace.languages))
    fewer = [
        Language(
            language.name,
            _most_frequent(language.words, most),
            None if language.dev is None else _most_frequent(language.dev, most),
        )
        for language in trace.languages
    ]
    return parity.train(LanguageCorpus(fewer), merges=len(trace), rules=trace.rules)


def _most_frequent(words: Counts, most: int) -> tuple[tuple[str, int], ...]:
    """Return the most frequent words that have a pair and fit on a sheet; the beginning of one if none does."""
    short = [(word, count) for word, count in words if 1 < len(word) <= LONGEST]
    return tuple(most_important(short, most, lambda counted: counted[1])) or tuple(
        (word[:LONGEST], count) for word, count in words[:1]
    )
