"""The steps of any trace as a pandas frame, which is what ``trace.to_frame()`` returns."""

from __future__ import annotations

from functools import singledispatch

import pandas as pd

from tokviz import unigram
from tokviz.merging.merge_trace import MergeTrace
from tokviz.views.merges import tables as of_merges
from tokviz.views.unigram import tables as of_unigram

__all__ = ["steps"]


@singledispatch
def steps(trace: object) -> pd.DataFrame:
    """One row a step; the columns are those of the algorithm's own table. Raises TypeError for what is no trace."""
    raise TypeError(f"{type(trace).__name__} is no trace.")


steps.register(MergeTrace, of_merges.steps)
steps.register(unigram.Trace, of_unigram.steps)
