"""`python -m tools.attack.visitors`: ordinary visitors of a server, in a process of their own, and how long they wait.

They step through pages, an example and a lesson; one is a student in a live room, one turns from one teaching tokenizer
to the next, one encodes a text of its own, one uploads a small honest tokenizer. A visit lasts some actions, then a new
one begins. Each line of the output is JSON: the longest wait since the line before, in seconds, waits that are not over
included; who waited; and the visits that failed.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from dataclasses import dataclass
from itertools import count
from time import monotonic

from tools.attack.tokenizer_files import honest
from tools.attack.visits import Session, session
from tools.bench.load_line import line
from tools.bench.load_visitor import VisitError

__all__ = ["Room", "Waits", "everybody"]

EVERY = 0.25  # seconds between two lines
THINKING = (0.5, 1.5)  # seconds between the end of a run and the next action
ACTIONS = 8  # of a visit
AGAIN = 0.5  # seconds after which a visit that failed is begun again
STEPPED = (
    ("/bpe", ""),
    ("/bpe", "guide=bpe&card=2"),
    ("/wordpiece", "example=hug"),
    ("/unigram", ""),
    ("/bpe-encode", "example=sennrich"),
    ("/compare", ""),
)
WORDS = ("low", "lower", "newest", "widest", "slowly", "lowest", "new", "wider", "we", "lower", "the", "new", "wall")


class Waits:
    """The waits of visitors for what they asked for. now: the clock."""

    def __init__(self, now: Callable[[], float] = monotonic) -> None:
        self._now = now
        self._numbers = count()
        self._begun: dict[int, tuple[float, str]] = {}
        self._longest = (0.0, "")
        self._failures: list[str] = []

    @contextmanager
    def one(self, who: str) -> Iterator[None]:
        """Measure how long the block takes."""
        number = next(self._numbers)
        self._begun[number] = (self._now(), who)
        try:
            yield
        finally:
            begun, _ = self._begun.pop(number)
            self._longest = max(self._longest, (self._now() - begun, who))

    def failed(self, why: str) -> None:
        """Note a visit that failed."""
        self._failures.append(why)

    def report(self) -> dict[str, object]:
        """Return the longest wait since the last report, whose it is, and which visits failed."""
        going = [(self._now() - begun, who) for begun, who in self._begun.values()]
        seconds, who = max([self._longest, *going])
        failures, self._failures, self._longest = self._failures, [], (0.0, "")
        return {"seconds": seconds, "who": who, "failures": failures}


@dataclass(frozen=True)
class Room:
    """A live room: its code, and the key and the picture of its teacher."""

    code: str
    key: str
    view: str


async def everybody(url: str, visitors: int, room: Room, waits: Waits) -> None:
    """Let so many visitors come and go, until this is cancelled."""
    special: list[Callable[[], Awaitable[None]]] = [
        lambda: _student(url, room, waits),
        lambda: _teaching_tokenizers(url, waits),
        lambda: _own_text(url, waits),
        lambda: _honest_upload(url, waits),
    ]
    tasks = []
    for number in range(visitors):
        place = number % (len(special) + len(STEPPED))
        make = special[place] if place < len(special) else _stepping(url, *STEPPED[place - len(special)], waits)
        tasks.append(_again_and_again(make, waits))
    await asyncio.gather(_teacher(url, room), *tasks)


async def _again_and_again(make: Callable[[], Awaitable[None]], waits: Waits) -> None:
    while True:
        try:
            await make()
        except VisitError as error:
            waits.failed(str(error)[:200])
            await asyncio.sleep(AGAIN)


@asynccontextmanager
async def _opened(url: str, page: str, query: str, who: str, waits: Waits) -> AsyncIterator[Session]:
    """Return a visit whose page is there; opening the connection is part of the wait."""
    async with AsyncExitStack() as stack:
        with waits.one(who):
            visitor = await stack.enter_async_context(session(url, page, query))
            await visitor.open()
        yield visitor


def _stepping(url: str, page: str, query: str, waits: Waits) -> Callable[[], Awaitable[None]]:
    """Go from one step to the next."""

    async def visit() -> None:
        who = f"{page}?{query}" if query else page
        async with _opened(url, page, query, who, waits) as visitor:
            for _ in range(ACTIONS):
                await _think()
                with waits.one(who):
                    await visitor.act()

    return visit


async def _teaching_tokenizers(url: str, waits: Waits) -> None:
    who, key = "teaching tokenizers", "tokenizers_tokenizer"
    async with _opened(url, "/tokenizers", "", who, waits) as visitor:
        for number in range(ACTIONS):
            await _think()
            options = visitor.options[key]
            with waits.one(who):
                await visitor.write(key, options[number % len(options)])


async def _own_text(url: str, waits: Waits) -> None:
    who = "own text"
    async with _opened(url, "/bpe-encode", "", who, waits) as visitor:
        for _ in range(ACTIONS):
            await _think()
            with waits.one(who):
                await visitor.write("bpe_encode_text", _some_words())


async def _honest_upload(url: str, waits: Waits) -> None:
    who = "honest upload"
    async with _opened(url, "/tokenizers", "", who, waits) as visitor:
        await _think()
        with waits.one(who):
            await visitor.upload("tokenizers_files", {"small.json": honest()})
        if not any(option.startswith("small.json") for option in visitor.options["tokenizers_tokenizer"]):
            raise VisitError("/tokenizers: the uploaded tokenizer is not offered")
        for _ in range(ACTIONS // 2):
            await _think()
            with waits.one(who):
                await visitor.write("tokenizers_text", _some_words())


async def _teacher(url: str, room: Room) -> None:
    """Show one step after the other."""
    async with line(url, do="lead", room=room.code, key=room.key) as head:
        for number in count():
            step = number % 50 + 1
            await head.say(do="show", view=room.view, step=step, address=f"/bpe?step={step}")
            await _think()


async def _student(url: str, room: Room, waits: Waits) -> None:
    """Enter, see what is shown next, leave, and come back as the same student."""
    who, token = "student", ""
    while True:
        async with AsyncExitStack() as stack:
            try:
                with waits.one(who):
                    coming = line(url, do="enter", room=room.code, name="Ada", token=token)
                    student = await stack.enter_async_context(coming)
                    await student.until(lambda told: "state" in told)
                token = student.told["you"]
                for _ in range(ACTIONS // 2):
                    step = _shown(student.told)
                    await student.until(lambda told, step=step: _shown(told) != step)  # type: ignore[misc]
            except TimeoutError:
                raise VisitError("/join: neither an answer nor the teacher's next step") from None


def _shown(told: dict[str, dict[str, dict[str, int] | None]]) -> int:
    return ((told.get("state") or {}).get("shown") or {}).get("step", 0)


def _some_words() -> str:
    return " ".join(random.sample(WORDS, 6))


async def _think() -> None:
    await asyncio.sleep(random.uniform(*THINKING))


async def _run(url: str, visitors: int, room: Room) -> None:
    waits = Waits()
    going = asyncio.create_task(everybody(url, visitors, room, waits))
    while not going.done():
        await asyncio.sleep(EVERY)
        print(json.dumps(waits.report()), flush=True)
    going.result()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m tools.attack.visitors")
    parser.add_argument("url")
    parser.add_argument("--visitors", type=int, default=10)
    parser.add_argument("--room", nargs=3, required=True, metavar=("CODE", "KEY", "VIEW"))
    asked = parser.parse_args()
    asyncio.run(_run(asked.url, asked.visitors, Room(*asked.room)))
