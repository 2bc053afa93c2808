"""`python -m tools.bench.load`: a class of visitors on a real server, first stepping at once, then coming and going.

The server is started here, on 127.0.0.1, and ended here; the visitors are websocket sessions in this process, so that
they share the machine's cores with it. The first part prints how long an action takes until the script has finished,
the failed sessions and the server's memory; the second part whether memory levels off over many visits. Both end by
themselves, late ones by a deadline. Exit status 1: a session failed. A slow machine is not a failure.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import random
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from statistics import quantiles
from time import monotonic
from urllib.parse import urlencode

from tools.bench import load_room
from tools.bench.load_server import Processes, Served, load, served
from tools.bench.load_visitor import VisitError, Visitor, visit
from tools.bench.timing import report

__all__ = ["Figures", "coming_and_going", "stepping"]

PAGES = ("/bpe", "/wordpiece", "/unigram", "/bpe-encode", "/compare")
EXAMPLES = ("sennrich", "hug")
PROSE = Path(__file__).resolve().parents[2] / "assets" / "prose" / "english-kitchen.txt"
OWN = 2  # of four visitors, who bring a text that nobody else has
OWN_CHARS = 1_200  # of an own text; it is in the address
READING = 3  # one visitor of so many has the tables in view, which follow each step
THINKING = (0.5, 1.5)  # seconds between the end of a run and the next action
AT_ONCE = 4  # visitors that come and go side by side
STEPS = 2  # of each of them
EVERY = 100  # visits between two looks at the memory
LEVEL = 0.05  # the share that memory may still grow by in the last half of the visits
FIRST_RUNS = 5.0  # seconds until those who came before a live class step
GRACE = 120.0  # seconds that a part may take beyond what it should


@dataclass
class Figures:
    """Seconds from action to finished script, the same of those that began when all had arrived, seconds of first runs,
    what went wrong, one line a session, and how many steps asked the server nothing."""

    coming: int = 0
    actions: list[float] = field(default_factory=list)
    settled: list[float] = field(default_factory=list)
    alone: int = 0
    openings: list[float] = field(default_factory=list)
    failures: list[str] = field(default_factory=list)

    async def act(self, visitor: Visitor) -> None:
        """Act for a visitor, and time it where it asked the server for something."""
        is_settled = len(self.openings) >= self.coming
        seconds = await visitor.act()
        if seconds is None:
            self.alone += 1
            return
        self.actions.append(seconds)
        if is_settled:
            self.settled.append(seconds)


def main(arguments: list[str]) -> int:
    """Run the parts that were asked for."""
    parser = argparse.ArgumentParser(prog="python -m tools.bench.load", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--visitors", type=int, default=30, help="how many step at once (30)")
    parser.add_argument("--seconds", type=float, default=120, help="for how long they do (120); 0 leaves this part out")
    parser.add_argument("--visits", type=int, default=1_000, help="page visits of the second part (1,000); 0: none")
    parser.add_argument("--room", type=int, default=0, help="students of a live class, beside the visitors (0)")
    parser.add_argument("--examples", action="store_true", help="all open worked examples, none a text of its own")
    parser.add_argument("--uvicorn", action="store_true", help="serve with uvicorn app:app, not with streamlit run")
    parser.add_argument("--cluster", action="store_true", help="two servers behind HAProxy, as make cluster has them")
    asked = parser.parse_args(arguments)
    failed = 0
    with (
        tempfile.TemporaryDirectory() as folder,
        served(Path(folder), by_uvicorn=asked.uvicorn, is_cluster=asked.cluster) as here,
    ):
        processes = here.processes
        print(f"opening its own pages took the server {here.prepared:.0f} s")
        print(f"{os.cpu_count()} cores, load {load()} before the first visitor; {processes.now()} MB in the server\n")
        if asked.room:
            failed += asyncio.run(_live_class(here, asked.room, asked.visitors, asked.seconds))
        elif asked.seconds:
            own = 0 if asked.examples else OWN
            failed += asyncio.run(_class(here.url, asked.visitors, asked.seconds, processes, own))
        if asked.visits:
            failed += asyncio.run(_visits(here.url, asked.visits, processes))
        for output in (server.output() for server in here.servers):
            if "Traceback (most recent call last)" in output:
                print(output)
                failed += 1
    return 1 if failed else 0


# -- the two parts -----------------------------------------------------------------------------------------------------


async def stepping(url: str, visitors: int, seconds: float, own: int = OWN) -> Figures:
    """Let visitors step on all the pages, `own` of every own + 2 on a text of their own, until `seconds` are over."""
    figures = Figures(coming=visitors)

    async def one(number: int) -> None:
        rng = random.Random(number)
        with _noted(figures):
            page, reads = PAGES[number % len(PAGES)], number // len(PAGES) % READING == 0
            async with visit(url, page, _query(number, rng, own), reads=reads) as visitor:
                figures.openings.append(await visitor.open())
                while monotonic() < end:
                    await asyncio.sleep(rng.uniform(*THINKING))
                    await figures.act(visitor)

    end = monotonic() + seconds
    async with asyncio.timeout(seconds + GRACE):
        await asyncio.gather(*map(one, range(visitors)))
    return figures


async def coming_and_going(url: str, visits: int, process: Processes) -> Figures:
    """Make one visit after the other, AT_ONCE side by side: a new session, a page, a corpus, STEPS steps, and away."""
    figures, numbers = Figures(), count()

    async def one() -> None:
        while (number := next(numbers)) < visits:
            rng = random.Random(number)
            with _noted(figures):
                async with visit(url, PAGES[number % len(PAGES)], _query(number, rng)) as visitor:
                    figures.openings.append(await visitor.open())
                    for _ in range(STEPS):
                        await figures.act(visitor)
            if (number + 1) % EVERY == 0:
                process.look(f"after {number + 1:,} visits")

    async with asyncio.timeout(visits * 2 + GRACE):
        await asyncio.gather(*(one() for _ in range(AT_ONCE)))
    return figures


async def _class(url: str, visitors: int, seconds: float, process: Processes, own: int) -> int:
    """Run the first part with its report. Return how many sessions failed."""

    async def watch() -> None:
        for past in count(0, 20):
            process.look(f"after {past} s")
            await asyncio.sleep(20)

    print(f"{visitors} visitors step at once for {seconds:.0f} s")
    watching = asyncio.create_task(watch())
    before = process.computed()
    figures = await stepping(url, visitors, seconds, own)
    watching.cancel()
    _tell(figures)
    report("server's computing, share of one core", f"{(process.computed() - before) / seconds:.0%}")
    report("load of the machine in the end", load())
    return len(figures.failures)


async def _live_class(here: Served, students: int, visitors: int, seconds: float) -> int:
    """Run a live class of students, with visitors who step beside it for so long. Return how much failed."""
    print(f"a live class of {students} students, {visitors} visitors who step beside it for {seconds:.0f} s")
    beside = asyncio.create_task(stepping(here.url, visitors, seconds))
    await asyncio.sleep(FIRST_RUNS)
    process = here.processes
    before, start = process.computed(), monotonic()
    figures, weight = await load_room.a_class(here.url, here.open_store(), students, int(seconds / 2), process.now)
    report("server's computing, share of one core", f"{(process.computed() - before) / (monotonic() - start):.0%}")
    failed = load_room.tell(figures, weight, students)
    visited = await beside
    _tell(visited)
    return failed + len(visited.failures)


async def _visits(url: str, visits: int, process: Processes) -> int:
    """Run the second part with its report. Return how many sessions failed."""
    print(f"\n{visits:,} visits, {AT_ONCE} side by side")
    process.seen.clear()
    figures = await coming_and_going(url, visits, process)
    _tell(figures)
    if len(process.seen) > 1:
        half, last = process.seen[len(process.seen) // 2 - 1], process.seen[-1]
        report("growth over the last half of the visits", f"{last / half - 1:+.1%}", f"<= {LEVEL:.0%}")
    return len(figures.failures)


def _query(number: int, rng: random.Random, own: int = OWN) -> str:
    """Return the query string of a visit: the page's own example, another one, or, `own` of own + 2 times, a corpus
    that nobody else has."""
    match number // len(PAGES) % (2 + own):
        case 0:
            return ""
        case 1:
            return urlencode({"example": rng.choice(EXAMPLES)})
    words = PROSE.read_text(encoding="utf-8").split()
    rng.shuffle(words)
    text = " ".join(word for word in words[-20:] if len(word) > 3)  # a word of one letter has no steps
    return urlencode({"example": "own", "corpus": " ".join(words)[:OWN_CHARS], "text": text})


@contextlib.contextmanager
def _noted(figures: Figures) -> Iterator[None]:
    try:
        yield
    except VisitError as failure:
        figures.failures.append(str(failure))


def _tell(figures: Figures) -> None:
    for what, times in (
        ("from action to finished script", figures.actions),
        ("the same once all had arrived", figures.settled),
        ("first runs", figures.openings),
    ):
        report(f"{what}, how many", f"{len(times):,}")
        if len(times) > 1:
            cuts = quantiles(times, n=100, method="inclusive")
            target = "" if times is figures.openings else "p95 < 500 ms"
            shown = " / ".join(f"{1000 * cut:.0f}" for cut in (cuts[49], cuts[94], max(times)))
            report(f"{what}, p50 / p95 / most", f"{shown} ms", target)
    report("steps that asked the server nothing", f"{figures.alone:,}")
    report("failed sessions", f"{len(figures.failures)}", "0")
    for failure in figures.failures[:10]:
        print(f"  {failure}")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
