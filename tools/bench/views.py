"""`python -m tools.bench.views`: views as data: processor time of a page's rerun and of its next step, and what a view
weighs and takes in a browser tab's answers.

A page runs in Streamlit's own test harness, which sends nothing to a browser. The milliseconds of a rerun mean
something on one machine only; the ratio is of one run. `tools.bench.site_tab` asks for the same views in Chromium.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from statistics import median
from time import process_time

from streamlit.testing.v1 import AppTest

from tests.pages import visit
from tests.views.pages.shown import of_kind, opened
from tokviz.algorithms import ALGORITHMS
from tokviz.features.site.tab.answering import answer
from tokviz.views.pages.registry import titles
from tokviz.views.shared.catalog import load
from tokviz.views.shared.palette import LIGHT
from tokviz.views.shows import Lines
from tokviz.web.shared import line_charts
from tools.bench.timing import compare, report

__all__ = ["PAGES", "requests_of", "view_request"]

TIMES = 5
PAGES = {"bpe": "sennrich", "wordpiece": "hug", "unigram": "hug", "picky": "parts", "superbpe": "", "parity": ""}
"""Pages that train, and the example of each; empty for that of a first visit."""


def main() -> int:
    """Measure, and print a line for each."""
    for page in ("bpe", "unigram", "picky"):
        at = visit.opened(page, **_example(page))
        rerun = median(_processor(at) for _ in range(TIMES))
        step = median(_processor(at, step=step) for step in range(1, TIMES + 1))
        report(f"/{page}: a rerun, a run at another step", f"processor {rerun:.0f} ms, {step:.0f} ms")
    charts()
    for page in ALGORITHMS:
        views_of_tab(page)
    return 0


def _example(page: str) -> dict[str, str]:
    return {"example": PAGES[page]} if PAGES[page] else {}


def _processor(at: AppTest, step: int | None = None) -> float:
    """Return the processor milliseconds of a run. step: that of the link, where it is another one."""
    if step is not None:
        at.query_params["step"] = f"{step}"
    start = process_time()
    at.run()
    took = 1_000 * (process_time() - start)
    assert step is None or visit.step(at) == step
    return took


def charts() -> None:
    """Report a chart of lines at another step, beside one whose specification is made anew."""
    (chart, *_) = of_kind(opened("picky", "sizes", step="5", example="parts"), Lines)
    say = load("en")

    def anew() -> None:
        line_charts._kept.clear()
        line_charts.specification(chart, say, LIGHT)

    compared = compare(lambda: line_charts.specification(chart, say, LIGHT), anew)
    report("a chart of lines at another step / made anew", compared, "< 0.5")


def requests_of(page: str) -> Iterator[tuple[str, dict[str, object]]]:
    """Yield each view of a page that trains, with the request of a tab for it."""
    for view in titles(page):
        yield view, view_request(page, view, **_example(page))


def view_request(page: str, view: str, **query: str) -> dict[str, object]:
    """Return the request of a tab for a view."""
    written = "&".join(f"{name}={value}" for name, value in query.items())
    return {"kind": "view", "page": page, "query": written, "lang": "en", "view": view}


def views_of_tab(page: str) -> None:
    """Report the bytes and milliseconds of the views of a page, as a tab's Python answers; here it is this one."""
    sizes, times = {}, {}
    for view, request in requests_of(page):
        asked = json.dumps(request)
        sizes[view] = len(answer(asked).encode())  # which trains, too
        start = process_time()
        answer(asked)
        times[view] = 1_000 * (process_time() - start)
    largest, slowest = (max(every, key=every.__getitem__) for every in (sizes, times))
    result = (
        f"{median(sizes.values()) / 1_000:.1f} kB, most {sizes[largest] / 1_000:.1f} ({largest}); "
        f"{median(times.values()):.1f} ms, most {times[slowest]:.1f} ({slowest})"
    )
    report(f"/{page}: a view of the tab, of {len(sizes)}", result, "< 60 kB, < 60 ms")


if __name__ == "__main__":
    sys.exit(main())
