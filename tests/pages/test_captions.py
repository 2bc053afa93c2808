"""The captions of every page and view, as they are drawn: short, with details folded away."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

import pytest
from streamlit.testing.v1.element_tree import Block

from tests.pages import visit
from tokviz.state.pages import PAGES, Page
from tokviz.views.shared.catalog import load

MOST_WORDS = 25
EN = load("en")
LINK = re.compile(r"\[([^\]]*)\]\([^)]*\)")
CODE = re.compile(r"(`+).*?\1")


def queries(page: Page) -> Iterator[Mapping[str, str]]:
    """Yield the query of each way in which a page can look, and of each of its views."""
    for sample in page.samples:
        half = page.second_half if "do" in sample.query else None
        views = (half or page).views if sample.opens_views else ()
        yield sample.query
        yield from ({**sample.query, "view": view.name} for view in views)


EVERY_LOOK = [(page.address, query) for page in PAGES for query in queries(page)]


def captions(block: Block) -> Iterator[str]:
    """Yield the captions of a part of a page that are seen without opening "Details"."""
    for child in block.children.values():
        if isinstance(child, Block):
            if not (child.type == "expander" and getattr(child, "label", "") == EN("app.details")):
                yield from captions(child)
        elif child.type == "caption":
            yield str(getattr(child, "value", ""))


def words(line: str) -> int:
    """Return the number of words of a caption's line, as a reader sees it.

    A token or a formula is one.

    >>> words("See [the page](/bpe?lang=en) of `low lower`.")
    5
    """
    seen = LINK.sub(r"\1", visit.plain(visit.DEFINED.sub(r"\1", line)))
    return len(CODE.sub("code", seen).split())


@pytest.mark.slow
@pytest.mark.parametrize(("address", "query"), EVERY_LOOK)
def test_no_caption_has_more_words_than_are_read(address: str, query: Mapping[str, str]) -> None:
    at = visit.opened(address, **query, lang="en") if address else visit.start(lang="en")
    shown = [*captions(at.main), *captions(at.sidebar)]
    assert [line for caption in shown for line in caption.split("\n") if words(line) > MOST_WORDS] == []


def test_details_are_folded() -> None:
    at = visit.bpe(view="tree", step="4", lang="en")
    folded = [one for one in at.expander if one.label == EN("app.details")]
    assert [caption.value for one in folded for caption in one.caption]
    assert not any("=" in line for line in captions(at.main))
