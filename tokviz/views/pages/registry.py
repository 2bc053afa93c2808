"""The views of pages that are data, for hosts that draw any of them: of those that train, and of others.

They are loaded when the first is asked for: a training in the terminal needs none.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import cast

from tokviz.state.views import training_views
from tokviz.trace import Trace
from tokviz.views.pages import files
from tokviz.views.shows import AnyPage, Ask, Seen, Show, TrainingViews, View

__all__ = ["MERGES", "NOW", "PAGES", "names", "page_of", "titles", "view_of"]

PAGES = (
    "bytes",
    "why",
    "glossary",
    "compare",
    "tokenizers",
    "wordpiece-encode",
    "bpe-encode",
    "parity-encode",
    "superbpe-encode",
    "lattice",
    "vocabulary",
)
"""The addresses of the pages that train nothing step by step."""

NOW = "now"
"""The name of the view beside the picture, which tells what comes next."""
MERGES = "merges"
"""The name of the view of the steps so far, which a page has beside the picture, too."""


@cache
def _trainings() -> Mapping[str, TrainingViews[Trace]]:
    """Return the name of an algorithm -> the views of the page that trains it."""
    from tokviz.views.pages import bpe, parity, picky, superbpe, unigram, wordpiece

    modules = (bpe, wordpiece, unigram, parity, picky, superbpe)
    return {one.__name__.rpartition(".")[2]: cast("TrainingViews[Trace]", one.VIEWS) for one in modules}


@cache
def page_of(address: str) -> AnyPage:
    """Return the views of a page that trains nothing step by step. Raises KeyError for another."""
    from tokviz.views.pages import (
        bpe_encode,
        compare,
        glossary,
        lattice,
        parity_encode,
        superbpe_encode,
        tokenizers,
        vocabulary,
        why,
        wordpiece_encode,
    )
    from tokviz.views.pages import bytes as bytes_views

    of_addresses = {
        "bytes": bytes_views.PAGE,
        "why": why.PAGE,
        "glossary": glossary.PAGE,
        "compare": compare.PAGE,
        "tokenizers": tokenizers.PAGE,
        "wordpiece-encode": wordpiece_encode.PAGE,
        "bpe-encode": bpe_encode.PAGE,
        "parity-encode": parity_encode.PAGE,
        "superbpe-encode": superbpe_encode.PAGE,
        "lattice": lattice.PAGE,
        "vocabulary": vocabulary.PAGE,
    }
    return cast("AnyPage", of_addresses[address])


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
    there = {NOW, *_trainings()[seen.state.algorithm].names(seen), files.VIEW}
    return {name: title for name, title in titles(seen.state.algorithm).items() if name in there}


def view_of(algorithm: str, name: str) -> View[Trace] | None:
    """Return a view by its name; None where there is none. What is beside the picture has what is noted of the step."""
    views = _trainings().get(algorithm)
    if views is None:
        return None
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
