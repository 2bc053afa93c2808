"""Which entries a text uses, how often, and how often one is a whole word of it.

What a large text never uses is a candidate for a token that training hardly ever saw; whether it is one the text cannot
say. A text is encoded as a whole, as in :mod:`tokviz.compare`; a very long one line by line.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from tokviz.checks import check_limit
from tokviz.errors import RulesError
from tokviz.files.limits import has_long_runs
from tokviz.vocabularies.entries import Places, Vocabulary

__all__ = ["MAX_USED", "MAX_WHOLE", "Usage", "usage"]

MAX_USED = 5_000_000
"""The longest text, in characters."""
MAX_WHOLE = 1_000_000
"""The longest text that is encoded as a whole, in characters."""

_WORD = re.compile(r"[^\W\d_]+")


@dataclass(frozen=True)
class Usage:
    """tokens: how many the text has. uses: of each entry by its place, how often it is used. whole: how often the words
    of the text, runs of letters behind a space, are this one token. is_whole: the text was encoded as a whole, and not
    line by line."""

    tokens: int
    uses: npt.NDArray[np.int64]
    whole: npt.NDArray[np.int64]
    is_whole: bool

    @property
    def unused(self) -> Places:
        """The entries that the text does not use."""
        return np.flatnonzero(self.uses == 0)

    @property
    def used(self) -> Places:
        """The entries that it uses, the most frequent first."""
        places = np.flatnonzero(self.uses)
        return places[np.argsort(-self.uses[places], kind="stable")]


def usage(vocabulary: Vocabulary, text: str) -> Usage:
    """Encode a text and count. Raises LimitError for a long one.

    >>> from tokviz.files.pipeline import Pipeline
    >>> file = b'{"model": {"type": "BPE", "vocab": {"l": 0, "o": 1, "lo": 2}, "merges": ["l o"]}}'
    >>> found = usage(Vocabulary(Pipeline.from_file(file)), "lol")
    >>> found.tokens, found.uses.tolist(), found.unused.tolist()
    (2, [1, 0, 1], [1])
    """
    check_limit("MAX_USED", MAX_USED, met=len(text))
    many, place_of = vocabulary.pipeline.engine.many, vocabulary.place_of
    uses = np.zeros(len(vocabulary), np.int64)
    tokens = 0
    encoded, is_whole = _encoded(many, text)
    for ids in encoded:
        tokens += len(ids)
        for number in ids:
            uses[place_of[number]] += 1
    whole = np.zeros(len(vocabulary), np.int64)
    words = Counter(_WORD.findall(text))
    for times, ids in zip(words.values(), many([f" {word}" for word in words]), strict=True):
        places = [place_of[one] for one in ids]
        written = [place for place in places if vocabulary.texts[place].strip()]  # not a mark that stands alone
        if len(written) == 1:
            whole[written[0]] += times
    return Usage(tokens, uses, whole, is_whole)


def _encoded(many: Callable[[Sequence[str]], list[list[int]]], text: str) -> tuple[list[list[int]], bool]:
    """The ids of a text, and whether it was encoded as a whole; else they are those of its lines."""
    if len(text) <= MAX_WHOLE and not has_long_runs(text):
        try:
            return many([text]), True
        except RulesError:  # a file that may be slow is first tried on the text, which has to be quick: lines are
            pass
    return many(text.splitlines(keepends=True)), False
