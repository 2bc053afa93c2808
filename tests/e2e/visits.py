"""Checks of every page, all of which are asked on one visit, and the links that are visited."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Literal
from urllib.parse import urlencode

from playwright.sync_api import Page

from tests.e2e import axe
from tests.e2e.conftest import resize
from tokviz.state import pages
from tokviz.views.shared.catalog import LANGUAGES, load

__all__ = [
    "AT_REST",
    "AT_THE_TURN",
    "ENDS",
    "IN_A_VIEW",
    "LINKS",
    "ON_THE_WAY_BACK",
    "SCHEMES",
    "VIEW",
    "complaints",
    "links_of",
    "sizes_of_text",
    "wear",
]

SIZES = {28.0, 20.0, 16.0, 14.0, 12.0}  # pixels, --t1 to --t5
LETTERS = """.letters, .linked, .hero .out, .word-rows, .lane, .boxes .part, .boundaries .letter,
  .boundaries .token, .symbol, .chip, .tokviz-chip, .joining, code"""
"""Letters of pictures and tokens in a sentence: drawings with sizes of their own."""

SIZES_OF_TEXT = """letters => {
    const found = new Map();
    const isLetter = (node) => {
        for (let at = node; at; at = at.parentElement ?? at.getRootNode().host) if (at.matches(letters)) return true;
        return false;
    };
    const visit = (root) => {
        const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
        for (let node = walker.nextNode(); node; node = walker.nextNode()) {
            if (node.shadowRoot) visit(node.shadowRoot);
            const holder = node.parentElement;
            if (node.nodeType !== Node.TEXT_NODE || !node.data.trim() || !holder?.checkVisibility()) continue;
            const { fontSize, fontFamily } = getComputedStyle(holder);
            if (holder.closest("style, script, title") || /Material/u.test(fontFamily) || isLetter(holder)) continue;
            const texts = found.get(fontSize) ?? [];
            found.set(fontSize, [...texts, node.data.trim()]);
        }
    };
    visit(document.body);
    return [...found].map(([size, texts]) => [Number.parseFloat(size), texts.slice(0, 5)]);
}"""

WIDER = """() => [document.documentElement, document.querySelector("[data-testid=stMain]")]
    .filter((box) => box.scrollWidth > box.clientWidth)
    .map((box) => `${box.tagName} is ${box.scrollWidth} wide in ${box.clientWidth}`)"""

# What reaches beyond the window from side to side, in shadow roots too. What lies in a box that scrolls or ends it may.
BEYOND = """() => {
    const parts = "p, canvas, svg, button, input, h1, h2, h3, .chip, .part, [data-testid=picture]";
    const main = document.querySelector("[data-testid=stMain]");
    const up = (node) => node.parentElement ?? node.getRootNode().host ?? null;
    const isHeld = (node) => {
        for (let box = up(node); box && box !== main; box = up(box)) {
            if (getComputedStyle(box).overflowX !== "visible") return true;
        }
        return false;
    };
    const found = [];
    const look = (root) => {
        for (const node of root.querySelectorAll("*")) {
            if (node.shadowRoot) look(node.shadowRoot);
            if (!node.matches(parts) || !node.checkVisibility({ visibilityProperty: true })) continue;
            const { left, right, width, height } = node.getBoundingClientRect();
            if (width < 2 || height < 2 || (right <= innerWidth + 1 && left >= -1) || isHeld(node)) continue;
            const name = `${node.localName} ${node.className.baseVal ?? node.className} "${node.textContent.trim()}"`;
            found.push(`${name.slice(0, 80)} is at ${Math.round(left)}-${Math.round(right)}`);
        }
    };
    look(main);
    return found;
}"""

# Charts that are out of the column of the page, or that a narrow window has left next to nothing.
SQUEEZED = """() => {
    const column = document.querySelector("[data-testid=stMainBlockContainer]").getBoundingClientRect();
    return [...document.querySelectorAll("[data-testid=stVegaLiteChart]")].flatMap((chart) => {
        const { left, right, width, height } = chart.getBoundingClientRect();
        if (!chart.checkVisibility() || !height) return [];
        const isIn = width > 200 && left >= column.left - 1 && right <= column.right + 1;
        return isIn ? [] : [`chart "${chart.ariaLabel?.slice(0, 30)}" is at ${Math.round(left)}-${Math.round(right)}`];
    });
}"""


# Those of the name at the top of the side bar, and the languages at its foot, that are out of view.
ENDS = """([name, ...labels]) => {
    const side = document.querySelector("[data-testid=stSidebar]");
    const inView = (node, from, to) => {
        const { top, bottom, left, right } = node?.getBoundingClientRect() ?? {};
        const isIn = top >= from && bottom <= to && left >= 0 && right <= innerWidth;
        return isIn && node.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2));
    };
    const found = (text) => [...side.querySelectorAll("p, button")].filter((one) => one.innerText.trim() === text);
    const isSeen = (text, from, to) => found(text).some((node) => inView(node, from, to));
    return [
        ...(isSeen(name, 0, 60) ? [] : [name]),
        ...labels.filter((label) => !isSeen(label, innerHeight - 100, innerHeight)),
    ];
}"""


def links_of(every: Iterable[pages.Page]) -> dict[str, tuple[pages.Page, pages.Sample]]:
    """Return each page in each way in which it can look, by its link."""
    return {f"/{page.address}?{urlencode(sample.query)}": (page, sample) for page in every for sample in page.samples}


LINKS = links_of(pages.PAGES)
VIEW = "[role=tabpanel]:not([inert]):not([hidden])"

Check = Callable[[Page, "str | None"], list[str]]
"""Lists what is wrong with a page, or with the part of it that a selector names."""


def sizes_of_text(page: Page) -> dict[float, list[str]]:
    """Size -> the first texts that have it, outside of pictures."""
    return {float(size): texts for size, texts in page.evaluate(SIZES_OF_TEXT, LETTERS)}


def _other_sizes(page: Page, _: str | None) -> list[str]:
    return [f"{size}: {texts}" for size, texts in sizes_of_text(page).items() if size not in SIZES]


def _larger_than_the_title(page: Page, _: str | None) -> list[str]:
    found = sizes_of_text(page)
    title = page.get_by_role("heading", level=1).evaluate("title => parseFloat(getComputedStyle(title).fontSize)")
    return [] if max(found) == float(title) else [f"{max(found)}: {found[max(found)]}"]


def _sideways(page: Page, _: str | None) -> list[str]:
    return [line for script in (WIDER, BEYOND, SQUEEZED) for line in page.evaluate(script)]


WEARS = "scheme => getComputedStyle(document.querySelector('[data-testid=stApp]')).colorScheme === scheme"


def wear(page: Page, scheme: Literal["light", "dark"]) -> None:
    """Turn the page light or dark, as a system does in the evening, and wait until it is."""
    page.emulate_media(color_scheme=scheme)
    page.wait_for_function(WEARS, arg=scheme)
    axe.settle(page)


def _ends_of_the_side_bar(page: Page, _: str | None) -> list[str]:
    """None where a lesson has closed the side bar."""
    if page.locator("[data-testid=stSidebar][data-collapsed=true]").count():
        return []
    before = page.viewport_size
    assert before
    labels = [load("en")("app.name"), *LANGUAGES.values()]
    found = []
    for width, height in ((1920, 1080), (before["width"], before["height"])):
        resize(page, width, height)
        found += [f"{one} is out of view at {width}x{height}" for one in page.evaluate(ENDS, labels)]
    return found


SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
ON_THE_WAY_BACK: Mapping[str, Check] = {
    "contrast": lambda page, _: axe.faint(page),
    "without a name": lambda page, _: axe.unnamed(page),
    "sideways": _sideways,
    "size of text": _other_sizes,
}
"""Without the rules on roles and names: a view has the same ones in every scheme, language and window."""
IN_A_VIEW: Mapping[str, Check] = {"axe": axe.findings, **ON_THE_WAY_BACK}
_AROUND: Mapping[str, Check] = {
    "larger than the title": _larger_than_the_title,
    "ends of the side bar": _ends_of_the_side_bar,
}
AT_REST: Mapping[str, Check] = {**_AROUND, **IN_A_VIEW}
AT_THE_TURN: Mapping[str, Check] = {**_AROUND, **ON_THE_WAY_BACK}


def complaints(page: Page, checks: Mapping[str, Check], where: str, place: str | None = None) -> list[str]:
    """Ask all checks; each line begins with the place and the name of the check."""
    return [f"{where}: {name}: {line}" for name, check in checks.items() for line in check(page, place)]
