"""``tokviz check``: a student's file in a process of its own, and lists of merges."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.catalogs import saying
from tests.cli.conftest import Cli
from tokviz.text_keys import error_key
from tokviz.views.shared.catalog import load

pytestmark = pytest.mark.program

SAY = load("en")

RIGHT = """
from tokviz import Corpus, bpe
def train(counts, merges):
    return bpe.train(Corpus(counts), merges=merges, rules="course").merges
def last(counts, merges):
    return [("s", "t")]
def endless(counts, merges):
    while True:
        pass
def leaves(counts, merges):
    import os
    os._exit(3)
"""


@pytest.fixture
def solution(tmp_path: Path) -> str:
    path = tmp_path / "solution.py"
    path.write_text(RIGHT)
    return str(path)


def test_what_is_right_passes(cli: Cli, solution: str) -> None:
    done = cli("check", "bpe.train", solution)
    assert (done.code, done.out, done.err) == (0, f"{SAY('check.passed', n=24)}\n", "")


def test_the_step_that_differs(cli: Cli, solution: str) -> None:
    done = cli("check", "bpe.train", solution, "--function", "last")
    assert done.code == 1
    step = {"number": 1, "yours": "`s t`", "value": 9, "best": "`e s`", "more": 9}
    tied = SAY("check.step.tie", rule=SAY("reason.rule.first-seen.present"))
    assert done.out.startswith(f"{SAY('check.step', **step)} {tied}\n")
    assert SAY("cli.check.case", corpus="low 5, lower 2, newest 6, widest 3") in done.out


def test_a_loop_without_end_is_ended(cli: Cli, solution: str) -> None:
    done = cli("check", "bpe.train", solution, "--function", "endless", "--seconds", "0.5")
    assert done.code == 1
    said = f"{SAY('cli.check.endless', seconds='0.5')}\n{SAY('cli.check.case', corpus='low 5')}"
    assert done.out.startswith(said)


def test_a_process_that_leaves(cli: Cli, solution: str) -> None:
    done = cli("check", "bpe.train", solution, "--function", "leaves")
    assert (done.code, done.out) == (1, f"{SAY('cli.check.gone')}\n")


@pytest.mark.parametrize(
    ("source", "options", "code", "values"),
    [
        ("def train(:\n", (), "cli-code", {"number": 1, "error": "SyntaxError: invalid syntax (mine.py, line 1)"}),
        ("x = 1\n1/0\n", (), "cli-code", {"number": 2, "error": "ZeroDivisionError: division by zero"}),
        ("x = 1\n", (), "cli-function", {"name": "train"}),
        (RIGHT, ("--seconds", "never"), "cli-seconds", {"value": "never"}),
        (RIGHT, ("--rules", "nothing"), "cli-choice", {"option": "--rules", "value": "nothing"}),
    ],
)
def test_what_cannot_be_checked(
    source: str, options: tuple[str, ...], code: str, values: dict[str, object], cli: Cli, tmp_path: Path
) -> None:
    (tmp_path / "mine.py").write_text(source)
    done = cli("check", "bpe.train", str(tmp_path / "mine.py"), *options)
    assert (done.code, done.out) == (2, "")
    assert saying(error_key(code), **values).search(done.err)
    assert done.err.count("\n") == 1


def test_no_file_and_no_name(cli: Cli) -> None:
    assert saying("error.cli-file-missing", name="nothing.py").search(cli("check", "bpe.train", "nothing.py").err)
    assert saying("error.cli-choice", option="NAME", value="bpe").search(cli("check", "bpe", "nothing.py").err)


def test_a_list_of_merges(cli: Cli, tmp_path: Path) -> None:
    words, merges = tmp_path / "words.txt", tmp_path / "merges.txt"
    words.write_text("low 5\nlower 2\nnewest 6\nwidest 3\n")
    merges.write_text("e s\nes t\nest </w>\n")
    done = cli("check", "bpe.train", str(merges), "--corpus", str(words))
    assert done.code == 0
    step = SAY("check.step.symbol", number=3, yours="`est </w>`", symbols="`</w>`")
    assert SAY("check.row.follows", name=SAY("preset.sennrich")) in done.out
    assert f"{SAY('preset.course')}: {step}" in done.out
    assert cli("check", "bpe.train", str(merges), "--corpus", str(words), "--rules", "course").code == 1
    merges.write_text("e s\nes t x\n")
    line = cli("check", "bpe.train", str(merges), "--corpus", str(words)).err.replace("`", "")
    assert saying("check.unreadable.pair", number=2, found="es t x").search(line)
    assert "--corpus" in cli("check", "bpe.train", str(merges)).err
    assert saying("error.cli-check-python", file=str(merges)).search(cli("check", "bpe.encode", str(merges)).err)


def test_a_page_shows_where_it_differs(cli: Cli, solution: str, tmp_path: Path) -> None:
    page = tmp_path / "shown.html"
    done = cli("check", "bpe.train", solution, "--function", "last", "--show", "--output", str(page))
    assert done.code == 1
    assert done.out.endswith(f"{SAY('cli.check.shown', file=page)}\n")
    assert page.read_text("utf-8").startswith("<!DOCTYPE html>")


def test_no_page_where_there_is_nothing_to_step_through(cli: Cli, solution: str, tmp_path: Path) -> None:
    page = tmp_path / "shown.html"
    done = cli("check", "bpe.train", solution, "--function", "leaves", "--show", "--output", str(page))
    assert done.code == 1
    assert done.out.endswith(f"{SAY('cli.check.show.none')}\n")
    right = cli("check", "bpe.train", solution, "--show", "--output", str(page))
    assert (right.code, right.out) == (0, f"{SAY('check.passed', n=24)}\n")
    assert not page.exists()
