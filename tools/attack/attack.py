"""Records of an attack: its number and name, how it is played, and the server that it is played against."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

__all__ = ["Attack", "NotKeptError", "Play", "Target", "expect"]


class NotKeptError(Exception):
    """The server did not answer an attack as it should."""


def expect(is_so: object, otherwise: str) -> None:
    """Go on if it is so. Raises NotKeptError with the other sentence.

    >>> expect(True, "the server is gone")
    """
    if not is_so:
        raise NotKeptError(otherwise)


@dataclass(frozen=True)
class Target:
    """The server that is attacked.

    url: http://host:port. folder: its log, its rooms, and files that an attack writes. source: the address that
    attackers connect from. output: returns everything that the server printed. memory: returns the MB that it and its
    child processes use now.
    """

    url: str
    folder: Path
    source: str
    output: Callable[[], str]
    memory: Callable[[], int]

    @property
    def host(self) -> str:
        """The host of the address, without the port."""
        return urlsplit(self.url).hostname or ""

    @property
    def port(self) -> int:
        """The port of the address."""
        return urlsplit(self.url).port or 0


Play = Callable[[Target], Awaitable[str]]
"""Plays an attack and returns what came back, in a few words. Raises NotKeptError."""


@dataclass(frozen=True)
class Attack:
    """One attack. expected: the answer, in a few words."""

    number: int
    name: str
    play: Play
    expected: str
