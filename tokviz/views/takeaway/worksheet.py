"""Worksheets: some steps of a training on paper, with blanks to fill in by hand, and the same filled in.

One HTML page that opens from disk, needs no script and prints on A4 or Letter. A corpus that is too large to be counted
by hand is replaced by its most frequent words, trained anew under the same rules, and the sheet says so. The steps are
made in :mod:`tokviz.views.takeaway.worksheet_merges` and :mod:`tokviz.views.takeaway.worksheet_unigram`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from heapq import nlargest
from typing import TypeAlias

from tokviz import bpe, unigram, wordpiece
from tokviz.corpus import Corpus
from tokviz.merging.merge_trace import MergeTrace
from tokviz.merging.steps import Step
from tokviz.views.merges import narration
from tokviz.views.merges.narration import Sentence
from tokviz.views.shared.catalog import Catalog
from tokviz.views.takeaway import page as takeaway
from tokviz.views.takeaway import worksheet_merges, worksheet_unigram
from tokviz.views.takeaway.page import OWN
from tokviz.views.takeaway.worksheet_parts import Section
from tokviz.views.takeaway.worksheet_unigram import MAX_PIECES
from tokviz.views.unigram import narration as unigram_narration

__all__ = ["LONGEST", "MAX_STEPS", "MAX_WORDS", "by_hand", "page", "steps"]

MAX_STEPS = 12
"""So many steps fit on a sheet."""
MAX_WORDS = 8
"""A sheet has at most so many words."""
LONGEST = 16
"""Words on a sheet are at most so many characters long."""

Trace: TypeAlias = "MergeTrace[Step] | unigram.Trace"


def by_hand(trace: Trace) -> Trace:
    """The trace itself if it can be followed on paper, else that of the corpus' most frequent words.

    >>> small = bpe.train(Corpus({"low": 5, "lower": 2}), merges=3)
    >>> by_hand(small) is small
    True
    >>> len(by_hand(bpe.train(Corpus({f"w{i}": 1 for i in range(99)}), merges=3)).corpus)
    8
    """
    is_small = len(trace.corpus) <= MAX_WORDS and max(map(len, trace.corpus)) <= LONGEST
    if isinstance(trace, unigram.Trace):
        if is_small and trace.pieces_left[min(1, len(trace))] <= MAX_PIECES:
            return trace
        return _fewer_pieces(trace, _fewer_words(trace.corpus))
    if is_small:
        return trace
    fewer, merges = _fewer_words(trace.corpus), len(trace)
    if isinstance(trace, wordpiece.Trace):
        return wordpiece.train(fewer, merges=merges, rules=trace.rules)
    return bpe.train(fewer, merges=merges, rules=trace.rules)


def steps(trace: Trace, first: int, last: int) -> tuple[int, int]:
    """The steps of :func:`by_hand` that a sheet from `first` to `last`, counted from 1, really has."""
    number = len(by_hand(trace))
    first = max(1, min(first, number))
    return first, max(0 if not number else first, min(last, number, first + MAX_STEPS - 1))


def page(
    trace: Trace, first: int, last: int, say: Catalog, *, filled: bool, example: str = OWN, split: str = ""
) -> str:
    """The sheet on the steps from `first` to `last` of a training, counted from 1, or its solution if `filled`.

    Both have one layout; the sheet holds no answer. Steps that the trace does not have are left out. example and split
    are as :func:`tokviz.views.takeaway.page.of_training` takes them.
    """
    first, last = steps(trace, first, last)
    small = by_hand(trace)
    about = takeaway.of_training(small, say, example, split)
    fewer = ""
    if small is not trace:
        many = say.count("count.words", len(trace.corpus))
        fewer = say("worksheet.fewer", words=many, shown=say.count("count.words", len(small.corpus)))
    return takeaway.page(
        "worksheet",
        say("worksheet.title.filled" if filled else "worksheet.title", what=about.title),
        say,
        filled=filled,
        told=about.settings,
        fewer=fewer,
        task=_task(small, say),
        sections=list(_sections(small, first, last, say)),
        end=_end(small, say) if last == len(small) and (filled or not last) else (),
    )


def _sections(trace: Trace, first: int, last: int, say: Catalog) -> Iterator[Section]:
    if isinstance(trace, unigram.Trace):
        return worksheet_unigram.sections(trace, first, last, say)
    return worksheet_merges.sections(trace, first, last, say)


def _end(trace: Trace, say: Catalog) -> Sentence:
    return unigram_narration.end(trace, say) if isinstance(trace, unigram.Trace) else narration.end(trace, say)


def _task(trace: Trace, say: Catalog) -> str:
    if isinstance(trace, unigram.Trace):
        return say("worksheet.task.unigram")
    rule = say(f"bpe.tie-rule.{trace.rules.tie_rule}.present")
    if isinstance(trace, wordpiece.Trace) and trace.rules.select_by == "score":
        return say("worksheet.task.wordpiece", rule=rule)
    return say("worksheet.task.bpe", rule=rule)


def _fewer_words(corpus: Corpus) -> Corpus:
    """The most frequent words that are short enough, in the order of the corpus; the beginning of one if none is."""
    short = [word for word in corpus if len(word) <= LONGEST]
    if not short:
        word = max(corpus, key=corpus.__getitem__)
        return Corpus({word[:LONGEST]: corpus[word]})
    kept = set(nlargest(MAX_WORDS, short, key=corpus.__getitem__))
    return Corpus({word: count for word, count in corpus.items() if word in kept})


def _fewer_pieces(trace: unigram.Trace, corpus: Corpus) -> unigram.Trace:
    """A training on `corpus` that begins with few pieces and keeps about as large a share of them."""
    rules = replace(trace.rules, seed_size=min(trace.rules.seed_size or MAX_PIECES, MAX_PIECES))
    begun = unigram.train(corpus, vocab_size=10**6, rules=rules).pieces_left
    seeds, special = begun[min(1, len(begun) - 1)], len(rules.first_tokens)
    characters = len(set("".join(map(rules.marked, corpus))))  # the libraries want room for all of them
    size = max(characters, min(round(seeds * trace.vocab_size / max(1, *trace.pieces_left)), seeds - 1))
    return unigram.train(corpus, vocab_size=size + special, rules=rules)
