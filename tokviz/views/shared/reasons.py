"""Sentences on reasons: the one place where facts about a merge become words.

The facts are those of :mod:`tokviz.merging.reasons`, the texts ``reason.`` in the catalogs. The sentence under the
picture, the answers of questions and exercises, worksheets, tables and what the browser says of a pair are all made
here. Unigram has :mod:`tokviz.views.shared.unigram_reasons`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from typing import Literal

from tokviz.algorithms import Unit
from tokviz.merging.reasons import Decision, Fact, PairCount, PairValue, Reason
from tokviz.text_keys import OTHERS, TIE_RULES, measure_key
from tokviz.texts import PLURAL_FORMS
from tokviz.trace import Contribution
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.display import visible
from tokviz.views.shared.sentences import MAX_LISTED, code, code_pair, code_word

Tense = Literal["present", "past"]
"""A step is told in the past once its merge is made."""

_COUNT: Mapping[Tense, str] = {"present": "reason.count.present", "past": "reason.count.past"}


# -- the whole reason --------------------------------------------------------------------------------------------------


def why(reason: Reason, say: Catalog, tense: Tense = "present") -> str:
    """Say why a step takes its pair; for :func:`~tokviz.views.shared.sentences.segments`.

    >>> from tokviz import Corpus, bpe
    >>> from tokviz.merging.reasons import reason_of
    >>> from tokviz.views.shared.catalog import load
    >>> from tokviz.views.shared.sentences import as_text, segments
    >>> step = bpe.train(Corpus({"low": 5, "lower": 2}), merges=1)[0]
    >>> as_text(segments(why(reason_of(step), load("en"))))
    '`l o` occurs 7 times: `low` 5 + `lower` 2. It ties with `o w`; first seen wins.'
    """
    return "".join(fact_text(fact, say, tense) for fact in reason.facts)


def fact_text(
    fact: Fact,
    say: Catalog,
    tense: Tense = "present",
    *,
    word: Callable[[str], str] = code_word,
    most: int = MAX_LISTED,
) -> str:
    """Say one of the facts, with the space before it that a sentence after another has. word: how a word of a sum is
    written. most: how many tied pairs are named."""
    match fact:
        case PairCount(pair, count, None):
            return number_of_occurrences(code_pair(*pair), count, say)
        case PairCount(pair, count, words):
            return occurs(code_pair(*pair), count, contribution_sum(words or (), say, word, fact.unit), say, tense)
        case PairValue():
            return _value_text(fact, say, tense)
        case Decision():
            return _decision_text(fact, say, tense, most)


def number_of_occurrences(name: str, count: int, say: Catalog) -> str:
    """Say how often something occurs. name: as it is written."""
    return say("reason.occurs", pair=name, count=say.count("count.times", count))


def occurs(name: str, count: int, parts: str, say: Catalog, tense: Tense = "present") -> str:
    """Say how often something occurs, and in which words. name: a pair or a symbol, as it is written. parts: the sum of
    the words, written out."""
    return say(_COUNT[tense], pair=name, count=say.count("count.times", count), sum=parts)


def _value_text(fact: PairValue, say: Catalog, tense: Tense) -> str:
    (left, right), (left_count, right_count) = fact.pair, fact.parts
    return say(
        measure_key(fact.measure, "value", tense),
        left=code(left),
        left_count=say.count("count.times", left_count),
        right=code(right),
        right_count=say.count("count.times", right_count),
        value=worked_out(fact, say).replace(" ", "\u00a0"),  # stays on one line
    )


def _decision_text(fact: Decision, say: Catalog, tense: Tense, most: int) -> str:
    if not fact.rivals:
        return say(measure_key(fact.measure, "alone", tense))
    named = [code_pair(*pair) for pair in fact.tied[:most]]
    if rest := fact.rivals - len(named):
        named.append(say.count("count.other-pairs" if named else "count.pairs", rest))
    return say(measure_key(fact.measure, "tie", tense), rivals=say.listed(named), rule=tie_rule(fact.rule, say, tense))


def tie_rule(rule: str, say: Catalog, tense: Tense = "present") -> str:
    """Say which of several tied pairs wins by a rule, as a part of a sentence."""
    return say(TIE_RULES[rule, tense])


# -- sums, scores and gains --------------------------------------------------------------------------------------------


def contribution_sum(
    contributions: Iterable[Contribution], say: Catalog, word: Callable[[str], str] = visible, unit: Unit = "word"
) -> str:
    """Return the words that make up a count, the greatest part first: 'hug 10 + pug 5 + hugs 5'."""
    parts = sorted(contributions, key=lambda part: -part.total)
    shown = [
        say("reason.part", word=word(part.word), total=part.total)
        if part.occurrences == 1
        else say("reason.part.times", word=word(part.word), occurrences=part.occurrences, count=part.count)
        for part in parts[:MAX_LISTED]
    ]
    rest = parts[MAX_LISTED:]
    if rest:
        total = sum(part.total for part in rest)
        shown.append(say("reason.part.rest", words=say.count(OTHERS[unit], len(rest)), total=total))
    return " + ".join(shown) or "0"


def worked_out(fact: PairValue, say: Catalog) -> str:
    """Write a score or gain as it is worked out, with its value.

    >>> from tokviz.views.shared.catalog import load
    >>> worked_out(PairValue("score", ("u", "g"), 5, (20, 5), 0.05), load("en"))
    '5 / (20 × 5) = 1/20'
    >>> worked_out(PairValue("gain", ("u", "g"), 20, (36, 20), 30.549025542), load("en"))
    '20 × ln 4.606 = 30.549'
    """
    return " = ".join(filter(None, arithmetic_and_value(fact, say)))


def arithmetic_and_value(fact: PairValue, say: Catalog) -> tuple[str, str]:
    """Write how the worth of a pair is worked out, and what it is.

    A score is the count through the counts of both parts, a gain the count times the logarithm of how much more often
    the pair occurs than by chance. Nothing is worked out of a measure that is not known here.
    """
    count, (left, right) = say.integer(fact.count), map(say.integer, fact.parts)
    match fact.measure:
        case "score":
            # From the counts: the value of a candidate may be a float of the same size.
            return f"{count} / ({left} × {right})", say.fraction(Fraction(fact.count, math.prod(fact.parts)))
        case "gain":
            return f"{count} × ln {say.short(math.exp(fact.value / fact.count), 4)}", say.value(fact.value)
    return "", say.value(fact.value)


# -- in few words, where a question is answered ------------------------------------------------------------------------


def best_value(fact: PairValue, say: Catalog) -> str:
    """Say that no score or gain is better than this."""
    return say(measure_key(fact.measure, "best"), pair=code_pair(*fact.pair), value=worked_out(fact, say))


def value_text(fact: PairValue, say: Catalog) -> str:
    """Say which score or gain a pair has."""
    return say(measure_key(fact.measure, "has"), pair=code_pair(*fact.pair), value=worked_out(fact, say))


def lower_value(fact: PairValue, say: Catalog) -> str:
    """Say that another pair has a better score or gain."""
    return value_text(fact, say) + say(measure_key(fact.measure, "lower"))


def rare_value(fact: PairValue, say: Catalog) -> str:
    """Say that a pair occurs too rarely for its score or gain to matter."""
    return value_text(fact, say) + say("reason.rare", count=say.count("count.times", fact.count))


def explained_value(fact: PairValue, say: Catalog) -> str:
    """Say which score or gain a pair has, and of a gain what its logarithm is of: the counts are told beside it."""
    return value_text(fact, say) + (say("reason.logarithm") if fact.measure == "gain" else "")


# -- for the browser ---------------------------------------------------------------------------------------------------


def browser_templates(say: Catalog) -> dict[str, str]:
    """Return the sentence on a pair that is pointed at, as a browser fills it in: with {pair}, {count} and {sum}, and
    where scores or gains are compared with {worked} and {worth}; each for many times and, where a language has a form
    for it, for once. `part` is a word of the sum.

    >>> from tokviz.views.shared.catalog import load
    >>> browser_templates(load("en"))["pair_worked.one"]
    '{pair} occurs once: {sum}. {worked} = {worth}.'
    """
    templates = {"part": say("reason.part", word="{word}", total="{total}")}
    for form in ("", *(f".{name}" for name in PLURAL_FORMS)):
        if times := say.within("count.times").get(form):
            count = times.format(n="{count}")
            sentence = say(_COUNT["present"], pair="{pair}", count=count, sum="{sum}")
            templates[f"pair{form}"] = sentence
            templates[f"pair_worked{form}"] = sentence + say("reason.worked", worked="{worked}", worth="{worth}")
    return templates
