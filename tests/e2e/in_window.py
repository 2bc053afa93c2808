"""Checks that all of a picture is inside the window, at every step and in every size."""

from __future__ import annotations

from collections.abc import Mapping

from playwright.sync_api import Page

from tests.e2e.conftest import open_page, screenshot
from tests.e2e.lesson import at_step, picture, press

__all__ = ["SIZES", "at_every_step", "outside"]

SIZES: Mapping[str, tuple[tuple[int, int], ...]] = {
    "": ((1280, 720), (1024, 768), (390, 844)),
    "embedded": ((960, 540),),
}
"""In the app, and in a frame of somebody else's page."""

# The names of the parts that are not wholly inside the window, with how far they reach.
_OUTSIDE = """(picture, parts) => {
    const window = [document.documentElement.clientWidth, document.documentElement.clientHeight];
    const clipped = (node) => {
        for (let box = node.parentElement; box; box = box.parentElement) {
            const style = getComputedStyle(box);
            if (style.overflowX === "visible" && style.overflowY === "visible") continue;
            const [own, at] = [box.getBoundingClientRect(), node.getBoundingClientRect()];
            if (at.top < own.top - 7 || at.bottom > own.bottom + 7) return true;
        }
        return false;
    };
    return Object.entries(parts).flatMap(([name, selector]) => {
        const node = picture.querySelector(selector);
        if (!node?.getClientRects().length) return [];
        const { left, top, right, bottom } = node.getBoundingClientRect();
        const isIn = left >= 0 && top >= 0 && right <= window[0] + 1 && bottom <= window[1] + 1;
        return isIn && !clipped(node) ? [] : [`${name} ${[left, top, right, bottom].map(Math.round)}`];
    });
}"""

# What has no room: numbers cut off beside a row or in the next one, the line that says what to point at.
_CUT = """(picture) => [...picture.querySelectorAll(".candidate-pair > .worth, .sum > .worked")].flatMap((node) => {
    const [own, row] = [node.getBoundingClientRect(), node.parentElement.getBoundingClientRect()];
    const isIn = own.right <= row.right + 1 && own.top >= row.top - 4 && own.bottom <= row.bottom + 4;
    return isIn || !own.width ? [] : [`cut: ${node.textContent}`];
}).concat([...picture.querySelectorAll(".read:not(.on)")].flatMap((node) =>
    node.scrollWidth <= node.clientWidth ? [] : [`cut: ${node.textContent}`]
))"""

# The same of every step. All in one go, so that no step rests and asks the server for its tables.
_WALK = f"""(picture, [parts, total]) => {{
    const outside = {_OUTSIDE};
    const cut = {_CUT};
    const found = [];
    for (let step = 0; step <= total; step += 1) {{
        for (const motion of picture.getRootNode().getAnimations()) motion.finish();
        if (Number(picture.dataset.step) !== step) found.push(`step ${{step}} is not there`);
        found.push(...[...outside(picture, parts), ...cut(picture)].map((one) => `step ${{step}}: ${{one}}`));
        picture.querySelector("[name=forward]").click();
    }}
    return found;
}}"""


def outside(page: Page, parts: Mapping[str, str]) -> list[str]:
    """The parts, by name and selector, that are not wholly inside the window now."""
    found: list[str] = picture(page).first.evaluate(_OUTSIDE, dict(parts))
    return found


def at_every_step(page: Page, path: str, query: Mapping[str, str], parts: Mapping[str, str]) -> list[str]:
    """The same for every step and every size, on a page opened by this address."""
    found: list[str] = []
    for kind, sizes in SIZES.items():
        open_page(page, path, {**query, **({"embed": "true"} if kind else {})})
        for width, height in sizes:
            page.set_viewport_size({"width": width, "height": height})
            press(page, "Home")
            at_step(page, 0)
            total = int(picture(page).first.locator("[name=scrubber]").get_attribute("max") or 0)
            found += [f"{width}x{height}, {one}" for one in picture(page).first.evaluate(_WALK, [dict(parts), total])]
            screenshot(page, "-".join(["picture", path[1:], *query.values(), f"{width}"]))
    return found
