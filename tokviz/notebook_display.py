"""Objects that draw themselves in a notebook or become a frame, and the one shape of all traces of an encoding.

The core draws nothing and knows no pandas. ``tokviz/__init__.py`` names the functions that do, and they are loaded
when it is asked for the first time.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, TypeVar, overload

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["Drawn", "Explained", "connect", "steps_frame"]

StepT = TypeVar("StepT")


class _Views:
    """The functions that draw, once ``tokviz/__init__.py`` has named them."""

    html: Callable[[object], str]
    steps: Callable[[object], pd.DataFrame]


def connect(html: Callable[[object], str], steps: Callable[[object], pd.DataFrame]) -> None:
    """Name the functions that draw. html: an object as an HTML table; steps: a trace as a frame, one row a step."""
    _Views.html, _Views.steps = staticmethod(html), staticmethod(steps)


def steps_frame(trace: object) -> pd.DataFrame:
    """Return the steps of a trace as a pandas frame, one row a step."""
    return _Views.steps(trace)


class Drawn:
    """An object that a notebook shows as a table."""

    def _repr_html_(self) -> str:
        return _Views.html(self)


class Explained(Sequence[StepT]):
    """The encoding of a word as a sequence of its `steps`."""

    steps: tuple[StepT, ...]

    def __len__(self) -> int:
        return len(self.steps)

    @overload
    def __getitem__(self, k: int) -> StepT: ...
    @overload
    def __getitem__(self, k: slice) -> tuple[StepT, ...]: ...
    def __getitem__(self, k: int | slice) -> StepT | tuple[StepT, ...]:
        return self.steps[k]
