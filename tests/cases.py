"""How many of the cases of a large table are run: some in `make test`, all in `make explore`."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import TypeVar

__all__ = ["some"]

Case = TypeVar("Case")


def some(cases: Iterable[Case], most: int = 6) -> list[Case]:
    """At most so many of the cases, evenly spread, the same on every run; all of them where TOKVIZ_ALL_CASES is set.

    >>> some(range(100), 4) if "TOKVIZ_ALL_CASES" not in os.environ else [0, 25, 50, 75]
    [0, 25, 50, 75]
    """
    every = list(cases)
    if os.environ.get("TOKVIZ_ALL_CASES") or len(every) <= most:
        return every
    return [every[len(every) * i // most] for i in range(most)]
