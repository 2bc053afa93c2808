"""Checks of every page, all of which are asked on one visit, and the links that are visited."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from urllib.parse import urlencode

from playwright.sync_api import Page

from tests.e2e import axe
from tokviz.state import pages

__all__ = ["AT_REST", "IN_A_VIEW", "LINKS", "VIEW", "complaints", "links_of", "sizes_of_text"]

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


IN_A_VIEW: Mapping[str, Check] = {
    "axe": axe.findings,
    "contrast": lambda page, _: axe.faint(page),
    "without a name": lambda page, _: axe.unnamed(page),
    "sideways": _sideways,
    "size of text": _other_sizes,
}
AT_REST: Mapping[str, Check] = {
    **IN_A_VIEW,
    "larger than the title": _larger_than_the_title,
}


def complaints(page: Page, checks: Mapping[str, Check], where: str, place: str | None = None) -> list[str]:
    """Ask all checks; each line begins with the place and the name of the check."""
    return [f"{where}: {name}: {line}" for name, check in checks.items() for line in check(page, place)]
