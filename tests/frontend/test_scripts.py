"""The tests of the scripts, which node runs: a case for each file."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from _pytest.mark import ParameterSet

from tests.programs import find, missing
from tokviz.frontend import FOLDER

FILES = sorted((FOLDER / "tests").glob("*.test.js"))


def _case(file: Path) -> ParameterSet:
    """Return a file as a case; those that import the runtime of course platforms need it, too."""
    needs = [pytest.mark.scorm] if 'from "scorm-again"' in file.read_text(encoding="utf-8") else []
    return pytest.param(file, id=file.name, marks=needs)


@pytest.mark.node
@pytest.mark.parametrize("file", [_case(file) for file in FILES])
def test_a_script(file: Path) -> None:
    program = find("node")
    if program is None:
        raise RuntimeError(missing("node"))
    done = subprocess.run(
        [program, file], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, encoding="utf-8"
    )
    assert done.returncode == 0, done.stdout


def test_there_are_scripts() -> None:
    assert FILES
