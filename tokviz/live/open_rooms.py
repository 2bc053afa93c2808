"""How many rooms of one address are open at once: without a limit, one address fills the server within a day."""

from __future__ import annotations

from collections.abc import Callable

__all__ = ["MOST", "OpenRooms"]

MOST = 40
"""Rooms of one address: those of a school on one day."""


class OpenRooms:
    """The rooms that each address has opened.

    >>> opened, ended = OpenRooms(1), set()
    >>> opened.note("a", "ABC"), opened.has_place("a", lambda code: code not in ended), opened.has_place("b", bool)
    (None, False, True)
    >>> ended.add("ABC")
    >>> opened.has_place("a", lambda code: code not in ended)
    True
    """

    def __init__(self, most: int = MOST) -> None:
        self._most = most
        self._codes: dict[str, tuple[str, ...]] = {}

    def has_place(self, address: str, is_open: Callable[[str], bool]) -> bool:
        """Return whether an address may open one more. is_open: whether the room of a code is still there."""
        codes = self._codes.get(address, ())
        if len(codes) >= self._most:
            codes = self._codes[address] = tuple(code for code in codes if is_open(code))
        return len(codes) < self._most

    def note(self, address: str, code: str) -> None:
        """Remember a room that an address has opened."""
        self._codes[address] = (*self._codes.get(address, ()), code)
