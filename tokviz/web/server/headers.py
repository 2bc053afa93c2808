"""The security headers of each answer: what the browser may do with a page.

A page runs and loads what comes from this server. Streamlit 1.67 needs more in these places: styles and icons are in
the page, charts are drawn on pictures that the page itself makes, and an index page has a script of its own.
"""

from __future__ import annotations

import os
import re
from base64 import b64encode
from collections.abc import Iterable, Sequence
from functools import cached_property
from hashlib import sha256

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tokviz.web.server import files
from tokviz.web.streamlit_workarounds import static_files
from tokviz.web.streamlit_workarounds.environment_options import prefix
from tokviz.web.streamlit_workarounds.loggers import logger

FRAMES = "TOKVIZ_FRAMES"
"""The variable that names the sites whose pages may show tokviz in a frame; without it, all may, but for the pages that
lead others."""

_POLICY = "Content-Security-Policy"
_SITE = re.compile(r"https?://[\w.*-]+(?::(?:\d+|\*))?", re.ASCII)
_AUTHORITY = re.compile(r"[\w.:\[\]-]+", re.ASCII)
_STARTS = {"http.response.start", "websocket.http.response.start"}
_log = logger(__name__)


class SecurityHeaders:
    """The middleware. A route of ours that sends such a header keeps its own.

    scripts: those that are in pages. leading: the paths of pages that other sites show in a frame only where the
    setting names them: in it, a visitor could be brought to press their buttons.
    """

    def __init__(self, app: ASGIApp, scripts: Sequence[str], leading: Sequence[str] = ()) -> None:
        self._app, self._scripts, self._leading = app, scripts, leading

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on, with headers."""
        if scope["type"] not in {"http", "websocket"}:
            await self._app(scope, receive, send)
            return

        async def sent(message: Message) -> None:
            if message["type"] in _STARTS:
                headers = MutableHeaders(scope=message)
                for name, value in files.HEADERS.items():
                    headers.setdefault(name, value)
                host = Headers(scope=scope).get("host", "")
                headers.setdefault(_POLICY, policy(self._hashes, self._ancestors_of(scope["path"]), host))
            await send(message)

        await self._app(scope, receive, sent)

    @cached_property
    def _hashes(self) -> tuple[str, ...]:
        return tuple(_hash(script) for script in (*self._scripts, *static_files.inline_scripts()))

    def _ancestors_of(self, path: str) -> tuple[str, ...]:
        is_leading = path.rstrip("/") in {f"{prefix()}{leading}" for leading in self._leading}
        return self._ancestors or (("'self'",) if is_leading else ())

    @cached_property
    def _ancestors(self) -> tuple[str, ...]:
        return frame_ancestors(os.environ.get(FRAMES, ""))


def policy(hashes: Iterable[str], ancestors: Iterable[str], host: str) -> str:
    """Return the policy of a page: what the browser may do with it.

    hashes: of the scripts in it. ancestors: who may show it in a frame; all if there are none. host: whose websockets
    it opens, which `'self'` does not cover in older browsers.

    >>> policy((), ("'self'",), "evil; script-src *").partition("connect-src")[2].partition(";")[0]
    " 'self'"
    """
    sockets = f" ws://{host} wss://{host}" if _AUTHORITY.fullmatch(host) else ""
    parts = [
        "default-src 'self'",
        " ".join(("script-src 'self' blob:", *hashes)),
        "style-src 'self' 'unsafe-inline'",
        "img-src 'self' data: blob:",
        "font-src 'self' data:",
        f"connect-src 'self'{sockets}",
        "object-src 'none'",
        "base-uri 'self'",
        "form-action 'self'",
    ]
    if sources := " ".join(ancestors):
        parts.append(f"frame-ancestors {sources}")
    return "; ".join(parts)


def frame_ancestors(setting: str) -> tuple[str, ...]:
    """Return the sites that may show a page in a frame; none if all may. A word that is no site allows nothing.

    >>> frame_ancestors("https://moodle.example.edu self"), frame_ancestors("none"), frame_ancestors("")
    (("'self'", 'https://moodle.example.edu'), ("'self'",), ())
    """
    words = setting.split()
    odd = [word for word in words if not _SITE.fullmatch(word) and word not in {"self", "none"}]
    if odd:
        _log.warning("%s: not a site such as https://moodle.example.edu: %s", FRAMES, " ".join(odd))
    return ("'self'", *filter(_SITE.fullmatch, words)) if words else ()


def _hash(script: str) -> str:
    return f"'sha256-{b64encode(sha256(script.encode()).digest()).decode()}'"
