"""Conclusions of docs/dev/measurements.md, computed from its figures: missed aims, and by how much."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

import pytest

_AIMS = {"thirty": 1_200, "hundred": 4_000, "action": 300}  # ms, the 95th of a hundred


class Row(NamedTuple):
    """A line of the table, times in ms: of an action from the first moment on and once all had arrived, of a page."""

    command: str
    action: int
    settled: int
    page: int

    @property
    def visitors(self) -> int:
        """The number of visitors who come at once."""
        found = re.search(r"--visitors (\d+)", self.command)
        assert found
        return int(found[1])

    def missed(self) -> str:
        """The aims that it misses, as the text has it; empty if none."""
        found = []
        if self.action >= _AIMS["action"]:
            found.append(f"an action {self.action:,} ms")
        of_page = _AIMS["thirty" if self.visitors <= 30 else "hundred"]
        if "--cluster" not in self.command and self.page > of_page:
            found.append(f"a first page {self.page:,} ms")
        return f"- `{self.command}`: {', '.join(found)}" if found else ""


@pytest.fixture(scope="module")
def text(root: Path) -> str:
    """The document."""
    return (root / "docs" / "dev" / "measurements.md").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def rows(text: str) -> list[Row]:
    """The table of visitors."""
    cells = [[cell.strip() for cell in line.strip("| ").split("|")] for line in text.splitlines()]
    found = [row for row in cells if "--visitors" in row[0] and len(row) == 6]
    return [Row(row[0].strip("`"), *(int(cell.split(" / ")[1].replace(",", "")) for cell in row[1:4])) for row in found]


def test_what_misses_its_aim_is_said(text: str, rows: list[Row]) -> None:
    said = [line for line in text.splitlines() if line.startswith("- `--")]
    assert len(rows) >= 7
    assert said == [missed for row in rows if (missed := row.missed())]
    assert all(f"{aim:,} ms" in text for aim in _AIMS.values())


def test_worked_examples_meet_all_aims(rows: list[Row]) -> None:
    assert [row for row in rows if "--examples" in row.command and row.missed()] == []
    assert {row.visitors for row in rows if "--examples" in row.command} == {30, 100, 200}


def test_what_happens_once_all_have_arrived(rows: list[Row]) -> None:
    """Of those that miss the aim for an action: the hundred meet it then, the two hundred do not."""
    late = {row.visitors: row.settled for row in rows if row.action >= _AIMS["action"]}
    assert late[100] < _AIMS["action"] <= late[200]
