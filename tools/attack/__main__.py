"""`python -m tools.attack`: attacks on a running server beside ordinary visitors, who must not notice any of them.

The server is started here under a limit of memory, and ended here. Every attack is one line of a table: the longest
wait of a visitor, the memory of the server and its child processes before, at most and afterwards, and what came back.
An attack that ends the server is played to its end; the next one gets a new server. Exit status 1: something was not
kept, which the lines below the attack say; 2: the server never said that it is ready.
"""

from __future__ import annotations

import argparse
import asyncio
import resource
import signal
import sys
import tempfile
from collections import deque
from collections.abc import Sequence
from itertools import count
from pathlib import Path

from tools.attack import answers, files, links, programs, rooms, sockets, texts, work
from tools.attack.attack import Attack, Target
from tools.attack.memory import size_of
from tools.attack.running import Played, heading, play, row
from tools.attack.server import NotPreparedError, attacked, documented

__all__ = ["ATTACKS", "main"]

ATTACKS: tuple[Attack, ...] = tuple(
    sorted(
        (
            *files.ATTACKS,
            *sockets.ATTACKS,
            *rooms.ATTACKS,
            *links.ATTACKS,
            *answers.ATTACKS,
            *programs.ATTACKS,
            *work.ATTACKS,
            *texts.ATTACKS,
        ),
        key=lambda attack: attack.number,
    )
)
_OWN_FILES = 8192  # open files of this process: half-open requests are many
_SECONDS = 10.0  # of a line without an attack


def main(arguments: list[str]) -> int:
    """Play the attacks that were asked for."""
    parser = argparse.ArgumentParser(prog="python -m tools.attack", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--only", default="", help="numbers of attacks, 1,4,12 (all)")
    parser.add_argument("--list", action="store_true", help="print the attacks and what is expected, and play none")
    parser.add_argument("--visitors", type=int, default=10, help="ordinary visitors beside (10)")
    parser.add_argument("--memory", type=size_of, default=size_of("2g"), help="limit of the server's memory (2g)")
    parser.add_argument("--rest", type=float, default=60, help="seconds until memory has to be back (60)")
    parser.add_argument("--server", choices=("streamlit", "uvicorn"), default="streamlit", help="what starts the app")
    parser.add_argument("--source", default="127.0.0.1", help="address that attackers come from (that of the visitors)")
    asked = parser.parse_args(arguments)
    numbers = {int(number) for number in asked.only.split(",") if number.strip()}
    chosen = [attack for attack in ATTACKS if not numbers or attack.number in numbers]
    if asked.list:
        print("\n".join(f"{attack.number:>3}  {attack.name:<34}{attack.expected}" for attack in chosen))
        return 0
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # so that the server and the visitors end, too
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(_OWN_FILES, most), most))
    try:
        with tempfile.TemporaryDirectory() as folder:
            played = _all(chosen, Path(folder), asked)
    except NotPreparedError as error:
        print(f"No attack was played: {error}", file=sys.stderr)
        return 2
    problems = sum(bool(one.problems) for one in played)
    print(f"\n{len(chosen)} attacks; {problems} lines of which something was not kept")
    return 1 if problems else 0


def _all(chosen: Sequence[Attack], folder: Path, asked: argparse.Namespace) -> list[Played]:
    """Play the attacks, on one server after the other if they end it; returns what each did."""
    played: list[Played] = []
    left, start = deque(chosen), documented(asked.server)
    for number in count(1):
        where, is_first = folder / f"server-{number}", number == 1
        with attacked(where, start, asked.memory, asked.visitors, asked.source, is_first=is_first) as here:
            if is_first:
                print(f"memory limited {'by a cgroup' if here.is_grouped else 'by watching it'}\n{heading()}")
            base = here.watch.now()
            played.append(_shown(play(_WITHOUT, here, 0)))
            while left and not played[-1].has_ended:
                played.append(_shown(play(left.popleft(), here, asked.rest)))
            if not played[-1].has_ended:
                played.append(_shown(play(_AFTERWARDS, here, asked.rest, base)))
        if not left:
            break
    return played


async def _wait(_: Target) -> str:
    await asyncio.sleep(_SECONDS)
    return ""


_WITHOUT = Attack(0, "no attack yet", _wait, "")
_AFTERWARDS = Attack(0, "after all attacks", _wait, "")


def _shown(played: Played) -> Played:
    print(row(played), flush=True)
    return played


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
