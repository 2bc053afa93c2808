"""The interpreter and the wheels for a browser tab: where they come from, and that each is what it claims to be.

`parts.json` pins a version of the npm package `pyodide` by the SHA-256 of its files. The package's lock has the SHA-256
of each wheel of that release. Every file is checked before anything is made of it. A source is a folder, an address
that serves the files (a mirror), or the word `release`: the address that the pinned interpreter itself names.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

from tokviz.errors import TokvizError

RELEASE = "release"
"""The source that stands for the Pyodide release."""
_LOCK, _LOADER = "pyodide-lock.json", "pyodide.mjs"
_SECONDS = 60
_MOST_BYTES = 50_000_000
"""More than the largest part has; what a mirror sends beyond that is not read."""
_ADDRESS = re.compile(r"`(https?://[\w.:/-]+/v)\$\{\w+\}(/[\w/]+/)`")


@dataclass(frozen=True)
class Pins:
    """The pinned release of Pyodide: version, files with their SHA-256, and the names of the wheels in its lock."""

    pyodide: str
    python: str
    files: dict[str, str]
    wheels: tuple[str, ...]


@dataclass(frozen=True)
class Parts:
    """All parts, checked. files: the interpreter's by name. wheels: name -> (version, content)."""

    pins: Pins
    files: dict[str, bytes]
    wheels: dict[str, tuple[str, bytes]]


@cache
def pins() -> Pins:
    """Return the pinned release."""
    pinned = json.loads(Path(__file__).with_suffix(".json").read_text(encoding="utf-8"))
    return Pins(pinned["pyodide"], pinned["python"], pinned["files"], tuple(pinned["wheels"]))


def gather(sources: Sequence[str], pinned: Pins | None = None) -> Parts:
    """Return all parts, each from the first of the sources that has the right one.

    sources: folders (looked through with all folders in them), addresses, and `release`. Raises TokvizError for a part
    that is in none of them, and for one that differs from what is pinned.
    """
    pinned = pinned or pins()
    files: dict[str, bytes] = {}
    # The loader comes first: it names the address of the release.
    for name in sorted(pinned.files, key=lambda name: name != _LOADER):
        files[name] = _found(name, pinned.files[name], sources, pinned, files.get(_LOADER))
    listed = json.loads(files[_LOCK])["packages"]
    wheels = {
        name: (
            str(listed[name]["version"]),
            _found(listed[name]["file_name"], listed[name]["sha256"], sources, pinned, files[_LOADER]),
        )
        for name in pinned.wheels
    }
    return Parts(pinned, files, wheels)


def _found(name: str, sha256: str, sources: Sequence[str], pinned: Pins, loader: bytes | None) -> bytes:
    """Return the part of this name. Raises TokvizError."""
    different = ""
    for source in sources:
        if source == RELEASE and loader is None:
            continue
        address = release(loader, pinned) if source == RELEASE and loader else source
        for content in _contents(address, name):
            if hashlib.sha256(content).hexdigest() == sha256:
                return content
            different = different or address
    if different:
        raise TokvizError("part-differs", name=name, source=different, version=pinned.pyodide)
    raise TokvizError("part-missing", name=name, sources=", ".join(sources), version=pinned.pyodide)


def release(loader: bytes, pinned: Pins) -> str:
    """Return the address of the release, as the interpreter's own loader names it."""
    named = _ADDRESS.search(loader.decode("utf-8"))
    if named is None:
        raise TokvizError("part-release", version=pinned.pyodide)
    return f"{named[1]}{pinned.pyodide}{named[2]}"


def _contents(source: str, name: str) -> Iterator[bytes]:
    """Yield every file of this name that a source has. Raises TokvizError for a source that cannot be asked."""
    if source.startswith(("http://", "https://")):
        yield from _downloaded(f"{source.rstrip('/')}/{name}")
        return
    folder = Path(source)
    if not folder.is_dir():
        raise TokvizError("part-source", source=source)
    try:
        for path in sorted(folder.rglob(name)):
            yield path.read_bytes()
    except OSError as error:
        raise TokvizError("cli-file-unreadable", name=str(folder), why=error.strerror or str(error)) from None


def _downloaded(address: str) -> Iterator[bytes]:
    try:
        with urlopen(address, timeout=_SECONDS) as answer:
            yield answer.read(_MOST_BYTES)
    except URLError as error:
        if getattr(error, "code", None) == 404:  # another source may have it
            return
        raise TokvizError("part-unreachable", address=address, why=str(error.reason)) from None
    except (OSError, ValueError) as error:
        raise TokvizError("part-unreachable", address=address, why=str(error)) from None
