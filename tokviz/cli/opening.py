"""The tokenizer that arguments name: files, or a name on this machine; and ``tokviz get``, which alone fetches."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterable
from functools import partial
from pathlib import Path

from tokviz.cli import files
from tokviz.cli.tables import table
from tokviz.errors import FetchError, TokvizError
from tokviz.files.pipeline import Pipeline
from tokviz.files.reading import MAX_FILE_BYTES, Note
from tokviz.hub import Named, Progress, fetch, on_this_machine, parse
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.messages import error_text

__all__ = [
    "by_name",
    "opened",
    "paths",
    "run_get",
    "tell",
]

_KINDS = {
    "shipped": "cli.get.kind.shipped",
    "folder": "cli.get.kind.folder",
    "fetched": "cli.get.kind.fetched",
}


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


# -- get ---------------------------------------------------------------------------------------------------------------


_WRONG = 2


def run_get(asked: Namespace, say: Catalog) -> int:
    """Fetch each name; one that fails is a line, and the others are fetched all the same."""
    if not asked.name:
        files.write(_listed(say))
        return 0
    code = 0
    for name in asked.name:
        try:
            found = fetch(name, offline=asked.offline, on_progress=partial(_tell_progress, name, say))
        except TokvizError as error:
            files.rewrite("")
            files.write_error(error_text(error, say))
            code = _WRONG
        else:
            files.rewrite("")
            files.write(f"{found.name}: {_files(found)}\n")
    return code


def _tell_progress(name: str, say: Catalog, at: Progress) -> None:
    total = "" if at.total is None else f" / {say.integer(at.total)}"
    files.rewrite(f"{name}: {at.file}  {say.integer(at.done)}{total}")


def _listed(say: Catalog) -> str:
    rows = [[one.name, say(_KINDS[one.kind]), _files(one)] for one in on_this_machine().values()]
    return table([say("cli.column.name"), say("cli.column.from"), say("cli.column.files")], rows, say)


def _files(one: Named) -> str:
    return " + ".join(path.name for path in one.files)
