"""`python -m tools.bench.site_tab`: Python in a browser tab: what it weighs, how soon it answers, and its memory.

Times are from a request in the page to the answer in the page, over http and from disk, in a context that has nothing
of an earlier visit. The text is our own documentation. The browser shares the cores with whatever else runs.
"""

from __future__ import annotations

import gzip
import json
import sys
import tempfile
from pathlib import Path
from statistics import median
from time import perf_counter
from urllib.parse import urlencode

from playwright.sync_api import Browser, Page, sync_playwright

from tests.e2e import chromium
from tests.e2e.conftest import CHROMIUM_FLAGS
from tests.e2e.local_site import live_files, served, whole
from tests.e2e.test_tab import write
from tokviz.state.views import VOCABULARY
from tools.bench.timing import report
from tools.bench.views import requests_of, view_request

TIMES = 3
CHARACTERS = 20_000
DOCS = Path(__file__).resolve().parents[2] / "docs" / "how-to"
_ASK = """async (request) => {
    const start = performance.now();
    const answer = await tab.answer(request);
    if (!answer.ok) throw new Error(answer.message);
    return performance.now() - start;
}"""

_ASK_VIEW = """async (request) => {
    const start = performance.now();
    const answer = await tab.answer(request);
    if (!answer.ok) throw new Error(answer.message);
    return [performance.now() - start, new TextEncoder().encode(JSON.stringify(answer)).length];
}"""


def ask(page: Page, at: str, **query: object) -> float:
    """Return the milliseconds until the answer is there."""
    request = {"kind": "picture", "page": at, "query": urlencode(query), "lang": "en", "asks": False}
    return float(page.evaluate(_ASK, request))


def english() -> str:
    """Return 20,000 characters of English."""
    return "\n".join(path.read_text(encoding="utf-8") for path in sorted(DOCS.glob("*.md")))[:CHARACTERS]


def cold(browser: Browser, address: str) -> float:
    """Return the milliseconds to the first picture, in a browser that knows nothing of the page."""
    context = browser.new_context()
    page = context.new_page()
    page.goto(address)
    took = ask(page, "bpe", example="sennrich")
    context.close()
    return took


def visits(browser: Browser, address: str) -> tuple[float, float]:
    """Return the milliseconds from opening a link to its picture: of a browser that knows nothing of the site, and of
    the same one once it keeps the site."""
    context = browser.new_context()
    took = []
    for _ in range(2):
        page = context.new_page()
        start = perf_counter()
        page.goto(address, wait_until="commit")
        page.get_by_test_id("picture").wait_for()
        took.append((perf_counter() - start) * 1_000)
        page.wait_for_function("navigator.serviceWorker.controller")
        page.wait_for_load_state("networkidle")  # it is kept while nothing else is fetched
        page.close()
    context.close()
    return took[0], took[1]


def memory(browser: Browser) -> int:
    """Return the bytes of all processes of pages, as the system counts them."""
    session = browser.new_browser_cdp_session()
    processes = session.send("SystemInfo.getProcessInfo")["processInfo"]
    session.detach()
    pages = [process["id"] for process in processes if process["type"] == "renderer"]
    return sum(int(Path(f"/proc/{page}/statm").read_text().split()[1]) for page in pages) * 4096


def warm(page: Page) -> None:
    """Report what answers take once Python runs."""
    for at, example in (("bpe", "sennrich"), ("wordpiece", "hug"), ("unigram", "hug")):
        took = median(ask(page, at, example=example) for _ in range(TIMES))
        report(f"{at}, a worked example, once Python runs", f"{took:.0f} ms", "< 250 ms")
    text = english()
    for at, most, query in (
        ("bpe", 1_000, {"merges": 200}),
        ("wordpiece", 1_000, {"merges": 1_000}),
        ("unigram", 2_000, {"vocab": 500, "rules": "huggingface"}),
        ("compare", 2_500, {"size": 500}),
    ):
        # A word more each time: what was trained once is kept.
        took = median(ask(page, at, example="own", corpus=f"{text} {number}", **query) for number in range(TIMES))
        report(f"{at}, {CHARACTERS:,} characters of English", f"{took:.0f} ms", f"< {most:,} ms")


def views(page: Page) -> None:
    """Report what views below a picture take and weigh, once their page is trained."""
    for at in ("bpe", "unigram", "picky"):
        for _, request in requests_of(at):  # loads what it needs
            page.evaluate(_ASK_VIEW, request)
        measured = {view: page.evaluate(_ASK_VIEW, request) for view, request in requests_of(at)}
        slowest = max(measured, key=lambda view: float(measured[view][0]))
        times, sizes = zip(*measured.values(), strict=True)
        result = f"{median(times):.0f} ms, most {max(times):.0f} ({slowest}); {median(sizes) / 1_000:.1f} kB"
        report(f"a view of {at}, of {len(measured)}", result, "< 100 ms")
    for view in (one.name for one in VOCABULARY):
        request = view_request("vocabulary", view)
        first, again = (page.evaluate(_ASK_VIEW, request) for _ in range(2))
        result = f"{first[0]:.0f} ms, then {again[0]:.0f}; {first[1] / 1_000:.1f} kB"
        report(f"  {view} of a vocabulary, the first time and again", result)


def main() -> int:
    """Measure, and print a line for each."""
    program = chromium.find()
    if program is None:
        raise SystemExit(chromium.MISSING)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        made = live_files()
        write(Path(folder), made)
        scripts = [content for name, content in made.files.items() if name.endswith(".js")]
        start = json.loads(made.files["tab/tab.js"].partition(b", ")[2].rpartition(b")")[0])
        report("Python in the tab", f"{sum(map(len, scripts)) / 1e6:.1f} MB", "< 17 MB")
        report(
            "the same, compressed by a server",
            f"{sum(len(gzip.compress(one)) for one in scripts) / 1e6:.1f} MB",
            "< 10 MB",
        )
        report("the same, before it became scripts", f"{sum(part['bytes'] for part in start['parts']) / 1e6:.1f} MB")
        browser = playwright.chromium.launch(executable_path=program, args=[*CHROMIUM_FLAGS[:2], *CHROMIUM_FLAGS[3:]])
        with served(Path(folder)) as site:
            for kind, root in (("http", site.url), ("disk", Path(folder).as_uri())):
                took = median(cold(browser, f"{root}/en/own.html") for _ in range(TIMES))
                report(f"the first picture, from {kind}", f"{took:.0f} ms", "< 5,000 ms")
            page = browser.new_page()
            page.goto(f"{site.url}/en/own.html")
            before = memory(browser)
            ask(page, "bpe", example="sennrich")
            report(
                "memory of the page, before and with Python", f"{before / 1e6:.0f} MB, {memory(browser) / 1e6:.0f} MB"
            )
            warm(page)
            views(page)
        with served(whole(Path(folder) / "whole", ("en",))) as site:
            link, own = f"{site.url}/en/own.html?page=bpe&", english()[:1_000]
            for name, query, most in (
                ("an example", {"example": "sennrich"}, "< 1,000 ms"),
                ("a text", {"corpus": own}, ""),
            ):
                times = [visits(browser, link + urlencode(query)) for _ in range(TIMES)]
                first, second = (median(one) for one in zip(*times, strict=True))
                report(f"a link with {name}, opened to its picture", f"{first:.0f} ms", "< 5,000 ms")
                report("  on the second visit", f"{second:.0f} ms", most)
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
