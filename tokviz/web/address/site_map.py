"""The pages of the site: URL, title, icon and group of each, in the order of the menu.

A page's file is named after its URL, with `_page` behind it: beside the entry script Streamlit's own router would
answer the first visit to a page whose file is named exactly like its URL.
"""

from __future__ import annotations

from copy import copy
from dataclasses import dataclass
from functools import cache

import streamlit as st

from tokviz.location import site
from tokviz.views.shared.catalog import Catalog

__all__ = ["GROUPS", "PAGES", "PageInfo", "info", "menu", "page"]

_GROUPS = {
    "learn": "group.learn",
    "algorithms": "group.algorithms",
    "tools": "group.tools",
    "class": "group.class",
}

_FOLDER = site() / "pages"

GROUPS = ("learn", "algorithms", "tools", "class")
"""The groups of the menu, in their order; `group.<name>` is what each is called."""


@dataclass(frozen=True)
class PageInfo:
    """A page: its `url` path, empty for the start page, and the key of its title.

    group: where it is in the menu. parent: for a page that the menu does not list, the URL of the one that leads to it.
    """

    url: str
    title: str
    icon: str
    group: str
    parent: str = ""

    @property
    def file(self) -> str:
        """Return its file in ``pages/``, without suffix."""
        return f"{(self.url or 'start').replace('-', '_')}_page"


PAGES = (
    PageInfo("", "page.start", ":material/home:", "learn"),
    PageInfo("lessons", "page.lessons", ":material/school:", "learn"),
    PageInfo("glossary", "page.glossary", ":material/menu_book:", "learn"),
    PageInfo("bpe", "page.bpe", ":material/merge_type:", "algorithms"),
    PageInfo("bpe-encode", "page.bpe-encode", ":material/content_cut:", "algorithms", parent="bpe"),
    PageInfo("wordpiece", "page.wordpiece", ":material/score:", "algorithms"),
    PageInfo("unigram", "page.unigram", ":material/account_tree:", "algorithms"),
    PageInfo("compare", "page.compare", ":material/compare_arrows:", "tools"),
    PageInfo("tokenizers", "page.tokenizers", ":material/deployed_code:", "tools"),
    PageInfo("vocabulary", "page.vocabulary", ":material/dictionary:", "tools"),
    PageInfo("bytes", "page.bytes", ":material/data_object:", "tools"),
    PageInfo("why", "page.why", ":material/balance:", "tools"),
    PageInfo("practice", "page.practice", ":material/exercise:", "class"),
    PageInfo("live", "page.live", ":material/groups:", "class"),
)


def info(url: str) -> PageInfo:
    """Return the page at an address.

    >>> info("bpe-encode").file
    'bpe_encode_page'
    """
    return next(page for page in PAGES if page.url == url)


def menu(say: Catalog) -> dict[str, list[st.Page]]:
    """Return name of a group -> its pages, as `st.navigation` takes them; unlisted ones for their addresses."""
    return {
        say(_GROUPS[name]): [page(info, say) for info in PAGES if info.group == name]
        for name in GROUPS
        if any(info.group == name for info in PAGES)
    }


def page(info: PageInfo, say: Catalog) -> st.Page:
    """Return streamlit's page object, with its title in the visitor's language."""
    return copy(_made(info, say(info.title)))  # a visit marks the page that it runs


@cache
def _made(info: PageInfo, title: str) -> st.Page:
    """Return the page object, made once: Streamlit looks for file and icon, thirty times in a run of `/bpe`."""
    return st.Page(
        _FOLDER / f"{info.file}.py",
        title=title,
        icon=info.icon,
        url_path=info.url,
        default=not info.url,
        visibility="hidden" if info.parent else "visible",
    )
