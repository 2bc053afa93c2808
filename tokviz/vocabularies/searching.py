"""Finding entries: by what they stand for, by how the file writes them, by id, kind and script."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Mapping

import numpy as np

from tokviz.vocabularies.entries import KINDS, Places, Vocabulary
from tokviz.vocabularies.scripts import SCRIPTS

__all__ = ["ORDERS", "WAYS", "ordered", "search"]

WAYS = ("contains", "begins", "ends", "is", "written", "id")
"""How a text is looked for. ``contains``, ``begins``, ``ends``, ``is``: in what an entry stands for; ``written``: in
the token as the file writes it; ``id``: ids, as numbers and ranges, such as ``5 100-120``."""

ORDERS = ("id", "longest", "shortest")

_MATCHES: Mapping[str, Callable[[str, str], bool]] = {"begins": str.startswith, "ends": str.endswith, "is": operator.eq}
_RANGE = re.compile(r"(\d{1,10})(?:[-–](\d{1,10}))?")


def search(
    vocabulary: Vocabulary,
    text: str = "",
    way: str = "contains",
    *,
    kind: str = "",
    script: str = "",
    ignore_case: bool = False,
) -> Places:
    """The entries that a text is found in, of a kind and a script if these are named, in the order of their ids.

    An empty text is found in all. Case counts unless it is to be ignored.

    >>> from tokviz.files.pipeline import Pipeline
    >>> file = b'{"model": {"type": "BPE", "vocab": {"l": 0, "o": 1, "lo": 2}, "merges": ["l o"]}}'
    >>> vocabulary = Vocabulary(Pipeline.from_file(file))
    >>> [search(vocabulary, *one).tolist() for one in (("o",), ("l", "is"), ("1-9", "id"))]
    [[1, 2], [0], [1, 2]]
    """
    found = np.ones(len(vocabulary), bool)
    if kind:
        found &= vocabulary.kinds == KINDS.index(kind)
    if script:
        found &= vocabulary.scripts == SCRIPTS.index(script)
    if text:
        if way == "id":
            found &= _in_ranges(vocabulary, text)
        else:
            where = vocabulary.tokens if way == "written" else vocabulary.texts
            wanted, fold = (text.casefold(), str.casefold) if ignore_case else (text, str)
            matches = _MATCHES.get(way, operator.contains)
            for place in np.flatnonzero(found).tolist():
                if not matches(fold(where[place]), wanted):
                    found[place] = False
    return np.flatnonzero(found)


def ordered(vocabulary: Vocabulary, places: Places, order: str) -> Places:
    """The same entries in another order; of one length by id."""
    if order == "id":
        return places
    lengths = vocabulary.characters[places]
    return places[np.argsort(-lengths if order == "longest" else lengths, kind="stable")]


def _in_ranges(vocabulary: Vocabulary, text: str) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
    ids = vocabulary.ids
    found = np.zeros(len(vocabulary), bool)
    for first, last in _RANGE.findall(text):
        found |= (ids >= int(first)) & (ids <= int(last or first))
    return found
