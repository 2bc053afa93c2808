"""The command line in this process: what it was given, what it wrote, and its exit code."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable
from dataclasses import dataclass

import pytest

from tokviz.__main__ import main
from tokviz.files.reading import Note
from tokviz.texts import templates


@dataclass(frozen=True)
class Done:
    """A run that has ended."""

    code: int
    data: bytes
    err: str

    @property
    def out(self) -> str:
        """Return the standard output as text."""
        return self.data.decode()


Cli = Callable[..., Done]


class Terminal(io.BytesIO):
    """A keyboard at which nobody types."""

    def isatty(self) -> bool:
        return True


@pytest.fixture
def cli(monkeypatch: pytest.MonkeyPatch, capsysbinary: pytest.CaptureFixture[bytes]) -> Cli:
    """``cli("train", "--example", "hug")``; stdin: what is piped, None for a terminal."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("COLUMNS", "100")

    def run(*arguments: str, stdin: bytes | None = None) -> Done:
        content = Terminal() if stdin is None else io.BytesIO(stdin)
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(content))
        capsysbinary.readouterr()  # what a test has done before may be logged, and is none of the command's
        code = main(arguments)
        found = capsysbinary.readouterr()
        return Done(code, found.out, found.err.decode())

    return run


def right(done: Done, *notes: Note) -> Done:
    """The same run, if it did what was asked for and had nothing to say about it but these notes of files."""
    assert (done.code, done.err) == (0, "".join(f"tokviz: {note.sentence(templates('en'))}\n" for note in notes))
    return done
