"""Writing a guided lesson as the text of its file, as :mod:`tokviz.guides.reading` reads it. Comments are not kept."""

from __future__ import annotations

import json
from collections.abc import Iterator
from urllib.parse import urlencode

from tokviz.guides.records import Card, Guide, Texts

__all__ = ["written"]


def written(guide: Guide) -> str:
    """The file of a lesson. Its name is not in it.

    >>> from tokviz.guides import load, parse
    >>> guide = load("bpe")
    >>> parse("bpe", written(guide)) == guide
    True
    """
    lines = [*_texts("title", guide.title), *_texts("line", guide.line), *_texts("goal", guide.goal)]
    if guide.needs:
        lines.append(f"needs = {_value(list(guide.needs))}")
    if guide.next:
        lines.append(f"next = {_value(guide.next)}")
    for card in guide.cards:
        lines += ["", *_card(card)]
    return "\n".join(lines) + "\n"


def _card(card: Card) -> Iterator[str]:
    query = f"?{urlencode(card.query)}" if card.query else ""
    yield "[[card]]"
    yield f"at = {_value(f'/{card.page}{query}')}"
    yield f"part = {_value(card.part)}"
    if card.until is not None:
        yield f"until = {card.until}"
    yield f"minutes = {card.minutes:g}"
    if card.routes:
        yield f"routes = {list(card.routes)}"
    yield from _texts("title", card.title)
    yield from _texts("text", card.text)
    yield from _texts("notes", card.notes)
    for ask in card.asks:
        yield "[[card.ask]]"
        yield f"kind = {_value(ask.kind)}"
        for name, value in ask.given.items():
            yield f"{name} = {_value(list(value) if isinstance(value, tuple) else value)}"


def _texts(field: str, texts: Texts) -> Iterator[str]:
    for language, text in texts.items():
        yield f"{field}.{language} = {_value(text)}"


def _value(value: object) -> str:
    """A value as TOML has it: strings, numbers and lists of them are written as in JSON."""
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
