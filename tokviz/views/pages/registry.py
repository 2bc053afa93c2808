"""The pages that train and whose views are data, for hosts that draw any of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from tokviz.state.views import View as Tab
from tokviz.state.views import training_views
from tokviz.trace import Trace
from tokviz.views.pages import picky
from tokviz.views.shows import TrainingViews, View

__all__ = ["NOW", "TRAINING", "tabs_of", "view_of"]

TRAINING: Mapping[str, TrainingViews[Trace]] = {"picky": cast("TrainingViews[Trace]", picky.VIEWS)}
"""Name of an algorithm -> the views of the page that trains it."""

NOW = "now"
"""The name of what is beside the picture."""


def tabs_of(algorithm: str) -> tuple[Tab, ...]:
    """Return the tabs of a page that are data, in order.

    >>> [tab.name for tab in tabs_of("picky")][:2], tabs_of("no such")
    (['tests', 'history'], ())
    """
    known = TRAINING[algorithm].tabs if algorithm in TRAINING else {}
    return tuple(tab for tab in training_views(algorithm) if tab.name in known)


def view_of(algorithm: str, name: str) -> View[Trace] | None:
    """Return a view by its name; None where there is none."""
    views = TRAINING.get(algorithm)
    if views is None:
        return None
    return views.now if name == NOW else views.tabs.get(name)
