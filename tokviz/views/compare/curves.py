"""The measures of tokenizers over the size of their vocabulary: which sizes have points, and what is measured there.

A point costs a tokenizer and a reading of the text. Merging gives every smaller size out of one trace; unigram is
trained anew for each where that is quick, and shows the states of its training where it is not.
"""

from __future__ import annotations

import pandas as pd

from tokviz import unigram
from tokviz.compare.measures import MEASURES
from tokviz.compare.reading import read
from tokviz.compare.sizes import SizeRange, Trace, at_size, possible_sizes
from tokviz.corpus import Corpus
from tokviz.errors import TokvizError
from tokviz.views.compare.charts import curve_sizes

__all__ = ["FARTHEST", "QUICK", "is_quick", "measured", "points"]

QUICK = 20_000
"""Symbols of different words: up to this many, lines take no time that anybody would notice."""
FARTHEST = 5_000
"""Lines go no farther than to this size, in tokens."""


def is_quick(source: Corpus, text: Corpus) -> bool:
    """Whether lines are computed in a moment. source: the words of the training, text: those that are measured."""
    return sum(map(len, source)) + sum(map(len, text)) <= QUICK


def points(trace: Trace, possible: SizeRange, size: int, *, quick: bool) -> tuple[int, ...]:
    """The sizes at which the line of a trace has points. size: the one that was chosen."""
    if isinstance(trace, unigram.Trace) and not quick:
        return possible_sizes(trace)
    return curve_sizes(possible.smallest, min(possible.largest, max(FARTHEST, size)), size)


def measured(trace: Trace, split: str, text: Corpus, sizes: tuple[int, ...], corpus: Corpus | None) -> pd.DataFrame:
    """size, measure, value; the sizes are those that came out. Unigram is trained for each if a corpus is given.

    >>> from tokviz import bpe
    >>> hug = Corpus({"hug": 10, "hugs": 5})
    >>> found = measured(bpe.train(hug, rules="course"), "whitespace", hug, (4, 5), None)
    >>> [(int(size), float(value)) for size, name, value in found.itertuples(index=False) if name == "tokens"]
    [(4, 50.0), (5, 35.0)]
    """
    rows: dict[tuple[int, str], float] = {}
    for size in sizes:
        found = trace
        if corpus is not None and isinstance(found, unigram.Trace):
            try:
                found = unigram.train(corpus, vocab_size=size, rules=found.rules)
            except TokvizError:  # not every size between the smallest and the largest can be had
                continue
        tokenizer = at_size(found, size, split)
        reading = read(tokenizer.model, text)
        for measure, of in MEASURES.items():
            value = of(reading)
            rows[tokenizer.size or size, measure] = float("nan") if value is None else float(value)
    table = [(size, measure, value) for (size, measure), value in sorted(rows.items())]
    return pd.DataFrame(table, columns=["size", "measure", "value"])
