"""Attacks by requests under false names, and what ordinary answers have to hold."""

from __future__ import annotations

import asyncio
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.e2e.conftest import serve
from tools.attack.attack import Attack, Target, expect
from tools.attack.visits import hostile
from tools.attack.wires import ROOM, STREAM, dial, get, shake_hands

__all__ = ["ATTACKS"]

_EVIL = "evil.example"
_METRICS = "/_stcore/metrics"
_HEADERS = (
    ("x-content-type-options", "nosniff"),
    ("referrer-policy", ""),
    ("content-security-policy", "script-src"),
)


async def _false_names(target: Target) -> str:
    """Return the name of another site, as a browser sends it that was told that name leads here."""
    answered = []
    for path in (ROOM, STREAM):
        async with dial(target) as wire:
            status = await shake_hands(wire, target, path, host=_EVIL, origin=f"http://{_EVIL}")
        if status == 101:
            answered.append(path)
    status, _ = await get(target, _METRICS, Host=_EVIL)
    if status == 200:
        answered.append(_METRICS)
    expect(not answered, f"{', '.join(answered)} answer to Host {_EVIL}")
    for path in (ROOM, STREAM):
        async with dial(target) as wire:
            status = await shake_hands(wire, target, path, origin=target.url)
        expect(status == 101, f"{path} answers its own name with {status}")
    return "refused"


async def _headers(target: Target) -> str:
    missing = []
    for path in ("/", "/bpe", "/join"):
        _, headers = await get(target, path)
        missing += [f"{name} of {path}" for name, part in _HEADERS if name not in headers or part not in headers[name]]
    expect(not missing, f"missing: {', '.join(missing)}")
    return "all there"


async def _titles(target: Target) -> str:
    async with hostile(target, "/live") as visit:
        await visit.press("live_start")
        titles = visit.titles
    expect(titles == 1, f"the page has {titles} titles")
    return "one title"


async def _metrics(target: Target) -> str:
    """Ask on the address that a server has by itself, where this machine comes by another notation."""

    def started() -> int:
        with (
            TemporaryDirectory() as folder,
            serve(Path(folder), ("-m", "streamlit", "run", "app.py", "--server.port=0")) as server,
        ):
            there = Target(server.url, Path(folder), target.source, server.output, lambda: 0)
            status, _ = asyncio.run(get(there, _METRICS))
            return status

    status = await asyncio.to_thread(started)
    expect(status == 200, f"this machine is answered with {status}")
    return "200"


ATTACKS = (
    Attack(15, "the name of another site", _false_names, "403"),
    Attack(26, "answers without headers", _headers, "nosniff, a referrer policy, a policy for scripts"),
    Attack(28, "titles of a room's page", _titles, "one"),
    Attack(29, "figures for this machine", _metrics, "200"),
)
