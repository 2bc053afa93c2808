"""Attacks on live rooms: wrong codes, students who are none, silent sockets, odd texts, links off the site."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterable
from itertools import count
from time import monotonic
from typing import Any

from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from tokviz.features.live.room import MAX_STUDENTS
from tools.attack.attack import Attack, Target, expect
from tools.attack.server import open_room
from tools.attack.visitors import Room
from tools.attack.wires import ROOM, drain, get, opened, shake_hands

__all__ = ["ATTACKS"]

_ANSWER = 5.0  # seconds
_WRONG = "ZZZZZZ"
_ELSEWHERE = "127.0.3.1"  # an address that has nothing to do with the attack
_AT_ONCE = 20  # of many hellos
_FILLING = 60.0  # seconds in which one address tries to fill a room
_LET_IN = "those who know the code or the key are let in"


async def _hello(target: Target, source: str = "", *said: dict[str, Any], **hello: object) -> dict[str, Any]:
    """Say hello on a new connection, and what follows; returns what was answered, `refused` where it was.

    With nothing more to say it ends with the state of the room. Otherwise each of `said` is said, and what comes within
    a moment is the answer.
    """
    told: dict[str, Any] = {}
    url, place = f"{target.url.replace('http', 'ws', 1)}{ROOM}", (source or target.source, 0)
    try:
        async with asyncio.timeout(_ANSWER), connect(url, proxy=None, local_addr=place) as socket:
            await socket.send(json.dumps(hello))
            while not {"state", "refused"} & set(told):
                told |= json.loads(await socket.recv())
            for one in said:
                await socket.send(json.dumps(one))
                async with asyncio.timeout(0.5):
                    while "refused" not in told:
                        told |= json.loads(await socket.recv())
    except TimeoutError:
        return told or {"refused": "no answer"}
    except (ConnectionClosed, InvalidHandshake, OSError) as error:
        return told or {"refused": repr(error)}
    return told


async def _enter(target: Target, room: Room, source: str = "", token: str = "") -> dict[str, Any]:
    return await _hello(target, source, do="enter", room=room.code, token=token)


async def _lead(target: Target, room: Room, source: str = "") -> dict[str, Any]:
    return await _hello(target, source, do="lead", room=room.code, key=room.key)


async def _guessing(target: Target, sources: Iterable[str], at_once: int, pause: float) -> None:
    """Try wrong codes from these addresses in turn: so many at once, then one after each pause; until cancelled."""
    places = list(sources)
    await asyncio.gather(*(_hello(target, places[n % len(places)], do="enter", room=_WRONG) for n in range(at_once)))
    for number in count():
        await _hello(target, places[number % len(places)], do="enter", room=_WRONG)
        await asyncio.sleep(pause)


async def _while_guessing(target: Target, guessers: Iterable[str], pause: float, innocent: str) -> str:
    """Go on with a class while wrong codes are tried. Return how often its members were let in."""
    room = await asyncio.to_thread(open_room, target.folder)
    first = await _enter(target, room, innocent)
    expect("state" in first, f"a student is refused before anything was tried: {first.get('refused')}")
    guessing = asyncio.create_task(_guessing(target, guessers, 60, pause))
    refused: list[str] = []
    tries, end = 0, monotonic() + 10
    try:
        while monotonic() < end:
            await asyncio.sleep(0.5)
            for who, answer in (
                ("the teacher with the key", _lead(target, room, innocent)),
                ("a student who comes back", _enter(target, room, innocent, first["you"])),
                ("a new student with the code", _enter(target, room, innocent)),
            ):
                told = await answer
                tries += 1
                if "state" not in told:
                    refused.append(f"{who}: {told.get('refused')}")
    finally:
        guessing.cancel()
    expect(not refused, f"{len(refused)} of {tries} are refused, the first: {refused[:1]}")
    return f"{tries} of {tries} let in"


async def _wrong_codes(target: Target) -> str:
    """Guess codes from within the class, and ask for pictures that are not there."""
    said = await _while_guessing(target, [target.source], 0.2, target.source)
    room = await asyncio.to_thread(open_room, target.folder)
    for number in range(60):
        await get(target, f"/room/view/{_WRONG}/{number}")
    status, _ = await get(target, f"/room/view/{room.code}/{room.view}")
    expect(status == 200, f"after sixty wrong names the picture of a room is answered with {status}")
    return said


async def _wrong_codes_of_many(target: Target) -> str:
    return await _while_guessing(target, [f"127.0.2.{n}" for n in range(1, 61)], 1 / 120, _ELSEWHERE)


async def _ghosts(target: Target) -> str:
    """Let students enter and leave at once, as many as a room holds; then a real one of another address."""
    room = await asyncio.to_thread(open_room, target.folder)
    real = await _enter(target, room)
    entered, end = 0, monotonic() + _FILLING
    while entered < MAX_STUDENTS and monotonic() < end:
        told = await asyncio.gather(*(_enter(target, room) for _ in range(_AT_ONCE)))
        entered += sum("state" in one for one in told)
    back, other = await _enter(target, room, token=real["you"]), await _enter(target, room, _ELSEWHERE)
    expect("state" in back, f"a student who was there cannot come back: {back.get('refused')}")
    expect("state" in other, f"after {entered} ghosts a student of another address is refused: {other.get('refused')}")
    return f"{entered} ghosts entered, a student of another address did too"


async def _silent(target: Target) -> str:
    """Open sockets that say nothing, as many as an address may have; then let a student of the same address in."""
    room = await asyncio.to_thread(open_room, target.folder)
    wires = []
    for _ in range(600):
        wire = await opened(target)
        wires.append(wire)
        await shake_hands(wire, target, ROOM)
    told = await _enter(target, room)
    closed = await drain(wires, 30.0)
    expect("state" in told, f"beside 600 silent sockets a student is refused: {told.get('refused')}")
    return f"a student enters, {closed} silent sockets closed"


async def _links(target: Target) -> str:
    """Show a class addresses that a browser takes for another site's."""
    shown = []
    for address in ("//evil.example", "/\\evil.example/x", "/\t/evil.example", "/\n/evil.example"):
        room = await asyncio.to_thread(open_room, target.folder)
        show = {"do": "show", "view": room.view, "step": 1, "address": address}
        told = await _hello(target, "", show, do="lead", room=room.code, key=room.key)
        seen = ((await _enter(target, room)).get("state") or {}).get("shown") or {}
        if "refused" not in told or "evil" in seen.get("address", ""):
            shown.append(address)
    expect(not shown, f"students are shown a link to {shown}")
    return "all refused"


async def _surrogates(target: Target) -> str:
    room = await asyncio.to_thread(open_room, target.folder)
    before = len(target.output())
    lone = "\ud800"
    answers = [
        await _enter(target, room, token=lone),
        await _hello(target, do="enter", room=room.code, name=lone),
        await _hello(target, do="lead", room=room.code, key=lone),
        await _hello(
            target,
            "",
            {"do": "show", "view": lone, "step": 1, "address": "/bpe"},
            do="lead",
            room=room.code,
            key=room.key,
        ),
    ]
    failed = [told for told in answers if told.get("refused") == "failed"]
    expect(not failed, f"{len(failed)} of {len(answers)} end with a failure of the server")
    expect("Traceback" not in target.output()[before:], "the log has a traceback")
    return "refused by name"


ATTACKS = (
    Attack(11, "wrong codes in a class", _wrong_codes, _LET_IN),
    Attack(12, "students who are none", _ghosts, "a student of another address is let in"),
    Attack(12, "sockets that say nothing", _silent, "a student of the same address is let in"),
    Attack(18, "links off the site", _links, "refused"),
    Attack(21, "lone surrogates", _surrogates, "refused by name"),
    Attack(24, "wrong codes of sixty addresses", _wrong_codes_of_many, _LET_IN),
)
