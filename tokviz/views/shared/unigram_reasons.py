"""Sentences on the reasons of Unigram: what a step counts, how probabilities are estimated again, what is removed.

The facts are those of :mod:`tokviz.unigram.reasons`, the texts ``reason.`` in the catalogs. Narration, picture, tables,
exercises and worksheets take them from here; :mod:`tokviz.views.shared.reasons` does the same for merges.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

from tokviz.unigram.reasons import (
    Estimate,
    ExpectationReason,
    ExpectedCount,
    ExpectedPart,
    Listed,
    MaximizationReason,
    NewProbability,
    expectation_reason,
    expected_count,
)
from tokviz.unigram.rules import Expectation
from tokviz.unigram.steps import Expect
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.sentences import code, code_word

COUNTED: Mapping[Expectation, str] = {
    "all-paths": "reason.expect.all-paths",
    "best-path": "reason.expect.best-path",
    "counts": "reason.expect.counts",
}
"""The texts that say what an expectation step counts."""

_QUESTIONS: Mapping[Expectation, str] = {
    "all-paths": "reason.expect.ask.all-paths",
    "best-path": "reason.expect.ask.best-path",
    "counts": "reason.expect.counts",  # nothing is asked
}
_ESTIMATES: Mapping[Estimate, str] = {
    "share": "reason.maximize.share",
    "counts": "reason.maximize.counts",
    "digamma": "reason.maximize.digamma",
}
_LISTED: Mapping[Listed, str] = {"first": "reason.listed.first", "last": "reason.listed.last"}

_MAX_PARTS = 6  # words of a sum that are written out
_MAX_CHANGES = 3  # pieces whose numbers are told: picture and tables show them all
_LONG = 40  # letters of a word in a sum
_SUMMED = 600  # letters of a corpus whose words are looked at for the sum of the greatest count
_MAX_NAMED = 4  # words of that sum
_NAMED = 0.05  # a smaller part of it is left out
_SEEN = 0.00005  # a smaller share of a sum is rounded away


def short_number(value: float, say: Catalog) -> str:
    """Return a probability, a count or a loss with four places that say something.

    >>> from tokviz.views.shared.catalog import load
    >>> [short_number(value, load("en")) for value in (0.07142857, 145.55321, 0.0, 12.0)]
    ['0.07143', '145.5532', '0', '12']
    """
    if value == int(value) and abs(value) < 1e15:
        return say.integer(int(value))
    return say.decimal(value, 4) if abs(value) >= 1 else say.short(value, 4)


# -- expectation -------------------------------------------------------------------------------------------------------


def expectation_rule(reason: ExpectationReason, say: Catalog) -> str:
    """Say which segmentations a step counts."""
    return say(COUNTED[reason.how])


def expectation_question(how: Expectation, say: Catalog) -> str:
    """Ask what a step counts; under rules that count nothing again, say so."""
    return say(_QUESTIONS[how])


def counted_pieces(reason: ExpectationReason, say: Catalog) -> str:
    """List the pieces with the greatest expected counts, and how many others there are."""
    names = [f"{code(piece)} {say.rough(count)}" for piece, count in reason.counts]
    return say.listed([*names, *([say.count("count.other-pieces", reason.others)] if reason.others else [])])


def greatest_count(step: Expect, say: Catalog) -> str:
    """Say of a small corpus which words make up the greatest expected count; of a large one, or where nothing is
    counted again, which counts are the greatest."""
    reason, corpus = expectation_reason(step), step.trace.corpus
    if reason.how == "counts" or sum(map(len, corpus)) > _SUMMED:
        return say("reason.expect.top", top=counted_pieces(reason, say))
    piece, count = reason.counts[0]
    parts = [part for part in expected_count(step, piece, len(corpus)).parts if part.total >= _NAMED]
    rest = math.fsum(part.total for part in parts[_MAX_NAMED:])
    numbers = [*(float(part.total) for part in parts[:_MAX_NAMED]), *([rest] if rest else [])]
    write = _adding_up(numbers, count, say)
    terms = [f"{code_word(part.word)} {write(float(part.total))}" for part in parts[:_MAX_NAMED]]
    if rest:
        terms.append(say("reason.expected.rest", total=write(rest)))
    return say("reason.expect.greatest", piece=code(piece), count=write(count), sum=" + ".join(terms))


def _adding_up(numbers: Sequence[float], total: float, say: Catalog) -> Callable[[float], str]:
    """Return a writer of numbers and their sum.

    It has so few decimals that what is written still adds up.

    >>> from tokviz.views.shared.catalog import load
    >>> [_adding_up(numbers, sum(numbers), load("en"))(sum(numbers)) for numbers in ([5.96, 2.93], [5.94, 2.94])]
    ['8.9', '8.88']
    """
    for decimals in range(0 if total >= 10 else 1, 5):
        if round(math.fsum(round(number, decimals) for number in numbers), decimals) == round(total, decimals):
            return lambda number: say.decimal(number, decimals)
    return say.rough


def loss_of_corpus(loss: float, say: Catalog, before: float | None = None) -> str:
    """Say how improbable the corpus is. before: at the expectation step before."""
    text = say("reason.expect.loss", loss=say.nats(loss))
    return text + ("" if before is None else say("reason.expect.loss.before", before=say.nats(before)))


def expected_sum(
    fact: ExpectedCount, say: Catalog, word: Callable[[str], str] = lambda word: code_word(word, _LONG)
) -> str:
    """Say which words make up an expected count. word: how a word of the sum is written.

    >>> from tokviz.views.shared.catalog import load
    >>> from tokviz.views.shared.sentences import as_text, segments
    >>> parts = ExpectedPart("hug", 10, 0.75), ExpectedPart("hugs", 5, 0.25)
    >>> as_text(segments(expected_sum(ExpectedCount("ug", 8.75, parts), load("en"), str)))
    'The expected count of `ug` is 10 × 0.75 (hug) + 5 × 0.25 (hugs) = 8.7500.'
    """
    terms = [
        say("reason.expected.term", word=word(part.word), count=part.count, each=_factor(part.each, say))
        for part in fact.parts[:_MAX_PARTS]
    ]
    rest = fact.rest + sum(part.total for part in fact.parts[_MAX_PARTS:])
    if rest > _SEEN * max(1, fact.count):
        terms.append(say("reason.expected.rest", total=_factor(rest, say)))
    count = say.number(fact.count) if isinstance(fact.count, Fraction) else short_number(fact.count, say)
    if not terms:
        return say("reason.expected", piece=code(fact.piece), count=count)
    text = say("reason.expected.sum", piece=code(fact.piece), sum=" + ".join(terms), count=count)
    return text + (say("reason.expected.unknown") if fact.has_unknown else "")


def expected_part(fact: ExpectedPart, say: Catalog) -> str:
    """Say what one word adds to an expected count."""
    paths = say.count("lattice.paths", fact.paths or 1)
    each = _factor(fact.each, say)
    return say("reason.expected.part", word=code_word(fact.word), paths=paths, each=each, count=fact.count)


def _factor(value: int | float | Fraction, say: Catalog) -> str:
    return say.fraction(value) if isinstance(value, int | Fraction) else short_number(value, say)


# -- maximization ------------------------------------------------------------------------------------------------------


def maximization_rule(how: Estimate, say: Catalog) -> str:
    """Say how new probabilities are made."""
    return say(_ESTIMATES[how])


def probability_changes(reason: MaximizationReason, say: Catalog) -> str:
    """List the greatest changes of probabilities; empty where all are too small to show."""
    changes = [
        (code(change.piece), say.rough(change.before), say.rough(change.after))
        for change in reason.changes[:_MAX_CHANGES]
        if change.before is not None and change.after is not None
    ]
    texts = [say("reason.change", piece=piece, before=old, after=new) for piece, old, new in changes if old != new]
    return say.listed(texts)


def probability_made(fact: NewProbability, say: Catalog) -> str:
    """Say how the new probability of a piece is made, or why it is dropped.

    >>> from tokviz.views.shared.catalog import load
    >>> from tokviz.views.shared.sentences import as_text, segments
    >>> as_text(segments(probability_made(NewProbability("ug", 5.0, 20.0, 0.25, "share", 0.0), load("en"))))
    '`ug`: 5 / 20 = 0.2500000'
    """
    piece, count, total = code(fact.piece), short_number(fact.count, say), short_number(fact.total, say)
    if fact.after is None and fact.least:
        return say("reason.dropped.rare", piece=piece, count=count, least=say.short(fact.least, 6))
    if fact.after is None:
        return say("reason.dropped", piece=piece)
    if not fact.count and fact.how != "digamma":
        return say("reason.made.unused", piece=piece)
    key = "reason.made.digamma" if fact.how == "digamma" else "reason.made"
    return say(key, piece=piece, count=count, total=total, after=say.probability(fact.after))


# -- pruning -----------------------------------------------------------------------------------------------------------


def listed_rule(removes: Listed, say: Catalog) -> str:
    """Say which of several pieces with the same loss a pruning removes."""
    return say(_LISTED[removes])
