"""The tokens of the same sentences in each language, and their Gini coefficient: 0 if all need equally many."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from tokviz.compare.reading import read
from tokviz.compare.spans import Model
from tokviz.corpus.passages import Text
from tokviz.vocabularies.samples import languages


def gini(numbers: Iterable[int | Fraction]) -> Fraction | None:
    """Return the Gini coefficient of numbers that are not negative; None where all of them are 0, or there is none.

    It is the mean absolute difference of two of the numbers, each taken with each and with itself, divided by twice
    their mean: 0 where all are equal, and less than 1.

    Source: Foroutan et al. 2025 (ACL 2026), who measure token costs of languages by it. The formula is that of the tool
    TokEval, there over tokens per byte or line.

    >>> gini([2, 2, 2]), gini([1, 3]), gini([])
    (Fraction(0, 1), Fraction(1, 4), None)
    """
    ordered = sorted(numbers)
    total = sum(ordered)
    if not total:
        return None
    weighted = sum(place * number for place, number in enumerate(ordered, start=1))
    return Fraction(2 * weighted, len(ordered) * total) - Fraction(len(ordered) + 1, len(ordered))


MOST_LOST = Fraction(1, 20)
"""The largest share of unknown tokens with which a language counts: where more is lost, few tokens mean little."""


@dataclass(frozen=True)
class Costs:
    """The cost of the same sentences in each language. tokens: language, by its code -> the tokens of all sentences.
    lost: the languages of which the tokenizer loses too much, unknown or dropped, which do not count."""

    tokens: Mapping[str, int]
    lost: frozenset[str] = frozenset()

    @property
    def known(self) -> Mapping[str, int]:
        """Return the tokens of the languages that count."""
        return {code: tokens for code, tokens in self.tokens.items() if code not in self.lost}

    @property
    def gini(self) -> Fraction | None:
        """Return the Gini coefficient over the languages that count; None for fewer than two of them.

        >>> Costs({"en": 10, "de": 30, "zh": 1}, frozenset({"zh"})).gini
        Fraction(1, 4)
        """
        return gini(self.known.values()) if len(self.known) > 1 else None


def costs(model: Model) -> Costs:
    """Return the costs of the sentences that come with tokviz, each a text by itself, without special tokens."""
    tokens, lost = {}, set()
    for code, language in languages().items():
        reading = read(model, Text.running(*language.sentences))
        tokens[code] = reading.tokens
        if sum(split.unknown + split.is_cut_short for split in reading.each) > MOST_LOST * reading.tokens:
            lost.add(code)
    return Costs(tokens, frozenset(lost))
