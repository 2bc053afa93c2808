"""The measures of tokenizers over the size of their vocabulary: which sizes have points, and what is measured there.

A point costs a tokenizer and a reading of the text. Merging gives every smaller size out of one trace; unigram is
trained anew for each where that is quick, and shows the states of its training where it is not.
"""

from __future__ import annotations

import pandas as pd

from tokviz.algorithms import ALGORITHMS
from tokviz.compare.comparison import Compared, Comparison
from tokviz.compare.measures import measure
from tokviz.compare.sizes import SizeRange, at_size, possible_sizes
from tokviz.corpus import Corpus
from tokviz.corpus.passages import Text
from tokviz.errors import TokvizError
from tokviz.trace import Trace
from tokviz.views.compare.charts import curve_sizes, number

__all__ = ["FARTHEST", "QUICK", "is_quick", "lines", "measured", "points"]

QUICK = 20_000
"""Symbols of different words and characters of the text: up to this many, lines take no time that one would notice."""
FARTHEST = 5_000
"""Lines go no farther than to this size, in tokens."""


def is_quick(found: Comparison) -> bool:
    """Whether lines are computed in a moment."""
    return sum(map(len, found.engine.source.text.words)) + found.measured.length <= QUICK


def lines(found: Comparison, *, has_time: bool = False) -> pd.DataFrame | None:
    """The measures over sizes of those that are trained here, on the held-out text if there is one, since that is what
    sizes are chosen by: size, measure, value, tokenizer.

    None if none is trained, or if a long text makes it slow and nobody has the time.
    """
    trained = [one for one in found.tokenizers if one.possible is not None]
    quick = is_quick(found)
    if not trained or not (quick or has_time):
        return None
    return pd.concat([_line(found, one, quick=quick).assign(tokenizer=one.label) for one in trained], ignore_index=True)


def points(trace: Trace, possible: SizeRange, size: int, *, quick: bool) -> tuple[int, ...]:
    """The sizes at which the line of a trace has points. size: the one that was chosen."""
    if not ALGORITHMS[trace.algorithm].grows_under(trace.rules) and not quick:
        return possible_sizes(trace)
    return curve_sizes(possible.smallest, min(possible.largest, max(FARTHEST, size)), size)


def measured(
    trace: Trace, split: str, text: Text | Corpus, sizes: tuple[int, ...], corpus: Corpus | None
) -> pd.DataFrame:
    """size, measure, value; the sizes are those that came out. Unigram is trained for each if a corpus is given.

    >>> from tokviz import bpe
    >>> hug = Corpus({"hug": 10, "hugs": 5})
    >>> found = measured(bpe.train(hug, rules="course"), "whitespace", hug, (4, 5), None)
    >>> [(int(size), float(value)) for size, name, value in found.itertuples(index=False) if name == "tokens"]
    [(4, 50.0), (5, 35.0)]
    """
    one = ALGORITHMS[trace.algorithm]
    rows: dict[tuple[int, str], float] = {}
    for size in sizes:
        found = trace
        if corpus is not None and not one.grows_under(trace.rules):
            try:
                found = one.train(corpus, trace.rules, vocab_size=size + len(trace.rules.first_tokens))
            except TokvizError:  # not every size between the smallest and the largest can be had
                continue
        tokenizer = at_size(found, size, split)
        for name, value in measure(tokenizer.model, text).items():
            rows[tokenizer.size, name] = number(value)
    table = [(size, name, value) for (size, name), value in sorted(rows.items())]
    return pd.DataFrame(table, columns=["size", "measure", "value"])


def _line(found: Comparison, one: Compared, *, quick: bool) -> pd.DataFrame:
    """All measures of one tokenizer over the sizes."""
    trace, source, text = one.tokenizer.trace, found.engine.source, found.measured
    assert trace is not None
    assert one.possible is not None
    sizes = points(trace, one.possible, one.size, quick=quick)
    corpus = source.corpus if quick else None
    key = (*one.key, *text.key, int(quick))
    return found.engine.memory.kept("line", key, lambda: measured(trace, source.split, text, sizes, corpus))
