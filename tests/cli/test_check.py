"""``tokviz check``: a student's file in a process of its own, and lists of merges."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Cli

pytestmark = pytest.mark.program

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
    assert (done.code, done.out, done.err) == (0, "Nothing differs: 24 cases.\n", "")


def test_the_step_that_differs(cli: Cli, solution: str) -> None:
    done = cli("check", "bpe.train", solution, "--function", "last")
    assert done.code == 1
    assert done.out.startswith("Step 1: you merged `s t` (9), the rules take `e s` (9). They tie: first seen wins.\n")
    assert "Corpus: low 5, lower 2, newest 6, widest 3" in done.out


def test_a_loop_without_end_is_ended(cli: Cli, solution: str) -> None:
    done = cli("check", "bpe.train", solution, "--function", "endless", "--seconds", "0.5")
    assert done.code == 1
    assert done.out.startswith("No answer after 0.5 seconds: the function may loop forever.\nCorpus: low 5")


def test_a_process_that_leaves(cli: Cli, solution: str) -> None:
    done = cli("check", "bpe.train", solution, "--function", "leaves")
    assert (done.code, done.out) == (1, "The process of the function ended before it answered.\n")


@pytest.mark.parametrize(
    ("source", "options", "said"),
    [
        ("def train(:\n", (), "cannot be run: line 1, SyntaxError"),
        ("x = 1\n1/0\n", (), "cannot be run: line 2, ZeroDivisionError"),
        ("x = 1\n", (), "has no function named train. Name another one with --function."),
        (RIGHT, ("--seconds", "never"), "--seconds is never"),
        (RIGHT, ("--rules", "nothing"), "--rules cannot be nothing."),
    ],
)
def test_what_cannot_be_checked(source: str, options: tuple[str, ...], said: str, cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(source)
    done = cli("check", "bpe.train", str(tmp_path / "mine.py"), *options)
    assert (done.code, done.out) == (2, "")
    assert said in done.err
    assert done.err.count("\n") == 1


def test_no_file_and_no_name(cli: Cli) -> None:
    assert "There is no file nothing.py." in cli("check", "bpe.train", "nothing.py").err
    assert "NAME cannot be bpe." in cli("check", "bpe", "nothing.py").err


def test_a_list_of_merges(cli: Cli, tmp_path: Path) -> None:
    words, merges = tmp_path / "words.txt", tmp_path / "merges.txt"
    words.write_text("low 5\nlower 2\nnewest 6\nwidest 3\n")
    merges.write_text("e s\nes t\nest </w>\n")
    done = cli("check", "bpe.train", str(merges), "--corpus", str(words))
    assert done.code == 0
    assert "Sennrich et al. 2016 (paper): follows it." in done.out
    assert "Hugging Face course: Step 3: you merged `est </w>`, but the words have no `</w>` here." in done.out
    assert cli("check", "bpe.train", str(merges), "--corpus", str(words), "--rules", "course").code == 1
    merges.write_text("e s\nes t x\n")
    assert "Merge 2, es t x, is not two symbols" in cli(
        "check", "bpe.train", str(merges), "--corpus", str(words)
    ).err.replace("`", "")
    assert "--corpus" in cli("check", "bpe.train", str(merges)).err
    assert "is not Python" in cli("check", "bpe.encode", str(merges)).err
