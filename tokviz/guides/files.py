"""Files of guided lessons: reading one, with where each mistake is and what to do."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any, cast
from urllib.parse import parse_qsl, urlsplit

from tokviz.errors import FormatError
from tokviz.exercises import KINDS
from tokviz.guides.records import MAX_TEXT, MAX_TITLE, ROUTES, WHY, Ask, Card, Guide, Reason, Texts, Value
from tokviz.state.pages import parts_by_page
from tokviz.texts import LANGUAGES

_FIRST = "en"  # the language that every text is there in
_HEAD = frozenset({"title", "line", "goal", "needs", "next", "card"})
_CARD = frozenset({"at", "part", "until", "title", "text", "ask", "notes", "minutes", "moves", "routes", "sources"})
_WHY = frozenset({"kind", "question", "reason"})
_REASON = frozenset({"text", "response", "right"})
_GIVEN: Mapping[str, type] = {
    **dict.fromkeys(("word", "text", "piece", "pattern", "of"), str),
    **dict.fromkeys(("step", "n"), int),
    **dict.fromkeys(("pair", "tokens", "path"), tuple),
}
"""The fields of a question beside the state of its card, with their types."""
_MINUTES = 30  # of one card, at most
_REASONS = range(2, 5)  # to choose from
_SOURCE = r".+ \([12]\d{3}\)\. .+"  # authors, year and title of a paper
_BITS = 63  # of a number in TOML, beside its sign
_NAME = r"[a-z0-9][a-z0-9_-]{0,39}"  # of a lesson or a kind of exercise
_WIDE = r"[\u3000-\u30ff\u3400-\u9fff\uff00-\uffef]"  # Chinese and Japanese, with their punctuation
_POINT = r"[\u3001-\u3011\uff01-\uff1f]"  # Chinese punctuation


def parse(name: str, source: str, file: str = "") -> Guide:
    """Read a guide out of the text of its file. Raises FormatError, which says where to look and what to do.

    >>> parse("mine", "title.zh = '我的'")
    Traceback (most recent call last):
        ...
    tokviz.errors.FormatError: Line 1: The lesson mine.toml lacks title.en. Add a line: title.en = "..."
    """
    reader = _Reader(file or f"{name}.toml", source)
    table = _table(reader.file, source)
    reader.expect(table, _HEAD, 0)
    title, line = (reader.texts(table, field, 0, MAX_TITLE * k) for field, k in (("title", 1), ("line", 3)))
    cards = table.get("card")
    if not isinstance(cards, list) or not cards:
        raise FormatError("guide-empty", file=reader.file)
    guide = Guide(name, title, line, tuple(reader.card(card, number) for number, card in enumerate(cards, start=1)))
    return replace(guide, goal=reader.maybe(table, "goal", 0, MAX_TITLE * 3), **reader.neighbors(table))


def length(text: str) -> int:
    """Return the length of a text in words.

    Two characters of Chinese count as one, and the marks of bold as none.

    >>> length("Merge `e s` first."), length("先合并 `e s`。")
    (4, 4)
    """
    text = text.replace("**", "")
    wide = len(re.findall(_WIDE, text))
    return len(re.sub(_WIDE, " ", text).split()) + (wide + 1) // 2


@dataclass(frozen=True)
class _Reader:
    """Reads the parts of one file, and says of each mistake where it is. Card 0 is what is before the cards."""

    file: str
    source: str

    def card(self, table: Any, number: int) -> Card:
        if not isinstance(table, dict):
            raise self.wrong("guide-lacks", "at", number, name="at")
        self.expect(table, _CARD, number)
        page, query = self._address(table, number)
        part = self._text(table, "part", number)
        parts = parts_by_page()[page]
        if part not in parts:
            raise self.wrong("guide-part", "part", number, value=part, page=page, choices=", ".join(parts))
        title = self.texts(table, "title", number, MAX_TITLE)
        text = self.texts(table, "text", number, MAX_TEXT)
        card = Card(page, query, part, None, title, text, self._asks(table, number))
        return replace(
            card,
            until=self._until(table, card.step, number),
            notes=self.maybe(table, "notes", number, 2 * MAX_TEXT),
            minutes=self._minutes(table, number),
            moves=self._moves(table, card.query, number),
            routes=self._routes(table, number),
            sources=self._sources(table, number),
        )

    def neighbors(self, table: Mapping[str, Any]) -> dict[str, Any]:
        """Return the names of the lessons before and after."""
        needs, after = table.get("needs", []), table.get("next", "")
        if not isinstance(needs, list) or not all(_is_name(need) for need in needs):
            raise self.wrong("guide-value-names", "needs", 0)
        if after and not _is_name(after):
            raise self.wrong("guide-value-name", "next", 0)
        return {"needs": tuple(needs), "next": after}

    def maybe(self, table: Mapping[str, Any], field: str, number: int, most: int) -> Texts:
        """Return a text that may be left out."""
        return self.texts(table, field, number, most) if field in table else MappingProxyType({})

    def texts(self, table: Mapping[str, Any], field: str, number: int, most: int) -> Texts:
        """Return a text in every language; in English where it is not translated."""
        texts = table.get(field, {})
        if not isinstance(texts, dict):
            texts = {}
        self.expect(texts, frozenset(LANGUAGES), number, field)
        by_language = {}
        for language in LANGUAGES:
            known = language if language in texts else _FIRST
            where = f"{field}.{known}"
            by_language[language] = _joined(self._text(texts, known, number, where))
            words = length(by_language[language])
            if words > most:
                raise self.wrong("guide-long", where, number, words=words, most=most)
        return MappingProxyType(by_language)

    def expect(self, table: Mapping[str, Any], fields: Iterable[str], number: int, within: str = "") -> None:
        """Refuse all but these fields: another name is most likely a slip of the pen."""
        for name in table:
            if name not in fields:
                where, choices = f"{within}.{name}" if within else name, ", ".join(sorted(fields))
                raise self.wrong("guide-name", where, number, choices=choices)

    def wrong(self, code: str, field: str, number: int, /, **details: object) -> FormatError:
        """Return the error for a field of a card."""
        where = f"card {number}, {field}" if number else field
        return FormatError(code, line=self._line(number), file=self.file, where=where, **details)

    def _text(self, table: Mapping[str, Any], field: str, number: int, name: str = "") -> str:
        """Return a text that is not empty."""
        value = table.get(field)
        if not isinstance(value, str) or not value.strip():
            raise self.wrong("guide-lacks", name or field, number, name=name or field)
        return value

    def _address(self, table: Mapping[str, Any], number: int) -> tuple[str, Mapping[str, str]]:
        address = urlsplit(self._text(table, "at", number))
        page = address.path.removeprefix("/")
        if page not in parts_by_page() or address.netloc:
            value, choices = address.netloc + address.path, ", ".join(f"/{name}" for name in parts_by_page())
            raise self.wrong("guide-page", "at", number, value=value, choices=choices)
        return page, MappingProxyType(dict(parse_qsl(address.query, keep_blank_values=True)))

    def _until(self, table: Mapping[str, Any], step: int, number: int) -> int | None:
        until = table.get("until")
        if until is None or (type(until) is int and until > step):
            return until
        raise self.wrong("guide-until", "until", number, step=step)

    def _asks(self, table: Mapping[str, Any], number: int) -> tuple[Ask, ...]:
        """Return the questions of a card: one, or several."""
        written = table.get("ask", [])
        asks = [written] if isinstance(written, dict) else written
        if not isinstance(asks, list) or not all(isinstance(ask, dict) for ask in asks):
            raise self.wrong("guide-value-ask", "ask", number)
        return tuple(self._ask(ask, number) for ask in asks)

    def _ask(self, table: Mapping[str, Any], number: int) -> Ask:
        if table.get("kind") == WHY:
            return self._ask_why(table, number)
        self.expect(table, {"kind", *_GIVEN}, number, "ask")
        kind = self._text(table, "kind", number, "ask.kind")
        if kind not in KINDS:
            raise self.wrong("guide-kind", "ask.kind", number, value=kind, choices=", ".join((*KINDS, WHY)))
        values: dict[str, Value] = {}
        for name, value in table.items():
            if name == "kind":
                continue
            entry: Any = (
                tuple(value) if isinstance(value, list) and all(isinstance(part, str) for part in value) else value
            )
            if type(entry) is not _GIVEN[name] or entry in ("", ()):
                if _GIVEN[name] is int:
                    raise self.wrong("guide-value-number", f"ask.{name}", number)
                if _GIVEN[name] is tuple:
                    raise self.wrong("guide-value-texts", f"ask.{name}", number)
                raise self.wrong("guide-value-text", f"ask.{name}", number)
            values[name] = cast(Value, entry)
        return Ask(kind, MappingProxyType(values))

    def _ask_why(self, table: Mapping[str, Any], number: int) -> Ask:
        """Return a question with reasons to choose from."""
        self.expect(table, _WHY, number, "ask")
        tables = table.get("reason", [])
        if not isinstance(tables, list) or not all(isinstance(entry, dict) for entry in tables):
            tables = []
        reasons = tuple(self._reason(entry, number) for entry in tables)
        if len(reasons) not in _REASONS or not any(reason.is_right for reason in reasons):
            raise self.wrong("guide-value-reasons", "ask.reason", number)
        return Ask(WHY, question=self.texts(table, "question", number, MAX_TEXT), reasons=reasons)

    def _reason(self, table: Mapping[str, Any], number: int) -> Reason:
        self.expect(table, _REASON, number, "ask.reason")
        is_right = table.get("right", False)
        if not isinstance(is_right, bool):
            raise self.wrong("guide-value-reasons", "ask.reason", number)
        text, response = (self.texts(table, name, number, MAX_TEXT) for name in ("text", "response"))
        return Reason(text, response, is_right)

    def _sources(self, table: Mapping[str, Any], number: int) -> tuple[str, ...]:
        sources = table.get("sources", [])
        if not isinstance(sources, list) or not all(
            isinstance(source, str) and re.fullmatch(_SOURCE, source) for source in sources
        ):
            raise self.wrong("guide-value-sources", "sources", number)
        return tuple(sources)

    def _minutes(self, table: Mapping[str, Any], number: int) -> float:
        minutes = table.get("minutes", 1)
        if type(minutes) not in (int, float) or not 0 < minutes <= _MINUTES:
            raise self.wrong("guide-value-minutes", "minutes", number)
        return float(minutes)

    def _moves(self, table: Mapping[str, Any], query: Mapping[str, str], number: int) -> tuple[str, ...]:
        moves = table.get("moves", [])
        if not isinstance(moves, list) or not all(name in query for name in moves):
            raise self.wrong("guide-value-moves", "moves", number)
        return tuple(moves)

    def _routes(self, table: Mapping[str, Any], number: int) -> tuple[int, ...]:
        routes = table.get("routes", [])
        if not isinstance(routes, list) or not all(route in ROUTES for route in routes):
            raise self.wrong("guide-value-routes", "routes", number)
        return tuple(routes)

    def _line(self, number: int) -> int:
        """Return the line where a card begins."""
        starts = [k for k, line in enumerate(self.source.splitlines(), start=1) if re.match(r"\s*\[\[\s*card\b", line)]
        return starts[number - 1] if 0 < number <= len(starts) else 1


def _table(file: str, source: str) -> dict[str, Any]:
    """Return the file as TOML. Raises FormatError for what is not, is nested too deep, or has a number beyond 64
    bits."""
    try:
        table = tomllib.loads(source)
        if _is_huge(table):
            raise OverflowError
    except tomllib.TOMLDecodeError as error:
        why, at = _syntax(str(error), source)
        raise FormatError("guide-syntax", line=at, file=file, why=why) from None
    except RecursionError:
        raise FormatError("guide-nested", line=_longest(r"[\[{=\s]+", source), file=file) from None
    except (OverflowError, ValueError):  # Python itself refuses numbers of more than 4,300 digits
        raise FormatError("guide-digits", line=_longest(r"[\da-fA-F_]+", source), file=file) from None
    return table


def _is_huge(table: dict[str, Any]) -> bool:
    """Tell if a number in the table is beyond those of TOML.

    Some could not even be printed.
    """
    values: list[Any] = [table]
    while values:
        value = values.pop()
        if isinstance(value, int) and value.bit_length() > _BITS:
            return True
        if isinstance(value, dict | list):
            values.extend(value.values() if isinstance(value, dict) else value)
    return False


def _longest(pattern: str, source: str) -> int:
    """Return the line with the longest match."""
    lines = source.splitlines()
    longest = [max(map(len, re.findall(pattern, line)), default=0) for line in lines]
    return longest.index(max(longest)) + 1


def _is_name(value: object) -> bool:
    return isinstance(value, str) and re.fullmatch(_NAME, value) is not None


def _syntax(message: str, source: str) -> tuple[str, int]:
    """Return the complaint of TOML's reader, without the place, and the line."""
    match = re.fullmatch(r"(.*?)(?: \(at (?:line (\d+), column \d+|end of document)\))?", message, re.DOTALL)
    assert match
    return match[1], int(match[2]) if match[2] else max(len(source.splitlines()), 1)


def _joined(text: str) -> str:
    """Return the text with each paragraph on one line. A line end is no space between two characters of Chinese, nor
    beside its punctuation."""
    paragraphs = re.split(r"\n[ \t]*\n", text.strip())
    end = r"[ \t]*\n[ \t]*"
    no_space = rf"(?<={_WIDE}){end}(?={_WIDE})|(?<={_POINT}){end}|{end}(?={_POINT})"
    lines = (re.sub(no_space, "", paragraph) for paragraph in paragraphs)
    return "\n\n".join(" ".join(paragraph.split()) for paragraph in lines)
