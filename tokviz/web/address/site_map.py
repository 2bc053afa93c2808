"""The pages of the site: file, URL, title, icon and group of each, in the order of the menu.

A page file's stem differs from its URL on purpose: beside the entry script Streamlit's own router would answer the
first visit to a page whose file is named like its URL.
"""

from __future__ import annotations

from copy import copy
from dataclasses import dataclass
from functools import cache

import streamlit as st

from tokviz.location import site
from tokviz.views.shared.catalog import Catalog

__all__ = ["GROUPS", "PAGES", "PageInfo", "info", "menu", "page"]

_FOLDER = site() / "pages"

GROUPS = ("learn", "algorithms", "tools", "class")
"""The groups of the menu, in their order; `group.<name>` is what each is called."""


@dataclass(frozen=True)
class PageInfo:
    """A page: `file` in ``pages/`` without suffix, `url` path (empty for the start page), key of its title.

    group: where it is in the menu. parent: for a page that the menu does not list, the URL of the one that leads to it.
    """

    file: str
    url: str
    title: str
    icon: str
    group: str
    parent: str = ""


PAGES = (
    PageInfo("start_here", "", "page.start", ":material/home:", "learn"),
    PageInfo("choose_lesson", "lessons", "page.lessons", ":material/school:", "learn"),
    PageInfo("look_up", "glossary", "page.glossary", ":material/menu_book:", "learn"),
    PageInfo("learn_bpe", "bpe", "page.bpe", ":material/merge_type:", "algorithms"),
    PageInfo("apply_bpe", "bpe-encode", "page.bpe-encode", ":material/content_cut:", "algorithms", parent="bpe"),
    PageInfo("learn_wordpiece", "wordpiece", "page.wordpiece", ":material/score:", "algorithms"),
    PageInfo("learn_unigram", "unigram", "page.unigram", ":material/account_tree:", "algorithms"),
    PageInfo("compare_all", "compare", "page.compare", ":material/compare_arrows:", "tools"),
    PageInfo("open_tokenizers", "tokenizers", "page.tokenizers", ":material/deployed_code:", "tools"),
    PageInfo("look_into_vocabularies", "vocabulary", "page.vocabulary", ":material/dictionary:", "tools"),
    PageInfo("see_bytes", "bytes", "page.bytes", ":material/data_object:", "tools"),
    PageInfo("think_why", "why", "page.why", ":material/balance:", "tools"),
    PageInfo("practice_tasks", "practice", "page.practice", ":material/exercise:", "class"),
    PageInfo("lead_class", "live", "page.live", ":material/groups:", "class"),
)


def info(url: str) -> PageInfo:
    """The page at an address.

    >>> info("bpe").file
    'learn_bpe'
    """
    return next(page for page in PAGES if page.url == url)


def menu(say: Catalog) -> dict[str, list[st.Page]]:
    """Name of a group -> its pages, as `st.navigation` takes them; unlisted ones are there for their addresses."""
    return {
        say(f"group.{name}"): [page(info, say) for info in PAGES if info.group == name]
        for name in GROUPS
        if any(info.group == name for info in PAGES)
    }


def page(info: PageInfo, say: Catalog) -> st.Page:
    """Streamlit's page object, with its title in the visitor's language."""
    return copy(_made(info, say(info.title)))  # a visit marks the page that it runs


@cache
def _made(info: PageInfo, title: str) -> st.Page:
    """The page object, made once: Streamlit looks for the file and at the icon, thirty times in a run of `/bpe`."""
    return st.Page(
        _FOLDER / f"{info.file}.py",
        title=title,
        icon=info.icon,
        url_path=info.url,
        default=not info.url,
        visibility="hidden" if info.parent else "visible",
    )
