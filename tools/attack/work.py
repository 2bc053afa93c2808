"""Attacks by work that no page counts by itself: marks, known tokens, files to save, files of elsewhere, odd values."""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from urllib.parse import quote, urlencode

from tokviz import features
from tokviz.state import pages
from tools.attack.attack import Attack, Target, expect
from tools.attack.visits import Hostile, hostile
from tools.attack.wires import get

__all__ = ["ATTACKS"]

features.add_pages()

_SENTENCE = 120.0  # seconds for the sentence of a page that refuses; four take turns
_LONG = 60.0  # seconds for a training that shows its progress
_GROWN_MB = 500  # what the refused trainings may take
_MARK = 3_900  # letters
_FILES = 6  # asked for at once
_ODD = ("", "-1", "1e9", "%00", "\ud7ff", "<img src=x>", "9" * 400, "x" * 2_000, "a.b,c d|e", "▁", "##", "</w>")


async def _long_marks(target: Target) -> str:
    """Open four links whose mark is longer than all words together."""
    words = " ".join("a" * length for length in range(1, 88))
    fields = {"example": "own", "corpus": words, "rules": "sentencepiece", "mark": "x" * _MARK, "prune": "0"}
    before, most = target.memory(), 0

    async def opened(size: int) -> int:
        async with (
            asyncio.timeout(_SENTENCE),
            hostile(target, "/unigram", urlencode({**fields, "vocab": size})) as visit,
        ):
            return len(visit.sentences)

    said = await asyncio.gather(*map(opened, (20, 21, 22, 23)))
    most = max(most, target.memory())
    expect(all(said), f"{said.count(0)} of 4 pages train without a sentence")
    expect(most - before <= _GROWN_MB, f"{most - before} MB are taken")
    return f"4 sentences, {most - before:+} MB"


async def _own(visit: Hostile, page: str, text: str) -> None:
    await visit.open_panel(f"{page}_own_panel")
    await visit.upload(f"{page}_file", {"own.txt": text.encode()})


def _letters(words: int, letters: str, seed: int = 1) -> str:
    draw = random.Random(seed)
    return " ".join("".join(draw.sample(letters, 10)) for _ in range(words))


async def _known_tokens(target: Target) -> str:
    """Train with special tokens that are the names of merges, in two sessions at once."""
    letters = "etaonishrdlucmfwypvbgkjqxz"
    special = " ".join(first + second for first in letters[:13] for second in letters[:13])
    query = urlencode({"example": "own", "special": special, "merges": 40})
    loop = asyncio.get_running_loop()

    async def trained(page: str, seed: int) -> float:
        async with hostile(target, f"/{page}", query) as visit:
            began = loop.time()
            await _own(visit, page, _letters(60_000, letters, seed))
            return loop.time() - began

    async with asyncio.timeout(2 * _LONG):
        seconds = await asyncio.gather(trained("bpe", 1), trained("parity", 2))
    return f"pages after {max(seconds):.0f} s"


async def _files(target: Target) -> str:
    """Ask for the same large file six times at once, and leave while it is made."""
    query = urlencode({"example": "own", "merges": 3_000, "view": "files"})
    async with asyncio.timeout(3 * _LONG), hostile(target, "/bpe", query) as visit:
        await _own(visit, "bpe", _letters(20_000, "abcdefghijklmnopqrstuvwxyz"))
        await visit.act()
        answers = await visit.files("file_json", _FILES)
        made = sum(not error for error in answers)
        expect(made == 1, f"{made} of {_FILES} files are made for one visitor: {Counter(answers)}")
        await visit.ask_for_file("file_json")
    async with asyncio.timeout(_LONG), hostile(target, "/bpe", "example=hug&view=files") as visit:
        await visit.act()
        (error,) = await visit.files("file_json", 1)
        expect(not error, f"the next visitor gets no file: {error}")
    return f"1 of {_FILES} made, and the next visitor's"


async def _links_elsewhere(target: Target) -> str:
    """Ask for files beside those that the server has, and have it describe links that are none of its own."""
    for link in ("https://evil.example/bpe", "javascript:alert(1)", "x" * 60_000):
        status, _ = await get(target, f"/oembed?url={quote(link, safe='')}")
        expect(status in {404, 400, 431}, f"{link[:30]} is answered with {status}")
    for path in (
        "/og/..%2f..%2fapp.png",
        "/og/%2e%2e/x.png",
        f"/og/{'x' * 5_000}.png",
        "/og/bpe.png?step=3",
        "/parts/..%2fapp.py",
        "/parts/none.js",
        "/media/..%2f..%2fapp.py",
        "/media/none.json",
    ):
        status, _ = await get(target, path)
        expect(status in {400, 404}, f"{path} is answered with {status}")
    return "refused"


async def _odd_values(target: Target) -> str:
    """Open every page with odd values for its parameters; none of them may show an exception."""
    draw, opened = random.Random(31), 0
    for page in pages.PAGES:
        names = [parameter.name for parameter in page.form.fields]
        for number in range(2):
            query = {name: draw.choice(_ODD) for name in names}
            if number:
                query |= {"example": "own", "corpus": "low low lower newest", "text": "low", "split": "words"}
            async with asyncio.timeout(_LONG), hostile(target, f"/{page.address}", urlencode(query)[:8_000]):
                opened += 1
    return f"{opened} pages without an exception"


ATTACKS = (
    Attack(31, "marks longer than the words", _long_marks, "a sentence on each page, and at most 500 MB"),
    Attack(32, "special tokens that merges make", _known_tokens, f"pages within {2 * _LONG:.0f} s"),
    Attack(33, "six files at once", _files, "one is made, and the server goes on for others"),
    Attack(35, "links and files of elsewhere", _links_elsewhere, "404"),
    Attack(36, "odd values on every page", _odd_values, "no exception"),
)
