"""Text in columns: how wide a character is on a terminal, aligned tables, line breaks; and data for programs."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from tokviz.text_keys import column_key
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.display import shorten, visible

if TYPE_CHECKING:
    import pandas as pd

    from tokviz.views.shared.tables import FilledTable


_LENGTH = 400  # characters of a cell: sentences fit, and tokens of thousands of characters do not


def listing(
    shown: FilledTable, say: Catalog, *, most: int | None = None, total: int | None = None, is_read: bool = False
) -> str:
    """Return a table in columns. most: how many rows, the first, with a line that says so where there are more. total:
    how many there are, where the table has only the first of them. is_read: whether its cells are as a page has them,
    and not as programs do."""
    rows = shown.rows(say) if is_read else list(zip(*shown.stored().values(), strict=True))
    names = [column.name for column in shown.columns]
    return _rows(names, rows[:most], say, shown.titles_by_name, len(rows) if total is None else total)


def _rows(
    names: Sequence[str], rows: Sequence[Sequence[object]], say: Catalog, headings: Mapping[str, str], total: int
) -> str:
    """Return rows below the headings of their columns, and a line where there are more."""
    keys = [headings.get(name, column_key(name)) for name in names]
    titles = [say(key) if key in say else name for name, key in zip(names, keys, strict=True)]
    rest = "" if len(rows) >= total else f"{say('shown-of', shown=len(rows), total=total)}\n"
    return table(titles, ([_cell(cell, say) for cell in row] for row in rows), say) + rest


def records(frame: pd.DataFrame) -> Any:
    """Return the rows of a frame, each by its columns, as JSON has them."""
    return json.loads(frame.to_json(orient="records", force_ascii=False, double_precision=15))


def as_json(value: object) -> str:
    """Return a value as the JSON that programs read.

    >>> print(as_json({"token": "茶"}), end="")
    {
      "token": "茶"
    }
    """
    return json.dumps(value, ensure_ascii=False, indent=2) + "\n"


def tokens(symbols: Sequence[str]) -> str:
    """Return tokens with spaces between, each visible.

    >>> tokens(["hug", " s"])
    'hug ␣s'
    """
    return " ".join(visible(symbol) or "∅" for symbol in symbols)


def _cell(cell: object, say: Catalog) -> object:
    if cell is None:
        return "–"
    if isinstance(cell, tuple):
        return shorten(tokens(cell), _LENGTH)
    if isinstance(cell, bool):
        return say("cli.yes") if cell else ""
    if isinstance(cell, str):
        return shorten(" ".join(map(visible, cell.split(" "))), _LENGTH) if cell else ""
    return cell


# -- columns of characters ---------------------------------------------------------------------------------------------


_GAP = "  "


def width(text: str) -> int:
    """Return the number of columns that a text takes.

    Ideographs and other wide characters take two, marks upon others none.

    >>> width("hug"), width("茶叶"), width("e\\u0301")
    (3, 4, 1)
    """
    return len(text) if text.isascii() else sum(map(_columns, text))


def pad(text: str, columns: int, *, right: bool = False) -> str:
    """Return the text with spaces before (`right`) or behind it, so that it takes so many columns.

    >>> pad("茶", 4) + "|", pad("12", 4, right=True)
    ('茶  |', '  12')
    """
    space = " " * (columns - width(text))
    return space + text if right else text + space


def table(titles: Sequence[str], rows: Iterable[Sequence[object]], say: Catalog) -> str:
    """Return rows below their titles, in columns; columns of numbers go to the right.

    >>> from tokviz.views.shared.catalog import load
    >>> print(table(["token", "count"], [["ug", 20], ["茶叶", 1200]], load("en")), end="")
    token  count
    -----  -----
    ug        20
    茶叶   1,200
    """
    all_rows = [list(row) for row in rows]
    written = [[_written(cell, say) for cell in row] for row in all_rows]
    are_numbers = [bool(all_rows) and all(_is_number(row[i]) for row in all_rows) for i in range(len(titles))]
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
    """Return the text in lines of at most so many columns, broken at spaces, and in between wide characters.

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
    """Yield the parts of a line between which it may break.

    That is after a space, and before a wide character that is no closing mark.
    """
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
    return cell == "–" or (isinstance(cell, int | float) and not isinstance(cell, bool))


def _written(cell: object, say: Catalog) -> str:
    """Return a cell as it is read; a float that is none is missing."""
    if isinstance(cell, bool) or not isinstance(cell, int | float):
        return str(cell)
    if isinstance(cell, int):
        return say.integer(cell)
    return "–" if cell != cell else say.short(cell, 6)
