"""Digits in groups: runs of the digits 0 to 9 are cut out of a text first, and each is cut into groups of one size.

From the right, groups of three are the thousands that people write: 1234567 is 1, 234, 567. What stands between runs is
cut by another pre-tokeniser, which does not see the digits. Source: the splitting of sanderland/script_tok 250b9c4;
conventions that group by a pattern, from the left, are in :mod:`tokviz.pretokenize.patterns`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

__all__ = ["between_runs", "groups"]

_RUN = re.compile(r"([0-9]+)")


def groups(run: str, size: int = 3, *, from_right: bool = True) -> tuple[str, ...]:
    """A run of digits in groups of `size`, which must be positive; the group left over is the first, or the last.

    >>> groups("1234567"), groups("1234567", from_right=False), groups("42", 1)
    (('1', '234', '567'), ('123', '456', '7'), ('4', '2'))
    """
    first = len(run) % size if from_right else 0
    found = tuple(run[i : i + size] for i in range(first, len(run), size))
    return (run[:first], *found) if first else found


def between_runs(text: str) -> Iterator[tuple[str, bool]]:
    """The parts of a text in order, each with whether it is a run of digits.

    >>> list(between_runs("ab12c"))
    [('ab', False), ('12', True), ('c', False)]
    """
    for i, part in enumerate(_RUN.split(text)):
        if part:
            yield part, bool(i % 2)
