"""A live class for the load script: a teacher who steps and asks, students who follow and answer, visitors beside them.

Every student is a connection of its own, in this process, which shares the machine's cores with the server. Printed is
how long a step takes from the teacher to the students, how long an answer takes to be acknowledged, how long until all
of them are counted, and what a student weighs in the server. A vote that is not counted, or is counted twice, is a
failure; slowness is none.
"""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from secrets import token_bytes
from statistics import quantiles
from time import perf_counter, time
from typing import Any

from websockets.asyncio.client import ClientConnection, connect

from tests.bench.timing import report
from tokviz import bpe, examples
from tokviz.algorithms import BPE
from tokviz.live.room import Rooms
from tokviz.live.sqlite_store import SqliteStore
from tokviz.live.views import SharedView, shared
from tokviz.views.algorithms import views_of
from tokviz.views.shared.catalog import load
from tokviz.views.stage import questions

__all__ = ["RoomFigures", "a_class", "tell"]

STEP_EVERY = 1.0  # seconds between two steps of the teacher
VOTES = 3
VOTING = 2.0  # seconds in which all students answer
DEADLINE = 60.0


@dataclass
class RoomFigures:
    """Seconds from a teacher's step to each student, from each answer to its acknowledgement, from the first answer of
    a vote until the teacher sees all of them; and how many answers of each vote were counted."""

    steps: list[float] = field(default_factory=list)
    answers: list[float] = field(default_factory=list)
    votes: list[float] = field(default_factory=list)
    counted: list[int] = field(default_factory=list)


class _Line:
    """A connection: what it was told last, and when somebody waits for something, until it is so."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.told: dict[str, Any] = {}
        self.changed = asyncio.Condition()

    async def read(self, figures: RoomFigures, sent: dict[int, float]) -> None:
        """Take all messages; sent: when the teacher went to a step."""
        async for text in self.socket:
            now = perf_counter()
            before, said = (self.told.get("state") or {}).get("shown"), json.loads(text)
            shown = (said.get("state") or {}).get("shown")
            if shown and shown != before and shown["step"] in sent:
                figures.steps.append(now - sent[shown["step"]])
            async with self.changed:
                self.told |= said
                self.changed.notify_all()

    async def until(self, check: Any) -> None:
        async with asyncio.timeout(DEADLINE), self.changed:
            await self.changed.wait_for(lambda: check(self.told))

    async def say(self, **said: object) -> None:
        await self.socket.send(json.dumps(said))


async def a_class(url: str, store: Path, students: int, steps: int, weigh: Any) -> tuple[RoomFigures, float]:
    """A lesson of so many steps and VOTES votes. store: the server's file. weigh: the server's memory now, in MB.

    Returns what was measured, and MB for each student.
    """
    rooms, view = Rooms(SqliteStore(store), token_bytes), _stage()
    lead = rooms.open(time())
    rooms.publish(lead, view, time())
    figures, sent = RoomFigures(), dict[int, float]()
    async with AsyncExitStack() as stack:
        head = await stack.enter_async_context(_line(url, figures, {}, do="lead", room=lead.code, key=lead.key))
        await head.until(lambda told: "state" in told)
        before = weigh()
        lines = []
        for start in range(0, students, 20):  # they come one after the other, if fast
            coming = [
                stack.enter_async_context(_line(url, figures, sent, do="enter", room=lead.code))
                for _ in range(start, min(students, start + 20))
            ]
            for one in coming:
                lines.append(await one)
        await head.until(lambda told: told["state"]["students"] == students)
        weight = (weigh() - before) / students
        for step in range(1, steps + 1):
            sent[step] = perf_counter()
            await head.say(do="show", view=view.name, step=step, address=f"/bpe?step={step}")
            await asyncio.sleep(STEP_EVERY)
        for number in range(1, VOTES + 1):
            await _vote(head, lines, view, number, figures)
    rooms.end(lead, time())
    rooms.store.close()
    return figures, weight


def tell(figures: RoomFigures, weight: float, students: int) -> int:
    """Print the figures; returns how many answers were lost or counted twice."""
    _report("a step to the students", figures.steps, "p95 < 500 ms")
    _report("an answer acknowledged", figures.answers, "")
    shown = " / ".join(f"{1000 * one:.0f}" for one in figures.votes)
    report(f"votes: {students} answers within {VOTING:.0f} s, all counted after", f"{shown} ms")
    report("votes: answers counted", " / ".join(map(str, figures.counted)), str(students))
    report("server's memory for each student", f"{weight:.2f} MB", "< 1 MB")
    return sum(abs(one - students) for one in figures.counted)


@asynccontextmanager
async def _line(url: str, figures: RoomFigures, sent: dict[int, float], **hello: object) -> AsyncIterator[_Line]:
    async with connect(f"{url.replace('http', 'ws', 1)}/room/socket", proxy=None) as socket:
        line = _Line(socket)
        reading = asyncio.create_task(line.read(figures, sent))
        await line.say(**hello)
        await line.until(bool)
        yield line
        reading.cancel()


async def _vote(head: _Line, lines: list[_Line], view: SharedView, number: int, figures: RoomFigures) -> None:
    step = int(random.Random(number).choice(sorted(view.asks)))
    options = len(view.asks[str(step)]["options"])
    await head.say(do="ask", view=view.name, step=step)
    await asyncio.gather(*(line.until(lambda told: _open(told) == number) for line in lines))
    start = perf_counter()

    async def answer(place: int, line: _Line) -> None:
        rng = random.Random(f"{number} {place}")
        await asyncio.sleep(rng.uniform(0, VOTING))
        choice, begun = rng.randrange(options), perf_counter()
        await line.say(do="answer", question=number, choice=choice)
        await line.until(lambda told: told.get("mine") == [number, choice])
        figures.answers.append(perf_counter() - begun)

    def all_counted(told: dict[str, Any]) -> bool:
        return bool(told["state"]["question"]["answered"] == len(lines))

    seen = asyncio.create_task(head.until(all_counted))
    await asyncio.gather(*(answer(place, line) for place, line in enumerate(lines)))
    await seen
    figures.votes.append(perf_counter() - start)
    await head.say(do="reveal")
    await head.until(lambda told: told["state"]["question"]["stand"] == "shown")
    figures.counted.append(sum(head.told["state"]["question"]["counts"]))


def _open(told: dict[str, Any]) -> int:
    question = (told.get("state") or {}).get("question")
    return question["number"] if question and question["stand"] == "open" else 0


def _stage() -> SharedView:
    """What a teacher of /bpe shows, with its questions."""
    say, trace = load("en"), bpe.train(examples.load("english").corpus_for(BPE.name), merges=60)
    stage = views_of(trace).stage
    payload = stage.payload(trace, range(0, 60), say, asks=True)
    questions.pose(payload, lambda k: stage.question(trace, k, say), "load", say)
    made = shared(json.dumps(payload))
    assert made is not None
    return made


def _report(what: str, times: list[float], target: str) -> None:
    cuts = quantiles(times, n=100, method="inclusive")
    shown = " / ".join(f"{1000 * cut:.0f}" for cut in (cuts[49], cuts[94], max(times)))
    report(f"{what}, {len(times):,} times, p50 / p95 / most", f"{shown} ms", target)
