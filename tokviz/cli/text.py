"""Text in columns: how wide a character is on a terminal, tables that stay aligned, lines that are broken."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence

from tokviz.errors import TokvizError
from tokviz.views.shared.catalog import Catalog

__all__ = ["pad", "sheet", "table", "width", "wrap"]

_GAP = "  "


def width(text: str) -> int:
    """How many columns a text takes: ideographs and other wide characters two, marks upon others none.

    >>> width("hug"), width("茶叶"), width("e\\u0301")
    (3, 4, 1)
    """
    return len(text) if text.isascii() else sum(map(_columns, text))


def pad(text: str, columns: int, *, right: bool = False) -> str:
    """The text with spaces before (`right`) or behind it, so that it takes so many columns.

    >>> pad("茶", 4) + "|", pad("12", 4, right=True)
    ('茶  |', '  12')
    """
    space = " " * (columns - width(text))
    return space + text if right else text + space


def sheet(page: str) -> str:
    """A worksheet, if it has a word. Raises TokvizError."""
    if not page:
        from tokviz.views.worksheets.sheet import LONGEST

        raise TokvizError("cli-sheet-words", most=LONGEST)
    return page


def table(titles: Sequence[str], rows: Iterable[Sequence[object]], say: Catalog) -> str:
    """Rows below their titles, in columns; columns of numbers go to the right.

    >>> from tokviz.views.shared.catalog import load
    >>> print(table(["token", "count"], [["ug", 20], ["茶叶", 1200]], load("en")), end="")
    token  count
    -----  -----
    ug        20
    茶叶   1,200
    """
    given = [list(row) for row in rows]
    written = [[_written(cell, say) for cell in row] for row in given]
    are_numbers = [bool(given) and all(_is_number(row[i]) for row in given) for i in range(len(titles))]
    widths = [max(map(width, column)) for column in zip(titles, *written, strict=True)]
    lines = [list(titles), ["-" * columns for columns in widths], *written]
    return "".join(
        _GAP.join(
            pad(cell, columns, right=right) for cell, columns, right in zip(line, widths, are_numbers, strict=True)
        ).rstrip()
        + "\n"
        for line in lines
    )


def wrap(text: str, columns: int) -> list[str]:
    """The text in lines of at most so many columns, broken at spaces, and in between wide characters.

    >>> wrap("one two three", 8), wrap("一二三", 4)
    (['one two', 'three'], ['一二', '三'])
    """
    lines: list[str] = []
    line = ""
    for part in _parts(" ".join(text.split())):
        if line and width((line + part).rstrip()) > columns:
            lines.append(line.rstrip())
            line = ""
        line += part
    return [*lines, line.rstrip()] if line.strip() else lines or [""]


def _parts(text: str) -> Iterable[str]:
    """Where a line may end: behind a space, and before a wide character that is no closing mark."""
    part = ""
    for character in text:
        if part and (part[-1] == " " or (_columns(character) == 2 and not _closes(character))):
            yield part
            part = ""
        part += character
    yield part


def _closes(character: str) -> bool:
    return unicodedata.category(character) in ("Po", "Pe", "Pf")


def _columns(character: str) -> int:
    if unicodedata.east_asian_width(character) in "WF":
        return 2
    return 0 if unicodedata.category(character) in ("Mn", "Me", "Cf") else 1


def _is_number(cell: object) -> bool:
    return isinstance(cell, int | float) and not isinstance(cell, bool)


def _written(cell: object, say: Catalog) -> str:
    """A cell as it is read; a float that is none is missing."""
    if isinstance(cell, bool) or not isinstance(cell, int | float):
        return str(cell)
    if isinstance(cell, int):
        return say.integer(cell)
    return "–" if cell != cell else say.short(cell, 6)
