"""Attacks by links: addresses of pages that ask for a computation without an end, or for a long one."""

from __future__ import annotations

import asyncio
import random
from time import monotonic
from urllib.parse import urlencode

from tools.attack.attack import Attack, NotKeptError, Target, expect
from tools.attack.visits import hostile

__all__ = ["ATTACKS"]

_SHORT = 4.0  # seconds for a page, beside others who ask for theirs
_LONG = 20.0  # seconds for a page whose training shows its progress
_LETTERS = "的一是不了人我在有他这为之大来以个中上们"


async def _opened(target: Target, page: str, query: str, seconds: float) -> float:
    """Open a page; returns the seconds that it took. Raises NotKeptError if it is not there in time."""
    began = monotonic()
    try:
        async with asyncio.timeout(seconds), hostile(target, page, query):
            return monotonic() - began
    except TimeoutError:
        raise NotKeptError(f"{page}?{query[:60]} is not there after {seconds:.0f} s") from None


async def _merges_of_count_zero(target: Target) -> str:
    """Train on to pairs that occur no more, alone and by eight at once, some of whom leave."""
    query = "alphabet=bytes&min=0&maxlen=2"
    seconds = await _opened(target, "/bpe", f"example=chinese&{query}", _LONG)

    async def own(number: int) -> float:
        rng = random.Random(number)
        corpus = "".join(rng.choice(_LETTERS) + chr(0x4E00 + rng.randrange(5_000)) for _ in range(1_000))
        return await _opened(target, "/bpe", f"{urlencode({'example': 'own', 'corpus': corpus})}&{query}", 3 * _LONG)

    most = max(await asyncio.gather(*map(own, range(8))))
    return f"pages after {seconds:.1f} s, and {most:.1f} s for eight at once"


async def _endless_unigram(target: Target) -> str:
    slowest = 0.0
    for example in ("tea", "english", "chinese"):
        seconds = await _opened(target, "/unigram", f"example={example}&expect=counts&prune=0", _LONG)
        slowest = max(slowest, seconds)
    return f"pages after {slowest:.1f} s at most"


async def _slow_preset(target: Target) -> str:
    seconds = await _opened(target, "/wordpiece", "example=chinese&rules=gain", _SHORT)
    expect(seconds <= _SHORT, f"the page took {seconds:.1f} s")
    return f"page after {seconds:.1f} s"


ATTACKS = (
    Attack(10, "merges of pairs that never occur", _merges_of_count_zero, f"a page within {_LONG:.0f} s"),
    Attack(13, "Unigram that prunes nothing", _endless_unigram, f"a page within {_LONG:.0f} s"),
    Attack(30, "long text by likelihood", _slow_preset, f"a page within {_SHORT:.0f} s"),
)
