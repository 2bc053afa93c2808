"""The views of a page: its tabs, in order, which a link names. Those of algorithms are in their records
(:mod:`tokviz.state.trained_pages`), those of other pages here."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True)
class View:
    """A view: its name in a link, and the key of its heading.

    spoils_answer: whether it tells what comes next, which is hidden from a visitor who is asked for it. Some views are
    there only for some states of their page.
    """

    name: str
    title: str
    spoils_answer: bool = False


def names_of(views: Iterable[View]) -> tuple[str, ...]:
    """Return the names of views, as links have them."""
    return tuple(view.name for view in views)


# -- of several tokenizers ---------------------------------------------------------------------------------------------

COMPARE = (
    View("words", "compare.tab.words"),
    View("measures", "compare.tab.measures"),
    View("vocabularies", "compare.tab.vocabularies"),
    View("marks", "compare.tab.marks"),
    View("fair", "compare.tab.fair"),
    View("export", "compare.tab.export"),
)
VOCABULARY = (
    View("entries", "vocabulary.tab.entries"),
    View("counts", "vocabulary.tab.counts"),
    View("unmerge", "vocabulary.tab.unmerge"),
    View("removed", "vocabulary.tab.removed"),
    View("unused", "vocabulary.tab.unused"),
    View("numbers", "vocabulary.tab.numbers"),
    View("spaces", "vocabulary.tab.spaces"),
    View("languages", "vocabulary.tab.languages"),
    View("morphemes", "vocabulary.tab.morphemes"),
    View("overlap", "vocabulary.tab.overlap"),
    View("changes", "vocabulary.tab.changes"),
    View("special", "vocabulary.tab.special"),
)
