"""Style sheets have five sizes of text, those of `look.css`; letters of a picture say that they are letters."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.sources import frontend_files
from tokviz.frontend import FOLDER

SHEETS = [
    path
    for path in frontend_files(".css")
    if path.name
    not in {"look.css", "first_frame.css", "worksheet.css", "homework.css"}  # the sizes themselves; before them; paper
]
LETTERS = "/* letters"
DECLARED = re.compile(r"\bfont(?:-size)?:[^;]*;[^\n]*")
FIXED = re.compile(r"(?<![\w.-])\d*\.?\d+(?:rem|px|pt|vw|vh)\b")
ROOT = re.compile(r":root \{[^}]*\}")


@pytest.mark.parametrize("path", SHEETS, ids=lambda path: path.name)
def test_sizes_are_variables(path: Path) -> None:
    source = ROOT.sub("", path.read_text(encoding="utf-8"))  # the size that all others are multiples of
    found = [line.strip() for line in DECLARED.findall(source)]
    sizes = [line for line in found if LETTERS not in line and FIXED.search(line.split("/")[0])]
    assert sizes == []


def test_there_are_five() -> None:
    look = (FOLDER / "shared" / "look.css").read_text(encoding="utf-8")
    assert re.findall(r"--t(\d): ([\d.]+)rem", look) == [
        ("1", "1.75"),
        ("2", "1.25"),
        ("3", "1"),
        ("4", "0.875"),
        ("5", "0.75"),
    ]
