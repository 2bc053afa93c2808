"""The tests of the scripts, which node runs: a case for each file."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.programs import find, missing
from tokviz.frontend import FOLDER

FILES = sorted((FOLDER / "tests").glob("*.test.js"))


@pytest.mark.node
@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
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
