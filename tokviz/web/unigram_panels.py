"""The views that follow the step of a unigram training."""

from __future__ import annotations

from tokviz.unigram import Trace
from tokviz.views.catalog import Catalog
from tokviz.web.cache import TraceKey
from tokviz.web.state import TrainState

__all__ = ["more", "of_step"]


def of_step(trace: Trace, k: int, say: Catalog) -> None:
    """What belongs to the state after k steps."""


def more(
    trace: Trace, key: TraceKey, state: TrainState, step: int, visit: int, say: Catalog
) -> tuple[str, int | None]:
    """The tabs; the name of the open one, and the step to go to if the visitor asked for one."""
    return "", None
