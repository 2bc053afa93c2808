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
from collections.abc import Callable
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from secrets import token_bytes
from statistics import quantiles
from time import perf_counter, time
from typing import Any

from tokviz import bpe, examples
from tokviz.algorithms import BPE
from tokviz.features.live.questions import SharedView, shared_view
from tokviz.features.live.room import Rooms
from tokviz.features.live.stores import Store
from tokviz.views.algorithms import views_of
from tokviz.views.picture import questions
from tokviz.views.shared.catalog import load
from tools.bench.load_line import Line, line
from tools.bench.timing import report

__all__ = ["RoomFigures", "a_class", "a_picture", "tell"]

STEP_EVERY = 1.0  # seconds between two steps of the teacher
VOTES = 3
VOTING = 2.0  # seconds in which all students answer


@dataclass
class RoomFigures:
    """Seconds from a teacher's step to each student, from each answer to its acknowledgment, from the first answer of
    a vote until the teacher sees all of them; how many answers of each vote were counted; seconds without a server."""

    steps: list[float] = field(default_factory=list)
    answers: list[float] = field(default_factory=list)
    votes: list[float] = field(default_factory=list)
    counted: list[int] = field(default_factory=list)
    away: list[float] = field(default_factory=list)


async def a_class(
    url: str,
    store: Store,
    students: int,
    steps: int,
    weigh: Callable[[], float] = float,
    *,
    strike: Callable[[], None] | None = None,
) -> tuple[RoomFigures, float]:
    """Run a lesson of so many steps and VOTES votes. store: the servers'; it is closed in the end. weigh: the memory
    of the servers now, in MB. strike: what happens to them when half of the answers of the second vote are there.

    Returns what was measured, and MB for each student.
    """
    rooms, view = Rooms(store, token_bytes), a_picture()
    lead = rooms.open(time())
    rooms.publish(lead, view, time())
    figures, sent = RoomFigures(), dict[int, float]()

    def heard(one: Line, said: dict[str, Any]) -> None:
        before, shown = ((told.get("state") or {}).get("shown") for told in (one.told, said))
        if shown and shown != before and shown["step"] in sent:
            figures.steps.append(perf_counter() - sent[shown["step"]])

    async with AsyncExitStack() as stack:
        head = await stack.enter_async_context(line(url, do="lead", room=lead.code, key=lead.key))
        await head.until(lambda told: "state" in told)
        before = weigh()
        lines = []
        for start in range(0, students, 20):  # they come one after the other, if fast
            coming = [
                stack.enter_async_context(line(url, heard, do="enter", room=lead.code))
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
            await _vote(head, lines, view, number, figures, strike if number == 2 else None)
        await head.until(lambda told: told["state"]["students"] == students)
        figures.away += [seconds for one in (head, *lines) for seconds in one.away]
    rooms.end(lead, time())
    store.close()
    return figures, weight


def tell(figures: RoomFigures, weight: float, students: int) -> int:
    """Print the figures; returns how many answers were lost or counted twice."""
    _report("a step to the students", figures.steps, "p95 < 500 ms")
    _report("an answer acknowledged", figures.answers, "")
    shown = " / ".join(f"{1000 * one:.0f}" for one in figures.votes)
    report(f"votes: {students} answers within {VOTING:.0f} s, all counted after", f"{shown} ms")
    report("votes: answers counted", " / ".join(map(str, figures.counted)), str(students))
    if figures.away:
        _report("without a server", figures.away, "most < 5 s")
    report("server's memory for each student", f"{weight:.2f} MB", "< 1 MB")
    return sum(abs(one - students) for one in figures.counted)


async def _vote(
    head: Line,
    lines: list[Line],
    view: SharedView,
    number: int,
    figures: RoomFigures,
    strike: Callable[[], None] | None,
) -> None:
    step = int(random.Random(number).choice(sorted(view.asks)))
    options = len(view.asks[str(step)]["options"])
    await head.say(do="ask", view=view.name, step=step)
    await asyncio.gather(*(one.until(lambda told: _stand(told) == (number, "open")) for one in lines))
    start = perf_counter()

    async def answer(place: int, one: Line) -> None:
        rng = random.Random(f"{number} {place}")
        await asyncio.sleep(rng.uniform(0, VOTING))
        choice, begun = rng.randrange(options), perf_counter()
        given = {"question": number, "answer": choice}
        await one.insist(lambda told: told.get("mine") == given, do="answer", question=number, choice=choice)
        figures.answers.append(perf_counter() - begun)

    def answered(told: dict[str, Any], share: float = 1) -> bool:
        return bool(told["state"]["question"]["answered"] >= len(lines) * share)

    async def struck() -> None:
        await head.until(lambda told: answered(told, 0.5))
        if strike is not None:
            await asyncio.to_thread(strike)

    seen = asyncio.gather(struck(), head.until(answered))
    await asyncio.gather(*(answer(place, one) for place, one in enumerate(lines)))
    await seen
    figures.votes.append(perf_counter() - start)
    await head.insist(lambda told: _stand(told) == (number, "shown"), do="reveal")
    figures.counted.append(sum(head.told["state"]["question"]["counts"]))


def _stand(told: dict[str, Any]) -> tuple[int, str]:
    question = (told.get("state") or {}).get("question")
    return (question["number"], question["phase"]) if question else (0, "")


def a_picture() -> SharedView:
    """Return the picture that a teacher of /bpe shows, with its questions."""
    say, trace = load("en"), bpe.train(examples.load("english").corpus_for(BPE.name), merges=60)
    picture = views_of(trace).picture
    payload = picture.payload(trace, range(0, 60), say, asks=True)
    questions.add_questions(payload, lambda k: picture.question(trace, k, say), "load", say)
    made = shared_view(json.dumps(payload))
    assert made is not None
    return made


def _report(what: str, times: list[float], target: str) -> None:
    cuts = quantiles(times, n=100, method="inclusive")
    shown = " / ".join(f"{1000 * cut:.0f}" for cut in (cuts[49], cuts[94], max(times)))
    report(f"{what}, {len(times):,} times, p50 / p95 / most", f"{shown} ms", target)
