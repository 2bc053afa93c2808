"""Shifts on a page, by the browser's own measure.

What has moved up or down in sight counts: the browser multiplies all that has moved in a frame by the longest way in
it, which may be that of a single word along its line, in a sentence that has got other words, or that of what comes
into view, which nobody was reading.
"""

from playwright.sync_api import Page

from tests.e2e.conftest import wait_idle

__all__ = ["expect_still", "forget", "observe"]

_MOST = 0.1
"""The largest shift that browsers call good."""
_QUIET_MS = 200  # without a change, once all is drawn and shown, until a page counts as at rest

# What has moved so far, and from now on, and when something changed.
_OBSERVE = """() => {
    window.shift = { sum: 0, sources: [], lost: 0, last: performance.now() };
    new PerformanceObserver((list, _, { droppedEntriesCount = 0 } = {}) => {
        window.shift.lost += droppedEntriesCount;
        for (const entry of list.getEntries()) {
            if (entry.hadRecentInput) continue;
            let [area, way] = [0, 0];  // of the five largest, which is all that the browser tells
            for (const { node, previousRect, currentRect } of entry.sources) {
                const name = node?.dataset?.testid ?? node?.className ?? node?.nodeName;
                const [before, now] = [previousRect, currentRect];
                const places = [before, now].map((one) => `${one.y}+${one.height}`);
                window.shift.sources.push(`${entry.value}, ${name}: ${places.join(" to ")}`);
                if (!before.width || !before.height) continue;
                const isGone = !now.width || !now.height;
                const top = isGone ? before.y : Math.min(before.y, now.y);
                const foot = isGone ? before.bottom : Math.max(before.bottom, now.bottom);
                const far = isGone ? Math.min(before.bottom, innerHeight - before.y) : Math.abs(now.y - before.y);
                area += Math.max(before.width, now.width) * (foot - top) / (innerWidth * innerHeight);
                way = Math.max(way, far / Math.max(innerWidth, innerHeight));
            }
            window.shift.sum += Math.min(entry.value, Math.min(area, 1) * way);
        }
    }).observe({ type: "layout-shift", buffered: true });
    const observer = new MutationObserver(() => { window.shift.last = performance.now(); });
    observer.observe(document, { childList: true, subtree: true, attributes: true });
}"""
# From now on, nothing has moved.
_RESET = "Object.assign(window.shift, { sum: 0, sources: [], last: performance.now() })"
_QUIET = "quiet => performance.now() - window.shift.last > quiet"


def observe(page: Page) -> None:
    """Add up what moves from now on, and what has moved since the page arrived; not in the half second after a key or
    a click, in which the browser takes what moves for an answer."""
    page.evaluate(_OBSERVE)


def forget(page: Page) -> None:
    """Begin to add up anew."""
    page.evaluate(_RESET)


def expect_still(page: Page) -> None:
    """Wait until the page is at rest, and assert that nothing has moved since the last time; begin anew."""
    wait_idle(page)
    page.wait_for_function(_QUIET, arg=_QUIET_MS)
    total, sources, lost = page.evaluate("[window.shift.sum, window.shift.sources, window.shift.lost]")
    assert total < _MOST, "\n".join([page.url, str(page.viewport_size), *sources])
    assert not lost
    forget(page)
