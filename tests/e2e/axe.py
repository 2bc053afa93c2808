"""Checks of accessibility that a machine can make: axe-core's rules, contrasts, names, the Tab key.

axe-core comes with the package axe-playwright-python, so nothing is fetched. It looks into open shadow roots, where our
components are. What it cannot decide (text in charts, placeholders, text beside a ``::before``) is measured by
``axe_contrast.js``; what has the focus, and whether that can be seen, by ``axe_keys.js``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page

from tests.e2e.conftest import wait_idle

__all__ = ["LEAST_CONTRAST", "Walk", "faint", "findings", "settle", "tab_through", "unnamed"]

LEAST_CONTRAST = 4.5
_FAILING = frozenset({"serious", "critical"})

# Without fetching the style sheets once more, which a page may forbid; what is asked here needs none of them.
_RUN = """place => axe.run(place ?? document, { resultTypes: ["violations"], preload: false })
    .then(({ violations }) => violations)"""

_DRAWN = """() => !document.querySelector("[data-testid=stSkeleton]")
    && [...document.querySelectorAll("[data-testid=stVegaLiteChart]")]
        .every((chart) => !chart.checkVisibility() || chart.querySelector("svg.marks"))"""

# Nothing fades in or moves any more, within shadow roots too; what turns for ever is not waited for.
_AT_REST = """() => {
    const moves = (root) => root.getAnimations().some(({ playState, effect }) =>
            playState === "running" && Number.isFinite(effect.getComputedTiming().endTime))
        || [...root.querySelectorAll("*")].some(({ shadowRoot }) => shadowRoot && moves(shadowRoot));
    return !moves(document);
}"""

_UNNAMED = """() => [...document.querySelectorAll("[data-testid=stVegaLiteChart], [data-testid=stDataFrame]")]
    .filter((shown) => shown.checkVisibility())
    .filter((shown) => !(shown.ariaLabel || shown.querySelector(":scope > [role=region]")?.ariaLabel || "").trim())
    .map((shown) => shown.outerHTML.slice(0, 200))"""


def settle(page: Page) -> None:
    """Wait until all that the first run asked for is drawn."""
    wait_idle(page)
    page.wait_for_function(_DRAWN)


def findings(page: Page, place: str | None = None) -> list[str]:
    """The serious and critical findings of axe on a page at rest, a line each. place: only within this selector."""
    if not page.evaluate("'axe' in window"):  # half a megabyte
        page.evaluate(AXE_SCRIPT)
    page.wait_for_function(_AT_REST)
    violations: Sequence[Mapping[str, Any]] = page.evaluate(_RUN, place)
    return [
        f"{rule['impact']}: {rule['id']}: {_place(node['target'])}: {node['html'][:200]}"
        for rule in violations
        for node in rule["nodes"]
        if rule["impact"] in _FAILING and not (rule["id"] == "button-name" and _named(page, node["target"]))
    ]


def _named(page: Page, target: Sequence[str | Sequence[str]]) -> bool:
    """Tell if a button has a name by its ``::before`` or ``::after``.

    Browsers count these and axe does not.
    """
    selector = target[-1] if isinstance(target[-1], str) else target[-1][-1]
    return page.locator(selector).aria_snapshot().startswith('- button "')


def _place(target: Sequence[str | Sequence[str]]) -> str:
    """A selector in words; the part that leads through a shadow root is a list."""
    return " ".join(part if isinstance(part, str) else " >> ".join(part) for part in target)


def faint(page: Page) -> list[str]:
    """The texts of a page at rest whose contrast is too low, a line each. Raises AssertionError if there is no text."""
    page.wait_for_function(_AT_REST)
    answer: Mapping[str, Any] = page.evaluate(_script("contrast"), LEAST_CONTRAST)
    assert answer["looked"] > 5, "a page without text was measured"
    return list(answer["faint"])


def unnamed(page: Page) -> list[str]:
    """The charts and tables on the page that have no text alternative, as the beginning of their HTML."""
    settle(page)  # what is below a picture may have been asked for meanwhile
    return list(page.evaluate(_UNNAMED))


@dataclass(frozen=True)
class Walk:
    """A way through a page by one key. stops: what had the focus, in order. unmarked: what did not show that it had it;
    always the page itself (main), whose ring would stay around it while somebody shows the steps by keys.

    forgotten: what can be worked and never had it. Of a group of buttons that arrow keys move between, one stop is
    enough; in a table, Tab goes from cell to cell of a row, and the table is one stop. lost: after these, nothing had
    it for one press of the key, and the next press went on from there.
    """

    stops: tuple[str, ...]
    unmarked: tuple[str, ...]
    forgotten: tuple[str, ...]
    lost: tuple[str, ...]


def tab_through(page: Page, most: int = 150) -> Walk:
    """Press Tab from the beginning of the page until the focus leaves it.

    Raises AssertionError if it never does, within so many presses of the key.
    """
    page.evaluate(_script("keys"))
    everything = page.evaluate_handle("keys.all()")
    stops: list[str] = []
    lost: list[str] = []
    for _ in range(most):
        page.keyboard.press("Tab")
        stop = page.evaluate("keys.remember()")
        if stop is None:  # the end, unless the next press goes on from there
            page.keyboard.press("Tab")
            stop = page.evaluate("keys.remember()")
            if stop is None or stop == "again":
                break
            lost.append(stops[-1])
        if stop != "again":
            stops.append(stop)
    else:
        raise AssertionError(f"the focus does not leave the page: {stops}")
    page.evaluate("document.activeElement.blur()")
    unmarked = page.evaluate("keys.unmarked()")
    forgotten = page.evaluate("all => keys.forgotten(all)", everything)
    return Walk(tuple(stops), tuple(unmarked), tuple(forgotten), tuple(lost))


@cache
def _script(name: str) -> str:
    return Path(__file__).with_name(f"axe_{name}.js").read_text(encoding="utf-8")
