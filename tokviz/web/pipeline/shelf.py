"""The tokenizers that the page offers: those that come with tokviz, those of a folder on the server, and uploads.

A file is read once for all visitors, named by its content; how many are kept depends on what they weigh.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from pathlib import Path

import streamlit as st

from tokviz.location import site
from tokviz.pipeline import Pipeline
from tokviz.web.server.uploads import Upload

__all__ = ["FOLDER", "SHIPPED", "Offered", "offered", "pipeline"]

FOLDER = "TOKVIZ_TOKENIZERS"
"""The variable that names a folder with tokenizer files, which are offered to all visitors."""
SHIPPED = ("gpt", "bert", "llama", "t5")
"""What comes with tokviz: learned from its own prose in the manner of known models."""
_ENDINGS = (".json", ".model", ".tiktoken", ".txt")
_MOST = 200  # files of the folder


@dataclass(frozen=True)
class Offered:
    """A tokenizer's file. name: what the address calls it; read: its bytes. is_shipped: it comes with tokviz."""

    name: str
    file: str
    read: Callable[[], bytes]
    is_shipped: bool = False


def offered(uploads: tuple[Upload, ...]) -> Mapping[str, Offered]:
    """What there is, by name; an upload takes the place of a file of the same name."""
    found = [Offered(name, f"{name}.json", partial(_shipped, name), is_shipped=True) for name in SHIPPED]
    folder = os.environ.get(FOLDER)
    if folder:
        paths = sorted(path for path in Path(folder).glob("*") if path.suffix in _ENDINGS and path.is_file())
        found += [Offered(path.name, path.name, path.read_bytes) for path in paths[:_MOST]]
    found += [Offered(file.name, file.name, partial(_data, file)) for file in uploads]
    return {one.name: one for one in found}


def pipeline(one: Offered) -> tuple[str, Pipeline]:
    """The tokenizer, and what names its content. Raises TokvizError for a file that cannot be read."""
    data = one.read()
    key = sha256(one.file.encode("utf-8", "surrogatepass") + b"\0" + data).hexdigest()
    return key, _pipeline(key, one.file, data)


@st.cache_resource(max_entries=24, show_spinner=False)
def _pipeline(key: str, _file: str, _data: bytes) -> Pipeline:
    return Pipeline.from_file(_data, name=_file)


def _shipped(name: str) -> bytes:
    return (site() / "assets" / "tokenizers" / f"{name}.json").read_bytes()


def _data(file: Upload) -> bytes:
    return file.data
