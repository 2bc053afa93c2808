"""Streamlit's own page: the scripts in it, and those that it loads later.

Streamlit gives no hashes of the scripts that are in its index page, which a content security policy has to name, and
loads the script of each kind of element only when the first element of that kind comes.

Without it: tests/web/arrival/test_page_head.py::test_a_page_runs_our_script_first_and_has_our_styles_last
Tried with: Streamlit 1.67
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import streamlit

_STATIC = Path(streamlit.__file__).parent / "static"
_INLINE = re.compile(r"<script>(.*?)</script>", re.DOTALL)
_ELEMENTS = ("BidiComponent", "Html", "PageLink", "ButtonGroup", "Selectbox", "TextArea", "Popover", "Checkbox")
"""The kinds of elements that our pages begin with."""


def inline_scripts() -> list[str]:
    """Return the scripts that are in Streamlit's index page."""
    return _INLINE.findall((_STATIC / "index.html").read_text(encoding="utf-8"))


def element_scripts() -> Iterator[str]:
    """Yield the names of the script files that our pages need first."""
    for name in _ELEMENTS:
        yield from sorted(path.name for path in (_STATIC / "static" / "js").glob(f"{name}.*.js"))
