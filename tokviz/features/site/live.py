"""The files of the site that run Python in a browser tab: the parts as they are sent, the worker, and the licenses."""

from __future__ import annotations

import base64
import gzip
import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass

from tokviz.features.site import bundle
from tokviz.features.site.parts import Parts
from tokviz.frontend import script

__all__ = ["FOLDER", "Live", "Shipped", "live"]

FOLDER = "tab"
"""The folder of the site that all of it is in."""
_HASH_LETTERS = 12


@dataclass(frozen=True)
class Shipped:
    """A program of others in the folder: its name, version, license, and the file with the license's text."""

    name: str
    version: str
    license: str
    file: str


@dataclass(frozen=True)
class Live:
    """What runs Python in a tab. files: by path in the site. base: where pages of a language find them."""

    files: Mapping[str, bytes]
    shipped: tuple[Shipped, ...]
    base: str = f"../{FOLDER}/"


def live(parts: Parts, entry: str = bundle.ENTRY) -> Live:
    """Return the files for these parts. entry: the module with the function `answer`."""
    packed = {
        "loader": parts.files["pyodide.mjs"],
        "glue": parts.files["pyodide.asm.mjs"],
        "wasm": parts.files["pyodide.asm.wasm"],
        "library": bundle.library(parts),
        "packages": bundle.archive(bundle.packages(parts)),
        "tokviz": bundle.archive(bundle.sources(entry)),
    }
    files: dict[str, bytes] = {}
    described = []
    for name, content in packed.items():
        # No date in it, so that the same parts are the same file.
        sent = gzip.compress(content, 9, mtime=0)
        file = f"{name}-{hashlib.sha256(sent).hexdigest()[:_HASH_LETTERS]}.bin"
        described.append({"name": name, "file": file, "bytes": len(sent)})
        files[file] = sent
        files[f"{file}.js"] = _handing(file, base64.b64encode(sent).decode("ascii"))
    version = hashlib.sha256(json.dumps(described).encode()).hexdigest()[:_HASH_LETTERS]
    manifest = {
        "cache": f"tokviz-{version}",
        "entry": entry,
        "info": json.loads(parts.files["pyodide-lock.json"])["info"],
        "parts": described,
    }
    files["tab.js"] = _handing("tab", {"manifest": manifest, "source": script("site/tab/worker.js")})
    return Live({f"{FOLDER}/{name}": content for name, content in files.items()}, ())


def _handing(name: str, content: object) -> bytes:
    """Return a classic script that hands something over to `client.js`."""
    return f"tokvizPart({json.dumps(name)}, {json.dumps(content)});\n".encode()
