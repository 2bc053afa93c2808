"""The small picture of the start page: the first merges of the example that the primary button opens."""

from __future__ import annotations

from functools import cache
from itertools import accumulate
from typing import Any

from tokviz import bpe, examples
from tokviz.algorithms import BPE
from tokviz.bpe import Trace
from tokviz.views.shared.catalog import Catalog

__all__ = ["EXAMPLE", "SHOWN", "WORD", "first_merges"]

EXAMPLE = BPE.opening
SHOWN = 3
"""How many merges the picture makes; the next one is announced. They take less than five seconds."""
WORD = "newest"
"""The word that the title counts the merges of."""


def first_merges(say: Catalog) -> dict[str, Any]:
    """Return what ``watching.js`` shows, with all numbers from the trace."""
    trace = _trace()
    shown = range(SHOWN + 1)
    return {
        "words": [[word, count, list(trace.word(word, 0))] for word, count in trace.corpus.items()],
        "frames": [[_boxes(trace, word, k) for word in trace.words(0)] for k in shown],
        "merges": [_told(trace, k, say) for k in shown],
        "total": len(trace),
        "word": WORD,
        "number": next(k for k in range(len(trace) + 1) if len(trace.word(WORD, k)) == 1),
    }


@cache
def _trace() -> Trace:
    example = examples.load(EXAMPLE)
    recipe = example.recipe(BPE.name)
    assert isinstance(recipe.rules, bpe.Rules)
    return bpe.train(example.corpus_for(BPE.name), merges=recipe.merges, rules=recipe.rules)


def _boxes(trace: Trace, word: str, k: int) -> list[list[int]]:
    """Return the boxes of a word after k merges: the first letter, how many letters, and the merge; 0 for none."""
    numbers = {step.token: step.index + 1 for step in trace[:k]}
    letters, symbols = trace.word(word, 0), trace.word(word, k)
    ends = list(accumulate(len(symbol) for symbol in letters))
    boxes, first = [], 0
    for end in accumulate(len(symbol) for symbol in symbols):
        last = ends.index(end) + 1
        token = "".join(letters[first:last])
        boxes.append([first, last - first, numbers.get(token, 0) if last - first > 1 else 0])
        first = last
    return boxes


def _told(trace: Trace, k: int, say: Catalog) -> dict[str, Any]:
    """Return the merge after k merges: its pair, how often the pair occurs, and in which words."""
    step = trace[k]
    return {
        "pair": list(step.pair),
        "times": say.count("count.times", step.count),
        "words": " + ".join(f"{one.word} {say.integer(one.occurrences * one.count)}" for one in step.contributions),
    }
