"""Playing attacks one after the other, and judging what each of them did."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, replace
from time import monotonic, sleep

from tools.attack.attack import Attack, NotKeptError, Target
from tools.attack.server import Attacked, Seen

__all__ = ["LEVEL", "PATIENCE", "Played", "heading", "judged", "play", "row"]

PATIENCE = 2.0
"""Seconds that an ordinary visitor may wait."""
LEVEL = 100
"""MB that may stay in memory after an attack."""
_LONGEST = 240.0  # seconds for one attack
_AFTERWARDS = 1.0  # seconds until waits that an attack has caused are over and reported
_WIDTHS = (3, 34, 8, 22)


@dataclass(frozen=True)
class Played:
    """The result of one attack. before, most, after: MB of memory. came_back: in the words of the attack. has_ended:
    whether the server is gone, or answers nobody any more."""

    attack: Attack
    came_back: str
    seen: Seen
    before: int
    most: int
    after: int
    seconds: float
    has_ended: bool = False
    problems: tuple[str, ...] = ()


def play(attack: Attack, attacked: Attacked, rest: float, before: int | None = None) -> Played:
    """Play one attack and wait until the memory is back, for `rest` seconds at most.

    before: the MB that it has to be back at, if they are not those of now.
    """
    watch, beside = attacked.watch, attacked.beside
    before = watch.now() if before is None else before
    watch.most()
    beside.seen()
    began = monotonic()
    came_back, broken = _answer(attack, attacked.target)
    seconds = monotonic() - began
    sleep(_AFTERWARDS)
    after = _settled(watch.now, before, rest if attacked.lives() else 0.0)
    trouble = attacked.trouble()
    played = Played(attack, came_back, beside.seen(), before, watch.most(), after, seconds, bool(trouble))
    return replace(played, problems=(*((trouble,) if trouble else judged(played)), *broken))


def judged(played: Played) -> tuple[str, ...]:
    """Say in sentences what visitors noticed, and what was left in memory."""
    problems = []
    if played.seen.seconds > PATIENCE:
        problems.append(f"a visitor waited {played.seen.seconds:.1f} s ({played.seen.who})")
    if played.seen.failures:
        problems.append(f"{len(played.seen.failures)} visits failed, the first: {played.seen.failures[0]}")
    if played.after - played.before > LEVEL:
        problems.append(f"{played.after - played.before} MB stay in memory")
    return tuple(problems)


def heading() -> str:
    """Return the first line of the table."""
    return _line("", "attack", "wait", "MB before/most/after", "came back")


def row(played: Played) -> str:
    """Return the line of an attack, and below it what was not kept."""
    memory = f"{played.before}/{played.most}/{played.after}"
    attack, wait = played.attack, f"{played.seen.seconds:.2f} s"
    first = _line(str(attack.number or ""), attack.name, wait, memory, f"{played.came_back} ({played.seconds:.0f} s)")
    return "\n".join((first, *(f"{'':>{_WIDTHS[0]}}  NOT KEPT: {problem}" for problem in played.problems)))


def _line(number: str, name: str, wait: str, memory: str, came_back: str) -> str:
    one, two, three, four = _WIDTHS
    return f"{number:>{one}}  {name:<{two}}{wait:>{three}}{memory:>{four}}  {came_back}".rstrip()


def _answer(attack: Attack, target: Target) -> tuple[str, tuple[str, ...]]:
    """Play it; what came back, and what was wrong with that."""

    async def in_time() -> str:
        async with asyncio.timeout(_LONGEST):
            return await attack.play(target)

    try:
        return asyncio.run(in_time()), ()
    except NotKeptError as error:
        return "", (f"expected: {attack.expected}; {error}",)
    except TimeoutError:
        return "", (f"expected: {attack.expected}; no answer in time",)
    except OSError as error:
        return "", (f"expected: {attack.expected}; the connection failed, {error!r}",)


def _settled(now: Callable[[], int], before: int, rest: float) -> int:
    """Wait until no more than LEVEL is above `before`, or for `rest` seconds; returns the memory then."""
    end = monotonic() + rest
    while (used := now()) - before > LEVEL and monotonic() < end:
        sleep(0.5)
    return used
