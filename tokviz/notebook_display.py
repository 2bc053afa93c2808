"""What draws itself in a notebook, and the one shape of all traces of an encoding."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar, overload

__all__ = ["Drawn", "Explained"]

StepT = TypeVar("StepT")


class Drawn:
    """An object that a notebook shows as a table (see :func:`tokviz.views.takeaway.notebook.html`)."""

    def _repr_html_(self) -> str:
        from tokviz.views.takeaway import notebook  # an import upwards, when it is wanted

        return notebook.html(self)


class Explained(Drawn, Sequence[StepT]):
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
