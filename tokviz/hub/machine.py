"""All tokenizers that have a name on this machine. Nobody else is asked for any."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from pathlib import Path

from tokviz.hub import kept
from tokviz.hub.named import Named
from tokviz.location import site

__all__ = ["FOLDER", "SHIPPED", "on_this_machine"]

FOLDER = "TOKVIZ_TOKENIZERS"
"""The variable that names a folder with tokenizer files, which are offered to all visitors."""
SHIPPED = ("gpt", "bert", "llama", "t5")
"""What comes with tokviz: learned from its own prose in the manner of known models."""
_ENDINGS = (".json", ".model", ".tiktoken", ".txt")
_MOST = 200  # files of the folder


def on_this_machine() -> Mapping[str, Named]:
    """Every tokenizer by its name: what comes with tokviz, the files of a folder, what was fetched. Where two have one
    name the first counts.

    >>> list(on_this_machine())[:4]
    ['gpt', 'bert', 'llama', 't5']
    """
    found: dict[str, Named] = {}
    for one in (*_shipped(), *_folder(), *kept.fetched()):
        found.setdefault(one.name, one)
    return found


def _shipped() -> Iterator[Named]:
    for name in SHIPPED:
        yield Named(name, (site() / "assets" / "tokenizers" / f"{name}.json",), "shipped")


def _folder() -> Iterator[Named]:
    told = os.environ.get(FOLDER)
    if told:
        paths = sorted(path for path in Path(told).glob("*") if path.suffix in _ENDINGS and path.is_file())
        for path in paths[:_MOST]:
            yield Named(path.name, (path,), "folder")
