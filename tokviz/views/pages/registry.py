"""The views of pages, as far as they are data, for hosts that draw any of them: of those that train, and of others."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, cast

from tokviz.state.views import training_views
from tokviz.trace import Trace
from tokviz.views.pages import bpe, parity, picky, superbpe, training, unigram, why, wordpiece, wordpiece_encode
from tokviz.views.pages import bytes as bytes_views
from tokviz.views.shows import Ask, Page, Seen, Show, TrainingViews, View

__all__ = ["MERGES", "NOW", "PAGES", "names", "titles", "view_of"]

_OF_ALGORITHMS: Mapping[str, TrainingViews[Trace]] = {
    "bpe": cast("TrainingViews[Trace]", bpe.VIEWS),
    "parity": cast("TrainingViews[Trace]", parity.VIEWS),
    "picky": cast("TrainingViews[Trace]", picky.VIEWS),
    "superbpe": cast("TrainingViews[Trace]", superbpe.VIEWS),
    "unigram": cast("TrainingViews[Trace]", unigram.VIEWS),
    "wordpiece": cast("TrainingViews[Trace]", wordpiece.VIEWS),
}
"""Name of an algorithm -> the views of the page that trains it."""
_OF_ALL: Mapping[str, View[Trace]] = {"algorithm": training.algorithm}

PAGES: Mapping[str, Page[Any, Any]] = {
    "bytes": bytes_views.PAGE,
    "why": why.PAGE,
    "wordpiece-encode": wordpiece_encode.PAGE,
}
"""Address of a page that trains nothing step by step -> its views."""

NOW = "now"
"""The name of the view beside the picture, which tells what comes next."""
MERGES = "merges"
"""The name of the view of the steps so far, which a page has beside the picture, too."""


def titles(algorithm: str) -> dict[str, str]:
    """Return the name of each view, in the order of the page, with the key of its title.

    >>> list(titles("picky"))[:3], titles("wordpiece")
    (['now', 'tests', 'history'], {'algorithm': 'tab.algorithm'})
    """
    beside = {NOW: "views.now"} if algorithm in _OF_ALGORITHMS else {}
    if view_of(algorithm, MERGES):
        beside[MERGES] = "tab.merges"
    return beside | {tab.name: tab.title for tab in training_views(algorithm) if view_of(algorithm, tab.name)}


def names(seen: Seen[Trace]) -> dict[str, str]:
    """Return the same of a training, without the views that it has not."""
    views = _OF_ALGORITHMS.get(seen.state.algorithm)
    there = None if views is None else {NOW, *views.names(seen)}
    return {name: title for name, title in titles(seen.state.algorithm).items() if there is None or name in there}


def view_of(algorithm: str, name: str) -> View[Trace] | None:
    """Return a view by its name; None where there is none. What is beside the picture has what is noted of the step."""
    views = _OF_ALGORITHMS.get(algorithm)
    if views is None:
        return _OF_ALL.get(name)
    if name != NOW:
        return views.tabs.get(name)
    now, noted = views.now, views.noted

    def both(seen: Seen[Trace], ask: Ask) -> Iterator[Show]:
        yield from now(seen, ask)
        if noted is not None:
            yield from noted(seen, ask)

    return both
