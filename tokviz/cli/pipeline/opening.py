"""The tokenizer that arguments name: files, or one that has a name on this machine. Nothing is fetched here."""

from __future__ import annotations

from pathlib import Path

from tokviz.cli import files
from tokviz.errors import FetchError, TokvizError
from tokviz.formats.reading import MAX_FILE_BYTES
from tokviz.hub import on_this_machine, parse
from tokviz.pipeline import Pipeline
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.messages import file_note_text

__all__ = ["opened", "tell"]


def opened(name: str) -> Pipeline:
    """Read a tokenizer from a file, from two that belong together (``merges.txt+vocab.json``), or by its name.

    A file goes before a name. Raises TokvizError for what is not there, and what :meth:`Pipeline.from_files` raises.
    """
    if name != files.STDIN and not Path(name).exists() and "+" not in name:
        return _by_name(name)
    names = [name] if Path(name).exists() else name.split("+")
    content = [(Path(one).name, files.read(one, MAX_FILE_BYTES)) for one in names]
    with files.named(*names):
        return Pipeline.from_files(content)


def tell(pipeline: Pipeline, say: Catalog) -> None:
    """What its file leaves open goes beside the output, a line each."""
    for note in pipeline.notes:
        files.write_error(file_note_text(note, say))


def _by_name(name: str) -> Pipeline:
    one = on_this_machine().get(name)
    if one is None:
        try:
            parse(name)
        except FetchError:
            raise TokvizError("cli-file-missing", name=name) from None
        raise TokvizError("cli-tokenizer-missing", name=name)
    with files.named(name):
        return one.open()
