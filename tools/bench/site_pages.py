"""`python -m tools.bench.site_pages`: the site without a server: how large it is, and how soon each page is there.

Each page is opened from disk, twice, in a context of its own, and counts from its navigation to the first frame in
which what it shows is drawn. The browser shares the cores with whatever else runs.
"""

from __future__ import annotations

import gzip
import sys
import tempfile
from pathlib import Path
from statistics import median

from playwright.sync_api import Browser, sync_playwright

from tests.e2e import chromium
from tests.e2e.conftest import CHROMIUM_FLAGS
from tokviz.features.site.web.files import files
from tokviz.views.shared.catalog import LANGUAGES
from tools.bench.timing import report

TIMES = 2
_THERE = """new Promise((done) => {
    const drawn = (host) => [...(host.shadowRoot ?? host).children].some((one) => one.getClientRects().length);
    const look = () => {
        const hosts = [...document.querySelectorAll("#shows > :not([hidden])")];
        const isThere = hosts.some(drawn) || document.querySelector("#found:not(:empty)");
        requestAnimationFrame(isThere ? () => done(performance.now()) : look);
    };
    look();
})"""


def opening(browser: Browser, address: str) -> float:
    """Return the milliseconds until a page is there."""
    context = browser.new_context(viewport={"width": 1280, "height": 720}, offline=True)
    page = context.new_page()
    page.goto(address, wait_until="commit")
    took = float(page.evaluate(_THERE))
    context.close()
    return took


def main() -> int:
    """Measure, and print a line for each."""
    program = chromium.find()
    if program is None:
        raise SystemExit(chromium.MISSING)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        made = {Path(folder, name): content.encode() for name, content in files(LANGUAGES)}
        for path, content in made.items():
            path.parent.mkdir(exist_ok=True)
            path.write_bytes(content)
        pages = [path for path in made if path.suffix == ".html"]
        report(f"{len(pages)} pages, all files", f"{sum(map(len, made.values())) / 1e6:.1f} MB", "< 20 MB")
        largest = max((made[path] for path in pages), key=len)
        sent = len(gzip.compress(largest))  # the names of its records take next to nothing so
        report(
            "the largest page (compressed)", f"{len(largest) / 1000:.0f} kB ({sent / 1000:.0f} kB)", "< 500 kB (100 kB)"
        )
        browser = playwright.chromium.launch(executable_path=program, args=list(CHROMIUM_FLAGS))
        shown = [path for path in pages if path.parent != Path(folder)]
        took = [max(opening(browser, path.as_uri()) for _ in range(TIMES)) for path in shown]
        browser.close()
    report("a page is there (p50 / the slowest)", f"{median(took):.0f} / {max(took):.0f} ms", "< 1000 ms")
    return 0


if __name__ == "__main__":
    sys.exit(main())
