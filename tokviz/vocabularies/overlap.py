"""What two vocabularies share: entries that are encoded from the same bytes, however each file writes them.

A space in front counts, so the beginning of a word is not the same as the end of one. Added tokens are left out.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from tokviz.vocabularies.entries import KINDS, Places, Vocabulary

__all__ = ["Overlap", "overlap"]


@dataclass(frozen=True)
class Overlap:
    """Which entries of two vocabularies the other one has too, and which not, by places. Where one has several entries
    for the same bytes, each of them counts in `common` (by the places of the first) or in `only`.
    """

    common: Places
    only: Places
    only_other: Places
    kinds: dict[str, tuple[int, int, int]]

    @property
    def share(self) -> float:
        """What is common, as a share of all different ones of both (Jaccard)."""
        every = len(self.common) + len(self.only) + len(self.only_other)
        return len(self.common) / every if every else 0.0


def overlap(first: Vocabulary, second: Vocabulary) -> Overlap:
    """Compare two vocabularies. `kinds` are (common, only the first's, only the second's) by kind; what is common has
    the kind that it has in the first.

    >>> from tokviz.files.pipeline import Pipeline
    >>> begin = b'{"model": {"type": "BPE", "merges": [], "vocab": '
    >>> files = [begin + b'{"l": 0, "o": 1}}}', begin + b'{"o": 0, "w": 1}}}']
    >>> found = overlap(*(Vocabulary(Pipeline.from_file(file)) for file in files))
    >>> found.common.tolist(), found.only.tolist(), found.only_other.tolist(), round(found.share, 3)
    ([1], [0], [1], 0.333)
    """
    first, second = first.encoded, second.encoded
    common, only = _apart(first, second)
    _, only_other = _apart(second, first)
    counts = [
        np.bincount(vocabulary.kinds[places], minlength=len(KINDS)).tolist()
        for vocabulary, places in ((first, common), (first, only), (second, only_other))
    ]
    kinds = {kind: tuple(row) for kind, *row in zip(KINDS, *counts, strict=True) if any(row)}
    return Overlap(common, only, only_other, kinds)


def _apart(one: Vocabulary, other: Vocabulary) -> tuple[Places, Places]:
    known = {data for data, kind in zip(other.data, other.kinds.tolist(), strict=True) if kind != _ADDED}
    is_counted = one.kinds != _ADDED
    is_common = np.fromiter((data in known for data in one.data), bool, len(one))
    return np.flatnonzero(is_common & is_counted), np.flatnonzero(~is_common & is_counted)


_ADDED = KINDS.index("added")
