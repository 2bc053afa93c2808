"""The views of pages, as far as they are data, for hosts that draw any of them: of those that train, and of others."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from tokviz.state.views import training_views
from tokviz.trace import Trace
from tokviz.views.pages import bytes as bytes_views
from tokviz.views.pages import glossary, picky, training, why
from tokviz.views.shows import AnyPage, TrainingViews, View

__all__ = ["NOW", "PAGES", "titles", "view_of"]

_OF_ALGORITHMS: Mapping[str, TrainingViews[Trace]] = {"picky": cast("TrainingViews[Trace]", picky.VIEWS)}
"""Name of an algorithm -> the views of the page that trains it."""
_OF_ALL: Mapping[str, View[Trace]] = {"algorithm": training.algorithm}

PAGES: Mapping[str, AnyPage] = {
    "bytes": cast("AnyPage", bytes_views.PAGE),
    "why": cast("AnyPage", why.PAGE),
    "glossary": cast("AnyPage", glossary.PAGE),
}
"""Address of a page that trains nothing step by step -> its views."""

NOW = "now"
"""The name of the view beside the picture, which tells what comes next."""


def titles(algorithm: str) -> dict[str, str]:
    """Return the name of each view, in the order of the page, with the key of its title.

    >>> list(titles("picky"))[:3], titles("bpe")
    (['now', 'tests', 'history'], {'algorithm': 'tab.algorithm'})
    """
    beside = {NOW: "views.now"} if algorithm in _OF_ALGORITHMS else {}
    return beside | {tab.name: tab.title for tab in training_views(algorithm) if view_of(algorithm, tab.name)}


def view_of(algorithm: str, name: str) -> View[Trace] | None:
    """Return a view by its name; None where there is none."""
    views = _OF_ALGORITHMS.get(algorithm)
    if views is None:
        return _OF_ALL.get(name)
    return views.now if name == NOW else views.tabs.get(name)
