"""The names of the languages whose texts are compared, in the language of the page."""

from __future__ import annotations

from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.display import MAX_SHOWN, shown

# Those of examples and exercises; a visitor's own have the name that they were given.
_NAMES = {
    "English": "parity.language.english",
    "German": "parity.language.german",
    "Spanish": "parity.language.spanish",
    "Turkish": "parity.language.turkish",
    "Chinese": "parity.language.chinese",
}


def language_name(name: str, say: Catalog, length: int = MAX_SHOWN) -> str:
    """Return the name of a language for display, cut to a length.

    >>> from tokviz.views.shared.catalog import load
    >>> language_name("German", load("zh")), language_name("My dialect", load("zh"))
    ('德语', 'My␣dialect')
    """
    return say(_NAMES[name]) if name in _NAMES else shown(name, length)
