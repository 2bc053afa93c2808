"""Worksheets: some steps of a training on paper, with blanks to fill in by hand, and the same filled in.

One HTML page that opens from disk and prints on A4 or Letter. Its pictures are drawn by the scripts of the pages; where
no script runs, what a picture gave is in a table. A corpus that is too large to be counted by hand is replaced by
its most frequent words, trained again under the same rules, and the sheet says so. What is asked about the steps of an
algorithm is up to its entry in `WORKSHEETS`; one without an entry has the worksheet of merges, if it trains by merges.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from heapq import nlargest
from types import MappingProxyType
from typing import Any, Generic, TypeAlias, TypeVar, cast

from tokviz import parity, picky, superbpe, unigram, wordpiece
from tokviz.algorithms import ALGORITHMS
from tokviz.corpus import Corpus, LanguageCorpus
from tokviz.examples import OWN
from tokviz.features.worksheets import removals, training, turns
from tokviz.features.worksheets import superbpe as superbpe_sheets
from tokviz.features.worksheets.sheet import LONGEST, Block, Section, StillPicture, sheet_page
from tokviz.merging.merge_trace import MergeTrace
from tokviz.merging.steps import Step
from tokviz.superbpe import boundless
from tokviz.text_keys import NUMBERS
from tokviz.trace import Trace
from tokviz.views.algorithms import views_of
from tokviz.views.shared import rendering
from tokviz.views.shared.catalog import Catalog

__all__ = [
    "FIRST_STEPS",
    "MAX_STEPS",
    "MAX_WORDS",
    "WORKSHEETS",
    "Worksheet",
    "by_hand",
    "has_worksheet",
    "page",
    "steps",
]

TraceOut = TypeVar("TraceOut", covariant=True)

FIRST_STEPS = 4
"""The steps of a sheet for which none are chosen."""
MAX_STEPS = 12
"""So many steps fit on a sheet."""
MAX_WORDS = 8
"""A sheet has at most so many words."""

# -- the worksheet of each algorithm -----------------------------------------------------------------------------------


def _any(_: object) -> bool:
    return True


@dataclass(frozen=True)
class Worksheet(Generic[TraceOut]):
    """A training on paper.

    task: what is to be done. sections: what is given, and each step from the first to the last asked for, counted from
    1. again: the same training on a smaller corpus. fits: whether it has few enough pieces. told_after: whether the
    picture of a step is the one after it, and not the one that it is chosen in. given: the picture of what there is
    before a step, as a sheet may have it; None if that would say nothing, or too much.
    """

    task: Callable[[TraceOut, Catalog], str]
    sections: Callable[[TraceOut, int, int, Catalog], Iterator[Section]]
    again: Callable[[TraceOut, Corpus], TraceOut]
    fits: Callable[[TraceOut], bool] = _any
    told_after: bool = False
    given: Callable[[Mapping[str, Any], int], StillPicture | None] | None = None


AnyWorksheet: TypeAlias = Worksheet[Trace]

_OF_MERGES = Worksheet[MergeTrace[Step]](
    task=training.merge_task,
    sections=training.merge_sections,
    again=lambda trace, corpus: cast(
        "MergeTrace[Step]", ALGORITHMS[trace.algorithm].train(corpus, trace.rules, merges=len(trace))
    ),
    given=training.before_merge,
)
"""The worksheet of a training by merges whose algorithm has none of its own."""
_ALL: dict[str, AnyWorksheet] = {
    "bpe": cast("AnyWorksheet", _OF_MERGES),
    "parity": Worksheet[parity.Trace](
        task=turns.task,
        sections=turns.sections,
        again=turns.train_again,
        fits=turns.is_small_enough,
        given=turns.before_merge,
    ),
    "wordpiece": cast("AnyWorksheet", _OF_MERGES),
    "top-down": Worksheet[wordpiece.TopDownTrace](
        task=lambda _, say: say("top-down.sheet.task"),
        sections=training.top_down_sections,
        again=training.train_top_down_again,
    ),
    "unigram": Worksheet[unigram.Trace](
        task=lambda _, say: say("worksheet.task.unigram"),
        sections=training.unigram_sections,
        again=training.train_unigram_again,
        fits=training.is_small_enough,
        told_after=True,
    ),
    "picky": Worksheet[picky.Trace](
        task=removals.task,
        sections=removals.sections,
        again=lambda trace, corpus: picky.train(corpus, merges=trace.merges_done[-1], rules=trace.rules),
        given=training.before_merge,
    ),
    "superbpe": Worksheet[superbpe.Trace](
        task=superbpe_sheets.task, sections=superbpe_sheets.sections, again=superbpe_sheets.again
    ),
    "boundless": Worksheet[boundless.Trace](
        task=superbpe_sheets.task, sections=superbpe_sheets.sections, again=superbpe_sheets.boundless_again
    ),
}

WORKSHEETS: Mapping[str, AnyWorksheet] = MappingProxyType(_ALL)
"""Name of an algorithm, as in :mod:`tokviz.views.algorithms` -> its worksheet."""


def has_worksheet(trace: Trace) -> bool:
    """Tell if the algorithm of a trace has a worksheet.

    Only then there is anything else to ask here.
    """
    return _found(trace) is not None


def _of(trace: Trace) -> AnyWorksheet:
    found = _found(trace)
    assert found is not None
    return found


def _found(trace: Trace) -> AnyWorksheet | None:
    usual = cast("AnyWorksheet", _OF_MERGES) if isinstance(trace, MergeTrace) else None
    return WORKSHEETS.get(_name(trace), usual)


def _name(trace: Trace) -> str:
    return ALGORITHMS[trace.algorithm].of(trace.rules).name


# -- a page ------------------------------------------------------------------------------------------------------------


def by_hand(trace: Trace) -> Trace:
    """Return the trace itself if it can be followed on paper, else that of the corpus' most frequent words.

    >>> from tokviz import bpe
    >>> small = bpe.train(Corpus({"low": 5, "lower": 2}), merges=3)
    >>> by_hand(small) is small
    True
    >>> len(by_hand(bpe.train(Corpus({f"w{i}": 1 for i in range(99)}), merges=3)).corpus)
    8
    """
    sheet = _of(trace)
    is_small = len(trace.corpus) <= MAX_WORDS and max(map(len, trace.corpus)) <= LONGEST
    return trace if is_small and sheet.fits(trace) else sheet.again(trace, _fewer_words(trace.corpus))


def steps(trace: Trace, first: int, last: int) -> tuple[int, int]:
    """Return the steps of :func:`by_hand` that a sheet from `first` to `last`, counted from 1, really has."""
    number = len(by_hand(trace))
    first = max(1, min(first, number))
    return first, max(0 if not number else first, min(last, number, first + MAX_STEPS - 1))


def page(
    trace: Trace, first: int, last: int, say: Catalog, *, filled: bool, example: str = OWN, split: str = ""
) -> str:
    """Return the sheet on the steps from `first` to `last` of a training, counted from 1, or its solution if `filled`.

    Both have one layout; the sheet holds no answer. Steps that the trace does not have are left out. example and split
    are as :func:`tokviz.views.shared.rendering.about_training` takes them.
    """
    first, last = steps(trace, first, last)
    small = by_hand(trace)
    about = rendering.about_training(small, say, example, split)
    fewer = ""
    if small is not trace:
        number = NUMBERS[ALGORITHMS[trace.algorithm].unit]
        key = "worksheet.fewer.languages" if isinstance(small.corpus, LanguageCorpus) else "worksheet.fewer"
        fewer = say(key, words=say.count(number, len(trace.corpus)), shown=say.count(number, len(small.corpus)))
    return sheet_page(
        about,
        _of(small).task(small, say),
        _with_pictures(small, first, last, say),
        say,
        filled=filled,
        fewer=fewer,
        end=views_of(small).end(small, say) if last == len(small) and (filled or not last) else (),
    )


def _with_pictures(trace: Trace, first: int, last: int, say: Catalog) -> list[Section]:
    """Return the sections, each step with its picture behind what is asked, and what is given with that before the
    steps."""
    worksheet, picture = _of(trace), views_of(trace).picture
    sections = list(worksheet.sections(trace, first, last, say))
    start = len(sections) - len(range(first - 1, last))

    @cache  # the first step's is that of what is given, too
    def payload(k: int) -> dict[str, Any]:
        return picture.payload(trace, range(k, k + 1), say)

    if worksheet.given is not None and start < len(sections):
        k = first - 1
        section = sections[start - 1]
        drawn = replace(section.blocks[-1], still=worksheet.given(payload(k), k))
        sections[start - 1] = replace(section, blocks=[*section.blocks[:-1], drawn])
    for k, place in enumerate(range(start, len(sections)), start=first - 1 + worksheet.told_after):
        still = training.training_picture(payload(k), k)
        if still is not None:
            sections[place] = replace(sections[place], blocks=[*sections[place].blocks, Block(still=still)])
    return sections


def _fewer_words(corpus: Corpus) -> Corpus:
    """Return the most frequent words that are short enough, in the order of the corpus; the beginning of one if none
    is."""
    short = [word for word in corpus if len(word) <= LONGEST]
    if not short:
        word = max(corpus, key=corpus.__getitem__)
        return Corpus({word[:LONGEST]: corpus[word]})
    kept_words = set(nlargest(MAX_WORDS, short, key=corpus.__getitem__))
    return Corpus({word: count for word, count in corpus.items() if word in kept_words})
