"""The examples of the command line's reference and of a tutorial print what the documents show."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.features.hub.server import Hub

pytestmark = pytest.mark.program

ROOT = Path(__file__).resolve().parents[2]
REFERENCE = ROOT / "docs" / "reference" / "command-line.md"
TUTORIAL = ROOT / "docs" / "tutorials" / "write-bpe.md"


def sessions(document: Path = REFERENCE) -> list[list[tuple[str, str]]]:
    """The blocks of a document, each as commands with what they print, in order."""
    found = []
    for block in re.findall(r"```console\n(.*?)```", document.read_text("utf-8"), re.DOTALL):
        parts = re.split(r"(?m)^\$ (.*)\n", block)[1:]
        found.append(list(zip(parts[::2], parts[1::2], strict=True)))
    return found


def test_there_are_examples_of_every_command() -> None:
    commands = " ".join(command for session in sessions() for command, _ in session)
    assert all(
        f"tokviz {name}" in commands
        for name in (
            "train",
            "encode",
            "stages",
            "roundtrip",
            "chat",
            "vocabulary",
            "diff",
            "compare",
            "get",
            "check",
            "tasks",
            "grade",
        )
    )


@pytest.mark.parametrize("session", sessions(), ids=lambda session: session[0][0][:40])
def test_an_example(session: list[tuple[str, str]], tmp_path: Path, hub: Hub) -> None:
    """In a shell of its own, in which `tokviz` is this checkout's, and the hub one of ours."""
    run(session, tmp_path)


def test_the_tutorial_that_writes_bpe(tmp_path: Path) -> None:
    """From the first listing on, its blocks are one session."""
    code = re.search(r"```python\n(.*?)```", TUTORIAL.read_text("utf-8"), re.DOTALL)
    assert code is not None
    (tmp_path / "mine.py").write_text(code[1], "utf-8")
    run([step for session in sessions(TUTORIAL) for step in session], tmp_path)


def run(session: list[tuple[str, str]], folder: Path) -> None:
    """Run commands in a folder, and compare what each prints."""
    shell = shutil.which("sh")
    assert shell is not None
    program = folder / "bin" / "tokviz"
    program.parent.mkdir()
    program.write_text(f'#!{shell}\nexec "{sys.executable}" -m tokviz "$@"\n')
    program.chmod(0o755)
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("LC_", "LANG"))}
    path = f"{program.parent}{os.pathsep}{os.environ['PATH']}"
    for command, printed in session:
        done = subprocess.run(
            [shell, "-c", command],
            env=kept | {"PATH": path, "PYTHONPATH": str(ROOT)},
            cwd=folder,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )
        assert done.stdout.decode().replace("\r\n", "\n") == printed, command
