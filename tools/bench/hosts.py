"""`python -m tools.bench.hosts`: the picture on pages that are not ours: how large it is, and how soon it is there.

A page with the script and one picture is opened from a server of files on this machine. The time is that from the
navigation to the picture with its frame.
"""

from __future__ import annotations

import json
import sys
import tempfile
from gzip import compress
from pathlib import Path
from statistics import median

from playwright.sync_api import Browser, sync_playwright

from tests.e2e import chromium
from tests.e2e.conftest import CHROMIUM_FLAGS
from tests.e2e.hosts import MODULE, page_of
from tests.e2e.local_site import served
from tokviz import bpe, examples, unigram
from tokviz.views.hosts.module import module, picture_file
from tokviz.views.hosts.parts import stepped
from tokviz.views.shared.catalog import LANGUAGES, load
from tools.bench.timing import report

TIMES = 5
MODULE_KB, PACKED_KB, PICTURE_KB, THERE_MS = 300, 80, 100, 1_000
_THERE = """new Promise((done) => {
    const look = () => {
        const picture = document.querySelector("tokviz-picture").shadowRoot?.querySelector("[data-step]");
        requestAnimationFrame(picture ? () => done(performance.now()) : look);
    };
    look();
})"""


def opening(browser: Browser, address: str) -> float:
    """Return the milliseconds until the picture of a page is there."""
    context = browser.new_context(viewport={"width": 1280, "height": 720})
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
    script = module()
    sizes = f"{len(script.encode()) / 1000:.0f} kB, {len(compress(script.encode())) / 1000:.0f} packed"
    report("the script of a picture", sizes, f"< {MODULE_KB} kB, < {PACKED_KB} packed")
    shown = {
        "low": stepped(bpe.train(examples.load("sennrich").corpus, merges=10)),
        "hug": stepped(unigram.train(examples.load("hug").corpus, vocab_size=12)),
        "word": stepped(bpe.train(examples.load("sennrich").corpus, merges=10).model(), "lowest"),
    }
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright, served(Path(folder)) as site:
        (site.folder / MODULE).write_text(script, encoding="utf-8")
        browser = playwright.chromium.launch(executable_path=program, args=list(CHROMIUM_FLAGS))
        for name, found in shown.items():
            assert found
            file = json.dumps(picture_file(found, [load(code) for code in LANGUAGES]), ensure_ascii=False)
            (site.folder / f"{name}.json").write_text(file, encoding="utf-8")
            body = f'<tokviz-picture src="{name}.json"></tokviz-picture>'
            (site.folder / f"{name}.html").write_text(page_of(body), encoding="utf-8")
            took = median(opening(browser, f"{site.url}/{name}.html") for _ in range(TIMES))
            result = f"{len(file.encode()) / 1000:.0f} kB; there in {took:.0f} ms"
            report(f"  {name}, in two languages", result, f"< {PICTURE_KB} kB; < {THERE_MS} ms")
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
