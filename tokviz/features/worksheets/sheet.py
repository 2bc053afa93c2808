"""Worksheets as pages: sections with tables and lines, whose entries are given or asked for, and pictures.

The sheet and its solution are the same parts: ``templates/worksheet.html`` leaves room for what is asked for, or writes
it. The page has the script and the styles of its pictures, if it has any.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from tokviz.corpus import Corpus
from tokviz.frontend import PICTURES, script, style
from tokviz.views.shared import rendering
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.display import shorten, visible
from tokviz.views.shared.rendering import About
from tokviz.views.shared.sentences import Sentence

# -- parts -------------------------------------------------------------------------------------------------------------


Row = TypeVar("Row")
LONGEST = 16
"""Words on a sheet are at most so many characters long."""


@dataclass(frozen=True)
class Cell:
    """An entry of a table, asked for unless it `is_given`. kind: a class of the style sheet; stressed: set bold."""

    text: str
    kind: str = ""
    stressed: bool = False
    is_given: bool = False


@dataclass(frozen=True)
class Table:
    """Cells in rows, under their headings."""

    titles: Sequence[str]
    rows: Sequence[Sequence[Cell]]


@dataclass(frozen=True)
class StillPicture:
    """The picture of a page as it is at one step, drawn on paper by the script of that page.

    kind: the component that draws it; data: what that is handed on the solution; bare: what on the sheet, which gives
    nothing away, or None if there is nothing left. rows: how many rows of symbols there has to be room for. In a block
    with a table a picture that is bare takes the place of the table.
    """

    kind: str
    data: Mapping[str, Any]
    bare: Mapping[str, Any] | None = None
    rows: float = 0


@dataclass(frozen=True)
class Block:
    """A block that stays on one page if it can: remarks, a picture, tables one beside the other, then what is asked for
    below them.

    lines: labels with their answers; reasons: to be found under the label `why`; remarks: sentences that only the
    solution has.
    """

    title: str = ""
    notes: Sequence[str] = ()
    tables: Sequence[Table] = ()
    lines: Sequence[tuple[str, str]] = ()
    why: str = ""
    reasons: Sequence[Sentence] = ()
    remarks: Sequence[Sentence] = ()
    still: StillPicture | None = None


@dataclass(frozen=True)
class Section:
    """A step, or what is given before the first."""

    title: str
    blocks: Sequence[Block]


def given(text: str, kind: str = "") -> Cell:
    """Return an entry that is not asked for."""
    return Cell(text, kind, is_given=True)


def side_by_side(titles: Sequence[str], rows: Sequence[Sequence[Cell]], beside: int) -> list[Table]:
    """Return a table in up to `beside` parts, read one after the other from the top.

    >>> [len(part.rows) for part in side_by_side(["n"], [[given(str(n))] for n in range(5)], 2)]
    [3, 2]
    """
    deep = max(1, -(-len(rows) // beside))
    return [Table(titles, rows[start : start + deep]) for start in range(0, len(rows), deep)]


def counted(word: str, count: int, say: Catalog) -> tuple[Cell, Cell]:
    """Return a word and how often it occurs, which are given."""
    return given(token(word), "word"), given(say.integer(count), "number")


def corpus_section(corpus: Corpus, say: Catalog) -> Section:
    """Return the words that a training begins with."""
    words = [counted(word, count, say) for word, count in corpus.items()]
    titles = [say("column.word"), say("column.count")]
    return Section(say("worksheet.start"), [Block(tables=side_by_side(titles, words, 3))])


def most_important(rows: Iterable[Row], most: int, worth: Callable[[Row], float]) -> list[Row]:
    """Return the `most` rows that are worth most, in the order in which they come.

    >>> most_important([1, 5, 2, 4], 2, float)
    [5, 4]
    """
    every = list(rows)
    kept_places = set(sorted(range(len(every)), key=lambda place: -worth(every[place]))[:most])
    return [row for place, row in enumerate(every) if place in kept_places]


def token(symbol: str) -> str:
    """Return a symbol or piece as it is written on paper: visible."""
    return shorten(visible(symbol))


def tokens(symbols: Iterable[str]) -> str:
    """Write symbols one after the other, apart."""
    return "  ".join(map(visible, symbols))


# -- the page ----------------------------------------------------------------------------------------------------------


def sheet_page(
    about: About,
    task: str,
    sections: Sequence[Section],
    say: Catalog,
    *,
    filled: bool,
    fewer: str = "",
    end: Sentence = (),
) -> str:
    """Return one HTML page, which opens from disk and prints. fewer: why words are missing; end: the last sentence."""
    stills = [block.still for section in sections for block in section.blocks if block.still is not None]
    kinds = sorted({still.kind for still in stills if filled or still.bare is not None})
    return rendering.standalone_page(
        "worksheet",
        say("worksheet.title.filled" if filled else "worksheet.title", what=about.title),
        say,
        script("takeaway/stills.js") if kinds else "",
        filled=filled,
        told=about.settings,
        fewer=fewer,
        task=task,
        sections=sections,
        end=end,
        styles={kind: style(PICTURES[kind]) + style("takeaway/still.css") for kind in kinds},
    )
