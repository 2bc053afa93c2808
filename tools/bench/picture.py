"""`python -m tools.bench.picture`: what a step costs a browser, on worked examples and on 25,000 words, 5,000 merges.

A step is a press of a key in a real page of a real server. Three figures each: the script that ran for it, motion
included; what drawing the picture took (the page's own measure, from the key to the whole picture, with style and
layout); and all that the page's thread did until it was at rest. For the large training also what it sends: the first
message with a picture, and the largest after it. The browser shares the cores with the server and with whatever else
runs; a slow machine is not a bug.
"""

from __future__ import annotations

import json
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median, quantiles
from typing import Any, NamedTuple

from playwright.sync_api import Page, sync_playwright

from tests.e2e import chromium
from tests.e2e.conftest import CHROMIUM_FLAGS, open_page, serve
from tests.e2e.lesson import at_step, many_words, picture, press, upload
from tools.bench.timing import report

__all__ = ["steps"]

EXAMPLES = (
    ("/bpe", {"example": "sennrich"}),
    ("/bpe", {"example": "lighthouse"}),
    ("/wordpiece", {"example": "hug"}),
    ("/unigram", {"example": "hug"}),
    ("/parity", {"example": "two-languages"}),
    ("/picky", {"example": "kentucky"}),
    ("/superbpe", {"example": "at-the-end"}),
    ("/bpe-encode", {"example": "sennrich", "text": "lowest"}),
    ("/superbpe", {"example": "by-the-way", "do": "encode"}),
    ("/unigram", {"do": "lattice", "example": "hug", "word": "hugs"}),
)
WORDS, MERGES = 25_000, 5_000
PLACES = (0, 200, 1_000, 2_500, 4_950)  # steps of the large training from which keys are pressed
KEYS = 40
SMALL_MS, LARGE_MS = 16, 33
FIRST_KB, PART_KB = 300, 500


class Costs(NamedTuple):
    """Milliseconds of each of some steps."""

    script: list[float]  # that ran for it, motion included
    drawn: list[float]  # from the key to the whole picture: script, style and layout
    busy: list[float]  # all that the page's thread did until rest

    def __add__(self, other: Costs) -> Costs:  # type: ignore[override]  # not one tuple after the other
        return Costs(*(mine + theirs for mine, theirs in zip(self, other, strict=True)))


def steps(page: Page, keys: int) -> Costs:
    """Press the key for so many steps forward, fewer where the steps end."""
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable")
    page.evaluate("performance.clearMeasures('picture-step')")
    first = int(picture(page).first.get_attribute("data-step") or 0)
    last = int(page.get_by_role("slider", name="Step").first.get_attribute("max") or 0)
    script, busy = [], []
    for step in range(first + 1, min(first + keys, last) + 1):
        before = _metrics(session.send("Performance.getMetrics"))
        press(page, "ArrowRight")
        at_step(page, step)
        page.evaluate("new Promise((done) => requestAnimationFrame(() => requestIdleCallback(done)))")
        after = _metrics(session.send("Performance.getMetrics"))
        script.append((after["ScriptDuration"] - before["ScriptDuration"]) * 1000)
        busy.append((after["TaskDuration"] - before["TaskDuration"]) * 1000)
    drawn = page.evaluate("performance.getEntriesByName('picture-step').map((entry) => entry.duration)")
    session.detach()
    return Costs(script, drawn, busy)


def _metrics(answer: dict[str, Any]) -> dict[str, float]:
    return {metric["name"]: float(metric["value"]) for metric in answer["metrics"]}


def figures(what: str, costs: Costs, target: int) -> None:
    worst = quantiles(costs.script, n=20)[-1] if len(costs.script) > 1 else costs.script[0]
    rest = f"drawn {median(costs.drawn):.0f} ms, busy {median(costs.busy):.0f} ms"
    written = f"{median(costs.script):.1f} / {worst:.1f} ms; {rest}"
    report(f"{what}, {len(costs.script)} steps", f"script p50 / p95 {written}", f"script p50 < {target} ms")


@contextmanager
def pages() -> Iterator[Page]:
    """Open a page of a server, both started here and ended here."""
    program = chromium.find()
    if program is None:
        raise SystemExit(chromium.MISSING)
    with tempfile.TemporaryDirectory() as folder, serve(Path(folder)) as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=list(CHROMIUM_FLAGS))
        page = browser.new_page(base_url=server.url, viewport={"width": 1280, "height": 720})
        page.set_default_timeout(120_000)
        yield page
        browser.close()


def large(page: Page) -> None:
    """Measure the large training: what it sends, and what its steps take."""
    received: list[int] = []
    page.on("websocket", lambda line: line.on("framereceived", lambda message: received.append(len(message))))
    open_page(page, "/bpe", {"example": "own", "rules": "course", "merges": MERGES})
    received.clear()
    upload(page, "many.json", json.dumps(many_words(WORDS)).encode())
    at_step(page, 0)
    first = max(received)
    received.clear()
    page.get_by_role("heading", level=1).click()  # out of the field
    costs = Costs([], [], [])
    for place in PLACES:
        page.get_by_role("slider", name="Step").fill(str(place))
        at_step(page, place)
        costs += steps(page, KEYS)
    figures(f"/bpe, {WORDS:,} words, {MERGES:,} merges", costs, LARGE_MS)
    report(
        "  its first message, and the largest after it",
        f"{first / 1000:.0f} kB, {max(received) / 1000:.0f} kB",
        f"< {FIRST_KB} kB, < {PART_KB} kB",
    )


def main() -> int:
    """Measure, and print a line for each."""
    with pages() as page:
        for path, query in EXAMPLES:
            open_page(page, path, query)
            at_step(page, 0)
            figures(f"{path}, {query['example']}", steps(page, KEYS), SMALL_MS)
        large(page)
    return 0


if __name__ == "__main__":
    sys.exit(main())
