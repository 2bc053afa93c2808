"""Methods whose last results each object keeps for itself.

A plain `lru_cache` on a method is one for all objects, and none of them would ever be let go.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, lru_cache, partial
from typing import Any, TypeVar, cast

Method = TypeVar("Method", bound=Callable[..., Any])


def memoized(most: int | None) -> Callable[[Method], Method]:
    """Keep the last `most` results of a method, or all for None.

    >>> class Numbers:
    ...     @memoized(2)
    ...     def upto(self, number: int) -> list[int]:
    ...         return list(range(number))
    >>> (numbers := Numbers()).upto(3) is numbers.upto(3)
    True
    """

    def remembered(method: Method) -> Method:
        return cast("Method", cached_property(lambda self: lru_cache(most)(partial(method, self))))

    return remembered
