"""Objects that draw themselves in a notebook or become a frame, and the one shape of all traces of an encoding.

The core draws nothing and knows no pandas. ``tokviz/__init__.py`` names the functions that do, and they are loaded
when it is asked for the first time.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Protocol, TypeVar, overload

if TYPE_CHECKING:
    import pandas as pd


StepT = TypeVar("StepT")


class Shown(Protocol):
    """The picture that :func:`tokviz.show` returns.

    step: what it shows, and what the reader went to; lang: the language of its sentences. Both can be set. A table that
    stands in for the picture keeps them.
    """

    step: int
    lang: str


class ShownViews(Protocol):
    """The views of a training by name, which :meth:`tokviz.trace.Replayed.views` returns."""

    def __getitem__(self, name: str) -> Any: ...
    def __iter__(self) -> Iterator[str]: ...
    def __len__(self) -> int: ...


class _Views:
    """The functions that draw, once ``tokviz/__init__.py`` has named them."""

    html: Callable[[object], str]
    steps: Callable[[object], pd.DataFrame]
    show: Callable[[object], object]
    views: Callable[[object, int | None, str], ShownViews]
    add_files: Callable[[], None]


def connect(
    html: Callable[[object], str],
    steps: Callable[[object], pd.DataFrame],
    show: Callable[[object], object],
    views: Callable[[object, int | None, str], ShownViews],
    add_files: Callable[[], None],
) -> None:
    """Name the functions that draw.

    html: an object as an HTML table; steps: a trace as a frame, one row a step; show: an object as a widget that steps,
    or its table; views: of a trace after so many steps, in a language; add_files: adds the files of features to views.
    """
    _Views.html, _Views.steps, _Views.show = staticmethod(html), staticmethod(steps), staticmethod(show)
    _Views.views, _Views.add_files = staticmethod(views), staticmethod(add_files)


def views_of_trace(trace: object, step: int | None, lang: str) -> ShownViews:
    """Return the views of a trace."""
    return _Views.views(trace, step, lang)


def add_files() -> None:
    """Add the files of features to the views of a notebook."""
    _Views.add_files()


def steps_frame(trace: object) -> pd.DataFrame:
    """Return the steps of a trace as a pandas frame, one row a step."""
    return _Views.steps(trace)


class Drawn:
    """An object that a notebook shows as a picture that steps, or as a table."""

    def _repr_html_(self) -> str:
        return _Views.html(self)

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> tuple[dict[str, Any], Any] | None:
        """Return the picture for Jupyter; None where no kernel could work it, and the table is shown."""
        bundle = getattr(_Views.show(self), "_repr_mimebundle_", None) if _has_kernel() else None
        return bundle() if bundle else None

    def _display_(self) -> object:
        """Return the picture as marimo displays it."""
        return _Views.show(self)


def _has_kernel() -> bool:
    """Tell if IPython runs for a front end, and not in a terminal."""
    interactive = sys.modules.get("IPython")
    shell = interactive.get_ipython() if interactive else None
    return getattr(shell, "kernel", None) is not None


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
