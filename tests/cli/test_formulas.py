"""``--format csv`` of every command: a token or a name that looks like a formula is text in a spreadsheet."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import pytest

from tests.cli.conftest import Cli, Done
from tests.formulas import FORMULAS, TOKENIZER, harmful
from tokviz.errors import FormatError
from tokviz.spreadsheet import unquote

TEXT = " ".join(FORMULAS)


def cells(done: Done) -> list[str]:
    """All cells of what a command wrote."""
    assert done.code in (0, 1), done.err
    return [cell for row in csv.reader(io.StringIO(done.out, newline="")) for cell in row]


def test_the_entries_of_a_vocabulary(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "evil.json").write_text(TOKENIZER, encoding="utf-8")
    found = cells(cli("vocabulary", str(tmp_path / "evil.json"), "--format", "csv"))
    assert list(filter(harmful, found)) == []
    assert set(FORMULAS) <= set(map(unquote, found))


@pytest.mark.parametrize("part", ["unused", "used"])
def test_what_a_text_uses(part: str, cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "evil.json").write_text(TOKENIZER, encoding="utf-8")
    asked = ("vocabulary", str(tmp_path / "evil.json"), "--part", part, "--text", "=1+1 @SUM(A1)", "--format", "csv")
    found = cells(cli(*asked))
    assert len(found) > 4
    assert list(filter(harmful, found)) == []


def test_what_differs_between_two_tokenizers(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "evil.json").write_text(TOKENIZER, encoding="utf-8")
    found = cells(cli("diff", "bert", str(tmp_path / "evil.json"), "--text", TEXT, "--format", "csv"))
    assert "＝1" in map(unquote, found)
    assert list(filter(harmful, found)) == []


@pytest.mark.parametrize("algorithm", ["bpe", "wordpiece", "unigram"])
def test_the_steps_of_a_training(algorithm: str, cli: Cli, tmp_path: Path) -> None:
    size = ("--vocab-size", "40") if algorithm == "unigram" else ("--merges", "30")
    (tmp_path / "words.json").write_text('{"＝1＝1": 9, "=1=1": 8, "-1-1": 7, "@@S": 6}', encoding="utf-8")
    found = cells(cli("train", str(tmp_path / "words.json"), "-a", algorithm, *size, "--format", "csv"))
    assert len(found) > 10
    assert list(filter(harmful, found)) == []


def test_the_tokens_of_a_text(cli: Cli) -> None:
    found = cells(cli("encode", TEXT, "-e", "hug", "--format", "csv"))
    assert "'=1+1" in found
    assert list(filter(harmful, found)) == []


@pytest.mark.parametrize("part", ["words", "measures"])
def test_a_comparison(part: str, cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "words.json").write_text('{"＝1a": 9, "=1+1": 8, "-1-1": 7, "@SUM": 6}', encoding="utf-8")
    found = cells(cli("compare", str(tmp_path / "words.json"), "--format", "csv", "--part", part))
    assert len(found) > 4
    assert list(filter(harmful, found)) == []


def test_the_marks_of_a_class(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "class.csv").write_text('name\n＝1\n"=HYPERLINK(""http://evil"",""x"")"\n@SUM(A1)\n', encoding="utf-8")
    out = tmp_path / "out"
    made = cli("tasks", "--kinds", "score", "--roster", str(tmp_path / "class.csv"), "-f", "json", "-o", str(out))
    assert made.code == 0, made.err
    found = cells(cli("grade", str(out), "--homework", str(out)))
    assert "'＝1" in found
    assert list(filter(harmful, found)) == []


def test_a_cell_without_end_is_named(cli: Cli, tmp_path: Path) -> None:
    roster = tmp_path / "class.csv"
    roster.write_text('name\nAda\n"' + "x" * 5_000_000 + '"\n', encoding="utf-8")
    done = cli("tasks", "--kinds", "score", "--roster", str(roster), "-o", str(tmp_path / "out"))
    assert (done.code, done.err.count("\n")) == (2, 1)
    assert str(FormatError("csv-cell", line=3, most=131_072)) in done.err
