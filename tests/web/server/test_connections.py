"""Limits of connections, and the connections that give way."""

from __future__ import annotations

import resource
import subprocess
import sys
from dataclasses import dataclass, replace

import pytest

from tests.coroutines import run
from tokviz.web.server import limits
from tokviz.web.server.connections import Budget, Connections, alike, largest_first


@dataclass(eq=False)
class One:
    """A connection."""

    address: str = "hall"
    waits_since: float = 0.0
    is_cut: bool = False

    def is_late(self, now: float) -> bool:
        return now - self.waits_since > 10

    def cut(self) -> None:
        self.is_cut = True


def small(of_all: int = 100, of_address: int = 2) -> Connections:
    return Connections(replace(limits.from_environment(), connections=of_all, connections_per_address=of_address))


def test_the_oldest_that_waits_gives_way_to_a_new_one_of_its_address() -> None:
    async def cut() -> list[bool]:
        known, ones = small(), [One() for _ in range(4)]
        other = One("elsewhere")
        assert all(known.add(one) for one in (other, *ones[:2]))
        known.is_served(ones[0])
        assert known.add(ones[2])
        assert known.add(ones[3])
        return [one.is_cut for one in (other, *ones)]

    assert run(cut()) == [False, False, True, True, False]


def test_one_that_has_just_sent_something_gives_way_last() -> None:
    async def cut() -> list[bool]:
        known, ones = small(), [One() for _ in range(3)]
        assert all(known.add(one) for one in ones[:2])
        known.waits(ones[0])
        assert known.add(ones[2])
        return [one.is_cut for one in ones]

    assert run(cut()) == [False, True, False]


def test_nobody_whose_request_is_served_gives_way() -> None:
    async def added() -> list[bool]:
        known, first = small(of_address=1), One()
        found = [known.add(first)]
        known.is_served(first)
        found.append(known.add(One()))
        known.discard(first)
        found.append(known.add(One()))
        return found

    assert run(added()) == [True, False, True]


@pytest.mark.parametrize("address", ["", "hall"])
def test_all_together_have_a_limit_too(address: str) -> None:
    async def cut() -> tuple[bool, int]:
        known, first = small(of_all=2, of_address=2), One("elsewhere")
        assert all(known.add(one) for one in (first, One(address), One(address)))
        return first.is_cut, len(known)

    assert run(cut()) == (True, 2)


def test_those_that_are_late_are_cut() -> None:
    async def cut() -> list[bool]:
        known, ones = small(), [One(), One(waits_since=5)]
        for one in ones:
            known.add(one)
        known.close_late(11)
        return [one.is_cut for one in ones]

    assert run(cut()) == [True, False]


def test_an_address_is_not_cut_for_what_others_hold() -> None:
    budget = Budget[str](100, 150, alike)
    assert budget.hold("quiet", "home", 40) == ()
    assert budget.hold("first", "hall", 90) == ()
    assert budget.hold("second", "hall", 30) == ("first",)
    budget.release("first")
    assert budget.hold("third", "hall", 60) == ()
    assert budget.total == 130


def test_the_largest_releases_first_where_all_are_whole() -> None:
    budget = Budget[str](100, 150, largest_first)
    assert budget.hold("a page", "hall", 5) == ()
    assert budget.hold("a book", "hall", 60) == ()
    assert budget.hold("another book", "hall", 60) == ("a book",)


@pytest.mark.slow
def test_the_soft_limit_of_open_files_is_raised() -> None:
    code = (
        "import resource; hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1];"
        "resource.setrlimit(resource.RLIMIT_NOFILE, (256, hard));"
        "from tokviz.web.server import limits; print(limits.raise_limit())"
    )
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    expected = limits.MOST_DESCRIPTORS if hard == resource.RLIM_INFINITY else min(hard, limits.MOST_DESCRIPTORS)
    assert int(told.stdout) == expected


def test_connections_leave_descriptors_for_files(monkeypatch: pytest.MonkeyPatch) -> None:
    for files, most in ((100, 75), (1_024, 768), (65_536, 10_000)):
        monkeypatch.setattr(limits, "allowed_descriptors", lambda files=files: files)
        assert limits.from_environment().connections == most
