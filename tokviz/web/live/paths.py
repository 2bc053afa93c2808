"""The addresses of pages that a teacher may show to students: those of the site map, and nothing else."""

from __future__ import annotations

from tokviz.web.address.site_map import PAGES
from tokviz.web.live import settings

__all__ = ["is_page"]


def is_page(address: str) -> bool:
    """Whether an address is a page of this site, as a path with a query. Its letters are checked by the room.

    >>> [is_page(one) for one in ("/bpe?step=2", "/", "/why/", "/elsewhere", "//bpe", "/join/ABCD2345", "bpe")]
    [True, True, True, False, False, False, False]
    """
    path, start = address.partition("?")[0], settings.prefix()
    return path.removesuffix("/") in {f"{start}/{page.url}".removesuffix("/") for page in PAGES}
