"""CSV: no cell is computed by a spreadsheet, all of them read back, and one module writes and reads it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.formulas import FORMULAS
from tokviz.errors import FormatError
from tokviz.spreadsheet import MAX_CELL_CHARS, quote, read_csv, unquote, write_csv

TEXTS = st.text(st.sampled_from("=+-@＝－'\t\r\n \u00a0\u200b\ufeffa,;\"")) | st.text()


@pytest.mark.parametrize("text", FORMULAS)
def test_formulas_are_quoted(text: str) -> None:
    assert quote(text) == f"'{text}"


@pytest.mark.parametrize("text", ["", "low", "a=1", "##-", "'s", "''", " low", "Ġ+", "1+1", "＃", "x\n=1"])
def test_other_texts_stay_as_they_are(text: str) -> None:
    assert quote(text) == unquote(text) == text


@given(TEXTS)
def test_what_is_quoted_reads_back(text: str) -> None:
    cell = quote(text)
    assert unquote(cell) == text
    assert not cell.lstrip().startswith(("=", "+", "-", "@", "＝", "＋", "－", "＠"))


@given(st.lists(st.lists(TEXTS, min_size=2, max_size=2), max_size=4))
def test_what_is_written_reads_back(rows: list[list[str]]) -> None:
    read = [list(map(unquote, row.cells)) for row in read_csv(write_csv(["a", "=b"], rows))]
    assert read == [["a", "=b"], *rows]


def test_numbers_stay_numbers() -> None:
    assert write_csv(["a"], [[-1.5], [-2], [None]]).splitlines()[1:] == ["-1.5", "-2", '""']


def test_rows_know_their_lines_and_the_limit() -> None:
    text = 'a,b\n"c\nd",e\n\n"' + "x" * (MAX_CELL_CHARS + 1)
    rows = read_csv(text)
    assert [next(rows).line for _ in range(3)] == [1, 2, 4]
    with pytest.raises(FormatError) as caught:
        next(rows)
    assert (caught.value.code, caught.value.line) == ("csv-cell", 5)


def test_no_other_module_writes_or_reads_csv(root: Path) -> None:
    """A second one would lack the apostrophe. JavaScript writes none at all."""
    python = re.compile(r"^\s*(?:import|from) csv\b|\.(?:to_csv|read_csv|to_clipboard|to_excel)\(", re.MULTILINE)
    script = re.compile(r"text/csv|\.csv\b")
    found = [
        str(path.relative_to(root))
        for folder in ("tokviz", "pages", "app.py")
        for path in ((root / folder).rglob("*") if (root / folder).is_dir() else [root / folder])
        if "node_modules" not in path.parts
        for pattern in [python if path.suffix == ".py" else script if path.suffix in (".js", ".html", ".ts") else None]
        if pattern is not None and pattern.search(path.read_text("utf-8"))
    ]
    assert found == ["tokviz/spreadsheet.py"]
