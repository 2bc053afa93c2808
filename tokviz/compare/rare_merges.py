"""Rare merges: a tokenizer that merges by score needs the most tokens where its pairs are rare in the corpus.

The score divides the count of a pair by the counts of both parts, so rare symbols can win over a frequent pair. The
fact is counted: how often the merged pairs occur, beside those of a tokenizer that merges by count.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from tokviz.compare.comparison import Compared, Comparison
from tokviz.merging.measures import COUNT, SCORE, Measure


class RareMerges(NamedTuple):
    """Two means: the occurrences of a merged pair in the corpus.

    number: of the tokenizer that merges by score. other: of one that merges by count.
    """

    number: int
    mean: Fraction
    other: int
    other_mean: Fraction


def rare_merges(comparison: Comparison) -> RareMerges | None:
    """Return this of the tokenizer that splits the text into more tokens than each other one; None if it does not merge
    by score, or its merged pairs occur as often as those of all that merge by count.

    >>> from tokviz.compare.comparison import ComparedCorpus, Engine, Slot
    >>> engine = Engine(ComparedCorpus.of_example("hug", "whitespace"))
    >>> tokenizers = [engine.tokenizer(Slot(name, "course"), 9, name) for name in ("bpe", "wordpiece")]
    >>> rare_merges(Comparison(engine, tuple(tokenizers), "pun bun"))
    RareMerges(number=1, mean=Fraction(10, 1), other=0, other_mean=Fraction(18, 1))
    """
    lengths = [len(segmentation.tokens) for segmentation in comparison.segmentations]
    most = max(lengths)
    number = lengths.index(most)
    if lengths.count(most) > 1 or (mean := _mean(comparison.tokenizers[number], SCORE)) is None:
        return None
    others = _means(comparison.tokenizers)
    other = max(others, key=lambda place: others[place], default=number)
    return RareMerges(number, mean, other, others[other]) if other != number and others[other] > mean else None


def _means(tokenizers: Sequence[Compared]) -> dict[int, Fraction]:
    means = {number: _mean(tokenizer, COUNT) for number, tokenizer in enumerate(tokenizers)}
    return {number: mean for number, mean in means.items() if mean is not None}


def _mean(compared: Compared, measure: Measure) -> Fraction | None:
    """Return the mean of the occurrences of its pairs when they were merged; None for one that merges by something
    else, or made no merge."""
    trace, steps = compared.tokenizer.merging, compared.tokenizer.steps
    if trace is None or not trace.only_merges or trace.pair_measure != measure or not steps:
        return None
    counts = trace.counts[:steps]
    return Fraction(sum(counts), len(counts))
