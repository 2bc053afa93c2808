"""Tables: each is declared once, as a list of columns, and read in several forms.

A column knows its name in files, its heading, its values, and how people read a value. Of a table and what it is about,
programs get a frame with names and values, which CSV, JSON and the terminal write; a page, a notebook and a sheet of
paper get headings and cells.

>>> from tokviz.views.shared.catalog import load
>>> words = Table((Column("word", "column.word", list), Column("length", "column.length", lambda of: [*map(len, of)])))
>>> table = words.of(["low", "lower"])
>>> table.titles(load("en")), table.rows(load("en"))
(['Word', 'Length'], [['low', 3], ['lower', 5]])
>>> table.frame().to_dict("list")
{'word': ['low', 'lower'], 'length': [3, 5]}
"""

from __future__ import annotations

import math
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from functools import partial
from math import isnan
from numbers import Number
from typing import TYPE_CHECKING, Any, Generic, Literal, TypeVar

from tokviz.spreadsheet import write_csv
from tokviz.text_keys import column_key
from tokviz.views.shared import chips as chip
from tokviz.views.shared import glossary
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.chips import Chips
from tokviz.views.shared.display import shown, with_spaces

if TYPE_CHECKING:
    import pandas as pd


Subject = TypeVar("Subject", contravariant=True)
Cell = str | int
"""A cell for people; whole numbers are written where it is shown, and are one below the other."""
_FIRST = 12  # tokens of a list that is cut


# -- how people read a value -------------------------------------------------------------------------------------------


def as_it_is(value: Any, _: Catalog) -> Cell:
    return value if isinstance(value, int) else str(value)


def as_token(value: str, _: Catalog) -> Cell:
    return shown(value)


def as_tokens(value: Iterable[str], _: Catalog) -> Cell:
    """Return a pair or a segmentation with spaces between its tokens."""
    return " ".join(map(shown, value))


def as_first_tokens(value: Sequence[str], _: Catalog) -> Cell:
    """Return the first dozen of some tokens."""
    return " ".join(map(shown, value[:_FIRST])) + (" …" if len(value) > _FIRST else "")


def as_value(value: Any, say: Catalog) -> Cell:
    """Return a count, a score or a gain."""
    return say.value(value)


def as_change(value: float, say: Catalog) -> Cell:
    """Return a change in nats, with its sign."""
    return say.gained(value)


def as_tied(value: bool, say: Catalog) -> Cell:
    return say("chart.tied") if value else ""


def as_ties(value: int, say: Catalog) -> Cell:
    """Return the number of tied pairs, the winner included; a dash for a winner alone."""
    return value if value > 1 else "–"


def as_number(value: int | None, _: Catalog) -> Cell:
    """Return a whole number; a dash for none."""
    return "–" if value is None else value


def as_nats(value: float | None, say: Catalog) -> Cell:
    return say.nats(value)


def as_amount(value: float, say: Catalog) -> Cell:
    """Return a count that need not be whole; a dash for none."""
    return "–" if math.isnan(value) else say.amount(value)


def as_probability(value: float, say: Catalog) -> Cell:
    return "–" if math.isnan(value) else say.probability(value)


def as_named(keys: Mapping[Any, str]) -> Callable[[Any, Catalog], Cell]:
    """Return a reader of names that have a text. keys: name -> key of its text.

    >>> from tokviz.views.shared.catalog import load
    >>> as_named({"seed": "unigram.kind.seed"})("seed", load("en"))
    'seeds'
    """
    return lambda value, say: say(keys[value])


# -- what a table is ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Column(Generic[Subject]):
    """A column: its name in files, the key of its heading, empty where that is its name, and its values, one a row.

    written: a value as people read it. stored: the same for programs. measured: its number, for the length of a bar.
    dtype: for whole numbers of which some are missing, which pandas would take for decimal ones. has_tokens: whether a
    page draws its values as chips; is_number: whether they end at the same place; is_sum: whether they
    are sums of words, of which a page shows the beginning.
    """

    name: str
    title: str
    values: Callable[[Subject], Sequence[Any]]
    written: Callable[[Any, Catalog], Cell] = as_it_is
    stored: Callable[[Any], object] = lambda value: value
    measured: Callable[[Any], float] = float
    dtype: Literal["Int64"] | None = None
    has_tokens: bool = False
    is_number: bool = False
    is_sum: bool = False

    def of(self, subject: Subject) -> Column[None]:
        """Return the column of one table."""
        current = {field.name: getattr(self, field.name) for field in fields(self)}
        return Column(**current | {"values": lambda _: self.values(subject)})

    def part(self: Column[None], rows: slice) -> Column[None]:
        """Return the column with some of its rows."""
        values = self.values(None)[rows]
        return replace(self, values=lambda _: values)

    def spaced(self, sign: str) -> Column[Subject]:
        """Return the column with one sign for a space in its values as people read them."""
        return replace(self, written=lambda value, say: with_spaces(self.written(value, say), sign))

    def cells(self: Column[None], say: Catalog) -> list[Cell]:
        """Return the values as people read them."""
        return [self.written(value, say) for value in self.values(None)]


@dataclass(frozen=True)
class Table(Generic[Subject]):
    """The columns that a table can have; each place that shows it picks some of them by name."""

    columns: tuple[Column[Subject], ...]

    def only(self, *names: str) -> Table[Subject]:
        """Return these columns, in this order."""
        by_name = {column.name: column for column in self.columns}
        return Table(tuple(by_name[name] for name in names))

    def in_words(self, say: Catalog, *names: str) -> Table[Subject]:
        """Return the same table with some columns written as people read them, for programs, too."""
        changed = (
            replace(column, stored=partial(_written, column, say), dtype=None) if column.name in names else column
            for column in self.columns
        )
        return Table(tuple(changed))

    def of(self, subject: Subject) -> FilledTable:
        """Return the table about something. Values are computed when they are asked for."""
        return FilledTable(tuple(column.of(subject) for column in self.columns))


def column_of_cells(
    name: str, title: str, cells: Sequence[Any], *, has_tokens: bool = False, is_number: bool = False
) -> Column[None]:
    """Return a column of one table whose values are cells already.

    >>> from tokviz.views.shared.catalog import load
    >>> table = FilledTable((column_of_cells("gpt", "", ["hug s"]),))
    >>> table.titles(load("en")), table.read(load("en")).to_dict("list")
    (['gpt'], {'gpt': ['hug s']})
    """
    return Column(name, title, lambda _: cells, has_tokens=has_tokens, is_number=is_number)


def table_of_rows(names: Sequence[str], rows: Iterable[Sequence[Any]]) -> FilledTable:
    """Return a table whose values are there already, row by row, with the usual headings of columns of these names.

    >>> table_of_rows(("place", "token"), [(1, "hug"), (2, "s")]).frame().to_dict("list")
    {'place': [1, 2], 'token': ['hug', 's']}
    """
    columns = list(zip(*rows, strict=True)) or [()] * len(names)
    filled = (column_of_cells(name, column_key(name), values) for name, values in zip(names, columns, strict=True))
    return FilledTable(tuple(filled))


@dataclass(frozen=True)
class FilledTable:
    """A table about something: columns whose values need no subject any more."""

    columns: tuple[Column[None], ...]

    def titled(self, **titles: str) -> FilledTable:
        """Return the same table with other headings for some columns. titles: name -> key."""
        return FilledTable(
            tuple(replace(column, title=titles.get(column.name, column.title)) for column in self.columns)
        )

    @property
    def titles_by_name(self) -> dict[str, str]:
        """Return name of a column -> key of its heading."""
        return {column.name: column.title for column in self.columns}

    def titles(self, say: Catalog) -> list[str]:
        return [say(key) if key in say else name for name, key in self.titles_by_name.items()]

    def cells(self, say: Catalog) -> list[list[Cell]]:
        """Return the cells as people read them, column by column."""
        return [column.cells(say) for column in self.columns]

    def rows(self, say: Catalog) -> list[list[Cell]]:
        """Return the cells as people read them, row by row."""
        return [list(row) for row in zip(*self.cells(say), strict=True)]

    def stored(self) -> dict[str, list[object]]:
        """Return the values for programs, under the names of the columns."""
        return {column.name: list(map(column.stored, column.values(None))) for column in self.columns}

    def frame(self) -> pd.DataFrame:
        """Return the same as a frame."""
        import pandas as pd

        dtypes = {column.name: column.dtype for column in self.columns}
        return pd.DataFrame({name: pd.Series(values, dtype=dtypes[name]) for name, values in self.stored().items()})

    def read(self, say: Catalog) -> pd.DataFrame:
        """Return the cells as people read them, each under the last part of the key of its heading. Whole numbers of
        which some are missing stay numbers, so that they can be sorted."""
        import pandas as pd

        names = [key.rpartition(".")[2] or name for name, key in self.titles_by_name.items()]
        series = (
            pd.Series(column.values(None), dtype=column.dtype) if column.dtype else column.cells(say)
            for column in self.columns
        )
        return pd.DataFrame(dict(zip(names, series, strict=True)))


def _written(column: Column[Subject], say: Catalog, value: Any) -> Cell:
    return column.written(value, say)


def headings_of(
    columns: Iterable[Column[Subject]], say: Catalog, bars: Container[str] = ()
) -> tuple[chip.Heading, ...]:
    """Return the headings of columns, with what the glossary says of them. bars: the columns with bars, which begin at
    the same place; other numbers end there."""
    return tuple(
        replace(
            heading_of(column.title or column.name, say, is_number=column.is_number and column.name not in bars),
            is_sum=column.is_sum,
        )
        for column in columns
    )


def heading_of(key: str, say: Catalog, *, is_number: bool = False) -> chip.Heading:
    """Return the heading with this key; a name that is no key is its own heading. is_number: whether the cells below it
    are numbers."""
    if key not in say:
        return chip.Heading(key, is_number=is_number)
    return chip.Heading(say(key), glossary.help_of(key, say.language) or "", is_number=is_number)


def chip_cells(
    table: FilledTable,
    chips: Chips,
    say: Catalog,
    used_up: Sequence[bool] = (),
    *,
    bars: Container[str] = (),
    has_one_measure: bool = False,
    page: range | None = None,
) -> list[tuple[chip.Cell, ...]]:
    """Return the cells of each row with tokens as chips, a dash for none. used_up: of each row, whether its single
    token is faded. bars: the columns whose numbers have bars, by one measure or each column by its own. page: which of
    the rows are wanted; bars are measured by all."""
    longest = {column.name: max(_lengths(column), default=0.0) for column in table.columns if column.name in bars}
    if has_one_measure:
        longest = dict.fromkeys(longest, max(longest.values(), default=0.0))
    if page is not None:
        table = FilledTable(tuple(column.part(slice(page.start, page.stop)) for column in table.columns))
    cell_columns: list[list[chip.Cell]] = []
    for column in table.columns:
        if column.name in bars:
            cell_columns.append(_bar_cells(column, longest[column.name], say))
            continue
        if not column.has_tokens:
            cell_columns.append([say.integer(cell) if isinstance(cell, int) else cell for cell in column.cells(say)])
            continue
        tokens = column.values(None)
        fades = used_up or [False] * len(tokens)
        cell_columns.append(
            [
                _chip_cell(token, chips, is_faded=is_faded) if any(token) else "–"
                for token, is_faded in zip(tokens, fades, strict=True)
            ]
        )
    return list(zip(*cell_columns, strict=True))


def _lengths(column: Column[None]) -> list[float]:
    """Return the lengths of the bars of a column, 0 for what is no number or not above 0."""
    values = [math.nan if value is None else column.measured(value) for value in column.values(None)]
    return [max(0.0, value) if math.isfinite(value) else 0.0 for value in values]


def _bar_cells(column: Column[None], longest: float, say: Catalog) -> list[chip.Cell]:
    """Return numbers with bars. longest: the value of the longest bar."""
    lengths = _lengths(column)
    texts = [say.integer(cell) if isinstance(cell, int) else cell for cell in column.cells(say)]
    return [chip.Bar(text, length / longest) if length else text for text, length in zip(texts, lengths, strict=True)]


def column_of_tokens(
    name: str,
    title: str,
    values: Callable[[Subject], Sequence[Sequence[str]]],
    written: Callable[[Sequence[str], Catalog], Cell] = as_tokens,
) -> Column[Subject]:
    """Return a column whose values are several tokens each, such as segmentations; a page draws them as chips."""
    return Column(name, title, values, written, has_tokens=True)


def _chip_cell(tokens: str | Sequence[str], chips: Chips, *, is_faded: bool) -> chip.Cell:
    return (chips.chip(tokens, is_used_up=is_faded),) if isinstance(tokens, str) else chips.row(tokens)


def table_csv(table: pd.DataFrame, headings: Mapping[str, str] | None = None) -> str:
    """Return any table as CSV, with the headings protected as well. headings: of columns that have another one in the
    file.

    >>> import pandas as pd
    >>> table_csv(pd.DataFrame({"token": ["=1", "a,b"], "count": [2, 1]})).splitlines()
    ['token,count', "'=1,2", '"a,b",1']
    """
    known = headings or {}
    columns = [_cells(table, place) for place in range(table.shape[1])]
    return write_csv([known.get(name, name) for name in map(str, table.columns)], zip(*columns, strict=True))


def cells_csv(stored: Mapping[str, Sequence[object]]) -> str:
    """Return the same of columns that no frame holds; a tab has no pandas.

    >>> cells_csv({"token": ["=1", "b"], "loss": [1.5, float("nan")]}).splitlines()
    ['token,loss', "'=1,1.5", 'b,']
    """
    columns = (
        [None if isinstance(cell, float) and isnan(cell) else cell for cell in cells] for cells in stored.values()
    )
    return write_csv(stored, zip(*map(_as_cells, columns), strict=True))


def _cells(table: pd.DataFrame, place: int) -> list[object]:
    """Return the cells of a column of a frame."""
    column = table.iloc[:, place]
    return _as_cells(column.astype(object).where(column.notna(), None))


def _as_cells(values: Iterable[object]) -> list[object]:
    """Return values as cells: numbers, or else texts; None where there is none."""
    return [cell if cell is None or isinstance(cell, Number) else str(cell) for cell in values]
