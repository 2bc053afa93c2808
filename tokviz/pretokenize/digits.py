"""Digits in groups of three from the right, as people write numbers: 1234567 is 1, 234, 567.

The text is cut at runs of the digits 0 to 9 first. A run gives what is left over first, then threes; what stands
between runs is cut by another pre-tokeniser, which does not see the digits. Source: the right-to-left splitting of
sanderland/script_tok; conventions that group from the left are patterns in :mod:`tokviz.pretokenize.named`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

__all__ = ["between_runs", "threes"]

_RUN = re.compile(r"([0-9]+)")


def threes(run: str) -> tuple[str, ...]:
    """A run of digits in groups of three from the right.

    >>> threes("1234567"), threes("42")
    (('1', '234', '567'), ('42',))
    """
    first = len(run) % 3
    groups = (run[i : i + 3] for i in range(first, len(run), 3))
    return (run[:first], *groups) if first else tuple(groups)


def between_runs(text: str) -> Iterator[tuple[str, bool]]:
    """The parts of a text in order, each with whether it is a run of digits.

    >>> list(between_runs("ab12c"))
    [('ab', False), ('12', True), ('c', False)]
    """
    for i, part in enumerate(_RUN.split(text)):
        if part:
            yield part, bool(i % 2)
