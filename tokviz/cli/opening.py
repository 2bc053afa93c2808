"""The tokenizer that arguments name: files, or a name on this machine."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from tokviz.cli import files
from tokviz.errors import FetchError, TokvizError
from tokviz.files.by_name import Named, on_this_machine, parse
from tokviz.files.pipeline import Pipeline
from tokviz.files.reading import MAX_FILE_BYTES, Note
from tokviz.views.shared.catalog import Catalog

__all__ = [
    "by_name",
    "opened",
    "paths",
    "tell",
]


def opened(name: str) -> Pipeline:
    """Read a tokenizer from a file, from two that belong together (``merges.txt+vocab.json``), or by its name.

    Raises TokvizError for what is not there, and what :meth:`Pipeline.from_files` raises.
    """
    one = by_name(name)
    if one is not None:
        with files.named(name):
            return one.open()
    names = paths(name)
    content = [(Path(path).name, files.read(path, MAX_FILE_BYTES)) for path in names]
    with files.named(*names):
        return Pipeline.from_files(content)


def by_name(name: str) -> Named | None:
    """Return what has this name on this machine; None for files, which go first. Raises TokvizError for neither."""
    if name == files.STDIN or "+" in name or Path(name).exists():
        return None
    one = on_this_machine().get(name)
    if one is None:
        try:
            parse(name)
        except FetchError:
            raise TokvizError("cli-file-missing", name=name) from None
        raise TokvizError("cli-tokenizer-missing", name=name)
    return one


def paths(name: str) -> list[str]:
    """Return the files that are named, one or two.

    >>> paths("merges.txt+vocab.json")
    ['merges.txt', 'vocab.json']
    """
    return [name] if Path(name).exists() else name.split("+")


def tell(notes: Iterable[Note], say: Catalog) -> None:
    """Write what files leave open beside the output, a line each."""
    for note in notes:
        files.write_error(note.sentence(say.templates))
