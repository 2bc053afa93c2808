"""The files of the site that run Python in a browser tab: the parts as they are sent, the worker, and the licenses.

Parts are sent as scripts with base64, since a page from disk may load nothing else. They are packed before that, so
what a server packs is a tenth larger than it has to be. Each name has a hash of what is in the file.
"""

from __future__ import annotations

import base64
import gzip
import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib.metadata import distribution
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

from tokviz.features.site import bundle
from tokviz.features.site.parts import Parts
from tokviz.frontend import script

FOLDER = "tab"
"""The folder of the site that all of it is in, but for the service worker, which must be above what it keeps."""
_LICENSES = Path(__file__).with_name("licenses")
_HASH_LETTERS = 12
_CHUNK_BYTES = 400_000
"""The number of bytes that one script hands over: few, so that the reader sees progress."""


@dataclass(frozen=True)
class Shipped:
    """A program of others in the folder: its name, version, license, and the file with the license's text, below
    `Live.base`."""

    name: str
    version: str
    license: str
    file: str


@dataclass(frozen=True)
class Live:
    """The files that run Python in a tab. files: by path in the site. base: where pages of a language find them."""

    files: Mapping[str, bytes]
    shipped: tuple[Shipped, ...]
    base: str = f"../{FOLDER}/"


def live(parts: Parts, entry: str = bundle.ENTRY) -> Live:
    """Return the files for these parts. entry: the module with the function `answer`."""
    packed = {
        "loader": parts.files["pyodide.mjs"],
        "glue": parts.files["pyodide.asm.mjs"],
        "wasm": parts.files["pyodide.asm.wasm"],
        **bundle.contents(parts, entry),
    }
    files: dict[str, bytes] = {}
    described = []
    for name, content in packed.items():
        sent = gzip.compress(content, 9, mtime=0)
        chunks = dict(_chunks(name, sent))
        described.append({"name": name, "bytes": len(sent), "files": [*chunks]})
        files |= {f"{file}.js": _handing(file, base64.b64encode(part).decode("ascii")) for file, part in chunks.items()}
    info = json.loads(parts.files["pyodide-lock.json"])["info"]
    start = {"parts": described, "entry": entry, "info": info, "source": script("site/tab/worker.js")}
    files["tab.js"] = _handing("tab", start)
    shipped = {program: text.encode() for program, text in _shipped(parts)}
    files |= {program.file: text for program, text in shipped.items()}
    return Live({f"{FOLDER}/{name}": content for name, content in files.items()}, tuple(shipped))


def _chunks(name: str, sent: bytes) -> Iterator[tuple[str, bytes]]:
    """Yield the pieces in which something is sent, each with the name of its script."""
    version = hashlib.sha256(sent).hexdigest()[:_HASH_LETTERS]
    for number, start in enumerate(range(0, len(sent), _CHUNK_BYTES)):
        yield f"{name}-{version}-{number}", sent[start : start + _CHUNK_BYTES]


def _handing(name: str, content: object) -> bytes:
    """Return a classic script that hands something over to `client.js`."""
    return f"tokvizPart({json.dumps(name)}, {json.dumps(content)});\n".encode()


def service_worker(files: Mapping[str, bytes]) -> bytes:
    """Return the script that keeps the page for own texts, out of all files of the site.

    What it keeps changes its text, so that a browser sees that there is a new one.
    """
    parts = [name for name in files if name.startswith(f"{FOLDER}/") and name.endswith(".js")]
    parts.remove(f"{FOLDER}/tab.js")
    pages = [name for name in files if name.endswith(("/own.html", "index.html")) or "/" not in name]
    pages = sorted([*(name for name in pages if not name.startswith("docs/")), f"{FOLDER}/tab.js"])
    version = hashlib.sha256(b"".join(hashlib.sha256(files[name]).digest() for name in pages)).hexdigest()
    listed = {"pages": pages, "parts": sorted(parts), "folder": f"{FOLDER}/", "version": version[:_HASH_LETTERS]}
    return f"self.FILES = {json.dumps(listed)};\n{script('site/service_worker.js')}".encode()


# -- licenses ----------------------------------------------------------------------------------------------------------


def _shipped(parts: Parts) -> Iterator[tuple[Shipped, str]]:
    """Yield the works of others, each with the text of its license.

    Of the wheels, with all license texts that they contain.
    """
    version, python = parts.pins.pyodide, json.loads(parts.files["pyodide-lock.json"])["info"]["python"]
    source = f"Pyodide {version}, as it is in the npm package pyodide {version}. Its source is the repository\n"
    source += f"pyodide/pyodide on GitHub, at the tag {version}.\n\n"
    yield _licensed("Pyodide", version, "MPL-2.0", source + _text("MPL-2.0"))
    yield _licensed("Python", python, "PSF-2.0", f"Python {python}, with modules left out.\n\n{_text('Python')}")
    for name, (version, wheel) in parts.wheels.items():
        with ZipFile(BytesIO(wheel)) as packed:
            read = {file: packed.read(file).decode("utf-8") for file in packed.namelist() if ".dist-info/" in file}
        (about,) = (text for file, text in read.items() if file.endswith("/METADATA"))
        (kind,) = (line.partition(": ")[2] for line in about.splitlines() if line.startswith("License-Expression: "))
        texts = {file.partition("/licenses/")[2]: text for file, text in read.items() if "/licenses/" in file}
        written = "\n".join(f"{file}\n\n{text}" for file, text in sorted(texts.items()))
        yield _licensed(name, version, kind, f"{name} {version}, with files left out.\n\n{written}")
    for name in bundle.TEMPLATE_ENGINE:
        package = distribution(name)
        text = "\n".join(str(file.read_text("utf-8")) for file in package.files or () if "licenses" in file.parts)
        yield _licensed(name, package.version, "BSD-3-Clause", f"{name} {package.version}\n\n{text}")


def _licensed(name: str, version: str, kind: str, text: str) -> tuple[Shipped, str]:
    return Shipped(name, version, kind, f"licenses/{name.lower()}.txt"), text


def _text(name: str) -> str:
    return (_LICENSES / f"{name}.txt").read_text(encoding="utf-8")
