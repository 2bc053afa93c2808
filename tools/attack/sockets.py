"""Attacks by connections: unfinished messages, unfinished requests, and messages that ask for too much."""

from __future__ import annotations

import asyncio

from tools.attack.attack import Attack, Target, expect
from tools.attack.visits import hostile
from tools.attack.wires import ROOM, STREAM, Wire, dial, drain, first_fragment, get, opened, shake_hands

__all__ = ["ATTACKS"]

_HELD_MB = 300  # what unfinished messages may weigh together
_HALF_OPEN = 1_100
_SECONDS = 60.0  # until a server hangs up
_SOON = 2.0  # seconds for an ordinary request
_BEGINNINGS = (
    b"GET / HT",
    b"GET / HTTP/1.1\r\nHost: tokviz\r\nX-Slow: ",
    b"PUT /_stcore/upload_file/x/y HTTP/1.1\r\nHost: tokviz\r\nContent-Length: 1000\r\n\r\nbegun",
    b"GET /_stcore/stream HTTP/1.1\r\nHost: tokviz\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n",
)


async def _unfinished(target: Target, path: str, sockets: int, size: int) -> str:
    """Open so many sockets, and send on each the beginning of a message and no end."""
    before, wires, cut = target.memory(), [], 0
    try:
        for _ in range(sockets):
            wire = await opened(target)
            wires.append(wire)
            if await shake_hands(wire, target, path) != 101 or not await first_fragment(wire, size):
                cut += 1
        await asyncio.sleep(1)
        grown = target.memory() - before
    finally:
        closed = await drain(wires, 1.0)
    expect(grown <= _HELD_MB, f"{sockets} unfinished messages of {size // 10**6} MB weigh {grown} MB")
    return f"{max(closed, cut)} of {sockets} sockets closed, {grown} MB held"


async def _to_the_room(target: Target) -> str:
    return await _unfinished(target, ROOM, 81, 25_000_000)


async def _to_the_page(target: Target) -> str:
    return await _unfinished(target, STREAM, 40, 45_000_000)


async def _one_at_a_time(target: Target) -> str:
    """Send the same, each on a connection that is gone before the next one comes."""
    before, most = target.memory(), 0
    for path in (ROOM, STREAM) * 20:
        async with dial(target) as wire:
            await shake_hands(wire, target, path)
            await first_fragment(wire, 45_000_000)
            await asyncio.sleep(0.1)
        most = max(most, target.memory())
    expect(most - before <= _HELD_MB, f"forty messages one after the other weigh {most - before} MB")
    return f"at most {most - before} MB"


async def _half_open(target: Target) -> str:
    """Send requests without an end, more of them than a server may have files open."""
    wires: list[Wire] = []
    for number in range(_HALF_OPEN):
        try:
            wire = await opened(target)
        except (OSError, TimeoutError):
            continue
        wires.append(wire)
        await wire.send(_BEGINNINGS[number % len(_BEGINNINGS)], 1.0)
    try:
        async with asyncio.timeout(_SOON):
            status, _ = await get(target, "/_stcore/health")
    except (OSError, TimeoutError):
        status = 0
    closed = await drain(wires, _SECONDS)
    expect(status == 200, f"with {len(wires)} half-open requests others get no answer")
    expect(closed == len(wires), f"{len(wires) - closed} of {len(wires)} half-open requests stand for ever")
    return f"all {closed} closed"


async def _clearing(target: Target) -> str:
    """Have the server forget what it computed, ten times a second."""
    async with hostile(target, "/bpe") as visit:
        for _ in range(100):
            await visit.clear_cache()
            await asyncio.sleep(0.1)
    return "no answer"


ATTACKS = (
    Attack(4, "unfinished messages to a room", _to_the_room, f"at most {_HELD_MB} MB are held"),
    Attack(4, "unfinished messages to a page", _to_the_page, f"at most {_HELD_MB} MB are held"),
    Attack(5, "unfinished, one at a time", _one_at_a_time, f"at most {_HELD_MB} MB are held"),
    Attack(14, "requests without an end", _half_open, "others are answered, and all are closed within a minute"),
    Attack(27, "clearing what was computed", _clearing, "nobody waits"),
)
