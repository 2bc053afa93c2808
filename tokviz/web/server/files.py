"""Files that a browser fetches once: the name of each holds what is in it, and it is packed once for everybody.

Nothing here knows of routes, or of what the files are for.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from threading import Event

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from tokviz.compression import compressed, decompressed

HEADERS = {"X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer"}
"""The headers of everything that a route of ours sends."""
_KINDS = {"js": "text/javascript", "css": "text/css"}
_FOR_EVER = "public, max-age=31536000, immutable"
_served = Event()


def serve() -> None:
    """Say that the routes to files exist; of the process, for all that comes later."""
    _served.set()


def are_served() -> bool:
    """Tell if files can be asked for."""
    return _served.is_set()


@dataclass(frozen=True)
class File:
    """A file: its type, and itself as gzip packs it."""

    kind: str
    packed: bytes


def named(stem: str, suffix: str, text: str) -> tuple[str, File]:
    """Return a file and its name.

    >>> named("page", "css", "p {}")[0]
    'page-48d24394dd48.css'
    """
    name = f"{stem}-{sha256(text.encode()).hexdigest()[:12]}.{suffix}"
    return name, File(_KINDS[suffix], compressed(text))


def answer(request: Request, name: str, files: Mapping[str, File]) -> Response:
    """Return the file that is asked for.

    Who knows an older or newer name of it, from before a restart or from another server, gets it as it is here, and
    asks again the next time.
    """
    file, keep = files.get(name), _FOR_EVER
    if file is None:
        file = next((file for known, file in files.items() if _plain(known) == _plain(name)), None)
        keep = "no-store"
    if file is None:
        return PlainTextResponse("no such file", 404)
    return sent(request, file.packed, file.kind, keep)


def _plain(name: str) -> tuple[str, str]:
    stem, _, rest = name.rpartition("-")
    return stem, rest.rpartition(".")[2]


def sent(request: Request, data: bytes, kind: str, keep: str) -> Response:
    """Return the response with packed data, unpacked for a browser that cannot do it.

    keep: how long it may be kept.
    """
    headers = HEADERS | {"Cache-Control": keep, "Vary": "Accept-Encoding"}
    if "gzip" in request.headers.get("accept-encoding", ""):
        return Response(data, headers=headers | {"Content-Encoding": "gzip"}, media_type=kind)
    return Response(decompressed(data).encode("utf-8", "replace"), headers=headers, media_type=kind)
