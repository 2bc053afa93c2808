"""A case of the robustness run: a page, its query string, and what a visitor does there, all as plain data.

A case is drawn from its page and its number alone, so that a number names it for ever; what is done is drawn while the
page answers, because it depends on the widgets that are there, and written down as it is done.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tokviz import features, guides
from tokviz.algorithms import ALGORITHMS
from tokviz.exercises import KINDS
from tokviz.files.by_name import SHIPPED
from tokviz.state import pages
from tokviz.state.form import Choice, Number, ValueKind
from tokviz.state.pages import Page
from tokviz.web.shared import parts
from tools.fuzz import hostile

__all__ = ["PAGES", "Action", "Case", "names_of", "query", "random_of"]

features.add_pages()

Action = tuple[str, str, object]
"""An action, the widget that it is done to (its key, or its label where it has none), and the value."""


def names_of(page: Page) -> tuple[str, ...]:
    """Return the names of a page in cases: its address, and one for its second half."""
    half = page.second_half
    return (page.address,) if half is None else (page.address, f"{page.address}-{half.do}")


PAGES = tuple(name for page in pages.PAGES for name in names_of(page))
"""The pages; those of two halves count as two."""


def _page_of(name: str) -> Page:
    return next(page for page in pages.PAGES if name in names_of(page))


@dataclass(frozen=True)
class Case:
    """page: of PAGES. query: of the address. actions: one after the other, each followed by a run of the script."""

    page: str
    query: Mapping[str, str]
    actions: tuple[Action, ...] = ()

    @property
    def url(self) -> str:
        """The path of the page."""
        return _page_of(self.page).address


def random_of(page: str, number: int) -> random.Random:
    """Return the random numbers of a case."""
    return random.Random(f"{page} {number}")


def query(page: str, rng: random.Random) -> dict[str, str]:
    """Return a query string for a page: some parameters sound, some not."""
    known = _parameters(page)
    asked = {}
    shares = rng.choice((0.15, 0.35, 0.35, 0.8))
    for name, sound in known.items():
        if rng.random() < shares:
            asked[name] = rng.choice(sound) if sound and rng.random() < 0.7 else hostile.value(rng)
    # What names most of the page is sound more often, or else most cases would end in the same message.
    if "example" in known and rng.random() < 0.8:
        asked["example"] = rng.choice((*known["example"], "own"))
    if asked.get("example") == "own" and rng.random() < 0.9:
        asked["corpus"] = hostile.corpus(rng)
    if "text" in known and rng.random() < 0.6:
        asked["text"] = hostile.text(rng)
    if "preset" in known and "text" in asked:
        asked["preset"] = "own"
    if rng.random() < 0.02:
        asked[rng.choice(list(asked) or ["corpus"])] = hostile.large(rng)[:20_000]
    return asked | _half(page)


def _half(name: str) -> dict[str, str]:
    """Return the query of the second half of a page, where the name is that of one."""
    page = _page_of(name)
    return {"do": page.second_half.do} if page.second_half is not None and name != page.address else {}


# -- parameters with values that are sound -----------------------------------------------------------------------------

_NUMBERS = ("0", "1", "2", "3", "5", "10", "50", "200", "9999", "10000", "-1", "")
_COMMON: Mapping[str, Sequence[str]] = {
    "lang": ("en", "zh", "zh-CN"),
    "predict": ("1", "0"),
    "hide": ("controls", "picture,now", "views", *parts.PARTS),
    "guide": guides.names(),
    "card": _NUMBERS[:8],
    "embed": ("true",),
    "watch": ("3", "0", "²", "99999"),
    "lead": ("AAAAAAAA.AAAAAAAAAAAAAAAAAAAAAAAA", "."),
}


_SLOTS = tuple(f"{name}:{preset}" for name, one in ALGORITHMS.items() for preset in one.presets)
_FILES = (*SHIPPED, "mine.json")
_TEXTS: Mapping[str, Sequence[str]] = {
    "word": ("hug", "a", "runner"),
    "glossaries": ("low", "hug\\d+", "(", "(a+)+b"),
    "separator": ("@@", "", "##"),
    "tokenizer": _FILES,
    "beside": (*_FILES, "bert,t5", "gpt,,mine.json"),
    "t": tuple(f"{a},{b}" for a in _SLOTS for b in _SLOTS),
    "q": ("the", "5-9", "", "pair", "词元", "VITERBI", "nothing of the kind"),
    "kinds": (*KINDS, ",".join(KINDS), "nothing"),
    "seed": ("", "7", "a\0b"),
    "score": ("3.2.250.1.2", "1.2.3.4.5", "9"),
}
"""Parameters that take a text -> some that mean something there."""
_KINDS: Mapping[str, Sequence[str]] = {
    "flag": ("0", "1"),
    "text": ("", "</w>", "##", "a", "▁"),
    "words": ("", "[UNK] <s>", "a b"),
    "token": ("<unk>", ""),
}
"""Kind of a knob -> values that it takes."""
_KNOBS: Mapping[str, Sequence[str]] = {
    knob.url: knob.choices or _KINDS.get(knob.kind, ("0", "1", "2", "0.5", "0.1", "100"))
    for algorithm in ALGORITHMS.values()
    for knob in algorithm.knobs
}


def _parameters(name: str) -> dict[str, Sequence[str]]:
    """Return all parameters of a page, each with values that are sound."""
    page = _page_of(name)
    is_half = page.second_half is not None and name != page.address
    form = page.form_of(_half(name))
    known: dict[str, Sequence[str]] = {form.key: form.names} if len(form.names) > 1 else {}
    known |= {one.name: _sound(one.name, one.kind) for one in form.fields}
    if page.second_half is not None and not is_half:
        known["do"] = ("",)
    return {**known, **_COMMON}


def _sound(name: str, kind: ValueKind) -> Sequence[str]:
    match kind:
        case Choice():
            return tuple(kind.values)
        case Number():
            return (*kind.names, *_NUMBERS)
    return _TEXTS.get(name) or _KNOBS.get(name, ())
