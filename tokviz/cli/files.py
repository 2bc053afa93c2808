"""Reading and writing: files, standard input, standard output. All text is UTF-8, whatever the terminal says.

What cannot be read or written is an error with a sentence, never a traceback.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from tokviz.errors import TokvizError

STDIN = "-"
"""The name of standard input, or of standard output, where a file could be named."""

_ERRORS = 2  # the number of standard error


def is_piped() -> bool:
    """Tell if something is sent to standard input: then nobody is asked to type."""
    return sys.stdin is not None and not sys.stdin.closed and not sys.stdin.isatty()


def is_screen() -> bool:
    """Tell if standard output is a terminal, where a person looks at it."""
    return sys.stdout is not None and sys.stdout.isatty()


@contextmanager
def named(*names: str) -> Iterator[None]:
    """Put these names of files before errors from within: they say which line is wrong, but not of what."""
    try:
        yield
    except TokvizError as error:
        error.add_note(" + ".join(names))
        raise


def read(name: str, most: int | None = None) -> bytes:
    """Return a file's content, or what comes over standard input; of more than `most` bytes one more, which is too
    many. most: None for as many as an upload may have.

    Raises TokvizError for a file that is not there or cannot be read.
    """
    if most is None:
        from tokviz.corpus import MAX_UPLOAD_BYTES  # slow to import, and --help reads nothing

        most = MAX_UPLOAD_BYTES
    if name == STDIN:
        if sys.stdin is None:
            return b""
        binary = getattr(sys.stdin, "buffer", None)
        return sys.stdin.read(most + 1).encode("utf-8", "replace") if binary is None else binary.read(most + 1)
    try:
        with Path(name).open("rb") as file:
            return file.read(most + 1)
    except FileNotFoundError:
        raise TokvizError("cli-file-missing", name=name) from None
    except IsADirectoryError:
        raise TokvizError("cli-file-folder", name=name) from None
    except (OSError, ValueError) as error:  # ValueError: a name with a NUL
        raise TokvizError("cli-file-unreadable", name=name, why=_why(error)) from None


def read_text(name: str) -> str:
    """Return a file's text, or that of standard input. Raises TokvizError, also for what is not UTF-8 or UTF-16."""
    data = read(name)
    if name == STDIN:
        return _decoded(data)
    with named(name):
        return _decoded(data)


def read_stdin() -> str:
    """Return the text of standard input without the line end that shells put behind it."""
    return without_line_end(read_text(STDIN))


def without_line_end(text: str) -> str:
    """Return a text without the line end that shells put behind it."""
    return text.removesuffix("\n").removesuffix("\r") if text.endswith("\n") else text


def argument(text: str) -> str:
    """Return a text that was given as an argument. Raises CorpusError if its bytes were not UTF-8."""
    return _decoded(os.fsencode(text)) if any("\ud800" <= char <= "\udfff" for char in text) else text


def text(arguments: Sequence[str], others: Sequence[str | None]) -> str:
    """Return the text of the arguments, or of standard input. others: files that were named, which may be standard
    input, too.

    Raises TokvizError if there is none.
    """
    if arguments and list(arguments) != [STDIN]:
        return argument(" ".join(arguments))
    if STDIN in others:
        raise TokvizError("cli-stdin-twice")
    if not arguments and not is_piped():
        raise TokvizError("cli-no-text")
    return read_stdin()


def write(content: str | bytes, name: str | None = None) -> None:
    """Write to a file, or to standard output without a name. Raises TokvizError if the file cannot be written."""
    data = content.encode("utf-8", "replace") if isinstance(content, str) else content
    try:
        if name is not None and name != STDIN:
            Path(name).write_bytes(data)
        elif sys.stdout is not None:
            sys.stdout.flush()
            binary = getattr(sys.stdout, "buffer", None)
            if binary is None:  # a program put a text stream in its place, such as io.StringIO
                sys.stdout.write(data.decode("utf-8", "replace"))
            else:
                binary.write(data)
                binary.flush()
    except BrokenPipeError:
        _forget()
        raise
    except (OSError, ValueError) as error:
        if name is None or name == STDIN:  # such as a full disk behind it
            _forget()
            name = STDIN
        raise TokvizError("cli-file-unwritable", name=name, why=_why(error)) from None


def write_error(line: str) -> None:
    """Write one line to standard error, behind the name of the program; line ends inside it become spaces."""
    print(f"tokviz: {' '.join(line.split())}".encode("utf-8", "replace").decode(), file=sys.stderr)


def rewrite(line: str) -> None:
    """Write a line over the last one on a terminal; nothing where standard error is none."""
    if sys.stderr is not None and sys.stderr.isatty():
        sys.stderr.write(f"\r\x1b[K{line}")
        sys.stderr.flush()


@contextmanager
def only_our_errors() -> Iterator[None]:
    """Discard what a library writes to standard error past Python: at a panic, which is one line of ours,
    tokenizers writes several."""
    usual = sys.stderr
    try:
        original = os.dup(_ERRORS)
    except OSError:  # there is none
        yield
        return
    nowhere = os.open(os.devnull, os.O_WRONLY)
    with open(original, "w", encoding="utf-8", errors="replace", buffering=1) as ours:
        if usual is sys.__stderr__:
            sys.stderr = ours
        os.dup2(nowhere, _ERRORS)
        try:
            yield
        finally:
            sys.stderr = usual
            os.dup2(original, _ERRORS)
            os.close(nowhere)


def _decoded(data: bytes) -> str:
    from tokviz.corpus import decode_bytes

    return decode_bytes(data)[0]


def _forget() -> None:
    """Discard what is left of the output: Python would try to write it when it ends, and complain."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _why(error: Exception) -> str:
    return getattr(error, "strerror", None) or str(error)
