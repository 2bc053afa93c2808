"""Sentences with tokens in them, as every view says them.

A sentence is a tuple of segments: plain text in the even places, a token to be set as code in the odd ones, so that no
token has to be escaped or quoted. The words come from a catalog.
"""

from __future__ import annotations

from collections.abc import Sequence

from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.display import shorten, shown

__all__ = ["MAX_LISTED", "Sentence", "as_code", "as_text", "code", "code_pair", "plain", "segments", "shortened"]

Sentence = tuple[str, ...]

MAX_LISTED = 5
"""How many words or tied pairs a sentence names before it says how many more there are."""

_MARK = "\0"  # fences the tokens inside a formatted template; the display form of a token never holds it


def plain(text: str) -> Sentence:
    """Return a sentence without tokens."""
    return (text,)


def segments(text: str) -> Sentence:
    """Return a formatted template as a sentence: what :func:`as_code` fenced becomes the tokens."""
    return tuple(text.split(_MARK))


def as_text(sentence: Sentence) -> str:
    """Return the sentence as a string, tokens in backquotes.

    >>> as_text(("merge ", "e s", " now"))
    'merge `e s` now'
    """
    return "".join(f"`{part}`" if i % 2 else part for i, part in enumerate(sentence))


def as_code(text: str) -> str:
    """Return `text` fenced, to be a token of the sentence that it is formatted into."""
    return f"{_MARK}{shorten(text)}{_MARK}"


def code(*tokens: str) -> str:
    """Return tokens in their visible form, side by side, fenced as one."""
    return as_code(" ".join(map(shown, tokens)))


def code_pair(left: str, right: str) -> str:
    """Return two symbols side by side, each cut where it is long, fenced as one.

    >>> segments(f"merge {code_pair('e', 's')} now")
    ('merge ', 'e s', ' now')
    """
    return f"{_MARK}{shown(left)} {shown(right)}{_MARK}"


def shortened(names: Sequence[str], total: int, others: str, say: Catalog) -> str:
    """Return names as a sentence lists them: the first of `total`, of which one more than are listed are given, and how
    many more there are, by the key `others`."""
    if total > MAX_LISTED + 1:
        names = [*names[:MAX_LISTED], say.count(others, total - MAX_LISTED)]
    return say.listed(list(names))
