"""Letters of a text on its way to a model, each with the characters of the original text that it comes from.

The library keeps a letter that is put in at the place of the one before it, so that offsets are lost and overlap in the
same way here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from operator import itemgetter
from typing import Any, NamedTuple

from tokviz.errors import RulesError, brief
from tokviz.files.json_elements import name_of


class Letter(NamedTuple):
    """A character of a normalized text, and from which character of the original text to which it comes from."""

    text: str
    start: int
    end: int


Letters = tuple[Letter, ...]
_FIRST = itemgetter(0)
_LETTER: Callable[[tuple[str, int, int]], Letter] = partial(tuple.__new__, Letter)  # without a call in Python


def text_of(letters: Iterable[Letter]) -> str:
    """Return the text of letters."""
    return "".join(map(_FIRST, letters))


def letters_of(text: str, start: int, end: int) -> Letters:
    """Return the letters of a text from `start` up to `end` as they are there.

    >>> letters_of("low", 1, 3)
    (Letter(text='o', start=1, end=2), Letter(text='w', start=2, end=3))
    """
    return tuple(map(_LETTER, zip(text[start:end], range(start, end), range(start + 1, end + 1), strict=True)))


def prepended(put: str, letters: Letters) -> Letters:
    """Return letters with a string before them, all of it at the place of the first."""
    return (*(letters[0]._replace(text=one) for one in put), *letters) if letters else ()


def needs_library(element: Mapping[str, Any]) -> RulesError:
    """Return the error of an element that only the library applies."""
    return RulesError("tab-element", element=brief(name_of(element)))
