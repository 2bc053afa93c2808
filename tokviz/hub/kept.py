"""What was fetched on this machine: a record for each name, which says where its files are.

The files themselves are in the cache of huggingface_hub, where other programs find them, too; those of tiktoken, which
has no file that says all, beside their records. A record whose files somebody has deleted counts as none.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from types import MappingProxyType
from urllib.parse import quote

from tokviz.errors import FetchError
from tokviz.hub.named import Named
from tokviz.hub.names import parse

__all__ = ["CACHE", "fetched", "folder", "keep", "place", "put"]

CACHE = "TOKVIZ_CACHE"
"""The variable that names the folder of the records."""


def folder() -> Path:
    """Where the records are; it need not exist."""
    if told := os.environ.get(CACHE):
        return Path(told)
    usual = os.environ.get("XDG_CACHE_HOME")
    home = os.path.expanduser("~")  # Path.home() raises for a user of a container who has none
    return (Path(usual) if usual else Path(home, ".cache")) / "tokviz"


def place(name: str, ending: str) -> Path:
    """The file of a name in that folder.

    >>> place("org/name@v1", ".json").name
    'org%2Fname@v1.json'
    """
    return folder() / f"{quote(name, safe='@')}{ending}"


def keep(one: Named) -> None:
    """Write down what was fetched. Raises FetchError where that is not possible."""
    record = {
        "name": one.name,
        "files": list(map(str, one.files)),
        "pattern": one.pattern,
        "specials": dict(one.specials),
        "commit": one.commit,
    }
    try:
        put(place(one.name, ".json"), json.dumps(record, ensure_ascii=False))
    except OSError as error:
        raise FetchError("get-disk", name=one.name, why=error.strerror or type(error).__name__) from None


def put(path: Path, text: str) -> None:
    """Write a file of that folder. Raises OSError."""
    path.parent.mkdir(parents=True, exist_ok=True)
    fresh = path.with_name(f"{path.name}.{os.getpid()}.part")
    fresh.write_text(text, encoding="utf-8")
    fresh.replace(path)  # who reads meanwhile finds the one or the other, whole


def fetched() -> Iterator[Named]:
    """All that was fetched and is still there, by name."""
    for path in sorted(folder().glob("*.json")):
        with suppress(OSError, ValueError, KeyError, TypeError, AttributeError):  # not a record, or not any more
            found = _read(path)
            if path == place(found.name, ".json") and all(file.is_file() for file in found.files):
                yield found


def _read(path: Path) -> Named:
    record = json.loads(path.read_text(encoding="utf-8"))
    return Named(
        str(parse(record["name"])),
        tuple(map(Path, record["files"])),
        "fetched",
        record.get("pattern"),
        MappingProxyType({str(token): int(number) for token, number in record.get("specials", {}).items()}),
        record.get("commit"),
    )
