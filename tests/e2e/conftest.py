"""The browser tests' equipment: the real app in a process of its own, and a Chromium that may talk to nobody else.

Three rules. Nothing sleeps: wait for what a visitor would see (`expect(locator).to_be_visible()`), or, after a page
was opened, with `wait_idle`. A page that logs an error, raises one or asks another host for anything fails its test.
So does a traceback in the server's log: the visitor sees a short message instead, so the browser alone would miss it.
"""

import os
import re
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from functools import partial
from itertools import cycle
from pathlib import Path
from typing import Any, Literal
from urllib.parse import urlencode, urlsplit

import pytest
from playwright.sync_api import Browser, ConsoleMessage, FloatRect, Locator, Page, Request, expect, sync_playwright

from tests.e2e import chromium
from tests.e2e.tabs import PATIENCE, Tab, Tabs
from tokviz.texts import LANGUAGES

__all__ = [
    "NewPage",
    "Server",
    "Unconnected",
    "in_turn",
    "open_page",
    "resize",
    "screenshot",
    "serve",
    "still",
    "wait_idle",
]

ROOT = Path(__file__).resolve().parents[2]
SCREENS = ROOT / "build" / "screens"
START_SECONDS = 120.0
STREAMLIT_RUN = ("-m", "streamlit", "run", "app.py", "--server.port=0", "--server.address=127.0.0.1")
CHROMIUM_FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    # Scripts run too briefly to be worth compiling well: a page that opens costs a seventh less than by the default.
    "--js-flags=--max-lazy --no-opt --no-maglev --always-sparkplug",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--font-render-hinting=none",  # otherwise the shell puts letters on whole pixels
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1",
)
# On a deep link, Streamlit's client looks for its server below the page's path first, and finds it on the second try.
PROBED_ON_DEEP_LINKS = ("/_stcore/health", "/_stcore/host-config")

NewPage = Callable[..., Page]


@dataclass(frozen=True)
class Server:
    """A running app: the address that its pages are under, the file that its output goes to, and its process."""

    url: str
    log: Path
    pid: int

    def output(self) -> str:
        """All that the server has printed so far."""
        return _read(self.log)


def _read(log: Path) -> str:
    return log.read_text(encoding="utf-8", errors="replace")


@contextmanager
def serve(
    folder: Path,
    command: Sequence[str] = STREAMLIT_RUN,
    program: str | Path = sys.executable,
    cwd: Path = ROOT,
    settings: Mapping[str, str] | None = None,
    base: str = "",
    url: str = "",
) -> Iterator[Server]:
    """Run `python <command>` in the checkout until the block ends; its output and its rooms are kept in `folder`.
    program, cwd: another program than this Python, and another folder than the checkout. settings: variables of its
    environment. base: the path that it serves under. url: where it serves, if it does not print that.

    The command listens on a port that the system picks, so that servers side by side never meet; the port is read
    from what the server prints. Raises RuntimeError, with the output so far, if it ends early or is not up in time.
    """
    log = folder / "server.log"
    with log.open("wb") as output:
        own = {"TOKVIZ_STORE": str(folder / "rooms.sqlite"), "TOKVIZ_WARM_UP": "off"}
        surroundings = {**os.environ, **own, **(settings or {})}
        process = subprocess.Popen(
            [program, *command], cwd=cwd, stdout=output, stderr=subprocess.STDOUT, env=surroundings
        )
    try:
        yield Server(_address(process, log, base, url), log, process.pid)
    finally:
        process.terminate()
        try:
            process.wait(timeout=10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def _address(process: "subprocess.Popen[bytes]", log: Path, base: str, address: str) -> str:
    """The server's address, once it answers there; the one that it prints, if none is given."""
    deadline = time.monotonic() + START_SECONDS
    direct = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    while time.monotonic() < deadline:
        if not address and (printed := re.search(r"http://[\w.]+:(\d+)", _read(log))):
            address = f"http://127.0.0.1:{printed[1]}"
        if address:
            try:
                with direct.open(f"{address}{base}/_stcore/health", timeout=5):
                    return address
            except OSError:
                pass  # it prints its address shortly before it listens
        try:
            code = process.wait(timeout=0.05)
        except subprocess.TimeoutExpired:
            continue
        raise RuntimeError(f"the server ended with status {code}:\n{_read(log)}")
    raise RuntimeError(f"the server did not answer within {START_SECONDS:.0f} s:\n{_read(log)}")


expect.set_options(timeout=PATIENCE)


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The app, started by `streamlit run app.py`: one for all tests of a process, as all visitors share one."""
    with serve(tmp_path_factory.mktemp("server")) as running:
        yield running


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One Chromium for all tests. Where it is missing, tests/programs.py leaves out the tests that are marked."""
    program = chromium.find()
    if program is None:
        raise RuntimeError(chromium.MISSING)
    with ExitStack() as opened:
        playwright = opened.enter_context(sync_playwright())
        started = playwright.chromium.launch(executable_path=program, args=list(CHROMIUM_FLAGS))
        opened.callback(started.close)
        yield started
        apart(opened.close)  # the last test may be one in a browser, or another


@pytest.fixture(scope="session")
def tabs(browser: Browser) -> Tabs:
    """The tabs of the browser that no test has just now."""
    return Tabs(browser)


@pytest.fixture
def new_page(tabs: Tabs, request: pytest.FixtureRequest) -> Iterator[NewPage]:
    """Make pages, each for a visitor of its own: `new_page(server, locale="zh-CN", color_scheme="dark")`.

    Options are those of Playwright's `new_context`; two pages with the same options share what the browser stores.
    `@pytest.mark.below` is for tests of what is below a picture: it counts as in view, and need not be scrolled to.
    `@pytest.mark.allow_console("a regular expression")` lets a test provoke an error message in the browser's console
    on purpose.
    """
    allowed = [pattern for mark in request.node.iter_markers("allow_console") for pattern in mark.args]
    is_below = request.node.get_closest_marker("below") is not None
    servers: dict[Server, int] = {}
    taken: list[Tab] = []

    def make(server: Server, **options: Any) -> Page:
        servers.setdefault(server, len(server.output()))
        wanted = {"base_url": server.url, "locale": "en-US", **options}
        taken.append(tabs.take(wanted, is_below=is_below, beside=taken))
        return taken[-1].page

    yield make
    complaints: list[str] = []
    has_failed = request.node.stash.get(FAILED, False)
    for number, tab in enumerate(taken):
        if has_failed and not tab.page.is_closed():
            photograph(tab.page, f"failed-{request.node.name}-{number}")
        tab.hear()
        complaints.extend(_complaints(tab, allowed))
        tabs.put_back(tab, is_usable=not has_failed)
    for server, start in servers.items():
        if "Traceback (most recent call last)" in server.output()[start:]:
            complaints.append(f"the server logged:\n{server.output()[start:]}")
    assert not complaints, "\n".join(complaints)


@dataclass
class Unconnected:
    """Pages that are opened from disk with the network cut. asked: what they asked for."""

    browser: Browser
    asked: list[str] = field(default_factory=list)
    logged: list[str] = field(default_factory=list)

    def new_page(self, scheme: Literal["light", "dark"] = "light", width: int = 1280, locale: str = "en-US") -> Page:
        context = self.browser.new_context(
            color_scheme=scheme, viewport={"width": width, "height": 720}, locale=locale, offline=True
        )
        context.on("request", lambda request: self.asked.append(request.url))
        context.on("console", lambda message: self.logged.append(message.text))
        context.on("weberror", lambda error: self.logged.append(str(error.error)))
        return context.new_page()


@pytest.fixture
def unconnected(browser: Browser) -> Iterator[Unconnected]:
    """Pages without a network. They must ask for nothing but files and what they made, and log nothing."""
    opened = len(browser.contexts)
    made = Unconnected(browser)
    yield made
    for context in browser.contexts[opened:]:
        context.close()
    assert made.logged == []  # the policy of the page had nothing to refuse
    assert {urlsplit(address).scheme for address in made.asked} <= {"file", "data", "blob"}


@pytest.fixture
def page(new_page: NewPage, server: Server) -> Page:
    """A page of the module's server: light, in English, 1280 by 720."""
    return new_page(server)


def _complaints(tab: Tab, allowed: Sequence[str]) -> Iterator[str]:
    for request in tab.requests:
        yield from _foreign(request)
    for message in tab.messages:
        yield from _logged(message, allowed)
    for error in tab.errors:
        yield f"uncaught in the page: {error} {(error.stack or '')[:600]}"


def _foreign(request: Request) -> Iterator[str]:
    address = urlsplit(request.url)
    if address.scheme not in {"data", "blob", "about"} and address.hostname not in {"127.0.0.1", "localhost"}:
        yield f"a request left this machine: {request.url}"


def _logged(message: ConsoleMessage, allowed: Sequence[str]) -> Iterator[str]:
    source = urlsplit(message.location["url"]).path
    probe = message.text.startswith("Failed to load resource") and source.endswith(PROBED_ON_DEEP_LINKS)
    if message.type == "error" and not probe and not any(re.search(pattern, message.text) for pattern in allowed):
        yield f"in the console: {message.text} ({source})"


def widen_letters(page: Page) -> None:
    """From the next page on, draw letters a little wider, as systems do that put each on whole pixels."""
    page.add_init_script("""(() => {
        const sheet = new CSSStyleSheet();
        sheet.replaceSync("* { letter-spacing: 0.02em !important }");
        document.adoptedStyleSheets.push(sheet);
        const attach = Element.prototype.attachShadow;
        Element.prototype.attachShadow = function (options) {
            const root = attach.call(this, options);
            root.adoptedStyleSheets.push(sheet);
            return root;
        };
    })()""")


def open_page(page: Page, path: str = "/", query: Mapping[str, object] | None = None) -> Page:
    """Go to `path` of the app with this query string and wait until the first run is over."""
    page.goto(f"{path}?{urlencode(query)}" if query else path)
    wait_idle(page)
    return page


# A page that arrives waits for a second and a half whether a component asks for another run. We know whether one did:
# what has been drawn asks within a few frames, and a run that was asked for begins. Then a turn of the wheel, as any
# visitor's, ends the wait.
CALM_FRAMES = 15
ANSWER_MS = 1500  # a message after which no run begins asked for none
IDLE = """([frames, longest]) => {
    const isAtRest = document.querySelector("[data-testid=stApp][data-test-script-state=notRunning]");
    const { asked, changed } = (window.runs ??= { asked: 0, changed: 0 });
    const isAnswered = asked < changed || performance.now() - asked > longest;
    const { arriving } = document.documentElement.dataset;
    if (!isAtRest || arriving === undefined) return Boolean(isAtRest) && isAnswered;
    const isShown = arriving === "parts" && !document.querySelector("[data-waits]");
    const isWritten = document.fonts.status === "loaded"; // text changes its size with its font
    window.runs.calm = isAnswered && isShown && isWritten ? (window.runs.calm ?? 0) + 1 : 0;
    if (window.runs.calm < frames) return false;
    window.dispatchEvent(new Event("wheel"));
    return true;
}"""


def wait_idle(page: Page) -> None:
    """Wait until no script runs, none was asked for that has not begun, and the page is shown: before, nothing of it
    takes the focus. What asks a moment after a press, such as a slider, is waited for by its effect instead."""
    page.wait_for_function(IDLE, arg=[CALM_FRAMES, ANSWER_MS])


def resize(page: Page, width: int, height: int) -> None:
    """Give the window another size, and wait until what follows it by frames has followed."""
    page.set_viewport_size({"width": width, "height": height})
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")


def in_turn(cases: Iterable[str], ways: Iterable[str] = LANGUAGES) -> list[tuple[str, str]]:
    """Return each case with one of the ways to look at it, which take turns: a twin shows little that is new."""
    return list(zip(cases, cycle(ways), strict=False))


STILL_FRAMES = 5
HIDDEN_FRAMES = 60  # after which a part without a box has none
STILL = """(node, [frames, most]) => new Promise((done) => {
    let [last, calm, looks] = ["", 0, 0];
    const look = () => {
        const { x, y, width, height } = node.getBoundingClientRect();
        const now = [x, y, width, height].join();
        calm = now === last && width > 0 ? calm + 1 : 0;
        last = now;
        looks += 1;
        if (calm >= frames || (!width && looks > most)) done();
        else requestAnimationFrame(look);
    };
    look();
})"""


def still(part: Locator) -> FloatRect | None:
    """The box of a part once it has stayed the same for some frames: what is drawn gets its size and place a moment
    later. None if it has no box."""
    part.evaluate(STILL, [STILL_FRAMES, HIDDEN_FRAMES])
    return part.bounding_box()


def screenshot(page: Page, name: str) -> None:
    """Save a picture of the whole page for people to look at, if `SCREENS=1` asks for them: a run makes hundreds."""
    if os.environ.get("SCREENS"):
        photograph(page, name)


def photograph(page: Page, name: str) -> Path:
    """Save a picture of the whole page as build/screens/<name>.png."""
    SCREENS.mkdir(parents=True, exist_ok=True)
    path = SCREENS / (re.sub(r"[^-.\w]+", "-", name) + ".png")
    page.screenshot(path=path, full_page=True)
    return path


APART = ThreadPoolExecutor(1, thread_name_prefix="browser")
"""The thread of the tests in a browser: Playwright leaves a running event loop in its thread, and no other test of this
process can meet it there."""


def apart(work: Callable[[], Any]) -> Any:
    """Return the result of work in the thread of the tests in a browser."""
    return work() if is_apart() else APART.submit(work).result()


def is_apart() -> bool:
    """Tell if this is the thread of the tests in a browser."""
    return threading.current_thread().name.startswith("browser")


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> bool | None:
    """Run a test in a browser, its fixtures too, in the thread of these tests."""
    if item.get_closest_marker("browser") is None or is_apart():
        return None
    ran: bool | None = apart(partial(item.ihook.pytest_runtest_protocol, item=item, nextitem=nextitem))
    return ran


@pytest.hookimpl(tryfirst=True)  # before pytest looks for what `-m` asks for
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """All tests here are in a browser. They come first: one worker takes them, and the others begin with what follows
    and start no server and no browser of their own until there is nothing else to do."""
    here = [item for item in items if item.path.is_relative_to(Path(__file__).parent)]
    for item in here:
        item.add_marker(pytest.mark.browser)
    items.sort(key=lambda item: item.get_closest_marker("browser") is None)


FAILED = pytest.StashKey[bool]()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Remember a failure for the fixtures' clean-up, and put the server's output beside it."""
    report = yield
    if report.failed:
        item.stash[FAILED] = True
        server = getattr(item, "funcargs", {}).get("server")
        if isinstance(server, Server):
            report.sections.append(("Server output", server.output()))
    return report
