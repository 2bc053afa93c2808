"""Tables of a unigram trace, as pandas frames with plain column names.

Column names are stable and English; whoever shows a frame gives the columns their headings. Pieces are the real text.
"""

from __future__ import annotations

import pandas as pd

from tokviz.unigram import Expect, Trace

__all__ = ["pieces", "steps"]


def steps(trace: Trace) -> pd.DataFrame:
    """One row a step: step (from 1), kind, loss (the negative log-likelihood that an expect step met; else missing),
    pieces (after the step), dropped (how many it took out)."""
    rows = list(trace)
    return pd.DataFrame(
        {
            "step": range(1, len(rows) + 1),
            "kind": [step.kind for step in rows],
            "loss": pd.Series([step.loss if isinstance(step, Expect) else None for step in rows], dtype="float64"),
            "pieces": trace.sizes[1:],
            "dropped": [len(step.dropped) for step in rows],
        }
    )


def pieces(trace: Trace, k: int | None = None) -> pd.DataFrame:
    """The pieces after k steps in the trainer's order: piece, probability, score (its natural logarithm)."""
    scores = trace.scores(k)
    return pd.DataFrame(
        {"piece": list(scores), "probability": list(trace.pieces(k).values()), "score": list(scores.values())}
    )
