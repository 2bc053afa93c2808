"""The list of what a browser tab offers of the app, and the address of a published site that has it.

A site that `tokviz site --live` writes has a page where Python runs in the visitor's own tab (`tokviz.features.site`).
It takes the query strings of the app's pages. What it offers of these is listed here alone, with all algorithms of
:mod:`tokviz.state.trained_pages`: the tab, the site's links and the app's panel that shares a page go by this list.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType

from tokviz.state.trained_pages import TRAINED

PAGES: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        **{name: (name, "") for name in TRAINED},
        **{
            applying.page: (record.name if applying.do else applying.page, applying.do)
            for record in TRAINED.values()
            if (applying := record.applying) is not None
        },
        **{name: (name, "") for name in ("compare", "bytes", "why", "tokenizers", "vocabulary", "chat", "practice")},
    }
)
"""Name of a page of the tab -> the page of the app that shows the same, and the half of it (`do`)."""
APPLYING: Mapping[str, str] = MappingProxyType(
    {name: record.applying.page if record.applying is not None else name for name, record in TRAINED.items()}
)
"""Name of an algorithm -> the one of these that applies it, or the training itself where none does."""
OWN_FILE = "own.html"
"""The page where visitors train on their own text, in the folder of each language."""
SITE = "TOKVIZ_SITE"
"""The variable that names a published site with that page; the app links to it."""

_LONGEST = 300  # characters of an address
_SITE = re.compile(r"https?://(?:[A-Za-z0-9.-]+|\[[0-9A-Fa-f:]+\])(?::[0-9]{1,5})?(?:/[A-Za-z0-9._~%-]+)*/?")


def site_address(told: str) -> str:
    """Return the address of a site, with a slash at its end; empty for what is none.

    Only http and https lead out of the app: an address with another scheme could run a script in it. A user's name, a
    query or a part behind `#` are refused too.

    >>> site_address("https://example.edu/tokviz"), site_address("javascript:alert(1)")
    ('https://example.edu/tokviz/', '')
    """
    address = told.strip()
    if len(address) > _LONGEST or _SITE.fullmatch(address) is None:
        return ""
    return f"{address.rstrip('/')}/"
