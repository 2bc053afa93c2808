"""The pages of the site: file, URL, title and icon of each, in the order of the navigation.

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

__all__ = ["PAGES", "PageInfo", "info", "page"]

_FOLDER = site() / "pages"


@dataclass(frozen=True)
class PageInfo:
    """A page: `file` in ``pages/`` without suffix, `url` path (empty for the start page), key of its title."""

    file: str
    url: str
    title: str
    icon: str


PAGES = (
    PageInfo("start_here", "", "page.start", ":material/home:"),
    PageInfo("learn_bpe", "bpe", "page.bpe", ":material/merge_type:"),
    PageInfo("apply_bpe", "bpe-encode", "page.bpe-encode", ":material/content_cut:"),
    PageInfo("learn_wordpiece", "wordpiece", "page.wordpiece", ":material/score:"),
    PageInfo("learn_unigram", "unigram", "page.unigram", ":material/account_tree:"),
    PageInfo("compare_all", "compare", "page.compare", ":material/compare_arrows:"),
    PageInfo("see_bytes", "bytes", "page.bytes", ":material/data_object:"),
    PageInfo("open_tokenizers", "tokenizers", "page.tokenizers", ":material/deployed_code:"),
    PageInfo("look_into_vocabularies", "vocabulary", "page.vocabulary", ":material/dictionary:"),
    PageInfo("think_why", "why", "page.why", ":material/balance:"),
    PageInfo("practice_tasks", "practice", "page.practice", ":material/exercise:"),
    PageInfo("lead_class", "live", "page.live", ":material/groups:"),
    PageInfo("look_up", "glossary", "page.glossary", ":material/menu_book:"),
)


def info(url: str) -> PageInfo:
    """The page at an address.

    >>> info("bpe").file
    'learn_bpe'
    """
    return next(page for page in PAGES if page.url == url)


def page(info: PageInfo, say: Catalog) -> st.Page:
    """Streamlit's page object, with its title in the visitor's language."""
    return copy(_made(info, say(info.title)))  # a visit marks the page that it runs


@cache
def _made(info: PageInfo, title: str) -> st.Page:
    """The page object, made once: Streamlit looks for the file and at the icon, thirty times in a run of `/bpe`."""
    return st.Page(_FOLDER / f"{info.file}.py", title=title, icon=info.icon, url_path=info.url, default=not info.url)
