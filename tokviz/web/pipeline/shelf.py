"""The tokenizers that the page offers: those that come with tokviz, those of a folder on the server, and uploads.

A file is read when somebody opens it, once for all visitors; how many are kept depends on what they weigh.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import streamlit as st

from tokviz.errors import TokvizError
from tokviz.location import site
from tokviz.pipeline import Pipeline
from tokviz.web.server import limits
from tokviz.web.server.cache import Shelf, TraceKey
from tokviz.web.server.uploads import Upload

__all__ = ["FOLDER", "SHIPPED", "Offered", "offered", "pipeline"]

FOLDER = "TOKVIZ_TOKENIZERS"
"""The variable that names a folder with tokenizer files, which are offered to all visitors."""
SHIPPED = ("gpt", "bert", "llama", "t5")
"""What comes with tokviz: learned from its own prose in the manner of known models."""
_ENDINGS = (".json", ".model", ".tiktoken", ".txt")
_MOST = 200  # files of the folder
_MEMORY = 10  # bytes that a loaded file takes for each of its own
_LETTERS = 100  # bytes of a file that take as long to load as a letter to train


@dataclass(frozen=True)
class Offered:
    """A tokenizer's file. name: what the address calls it. file: its name, which says what kind it may be. key: what
    names the content without reading it. source: where it is, or what is in it. is_shipped: it comes with tokviz."""

    name: str
    file: str
    key: TraceKey
    source: Path | bytes
    is_shipped: bool = False

    @property
    def is_open(self) -> bool:
        """Whether it is shown beside the others without being asked for: a folder may hold many large files."""
        return self.is_shipped or isinstance(self.source, bytes)


def offered(uploads: tuple[Upload, ...]) -> Mapping[str, Offered]:
    """What there is, by name; an upload takes the place of a file of the same name."""
    ours = site() / "assets" / "tokenizers"
    found = [_on_disk(ours / f"{name}.json", name, is_shipped=True) for name in SHIPPED]
    folder = os.environ.get(FOLDER)
    if folder:
        paths = sorted(path for path in Path(folder).glob("*") if path.suffix in _ENDINGS and path.is_file())
        found += [_on_disk(path, path.name) for path in paths[:_MOST]]
    found += [Offered(file.name, file.name, ("upload", file.id), file.data) for file in uploads]
    return {one.name: one for one in found}


def pipeline(one: Offered) -> Pipeline:
    """The tokenizer. Raises TokvizError for a file that cannot be read, which is looked at once, too."""
    found = _opened().get(one.key)
    if found is None:
        size = len(one.source) if isinstance(one.source, bytes) else one.source.stat().st_size
        with limits.turn(("pipeline", *one.key), size // _LETTERS):
            found = _opened().get(one.key)  # who waited may find that somebody else has opened it
            if found is None:
                found = _read(one)
                _opened().put(one.key, found, size * _MEMORY)
    if isinstance(found, TokvizError):
        raise found
    return found


def _read(one: Offered) -> Pipeline | TokvizError:
    try:
        return Pipeline.from_file(one.source, name=one.file)
    except TokvizError as error:
        return error


@st.cache_resource(show_spinner=False)
def _opened() -> Shelf[Pipeline | TokvizError]:
    """The tokenizers of all visitors, by the bytes that they take."""
    return Shelf(64, 800_000_000)


def _on_disk(path: Path, name: str, *, is_shipped: bool = False) -> Offered:
    found = path.stat()
    return Offered(name, path.name, ("file", str(path), found.st_mtime_ns, found.st_size), path, is_shipped)
