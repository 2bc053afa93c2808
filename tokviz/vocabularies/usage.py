"""Which entries a text uses, how often, and how often one is a whole word of it.

What a large text never uses is a candidate for a token that training hardly ever saw; whether it is one the text cannot
say. Lines are encoded one by one, as texts of their own.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from tokviz.checks import check_limit
from tokviz.vocabularies.entries import Places, Vocabulary

__all__ = ["MAX_USED", "Usage", "usage"]

MAX_USED = 5_000_000
"""The longest text, in characters."""

_WORD = re.compile(r"[^\W\d_]+")


@dataclass(frozen=True)
class Usage:
    """tokens: how many the text has. uses: of each entry by its place, how often it is used. whole: how often the words
    of the text, runs of letters behind a space, are this one token."""

    tokens: int
    uses: npt.NDArray[np.int64]
    whole: npt.NDArray[np.int64]

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

    >>> from tokviz.pipeline import Pipeline
    >>> file = b'{"model": {"type": "BPE", "vocab": {"l": 0, "o": 1, "lo": 2}, "merges": ["l o"]}}'
    >>> found = usage(Vocabulary(Pipeline.from_file(file)), "lol")
    >>> found.tokens, found.uses.tolist(), found.unused.tolist()
    (2, [1, 0, 1], [1])
    """
    check_limit("MAX_USED", MAX_USED, met=len(text))
    many, place_of = vocabulary.pipeline.engine.many, vocabulary.place_of
    uses = np.zeros(len(vocabulary), np.int64)
    tokens = 0
    for ids in many(text.splitlines(keepends=True)):
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
    return Usage(tokens, uses, whole)
