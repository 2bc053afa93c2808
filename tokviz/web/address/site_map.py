"""The menu, and the page object for each link. :mod:`tokviz.state.pages` says which pages there are."""

from __future__ import annotations

from copy import copy
from functools import cache

import streamlit as st

from tokviz.location import site
from tokviz.state import pages
from tokviz.state.pages import Page
from tokviz.views.shared.catalog import Catalog

GROUP_KEYS = {
    "learn": "group.learn",
    "algorithms": "group.algorithms",
    "newer": "group.newer",
    "tools": "group.tools",
    "class": "group.class",
}
"""Name of a group of the menu -> the key of its title."""

_FOLDER = site() / "pages"


def menu(say: Catalog) -> dict[str, list[st.Page]]:
    """Return name of a group -> its pages, as `st.navigation` takes them; unlisted ones for their addresses."""
    return {
        say(GROUP_KEYS[name]): [page(entry, say) for entry in pages.PAGES if entry.group == name]
        for name in pages.GROUPS
        if any(entry.group == name for entry in pages.PAGES)
    }


def page(record: Page, say: Catalog) -> st.Page:
    """Return Streamlit's page object, with its title in the visitor's language."""
    return copy(_made(record, say(record.title)))  # a visit marks the page that it runs


def title_of(record: Page, do: str, say: Catalog) -> str:
    """Return the heading of a page: its title, with the half that is open where the page trains an algorithm."""
    heading_key = record.heading_of(do)
    return say(heading_key, page=say(record.title)) if heading_key else say(record.title)


@cache
def _made(record: Page, title: str) -> st.Page:
    """Return the page object, made once: Streamlit looks for file and icon, thirty times in a run of `/bpe`."""
    return st.Page(
        _FOLDER / f"{record.file}.py",
        title=title,
        icon=record.icon,
        url_path=record.address,
        default=not record.address,
        visibility="hidden" if record.parent else "visible",
    )
