"""The views of pages that are data, for hosts that draw any of them: of those that train, and of others.

They are loaded when the first is asked for: a training in the terminal needs none.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from importlib import import_module
from typing import cast

from tokviz.state.trained_pages import TRAINED, training_views
from tokviz.trace import Trace
from tokviz.views.pages import files
from tokviz.views.shows import AnyPage, Ask, Seen, Show, TrainingViews, View

_VIEWS = "tokviz.views.pages"

PAGES = (
    *("bytes", "why", "glossary", "compare", "tokenizers", "chat", "practice"),
    *(record.applying.page for record in TRAINED.values() if record.applying is not None),
    "vocabulary",
)
"""The addresses of the pages that train nothing step by step."""

NOW = "now"
"""The name of the view beside the picture, which tells what comes next."""
MERGES = "merges"
"""The name of the view of the steps so far, which a page has beside the picture, too."""


@cache
def training_of(algorithm: str) -> TrainingViews[Trace]:
    """Return the views of the page that trains an algorithm. Raises KeyError for one without a page."""
    name = TRAINED[algorithm].drawn_by or "bpe"
    return cast("TrainingViews[Trace]", import_module(f"{_VIEWS}.{name}").VIEWS)


@cache
def page_of(address: str) -> AnyPage:
    """Return the views of a page that trains nothing step by step. Raises KeyError for another."""
    if address not in PAGES:
        raise KeyError(address)
    for record in TRAINED.values():
        if record.applying is not None and record.applying.page == address and not record.applying.drawn_by:
            from tokviz.views.pages.merged_encode import page_of as page_of_merges

            return cast("AnyPage", page_of_merges(record.name))
    return cast("AnyPage", import_module(f"{_VIEWS}.{address.replace('-', '_')}").PAGE)


def titles(algorithm: str) -> dict[str, str]:
    """Return the name of each view, in the order of the page, with the key of its title.

    >>> list(titles("picky"))[:3], titles("wordpiece")["algorithm"]
    (['now', 'tests', 'history'], 'tab.algorithm')
    """
    beside = {NOW: "views.now"}
    if view_of(algorithm, MERGES):
        beside[MERGES] = "tab.merges"
    return beside | {tab.name: tab.title for tab in training_views(algorithm) if view_of(algorithm, tab.name)}


def names(seen: Seen[Trace]) -> dict[str, str]:
    """Return the same of a training, without the views that it has not."""
    there = {NOW, *training_of(seen.state.algorithm).names(seen), files.VIEW}
    return {name: title for name, title in titles(seen.state.algorithm).items() if name in there}


def view_of(algorithm: str, name: str) -> View[Trace] | None:
    """Return a view by its name; None where there is none. What is beside the picture has what is noted of the step."""
    if algorithm not in TRAINED:
        return None
    views = training_of(algorithm)
    if name == files.VIEW:
        return files.files
    if name != NOW:
        return views.tabs.get(name)
    now, noted = views.now, views.noted

    def both(seen: Seen[Trace], ask: Ask) -> Iterator[Show]:
        yield from now(seen, ask)
        if noted is not None:
            yield from noted(seen, ask)

    return both
