"""A top-down training as pandas frames. Step numbers count from 1, as one talks of them."""

from __future__ import annotations

import pandas as pd

from tokviz.wordpiece.top_down.steps import Complete, Count, Select
from tokviz.wordpiece.top_down.trace import Trace

__all__ = ["candidates", "steps"]


def steps(trace: Trace) -> pd.DataFrame:
    """One row a step: step, kind, trial and iteration (from 1), lower, upper, threshold, length (of what it selects
    from), kept (how many it keeps) and size (of the vocabulary after it); iteration, length and kept where they apply.

    >>> from tokviz import Corpus, wordpiece
    >>> trace = wordpiece.train_top_down(Corpus({"human": 113, "humas": 3}), threshold=100)
    >>> list(steps(trace)["kind"][:3]), int(steps(trace)["size"][7])
    (['threshold', 'count', 'select'], 21)
    """
    sizes = trace.sizes()
    rows = []
    for step in trace:
        tried = step.tried
        rows.append(
            {
                "step": step.index + 1,
                "kind": step.kind,
                "trial": step.trial + 1,
                "iteration": step.iteration + 1 if isinstance(step, Count | Select | Complete) else None,
                "lower": tried.lower,
                "upper": tried.upper,
                "threshold": tried.threshold,
                "length": step.length if isinstance(step, Select) else None,
                "kept": len(tried.iterations[step.iteration].ids[step.length - 1])
                if isinstance(step, Select)
                else None,
                "size": sizes[step.index + 1],
            }
        )
    return pd.DataFrame(rows).astype(dict.fromkeys(("iteration", "length", "kept"), "Int64"))


def candidates(trace: Trace, k: int) -> pd.DataFrame:
    """What step k selects from, the most left first: rank, token, length, count, remains, kept."""
    names = ("rank", "token", "length", "count", "remains", "kept")
    return pd.DataFrame([{name: getattr(one, name) for name in names} for one in trace.candidates(k)], columns=names)
