"""Checks of a picture and all around it in windows of seven sizes: nothing sideways, on top of another or cut."""

from __future__ import annotations

from dataclasses import dataclass

from playwright.sync_api import Page, expect

from tests.e2e.conftest import wait_idle
from tests.e2e.lesson import picture

__all__ = ["OVERLAPS", "SIZES", "Size", "look"]


@dataclass(frozen=True)
class Size:
    """A window. most: how wide a picture gets in it, and how far down it reaches; None where the page scrolls to it.
    details: where what belongs to the step is."""

    width: int
    height: int
    most: tuple[int, int] | None
    details: str = "later"

    def __str__(self) -> str:
        return f"{self.width}x{self.height}"


SIZES = (
    Size(1280, 720, (1180, 720)),
    Size(1024, 768, (1180, 768)),
    Size(390, 844, (390, 844)),
    Size(640, 360, None),  # as at 200 percent
    Size(1280, 1400, (1180, 720), details="below"),
    Size(1920, 1080, (1120, 780), details="beside"),
    Size(2560, 1440, (1323, 900), details="beside"),
)

# What is wrong with a page, in words; a predicate for each thing that a visitor would see.
LOOK = """(picture, [size, most, details]) => {
    const found = [];
    const box = (node) => node.getBoundingClientRect();
    const isSeen = (node) => node && node.getClientRects().length && box(node).width > 1 && box(node).height > 1;
    const page = document.documentElement;
    if (page.scrollWidth > innerWidth) found.push(`the page is ${page.scrollWidth} wide`);
    const main = document.querySelector("[data-testid=stMain]");
    if (main.scrollWidth > main.clientWidth) found.push(`the main part is ${main.scrollWidth} wide`);

    const own = box(picture);
    if (most && (own.width > most[0] + 1 || own.bottom > most[1] + 1)) {
        found.push(`the picture is ${Math.round(own.width)} wide and ends at ${Math.round(own.bottom)}`);
    }
    for (const name of most ? [".says", ".linked", ".transport"] : []) {
        const { top, bottom, left, right } = box(picture.querySelector(name));
        const isIn = top >= 0 && left >= 0 && right <= innerWidth + 1 && bottom <= innerHeight + 1;
        if (!isIn) found.push(`${name} is not in view`);
    }

    const below = document.querySelector(".st-key-picture_below");
    const { top, left } = box(below);
    const isBeside = left >= own.right && top < innerHeight / 4;
    const isBelow = top >= own.bottom && top < innerHeight - 200;
    if (details === "beside" && !isBeside) found.push("the details are not beside it");
    if (details === "below" && !isBelow) found.push("the details are not in view");

    const controls = [
        ...document.querySelectorAll("[data-testid=stMain] :is(button, input:not([type=checkbox]), textarea)"),
        ...picture.querySelectorAll(".transport :is(button, select, input)"),
    ].filter((node) => isSeen(node) && !node.closest("[data-testid=stDataFrame], [data-testid=stElementToolbar]"))
        .filter((node) => !node.closest(".tokviz-data")); // a longer table scrolls
    controls.forEach((one, place) => {
        for (const other of controls.slice(place + 1)) {
            if (one.contains(other) || other.contains(one)) continue;
            if (one.closest(".stSelectbox, .stNumberInput")?.contains(other)) continue;
            const [a, b] = [box(one), box(other)];
            const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
            const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
            const name = (node) => node.name || node.ariaLabel || node.textContent.slice(-20);
            if (wide > 1 && high > 1) found.push(`${name(one)} and ${name(other)} are on top of each other`);
        }
    });

    const ticks = [...picture.querySelectorAll(".ticks i")].filter(isSeen).map((node) => box(node).left);
    if (ticks.some((at, place) => place && at - ticks[place - 1] < 8)) found.push("ticks are on top of each other");

    const isCut = (node) => isSeen(node) && node.scrollWidth > node.clientWidth + 1;
    for (const node of picture.querySelectorAll("h3, .worth, .standing, .note, .kind, .read, .times, .place")) {
        if (isCut(node) && getComputedStyle(node).overflowX !== "visible" && !node.closest("[title]")) {
            found.push(`cut: ${node.textContent}`);
        }
    }

    if (size[0] >= 1024) {
        for (const node of document.querySelectorAll(".st-key-heading button")) {
            const word = node.querySelector("[data-testid=stMarkdownContainer]");
            if (isSeen(node) && word && box(word).width < 12) found.push(`${node.textContent} says nothing`);
        }
    }
    return found.map((one) => `${size.join("x")}: ${one}`);
}"""


FRAMES = 60
"""The most looks at a page; only what the last one finds wrong counts."""


def look(page: Page, size: Size) -> list[str]:
    """List what is wrong with the page in a window of this size."""
    page.set_viewport_size({"width": size.width, "height": size.height})
    if size.details != "later":
        expect(page.get_by_role("tab").first).to_be_visible()
    page.evaluate("() => document.querySelector('[data-testid=stMain]').scrollTo(0, 0)")
    wait_idle(page)
    for _ in range(FRAMES):  # charts take a few frames to follow the window
        page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        found: list[str] = picture(page).first.evaluate(LOOK, [[size.width, size.height], size.most, size.details])
        if not found:
            break
    return found


# Boxes that meet, and texts that are wider than theirs.
OVERLAPS = """root => {
    const groups = [
        ".words .row .chips > .box", ".candidate-pair", ".tokens .symbol", ".try", ".piece", ".candidate", ".path",
        ".candidate-pair > .rank, .pair > .symbol, .candidate-pair .bar, .candidate-pair .worth",
        ".transport button, .transport select, .transport .place", ".ask .option", ".both > *", ":scope > *",
    ];
    const isSeen = node => node.getClientRects().length && !node.closest(".leaving, .probe")
        && getComputedStyle(node).position !== "sticky"; // what is at the foot of the window lies over what scrolls
    const meet = (one, other) => {
        const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()];
        const [wide, high] = [Math.min(a.right, b.right) - Math.max(a.left, b.left),
                              Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)];
        return wide > 2 && high > 2 && !one.contains(other) && !other.contains(one);
    };
    const met = groups.flatMap(group => {
        const nodes = [...root.querySelectorAll(group)].filter(isSeen);
        return nodes.flatMap((one, at) => nodes.slice(at + 1).filter(other => meet(one, other))
            .map(other => `${group}: ${one.textContent} / ${other.textContent}`));
    });
    const runs = [...root.querySelectorAll(".symbol, .rank, .worth")].filter(isSeen)
        .filter(node => node.scrollWidth > node.clientWidth + 2 && getComputedStyle(node).overflowX === "visible")
        .filter(node => getComputedStyle(node).display !== "inline");
    return [...met, ...runs.map(node => `runs over: ${node.textContent}`)];
}"""
