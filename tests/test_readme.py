"""Promises of README and tutorials: their code runs, their numbers are computed, and the documentation builds."""

from __future__ import annotations

import ast
import doctest
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tokviz import Corpus, bpe
from tokviz.algorithms import ALGORITHMS

READMES = ("README.md", "README.zh.md")


def _python(text: str) -> list[str]:
    """Return the lines of the block that is Python."""
    (block,) = re.findall(r"(?m)^    from tokviz import .*\n(?:(?:    .*)?\n)*?(?=\n\S)", text)
    return [line.removeprefix("    ") for line in block.splitlines()]


@pytest.mark.parametrize("name", READMES)
def test_a_readme_is_short(root: Path, name: str) -> None:
    assert len((root / name).read_text("utf-8").splitlines()) <= 90


@pytest.mark.parametrize("name", READMES)
def test_the_code_of_a_readme_gives_what_its_comments_say(root: Path, name: str) -> None:
    lines, names = _python((root / name).read_text("utf-8")), dict[str, object]()
    compared = 0
    for line in lines:
        code, _, said = line.partition("#")
        if not said:
            exec(code, names)
            continue
        value = eval(code, names)
        stated = re.split("[,，] ?(?:for )?##", said)[0].strip()
        if stated.startswith("Fraction"):
            assert repr(value) == stated
        else:
            assert value == ast.literal_eval(stated)
        compared += 1
    assert compared == 5


def test_both_readmes_have_the_same_commands(root: Path) -> None:
    """Code and commands are the same in both languages; only comments are translated."""
    blocks = [re.findall(r"(?m)^    (.*?)\s*(?:#.*)?$", (root / name).read_text("utf-8")) for name in READMES]
    assert blocks[0] == blocks[1]
    assert len(blocks[0]) > 15


def test_there_are_as_many_conventions_as_the_readme_says(root: Path) -> None:
    assert sum(len(algorithm.presets) for algorithm in ALGORITHMS.values()) == 28
    assert "28 conventions" in (root / "README.md").read_text("utf-8")


def test_what_the_ten_minutes_with_bpe_count() -> None:
    """Every count, tie and merge of docs/tutorials/ten-minutes-with-bpe.md."""
    corpus = Corpus({"low": 5, "lower": 2, "newest": 6, "widest": 3})
    trace = bpe.train(corpus, merges=10, rules="sennrich")
    assert len({symbol for word in trace.words(0).values() for symbol in word}) == 11
    assert [(step.pair, step.count) for step in trace[:4]] == [
        (("e", "s"), 9),
        (("es", "t"), 9),
        (("est", "</w>"), 9),
        (("l", "o"), 7),
    ]
    assert trace[0].tied == (("e", "s"), ("s", "t"), ("t", "</w>"))
    assert trace[1].tied == (("es", "t"), ("t", "</w>"))
    assert len(trace[2].tied) == 1
    assert trace[3].tied == (("l", "o"), ("o", "w"))
    assert trace.model(10).encode("lowest") == ["low", "est</w>"]
    assert bpe.train(corpus, merges=1, rules="subword-nmt")[0].pair == ("s", "t</w>")


def test_the_python_reference(root: Path) -> None:
    text = re.sub("(?m)^```.*$", "", (root / "docs/reference/python.md").read_text("utf-8"))
    examples, said = doctest.DocTestParser().get_doctest(text, {}, "python.md", None, 0), list[str]()
    done = doctest.DocTestRunner().run(examples, out=said.append)
    assert (said, done.failed) == ([], 0)
    assert done.attempted > 15


@pytest.mark.program
def test_the_documentation_builds(root: Path, tmp_path: Path) -> None:
    """With warnings as errors: a link that leads nowhere is one. Nothing in it is loaded from elsewhere."""
    command = [sys.executable, "-m", "sphinx", "-q", "-W", "--keep-going", str(root / "docs"), str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    pages = sorted(tmp_path.rglob("*.html"))
    assert len(pages) > 100
    loaded = r'<(?:script|img|iframe)[^>]*\ssrc="(?:https?:)?//|<link[^>]*\shref="(?:https?:)?//'
    assert [page.name for page in pages if re.search(loaded, page.read_text("utf-8"))] == []
