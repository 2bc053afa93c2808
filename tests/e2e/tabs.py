"""The browser's tabs, which one test takes after the other, each as a visitor who has not been here before.

A page that opens in a new tab costs twice as much of the processor as one in a tab that has shown the app before, and
most of what a test in the browser costs is to open its page.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Error, Page, Request

__all__ = ["PATIENCE", "Tab", "Tabs"]

# Milliseconds that a busy machine may take; nothing waits longer than it must. PATIENCE=10 on a quiet one fails sooner.
PATIENCE = int(os.environ.get("PATIENCE", "60")) * 1000

# What a page cannot forget again: a tab that was asked for one of these serves one test only.
LASTING = (
    "add_init_script",
    "add_locator_handler",
    "expose_binding",
    "expose_function",
    "on",
    "once",
    "route",
    "route_from_har",
    "route_web_socket",
    "set_default_navigation_timeout",
    "set_default_timeout",
    "set_extra_http_headers",
)
LOOK: Mapping[str, Any] = {
    "viewport": {"width": 1280, "height": 720},
    "color_scheme": "light",
    "reduced_motion": "no-preference",
}
"""Options that any tab can be given, and what they are where nothing else is asked for."""
PLAIN = "/_stcore/health"
"""A page of the app's origin without a script."""
IDLE = 4  # tabs that are kept; each holds the memory of an app

# When the page last asked Streamlit's server for something, and when a run last began or ended there, in its own
# milliseconds. Other sockets, such as that of a live class, ask for no run. And how often a script has moved something.
RUNS = """(() => {
    const runs = (window.runs = { asked: 0, changed: 0, animated: 0 });
    const { animate } = Element.prototype;
    Element.prototype.animate = function (...how) {
        runs.animated += 1;
        return animate.apply(this, how);
    };
    const { send } = WebSocket.prototype;
    WebSocket.prototype.send = function (...message) {
        if (this.url.includes("/_stcore/stream")) runs.asked = performance.now();
        return send.apply(this, message);
    };
    const observer = new MutationObserver(() => { runs.changed = performance.now(); });
    observer.observe(document, { subtree: true, attributeFilter: ["data-test-script-state"] });
})()"""

# What is below a picture is drawn once it is in view: with this, at once, and again with each step.
IN_VIEW = """(() => {
    const Real = window.IntersectionObserver;
    window.IntersectionObserver = class extends Real {
        constructor(call, options) {
            super(call, options);
            this.call = call;
        }
        observe(target) {
            if (target.matches(".st-key-picture_below")) this.call([{ target, isIntersecting: true }], this);
            else super.observe(target);
        }
    };
})()"""


@dataclass
class Tab:
    """A tab of the browser, and what its page has asked for, logged and raised since a test took it."""

    page: Page
    kind: str
    look: Mapping[str, Any]
    requests: list[Request] = field(default_factory=list)
    messages: list[ConsoleMessage] = field(default_factory=list)
    errors: list[Error] = field(default_factory=list)
    is_altered: bool = False

    def __post_init__(self) -> None:
        self.page.set_default_timeout(PATIENCE)
        self.page.on("request", lambda request: self.requests.append(request))
        self.page.on("console", lambda message: self.messages.append(message))
        self.page.on("pageerror", lambda error: self.errors.append(error))
        for name in LASTING:
            setattr(self.page, name, self._noting(getattr(self.page, name)))

    def _noting(self, call: Callable[..., Any]) -> Callable[..., Any]:
        def noted(*args: Any, **options: Any) -> Any:
            self.is_altered = True
            return call(*args, **options)

        return noted

    def hear(self) -> None:
        """Have heard all that the page logged so far: it has answered after it."""
        if not self.page.is_closed():
            self.page.evaluate("0")

    def leave(self) -> None:
        """Leave the page, with all that was heard of it. The next visitor has wished for nothing.

        What it stored is cleared once its scripts have ended: one that still packs a file would store it later.
        """
        address = urlsplit(self.page.url)
        if address.scheme == "http":
            self.page.goto(f"http://{address.netloc}{PLAIN}")
            self.page.evaluate("localStorage.clear(); sessionStorage.clear()")
        self.page.mouse.move(-1, -1)  # it points at nothing
        for heard in (self.requests, self.messages, self.errors):
            heard.clear()


@dataclass
class Tabs:
    """The tabs of a browser that no test has, the one that was used last at the end."""

    browser: Browser
    contexts: dict[str, BrowserContext] = field(default_factory=dict)
    idle: list[Tab] = field(default_factory=list)

    def take(self, options: Mapping[str, Any], *, is_below: bool, beside: Sequence[Tab] = ()) -> Tab:
        """A tab with these options of Playwright's `new_context`. is_below: what is below a picture is in view.
        beside: those that the test has; nothing stored is shared with one that looks different.
        """
        look = {**LOOK, **{name: value for name, value in options.items() if name in LOOK}}
        fixed = {name: value for name, value in options.items() if name not in LOOK}
        others = [tab.look for tab in beside]
        number = others.index(look) if look in others else len(others)
        kind = repr((is_below, number, sorted(fixed.items())))
        tab = next((one for one in reversed(self.idle) if one.kind == kind), None)
        if tab is None:
            tab = Tab(self._context(kind, fixed, is_below=is_below).new_page(), kind, look)
        else:
            self.idle.remove(tab)
            tab.look = look
        tab.page.set_viewport_size(look["viewport"])
        tab.page.emulate_media(color_scheme=look["color_scheme"], reduced_motion=look["reduced_motion"])
        return tab

    def _context(self, kind: str, options: Mapping[str, Any], *, is_below: bool) -> BrowserContext:
        if kind not in self.contexts:
            self.contexts[kind] = self.browser.new_context(**options)
            self.contexts[kind].add_init_script(RUNS)
            if is_below:
                self.contexts[kind].add_init_script(IN_VIEW)
        return self.contexts[kind]

    def put_back(self, tab: Tab, *, is_usable: bool) -> None:
        """End a visit. is_usable: the tab may serve another."""
        if tab.page.is_closed():
            return
        if not is_usable or tab.is_altered:
            tab.page.close()
            return
        try:
            tab.leave()
        except Error:  # its server has ended
            tab.page.close()
            return
        self.idle.append(tab)
        while len(self.idle) > IDLE:
            self.idle.pop(0).page.close()
