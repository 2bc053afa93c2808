"""The examples of docs/reference/command-line.md do what stands there."""

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
DOCUMENT = ROOT / "docs" / "reference" / "command-line.md"


def sessions() -> list[list[tuple[str, str]]]:
    """The blocks of the document, each as commands with what they print, in order."""
    found = []
    for block in re.findall(r"```console\n(.*?)```", DOCUMENT.read_text("utf-8"), re.DOTALL):
        parts = re.split(r"(?m)^\$ (.*)\n", block)[1:]
        found.append(list(zip(parts[::2], parts[1::2], strict=True)))
    return found


def test_there_are_examples_of_every_command() -> None:
    commands = " ".join(command for session in sessions() for command, _ in session)
    assert all(
        f"tokviz {name}" in commands
        for name in ("train", "encode", "stages", "vocabulary", "diff", "compare", "get", "check", "tasks", "grade")
    )


@pytest.mark.parametrize("session", sessions(), ids=lambda session: session[0][0][:40])
def test_an_example(session: list[tuple[str, str]], tmp_path: Path, hub: Hub) -> None:
    """In a shell of its own, in which `tokviz` is this checkout's, and the hub one of ours."""
    shell = shutil.which("sh")
    assert shell is not None
    program = tmp_path / "bin" / "tokviz"
    program.parent.mkdir()
    program.write_text(f'#!{shell}\nexec "{sys.executable}" -m tokviz "$@"\n')
    program.chmod(0o755)
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("LC_", "LANG"))}
    path = f"{program.parent}{os.pathsep}{os.environ['PATH']}"
    for command, printed in session:
        done = subprocess.run(
            [shell, "-c", command],
            env=kept | {"PATH": path, "PYTHONPATH": str(ROOT)},
            cwd=tmp_path,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )
        assert done.stdout.decode().replace("\r\n", "\n") == printed, command
