"""Cases in a real browser: nothing that a visitor brings runs as a script, and wild clicking keeps the pages alive.

Corpora, texts, words, file names and addresses hold markup that would call a function of ours. After each action the
page must still have its title and no exception, no element with a handler of its own and no link that is a script; the
console, the server's log and the network are watched as in the browser tests. Saved pages (replay, worksheet, report)
are opened as well.
"""

from __future__ import annotations

import random
import tempfile
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from time import monotonic
from urllib.parse import urlencode

from playwright.sync_api import Browser, BrowserContext, Dialog, FilePayload, Locator, Page, sync_playwright
from playwright.sync_api import Error as BrowserError
from playwright.sync_api import TimeoutError as Late

from tests.e2e import chromium
from tests.e2e.conftest import CHROMIUM_FLAGS, Server, _foreign, _logged, serve, wait_idle
from tools.fuzz import hostile
from tools.fuzz.cases import PAGES, Case, query, random_of

__all__ = ["run"]

_ACTIONS = 8
_STARTS = 400  # milliseconds in which a script starts after a click
_LATE = 20_000  # milliseconds after which a page has hung, on a machine that may be busy
_ALIVE = """() => {
  const found = [];
  for (const element of document.querySelectorAll("*")) {
    for (const { name, value } of element.attributes) {
      if (name.startsWith("on")) found.push(element.outerHTML.slice(0, 200));
      if (/^\\s*javascript:/i.test(value) && ["href", "src", "action", "xlink:href"].includes(name)) found.push(value);
    }
    if (element.matches("[srcdoc]")) found.push(element.outerHTML.slice(0, 200));
  }
  return found;
}"""


def run(numbers: Iterable[int]) -> int:
    """Play the cases with these numbers, and say how it went. Returns how many failed."""
    program = chromium.find()
    if program is None:
        raise RuntimeError(chromium.MISSING)
    failed, played, slowest = 0, 0, 0.0
    with tempfile.TemporaryDirectory() as folder, serve(Path(folder)) as server, sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=program, args=list(CHROMIUM_FLAGS))
        for number in numbers:
            began = monotonic()
            visit = _Visit(server, started, number)
            complaints = visit.play()
            played, slowest = played + 1, max(slowest, monotonic() - began)
            if complaints:
                failed += 1
                print(f"\n--seconds 0 --browser 1 --first {number}", *complaints, *visit.done, sep="\n", flush=True)
        started.close()
    print(f"in a browser: {played:,} cases, {failed:,} failed; the longest took {slowest:.0f} s")
    return failed


class _Visit:
    """One visitor with a context of its own. done: what the visitor did, for the reader of a failure."""

    def __init__(self, server: Server, browser: Browser, number: int) -> None:
        self.done: list[str] = []
        self._server, self._browser, self._number = server, browser, number
        self._rng = random_of("browser", number)
        self._complaints: list[str] = []

    def play(self) -> list[str]:
        """Do it all; returns what went wrong."""
        start = len(self._server.output())
        context = self._browser.new_context(base_url=self._server.url, locale="en-US", accept_downloads=True)
        self._watch(context)
        try:
            self._visit(context.new_page())
        except (BrowserError, AssertionError) as error:
            self._complaints.append(f"{type(error).__name__}: {str(error)[:600]}")
        finally:
            context.close()
        if "Traceback (most recent call last)" in self._server.output()[start:]:
            self._complaints.append(self._server.output()[start:][-2_500:])
        return self._complaints

    def _watch(self, context: BrowserContext) -> None:
        said = self._complaints
        context.set_default_timeout(_LATE)
        context.expose_binding(hostile.MARK, lambda _, *values: said.append(f"A SCRIPT RAN: {values}"))
        context.on("dialog", self._dismiss)
        context.on("request", lambda sent: said.extend(() if sent.url.startswith("file:") else _foreign(sent)))
        context.on("console", lambda message: said.extend(_logged(message, ())))
        context.on("weberror", lambda error: said.append(f"uncaught in the page: {error.error}"))

    def _dismiss(self, dialog: Dialog) -> None:
        self._complaints.append(f"A SCRIPT RAN: {dialog.message}")
        dialog.dismiss()

    def _visit(self, page: Page) -> None:
        rng = self._rng
        case = Case(PAGES[self._number % len(PAGES)], {})
        asked = {**query(case.page, rng), **_bait(case.page, rng)}
        asked = {name: value[:1_400] for name, value in asked.items()}
        self.done.append(f"/{case.url}?{urlencode(asked)}")
        page.goto(self.done[-1])
        self._look(page)
        for _ in range(_ACTIONS):
            choose = rng.choice(
                (
                    self._type,
                    self._upload,
                    self._choose,
                    self._save,
                    *(self._click,) * 3,
                    *(self._press,) * 2,
                    self._hover,
                )
            )
            with suppress(Late):  # covered by something else, or gone
                if choose(page):
                    self._look(page)
        page.go_back()
        if page.url != "about:blank":  # the visit made no entry in the browser's history
            self._look(page)

    def _look(self, page: Page) -> None:
        """Wait for the run to end, and look whether the page is as it should be."""
        with suppress(Late):
            page.locator("[data-test-script-state=running]").wait_for(timeout=_STARTS)
        try:
            wait_idle(page)
        except Late:
            raise AssertionError("the page hangs") from None
        self._is_clean(page)
        assert page.get_by_test_id("stException").count() == 0, page.get_by_test_id("stException").first.inner_text()
        assert page.locator("[data-testid=stMain] h1").count() == 1, "no title"

    def _is_clean(self, page: Page) -> None:
        made = page.evaluate(_ALIVE)
        assert made == [], made

    # -- what the visitor does; each returns whether there was anything to do it to ------------------------------------

    def _any(self, page: Page, selector: str) -> Locator | None:
        found = page.locator(selector).filter(visible=True)
        number = found.count()
        if not number:
            return None
        one = found.nth(self._rng.randrange(number))
        self.done.append(f"{selector}: {(one.text_content() or one.get_attribute('aria-label') or '')[:60]!r}")
        return one

    def _click(self, page: Page) -> bool:
        selector = self._rng.choice(
            (
                "[data-testid=stMain] button:enabled",
                "[role=tab]",
                "summary",
                "[data-testid=stToggle] label",
                "[data-token]",
                "[data-testid=stSidebar] button:enabled",
                "[data-testid=stPageLink-NavLink]",
            )
        )
        if selector.startswith("[data-testid=stToggle]"):
            selector = "label:has(input[type=checkbox])"
        one = self._any(page, selector)
        if one is not None:
            one.click(timeout=3_000)
        return one is not None

    def _press(self, page: Page) -> bool:
        key = self._rng.choice(("ArrowRight", "End", "Home", "PageDown", "Tab", "Enter", "Escape", " "))
        self.done.append(f"press {key}")
        page.keyboard.press(key)
        return True

    def _hover(self, page: Page) -> bool:
        one = self._any(
            page, "[data-testid=stVegaLiteChart] canvas, [data-testid=stVegaLiteChart] svg, [data-testid=stDataFrame]"
        )
        if one is not None:
            box = one.bounding_box()
            one.scroll_into_view_if_needed(timeout=3_000)
            for _ in range(6 if box else 0):
                assert box is not None
                place = {"x": self._rng.random() * box["width"], "y": self._rng.random() * box["height"]}
                one.hover(position=place, timeout=3_000, force=True)  # type: ignore[arg-type]
        return one is not None

    def _type(self, page: Page) -> bool:
        one = self._any(page, "textarea, input[type=text]:not([role=combobox])")
        if one is not None:
            written = self._rng.choice((hostile.corpus, hostile.text))(self._rng)
            self.done.append(f"type {written!r}")
            one.fill(written.replace("\0", ""), timeout=3_000)
            one.press("Control+Enter")
        return one is not None

    def _upload(self, page: Page) -> bool:
        found = page.get_by_test_id("stFileUploaderDropzoneInput")
        if not found.count():
            return False
        one = found.nth(self._rng.randrange(found.count()))
        takes = [suffix.strip().removeprefix(".") for suffix in (one.get_attribute("accept") or "").split(",")]
        files = hostile.files(self._rng, takes, is_tokenizer="csv" not in takes)
        if one.get_attribute("multiple") is None:
            files = files[:1]
        self.done.append(f"upload {files!r}"[:3_000])
        sent: list[FilePayload] = [
            {"name": name, "mimeType": "application/octet-stream", "buffer": content} for name, content in files
        ]
        one.set_input_files(sent)
        return True

    def _choose(self, page: Page) -> bool:
        one = self._any(page, "[data-testid=stSelectbox] [role=combobox], [data-testid=stSelectbox] input")
        if one is None:
            return False
        one.click(timeout=3_000)
        option = self._any(page, "[role=option]")
        if option is not None:
            option.click(timeout=3_000)
        return option is not None

    def _save(self, page: Page) -> bool:
        """Save a file; a page that is saved is opened from disk."""
        one = self._any(page, "[data-testid=stDownloadButton] button:enabled")
        if one is None:
            return False
        with page.expect_download(timeout=10_000) as saved:
            one.click(timeout=3_000)
        name = saved.value.suggested_filename
        self.done.append(f"saved {name}")
        if name.endswith((".html", ".svg")):
            with tempfile.TemporaryDirectory() as folder:
                path = Path(folder) / "saved.html"
                saved.value.save_as(path)
                opened = page.context.new_page()
                opened.goto(path.as_uri())
                opened.keyboard.press("End")
                self._is_clean(opened)
                opened.close()
        return True


def _bait(page: str, rng: random.Random) -> dict[str, str]:
    """Return parameters that bring markup to as many places as a page has."""
    words = rng.sample(hostile.MARKUP, 5)
    drawn: dict[str, Callable[[], str]] = {
        "corpus": lambda: " ".join(words * 2) if rng.random() < 0.5 else hostile.corpus(rng),
        "text": lambda: " ".join(rng.sample(words, 3)),
        "word": lambda: words[0],
        "held": lambda: " ".join(words),
        "end": lambda: rng.choice(words),
        "special": lambda: " ".join(words[:2]),
        "glossaries": lambda: "<.*",
    }
    bait = {name: make() for name, make in drawn.items() if rng.random() < 0.8}
    bait |= {"preset": "own"} if page == "bytes" else {"example": "own"} if rng.random() < 0.9 else {}
    bait |= {"rules": "course", "merges": "20", "guide": ""} if rng.random() < 0.6 else {}
    if page in {"bpe", "wordpiece", "unigram"} and rng.random() < 0.4:
        bait["view"] = "files"
    elif page == "compare" and rng.random() < 0.3:
        bait["view"] = "export"
    return bait
