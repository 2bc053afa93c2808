"""Parts of pages besides pictures: keys, links, charts to save, fields; the start page; choices; lessons.

Browser components, each with a typed face. What they get is described in their scripts.
"""

from __future__ import annotations

import json
import logging
import os
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any

import streamlit as st

from tokviz.files.by_name import SHIPPED
from tokviz.state.tab import PAGES, SITE, site_address
from tokviz.views.shared.catalog import Catalog
from tokviz.vocabularies import LENGTHS, SCRIPTS
from tokviz.web.components.registration import register

_log = logging.getLogger(__name__)
_LOGGED = 100  # characters


# -- focus and keys ----------------------------------------------------------------------------------------------------


_mount_focus = register("page/focus")
_mount_keys = register("page/page_keys")


def move_focus(place: str, selector: str, *, key: str) -> None:
    """Give the focus to the first element of a CSS selector when `place` differs from the run before; a page that
    was just opened leaves the focus where it is.

    Streamlit takes a field off the page together with the focus in it, and keyboard users would begin at the top
    of the page again, after every answer.
    """
    _mount_focus(key=key, data={"place": place, "selector": selector})


def page_keys(button: str) -> None:
    """Let F press a button that begins and ends presenting, and Escape end it; close an open menu after a choice.

    button: the selector of that button.
    """
    _mount_keys(key="page_keys", data={"button": button})


# -- charts ------------------------------------------------------------------------------------------------------------


_mount_charts = register("page/save_charts")


def save_charts(say: Catalog, *, name: str) -> None:
    """List the charts on the page, closed, and let each be saved as SVG or PNG; once a page, below its charts.

    Streamlit's own button over a chart makes a PNG, and only shows to those who point at it. This list is reached by
    keys and by touch, makes both, and asks nobody for anything: the pictures are made from what the browser has drawn.
    name: what the files' names begin with.
    """
    labels = {
        "title": say("chart.save"),
        "none": say("chart.save.none"),
        "svg": say("chart.save.as", kind="SVG"),
        "png": say("chart.save.as", kind="PNG"),
    }
    _mount_charts(key="save_charts", data={"labels": labels, "name": name, "lang": say.language})


# -- links -------------------------------------------------------------------------------------------------------------


PART_KEYS = {
    "controls": "share.part.controls",
    "about": "share.part.about",
    "rows": "share.part.rows",
    "word": "share.part.word",
    "picture": "share.part.picture",
    "now": "share.part.now",
    "printed": "share.part.printed",
    "merges": "share.part.merges",
    "views": "share.part.views",
    "onward": "share.part.onward",
    "characters": "share.part.characters",
    "healing": "share.part.healing",
    "roundtrip": "roundtrip.title",
    "pretokens": "share.part.pretokens",
    "patches": "share.part.patches",
    "tokens": "share.part.tokens",
    "twins": "share.part.twins",
    "words": "share.part.words",
    "models": "share.part.models",
    "sizes": "share.part.sizes",
    "units": "share.part.units",
    "agreement": "share.part.agreement",
    "clock": "share.part.clock",
    "figures": "share.part.figures",
}

_HELD = {
    "corpus": "share.holds.corpus",
    "training": "share.holds.training",
    "step": "share.holds.step",
    "half": "share.holds.half",
    "text": "share.holds.text",
    "view": "share.holds.view",
    "guide": "share.holds.guide",
    "predict": "share.holds.predict",
    "language": "share.holds.language",
}

HOLDS: Mapping[str, tuple[str, ...]] = {
    "corpus": ("example", "corpus", "sample"),
    "training": ("split", "rules", "merges", "vocab", "vs", "size", "t"),
    "step": ("step",),
    "half": ("do", "at"),
    "text": ("text", "word", "held"),
    "view": ("view", "measure", "marks", "token"),
    "guide": ("guide", "card"),
    "predict": ("predict",),
    "language": ("lang",),
}
"""A part of a link -> the parameters that say it; all others are settings."""
_mount_share = register("page/share")


def share(parts: Mapping[str, str], say: Catalog) -> None:
    """Offer a link to what the page shows: what it holds, which parts it hides, and a button that copies it.

    It is made in the browser: the address changes with every step, and the server need not hear of it. parts: names of
    the parts of a page, each with the CSS selector of where it is.
    """
    _mount_share(key="share", data={"payload": json.dumps(_share_payload(parts, say), ensure_ascii=False)})


def _share_payload(parts: Mapping[str, str], say: Catalog) -> dict[str, Any]:
    """Return the data of the panel: words, meanings of parameters, parts of a page."""
    return {
        "lang": say.language,
        "labels": say.within("share.label."),
        "tab": _tab(),
        "holds": [{"label": say(_HELD[name]), "parameters": list(names)} for name, names in HOLDS.items()],
        "parts": [
            {"name": name, "label": say(PART_KEYS[name]), "selector": selector} for name, selector in parts.items()
        ],
    }


def _tab() -> dict[str, Any] | None:
    """Return the link to the same state in a browser tab without this server.

    None where no site is named.
    """
    address = _named_site(os.environ.get(SITE, ""))
    if not address:
        return None
    return {
        "address": address,
        "pages": [{"name": name, "address": page, "half": half} for name, (page, half) in PAGES.items()],
        "tokenizers": SHIPPED,
    }


@cache
def _named_site(told: str) -> str:
    """Return the address that the operator named; one that is none is logged once."""
    address = site_address(told)
    if told and not address:
        _log.warning("%s: not an address such as https://example.edu/tokviz: %s", SITE, ascii(told[:_LOGGED]))
    return address


# -- the start page, and a field for a text ----------------------------------------------------------------------------


START = "hero"
_mount_start = register("start/start")
_mount_count = register("page/word_count")


def start_page(payload: str, on_text: Callable[[], None]) -> None:
    """Mount the upper half of the start page, or update it: merges to watch, a sentence to split while it is typed, a
    field for one's own text.

    payload: JSON text; :mod:`tokviz.views.start` makes it. on_text: called before the run that follows a text that is
    too long for a link.
    """
    _mount_start(key=START, data={"payload": payload}, on_own_change=on_text)


def text_in(state: object) -> str:
    """Return the text that the browser handed over, whatever else it reported; empty for none.

    >>> text_in({"own": "low lower"}), text_in({"own": 3}), text_in(None)
    ('low lower', '', '')
    """
    text = state.get("own") if isinstance(state, Mapping) else None
    return text if isinstance(text, str) else ""


def word_count(say: Catalog, *, key: str) -> None:
    """Count the words and characters in the field below it in the same form, while they are typed, and give that field
    the focus when its panel opens: Streamlit's form says nothing before it is sent."""
    _mount_count(key=key, data={"labels": say.within("own.count."), "lang": say.language})


# -- the choice of a pair ----------------------------------------------------------------------------------------------


PairPlace = tuple[int, int]
"""The number of a word, and of the first symbol of a pair in it."""
_mount_pair = register("practice/pair_choice")


def choose_pair(
    data: Mapping[str, Any], words: Sequence[Sequence[str]], key: str, on_pair: Callable[[PairPlace], None]
) -> None:
    """Show words in symbols, of which two neighbors are chosen.

    words: the symbols of each, as `data` shows them. on_pair: called with the place of the pair that was chosen.
    """

    def report() -> None:
        place = _pair_in(st.session_state.get(key), words)
        if place is not None:
            on_pair(place)

    _mount_pair(key=key, data=dict(data), on_pair_change=report)


def _pair_in(state: object, words: Sequence[Sequence[str]]) -> PairPlace | None:
    """Return the reported place, if there is a pair; a report comes from outside.

    >>> _pair_in({"pair": [0, 1]}, [("l", "o", "w")]), _pair_in({"pair": [0, 2]}, [("l", "o", "w")])
    ((0, 1), None)
    """
    pair = state.get("pair") if isinstance(state, Mapping) else None
    if not (
        isinstance(pair, Sequence) and len(pair) == 2 and all(type(number) is int and number >= 0 for number in pair)
    ):
        return None
    word, place = pair
    return (word, place) if word < len(words) and place + 1 < len(words[word]) else None


# -- the choice of entries of a vocabulary -----------------------------------------------------------------------------


_mount_grid = register("page/token_grid")


def choose_entries(
    payload: str, key: str, on_part: Callable[[str, int], None], on_entry: Callable[[int], None]
) -> None:
    """Show a vocabulary at a glance, of which a script, a length or an entry is chosen.

    payload: JSON text of a :class:`tokviz.views.vocabularies.grid.TokenGrid`. on_part: called with a script and a
    length, empty and 0 for all, before the run that follows; on_entry: with the id of an entry.
    """

    def report_part() -> None:
        part = _part_in(st.session_state.get(key))
        if part is not None:
            on_part(*part)

    def report_entry() -> None:
        entry = _entry_in(st.session_state.get(key))
        if entry is not None:
            on_entry(entry)

    _mount_grid(key=key, data={"payload": payload}, on_part_change=report_part, on_entry_change=report_entry)


def _part_in(state: object) -> tuple[str, int] | None:
    """Return the reported script and length, if both are known; a report comes from outside.

    >>> _part_in({"part": ["Latin", 3]}), _part_in({"part": ["", 0]}), _part_in({"part": ["Latin", 99]})
    (('Latin', 3), ('', 0), None)
    """
    part = state.get("part") if isinstance(state, Mapping) else None
    match part:
        case [str(script), int(length)] if script in ("", *SCRIPTS) and 0 <= length <= LENGTHS:
            return script, length
    return None


def _entry_in(state: object) -> int | None:
    """Return the reported id, if it is one.

    >>> _entry_in({"entry": 7}), _entry_in({"entry": "7"}), _entry_in(None)
    (7, None, None)
    """
    number = state.get("entry") if isinstance(state, Mapping) else None
    return number if type(number) is int and number >= 0 else None


# -- lessons: the card beside a page, and the list ---------------------------------------------------------------------


LESSON_CARD = "guide_card"
LESSON_LIST = "lessons"
_mount_card = register("lessons/guide_card")
_mount_list = register("lessons/lessons")


def asked_in(state: object) -> int | None:
    """Return the card that the visitor asks for, in what the browser reported, whatever that holds; 0 is to leave.

    >>> asked_in({"go": 3}), asked_in({"go": "3"}), asked_in({"go": True}), asked_in(None)
    (3, None, None, None)
    """
    number = state.get("go") if isinstance(state, Mapping) else None
    return number if type(number) is int and number >= 0 else None


def answered_in(state: object) -> object:
    """Return the visitor's answer in the browser's report; None for nothing.

    >>> answered_in({"answer": {"card": 1, "ask": 0, "text": "e s"}})["text"], answered_in(None)
    ('e s', None)
    """
    return state.get("answer") if isinstance(state, Mapping) else None


def lesson_card(data: Mapping[str, Any], on_go: Callable[[], None], on_answer: Callable[[], None]) -> None:
    """Mount the card, or update the one that is mounted. on_go, on_answer: called before the run that follows a request
    for a card, or an answer."""
    _mount_card(key=LESSON_CARD, data=dict(data), on_go_change=on_go, on_answer_change=on_answer)


def over_in(state: object) -> str | None:
    """Return the lesson that starts over, in what the browser reported, whatever that holds.

    >>> over_in({"over": "bpe"}), over_in({"over": 3}), over_in(None)
    ('bpe', None, None)
    """
    name = state.get("over") if isinstance(state, Mapping) else None
    return name if isinstance(name, str) else None


def lesson_list(payload: str, on_over: Callable[[], None]) -> None:
    """Mount the cards, or update the mounted ones. payload: JSON text; on_over: called before the run that follows when
    the visitor starts a lesson over."""
    _mount_list(key=LESSON_LIST, data={"payload": payload}, on_over_change=on_over)
