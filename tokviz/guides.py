"""Guided lessons as data: a title and a sequence of cards, each for one address and one part of its page.

A guide is a TOML file in ``assets/guides``; docs/guides.md tells a teacher how to write one. What is read here is all
that can be known without the pages: names, languages, lengths, the order of steps. Whether an address means what its
card says is up to the pages, and to the tests. Nothing here draws anything.

>>> guide = load("bpe")
>>> guide.cards[0].page, guide.cards[0].query["example"], guide.cards[0].part
('bpe', 'sennrich', 'stage')
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from tokviz.errors import FormatError, RulesError
from tokviz.location import site
from tokviz.texts import LANGUAGES

__all__ = ["MAX_TEXT", "MAX_TITLE", "PAGES", "Card", "Guide", "length", "load", "names", "parse"]

MAX_TITLE = 10
MAX_TEXT = 65
"""How long a title and a text may be, in words, so that a card fits beside its page; see :func:`length`."""
PAGES: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "bpe": ("controls", "about", "stage", "now", "printed", "views", "onward"),
        "bpe-encode": ("controls", "about", "word", "stage", "views", "onward"),
        "wordpiece": ("controls", "about", "word", "stage", "now", "printed", "views", "onward"),
        "unigram": ("controls", "about", "stage", "now", "printed", "views", "onward"),
        "compare": ("controls", "about", "rows", "word", "views"),
        "bytes": ("controls", "rows", "characters", "pretokens", "stage", "tokens"),
        "tokenizers": ("controls", "about", "rows", "stage", "tokens", "units", "onward"),
        "vocabulary": ("controls", "about", "views", "onward"),
        "why": ("controls", "words", "sizes", "units"),
        "practice": ("controls", "about", "rows", "now", "stage", "views"),
        "glossary": ("about", "rows"),
        "live": ("about",),
    }
)
"""The pages that a card can be about, and the parts of each that it can point at."""

_FOLDER = site() / "assets" / "guides"
_ORDER = ("bytes", "bpe", "wordpiece", "unigram", "compare")  # the others follow in the order of their names
_FIRST = "en"  # the language that every text is there in
_HEAD = frozenset({"title", "line", "card"})
_CARD = frozenset({"at", "part", "until", "title", "text"})
_WIDE = r"[\u3000-\u30ff\u3400-\u9fff\uff00-\uffef]"  # Chinese and Japanese, with their punctuation
_POINT = r"[\u3001-\u3011\uff01-\uff1f]"  # Chinese punctuation


@dataclass(frozen=True)
class Card:
    """One card. page and query: the address that sets the page's state. part: the area of the page that it speaks of.

    until: the step up to which a presenter's remote steps the stage before it turns to the next card; None for no
    stepping. title, text: language -> text, in paragraphs divided by an empty line, with `code` and **bold**.
    """

    page: str
    query: Mapping[str, str]
    part: str
    until: int | None
    title: Mapping[str, str]
    text: Mapping[str, str]

    @property
    def step(self) -> int:
        """The step that its address asks for."""
        value = self.query.get("step", "")
        return int(value) if value.isdecimal() else 0


@dataclass(frozen=True)
class Guide:
    """A guided lesson. title, line: language -> its name, and one sentence about it."""

    name: str
    title: Mapping[str, str]
    line: Mapping[str, str]
    cards: tuple[Card, ...]


def names() -> tuple[str, ...]:
    """The names of the guides, which are those of their files, in the order in which they are offered.

    >>> names()[:2]
    ('bytes', 'bpe')
    """
    found = {path.stem for path in _FOLDER.glob("*.toml")}
    return (*(name for name in _ORDER if name in found), *sorted(found.difference(_ORDER)))


@cache
def load(name: str) -> Guide:
    """The guide of that name.

    Raises RulesError for an unknown name, FormatError, with file and card, for a file that is not as it should be.
    """
    if name not in names():
        choices = ", ".join(names())
        raise RulesError("guide-unknown", value=name, choices=choices)
    path = _FOLDER / f"{name}.toml"
    try:
        source = path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise FormatError("guide-encoding", line=1, file=path.name) from None
    return parse(name, source, path.name)


def parse(name: str, source: str, file: str = "") -> Guide:
    """Read a guide out of the text of its file. Raises FormatError, which says where to look and what to do.

    >>> parse("mine", "title.zh = '我的'")
    Traceback (most recent call last):
        ...
    tokviz.errors.FormatError: Line 1: The lesson mine.toml lacks title.en. Add a line: title.en = "..."
    """
    reader = _Reader(file or f"{name}.toml", source)
    try:
        table = tomllib.loads(source)
    except tomllib.TOMLDecodeError as error:
        why, at = _syntax(str(error), source)
        raise FormatError("guide-syntax", line=at, file=reader.file, why=why) from None
    reader.expect(table, _HEAD, 0)
    title, line = (reader.texts(table, field, 0, MAX_TITLE * k) for field, k in (("title", 1), ("line", 3)))
    cards = table.get("card")
    if not isinstance(cards, list) or not cards:
        raise FormatError("guide-empty", line=1, file=reader.file)
    return Guide(name, title, line, tuple(reader.card(card, number) for number, card in enumerate(cards, start=1)))


def length(text: str) -> int:
    """How long a text is, in words; two characters of Chinese count as one.

    >>> length("Merge `e s` first."), length("先合并 `e s`。")
    (4, 4)
    """
    wide = len(re.findall(_WIDE, text))
    return len(re.sub(_WIDE, " ", text).split()) + (wide + 1) // 2


@dataclass(frozen=True)
class _Reader:
    """Reads the parts of one file, and says of each mistake where it is. Card 0 is what stands before the cards."""

    file: str
    source: str

    def card(self, table: Any, number: int) -> Card:
        if not isinstance(table, dict):
            raise self.lacks("at", number)
        self.expect(table, _CARD, number)
        page, query = self._address(table, number)
        part = self._text(table, "part", number)
        if part not in PAGES[page]:
            choices = ", ".join(PAGES[page])
            where = _where("part", number)
            raise FormatError(
                "guide-part",
                line=self._line(number),
                file=self.file,
                where=where,
                value=part,
                page=page,
                choices=choices,
            )
        title = self.texts(table, "title", number, MAX_TITLE)
        text = self.texts(table, "text", number, MAX_TEXT)
        made = Card(page, query, part, None, title, text)
        return Card(page, query, part, self._until(table, made.step, number), title, text)

    def texts(self, table: Mapping[str, Any], field: str, number: int, most: int) -> Mapping[str, str]:
        """A text in every language; in English where it is not translated."""
        found = table.get(field, {})
        if not isinstance(found, dict):
            found = {}
        self.expect(found, frozenset(LANGUAGES), number, field)
        made = {}
        for language in LANGUAGES:
            known = language if language in found else _FIRST
            where = f"{field}.{known}"
            made[language] = _joined(self._text(found, known, number, where))
            words = length(made[language])
            if words > most:
                where = _where(where, number)
                raise FormatError(
                    "guide-long", line=self._line(number), file=self.file, where=where, words=words, most=most
                )
        return MappingProxyType(made)

    def expect(self, table: Mapping[str, Any], fields: Iterable[str], number: int, within: str = "") -> None:
        """Nothing but these fields: another name is most likely a slip of the pen."""
        for name in table:
            if name not in fields:
                where, choices = _where(f"{within}.{name}" if within else name, number), ", ".join(sorted(fields))
                raise FormatError("guide-name", line=self._line(number), file=self.file, where=where, choices=choices)

    def lacks(self, name: str, number: int) -> FormatError:
        where = _where(name, number)
        return FormatError("guide-lacks", line=self._line(number), file=self.file, where=where, name=name)

    def _text(self, table: Mapping[str, Any], field: str, number: int, name: str = "") -> str:
        """A text that is not empty."""
        value = table.get(field)
        if not isinstance(value, str) or not value.strip():
            raise self.lacks(name or field, number)
        return value

    def _address(self, table: Mapping[str, Any], number: int) -> tuple[str, Mapping[str, str]]:
        address = urlsplit(self._text(table, "at", number))
        page = address.path.removeprefix("/")
        if page not in PAGES or address.netloc:
            where, choices = _where("at", number), ", ".join(f"/{name}" for name in PAGES)
            raise FormatError(
                "guide-page",
                line=self._line(number),
                file=self.file,
                where=where,
                value=address.netloc + address.path,
                choices=choices,
            )
        return page, MappingProxyType(dict(parse_qsl(address.query, keep_blank_values=True)))

    def _until(self, table: Mapping[str, Any], step: int, number: int) -> int | None:
        until = table.get("until")
        if until is None or (type(until) is int and until > step):
            return until
        where = _where("until", number)
        raise FormatError("guide-until", line=self._line(number), file=self.file, where=where, step=step)

    def _line(self, number: int) -> int:
        """Where a card begins."""
        starts = [k for k, line in enumerate(self.source.splitlines(), start=1) if re.match(r"\s*\[\[\s*card\b", line)]
        return starts[number - 1] if 0 < number <= len(starts) else 1


def _where(name: str, number: int) -> str:
    return f"card {number}, {name}" if number else name


def _syntax(message: str, source: str) -> tuple[str, int]:
    """What TOML's reader complains of, without the place, and the line."""
    found = re.fullmatch(r"(.*?)(?: \(at (?:line (\d+), column \d+|end of document)\))?", message, re.DOTALL)
    assert found
    return found[1], int(found[2]) if found[2] else max(len(source.splitlines()), 1)


def _joined(text: str) -> str:
    """The text with each paragraph on one line. A line end is no space between two characters of Chinese, nor beside
    its punctuation."""
    paragraphs = re.split(r"\n[ \t]*\n", text.strip())
    end = r"[ \t]*\n[ \t]*"
    no_space = rf"(?<={_WIDE}){end}(?={_WIDE})|(?<={_POINT}){end}|{end}(?={_POINT})"
    lines = (re.sub(no_space, "", paragraph) for paragraph in paragraphs)
    return "\n\n".join(" ".join(paragraph.split()) for paragraph in lines)
