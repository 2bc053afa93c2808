"""Worksheets: some steps of a training on paper, with blanks to fill in by hand, and the same filled in.

One HTML page that opens from disk and prints on A4 or Letter. Its pictures are drawn by the scripts of the pages; where
no script runs, what a picture gave stands in a table. A corpus that is too large to be counted by hand is replaced by
its most frequent words, trained anew under the same rules, and the sheet says so. What is asked about the steps of an
algorithm is up to its entry in :mod:`tokviz.views.algorithms`.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from heapq import nlargest
from typing import Any

from tokviz.corpus import Corpus
from tokviz.examples import OWN
from tokviz.features.worksheets.sheet import LONGEST, Block, Section, sheet_page
from tokviz.features.worksheets.training import training_picture
from tokviz.trace import Trace
from tokviz.views.algorithms import views_of
from tokviz.views.shared import rendering
from tokviz.views.shared.catalog import Catalog

__all__ = ["MAX_STEPS", "MAX_WORDS", "by_hand", "page", "steps"]

MAX_STEPS = 12
"""So many steps fit on a sheet."""
MAX_WORDS = 8
"""A sheet has at most so many words."""


def by_hand(trace: Trace) -> Trace:
    """Return the trace itself if it can be followed on paper, else that of the corpus' most frequent words.

    >>> from tokviz import bpe
    >>> small = bpe.train(Corpus({"low": 5, "lower": 2}), merges=3)
    >>> by_hand(small) is small
    True
    >>> len(by_hand(bpe.train(Corpus({f"w{i}": 1 for i in range(99)}), merges=3)).corpus)
    8
    """
    sheet = views_of(trace).worksheet
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
    small, views = by_hand(trace), views_of(trace)
    about = rendering.about_training(small, say, example, split)
    fewer = ""
    if small is not trace:
        many = say.count("count.words", len(trace.corpus))
        fewer = say("worksheet.fewer", words=many, shown=say.count("count.words", len(small.corpus)))
    return sheet_page(
        about,
        views.worksheet.task(small, say),
        _with_pictures(small, first, last, say),
        say,
        filled=filled,
        fewer=fewer,
        end=views.end(small, say) if last == len(small) and (filled or not last) else (),
    )


def _with_pictures(trace: Trace, first: int, last: int, say: Catalog) -> list[Section]:
    """Return the sections, each step with its picture behind what is asked, and what is given with that before the
    steps."""
    views = views_of(trace)
    asked = views.worksheet
    sections = list(asked.sections(trace, first, last, say))
    start = len(sections) - len(range(first - 1, last))

    @cache  # the first step's is that of what is given, too
    def payload(k: int) -> dict[str, Any]:
        return views.stage.payload(trace, range(k, k + 1), say)

    if asked.given is not None and start < len(sections):
        k = first - 1
        given = sections[start - 1]
        drawn = replace(given.blocks[-1], still=asked.given(payload(k), k))
        sections[start - 1] = replace(given, blocks=[*given.blocks[:-1], drawn])
    for k, place in enumerate(range(start, len(sections)), start=first - 1 + asked.told_after):
        still = training_picture(payload(k), k)
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
    kept = set(nlargest(MAX_WORDS, short, key=corpus.__getitem__))
    return Corpus({word: count for word, count in corpus.items() if word in kept})
