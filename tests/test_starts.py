"""The modules that a start loads, in a new process: `import tokviz`, an algorithm, a command and a page."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import tokviz
from tokviz.algorithms import ALGORITHMS

DRAWING = {"altair", "pandas", "streamlit"}
"""The libraries that draw tables, charts and pages."""
SLOW = DRAWING | {"jinja2", "numpy", "regex", "tokenizers"}
"""The libraries that take longer to import than all that `--help` needs."""
PACKAGES = {f"tokviz.{name}" for name in ALGORITHMS}
OF_HELP = 30
"""Modules of tokviz that `--help` may load: those of the command line, and the catalog."""


def loaded(script: str, root: Path) -> set[str]:
    """Return the modules that a new process has after a script, whatever that prints."""
    listing = f"{script}\nimport sys\nprint(*sys.modules, file=sys.stderr)"
    done = subprocess.run([sys.executable, "-c", listing], cwd=root, capture_output=True, text=True, check=True)
    return set(done.stderr.split())


def command(words: str) -> str:
    return f"from tokviz.__main__ import main\nassert main({words.split()!r}) == 0"


def test_tokviz_alone_loads_nothing_of_its_own(root: Path) -> None:
    modules = loaded("import tokviz", root)
    assert {name for name in modules if name.startswith("tokviz")} == {"tokviz", "tokviz.notebook_display"}
    assert modules & SLOW == set()


@pytest.mark.parametrize(("name", "others"), [("unigram", set()), ("bpe", set()), ("superbpe", {"tokviz.bpe"})])
def test_an_algorithm_is_loaded_alone(name: str, others: set[str], root: Path) -> None:
    modules = loaded(f"from tokviz import {name}", root)
    assert modules & PACKAGES == {f"tokviz.{name}"} | others
    assert modules & DRAWING == set()


def test_modules_need_no_import_of_their_own(root: Path) -> None:
    """As when `import tokviz` loaded all of them."""
    names = {"Corpus", "__version__", "load", "show"}
    packages = [name for name in tokviz.__all__ if name not in names]
    assert set(packages) == {*ALGORITHMS, "examples"}
    uses = "\n".join(f"tokviz.{name}" for name in [*tokviz.__all__, "corpus.parse", "errors.TokvizError"])
    modules = loaded(f"import tokviz\n{uses}", root)
    assert {f"tokviz.{name}" for name in packages} <= modules


def test_a_name_that_there_is_not_is_an_error() -> None:
    for name in ("nothing", "__wrapped__"):
        with pytest.raises(AttributeError, match=f"module 'tokviz' has no attribute '{name}'"):
            getattr(tokviz, name)


@pytest.mark.parametrize("words", ["--help", "--version", "--lang zh --help"])
def test_the_list_of_commands_loads_no_algorithm(words: str, root: Path) -> None:
    modules = loaded(command(words), root)
    assert modules & PACKAGES == set()
    assert modules & SLOW <= {"regex"}  # for the width of characters
    assert len([name for name in modules if name.startswith("tokviz")]) < OF_HELP


def test_a_training_in_the_terminal_loads_no_frames_pages_and_exercises(root: Path) -> None:
    modules = loaded(command("train --example hug"), root)
    assert modules & DRAWING == set()
    assert modules & {"tokviz.compare", "tokviz.exercises", "tokviz.guides", "tokviz.state.pages"} == set()


PAGE = """
from streamlit.testing.v1 import AppTest
from tokviz import features
import tokviz.web.script.main
features.fill_hooks()
assert not AppTest.from_file({file!r}, default_timeout=120).run().exception
"""
"""The code of a process that draws a page first: the router, what features add, and the page itself."""
OF_BPE = 410
"""Modules of tokviz that `/bpe` may load, of nearly 700, and does: the registry of algorithms has all entries, and
their packages. The views of other algorithms, a card's questions and what a feature's buttons make are loaded when
someone asks for them."""
ELSEWHERE = ("bytes", "glossary", "lessons", "practice", "superbpe", "unigram", "vocabulary", "wordpiece")
"""Pages of whose drawing `/bpe` needs nothing."""


@pytest.mark.program
def test_a_page_does_not_load_how_others_are_drawn(root: Path) -> None:
    modules = loaded(PAGE.format(file=str(root / "pages" / "bpe_page.py")), root)
    assert [name for name in modules if name.startswith(tuple(f"tokviz.web.pages.{page}" for page in ELSEWHERE))] == []
    assert {"tokviz.views.parity.tables", "tokviz.views.vocabularies.tables", "tokviz.features.site"} & modules == set()
    assert len([name for name in modules if name.startswith("tokviz")]) <= OF_BPE
