"""Attacks by texts: templates of chats, and ids, texts and translations that are none."""

from __future__ import annotations

import asyncio
from time import monotonic
from urllib.parse import urlencode

from tools.attack.attack import Attack, NotKeptError, Target, expect
from tools.attack.visits import hostile

__all__ = ["ATTACKS"]

_SECONDS = 20.0  # for a page or a sentence
_TEMPLATES = {
    "a loop without an end": "{% for a in range(999999999) %}{% for b in range(999999999) %}{% endfor %}{% endfor %}",
    "a power": "{{ 9 ** 9 ** 9 }}",
    "a text that doubles": "{% set n = namespace(t='x') %}{% for a in range(60) %}{% set n.t = n.t * 2 %}{% endfor %}",
    "a text by a number": "{{ 'x' * 9999999999 }}",
    "a way out": "{{ ''.__class__.__mro__[1].__subclasses__() }}",
    "a way out by a format": "{{ '{0.__class__.__mro__}'.format(messages) }}",
    "calls of itself": "{% macro m() %}{{ m() }}{% endmacro %}{{ m() }}",
    "another file": "{% include '/etc/passwd' %}",
    "a deep nest": "{{ " + "(" * 400 + "1" + ")" * 400 + " }}",
}


async def _templates(target: Target) -> str:
    """Open chats whose template loops, grows, or looks for a way out."""
    slowest, before = 0.0, target.memory()
    for name, source in _TEMPLATES.items():
        began = monotonic()
        query = urlencode({"template": "own", "source": source})
        try:
            async with asyncio.timeout(_SECONDS), hostile(target, "/chat", query) as visit:
                expect(visit.titles == 1, f"{name}: no page")
                expect(visit.sentences, f"{name}: the template is rendered")
                shown = " ".join(visit.sentences)
                expect("<class" not in shown and "root:" not in shown, f"{name}: {shown[:60]}")
        except TimeoutError:
            raise NotKeptError(f"{name}: no answer after {_SECONDS:.0f} s") from None
        slowest = max(slowest, monotonic() - began)
    return f"{len(_TEMPLATES)} sentences, {slowest:.1f} s at most, {target.memory() - before:+} MB"


async def _there_and_back(target: Target) -> str:
    """Send ids and translations that are none, and each id of a vocabulary."""
    odd = {"trip": "ids", "ids": " ".join(["-1", "9" * 40, "1e9", "０", "x"] * 5)}
    lines = {"open": "languages", "lines": ":\n" * 400 + "👩‍👩‍👧: " * 50}
    slowest = 0.0
    for query in (odd, lines, {"trip": "each"}, {"trip": "each", "tokenizer": "bert"}, {"text": "\x00﷐ﷺ�" * 300}):
        try:
            async with asyncio.timeout(_SECONDS), hostile(target, "/tokenizers", urlencode(query)) as visit:
                began = monotonic()
                expect(visit.titles == 1, f"{query}: no page"[:80])
                await visit.open()
                slowest = max(slowest, monotonic() - began)
        except TimeoutError:
            raise NotKeptError(f"{query}: no page after {_SECONDS:.0f} s"[:80]) from None
    return f"pages, {slowest:.1f} s at most"


ATTACKS = (
    Attack(37, "templates of chats", _templates, f"a sentence within {_SECONDS:.0f} s"),
    Attack(38, "ids and texts there and back", _there_and_back, f"a page within {_SECONDS:.0f} s"),
)
