"""Checks of every page, all of which are asked on one visit, and the links that are visited."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from urllib.parse import urlencode

from playwright.sync_api import Page

from tests.e2e import axe
from tests.e2e.conftest import resize
from tokviz.state import pages
from tokviz.views.shared.catalog import LANGUAGES, load

__all__ = ["AT_REST", "ENDS", "IN_A_DARK_VIEW", "IN_A_VIEW", "LINKS", "VIEW", "complaints", "links_of", "sizes_of_text"]

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
    return list(page.evaluate(WIDER))


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


IN_A_VIEW: Mapping[str, Check] = {
    "axe": axe.findings,
    "contrast": lambda page, _: axe.faint(page),
    "without a name": lambda page, _: axe.unnamed(page),
    "sideways": _sideways,
    "size of text": _other_sizes,
}
IN_A_DARK_VIEW: Mapping[str, Check] = {name: check for name, check in IN_A_VIEW.items() if name != "axe"}
"""Without the rules on roles and names: a view has the same ones in the light. Contrasts are measured in both."""
AT_REST: Mapping[str, Check] = {
    **IN_A_VIEW,
    "larger than the title": _larger_than_the_title,
    "ends of the side bar": _ends_of_the_side_bar,
}


def complaints(page: Page, checks: Mapping[str, Check], where: str, place: str | None = None) -> list[str]:
    """Ask all checks; each line begins with the place and the name of the check."""
    return [f"{where}: {name}: {line}" for name, check in checks.items() for line in check(page, place)]
