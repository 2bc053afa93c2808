"""Connections that have not said yet who they are, which must not take the places of those that have."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

__all__ = ["Silent"]


class Silent:
    """So many of each address, for so many seconds. The one that has waited longest makes way for the next one."""

    def __init__(self, most: int, seconds: float) -> None:
        self._most, self._seconds = most, seconds
        self._waiting: dict[str, list[asyncio.Timeout]] = {}

    @asynccontextmanager
    async def until_heard(self, name: str) -> AsyncIterator[None]:
        """Wait for the first message of a connection. Raises TimeoutError."""
        async with asyncio.timeout(self._seconds) as limit:
            waiting = self._waiting.setdefault(name, [])
            waiting.append(limit)
            try:
                if len(waiting) > self._most and not (longest := waiting.pop(0)).expired():
                    longest.reschedule(0)
                yield
            finally:
                if limit in waiting:
                    waiting.remove(limit)
                if self._waiting.get(name) == []:
                    del self._waiting[name]
