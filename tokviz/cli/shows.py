"""The terminal as a host of views that are data (:mod:`tokviz.views.shows`): each kind of show as lines of text."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence

from tokviz.cli import tables
from tokviz.views.merges.tree import ChipTree
from tokviz.views.picture.payload import read_payload, still_rows
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.chips import DataTable, cell_text
from tokviz.views.shared.sentences import as_text
from tokviz.views.shows import (
    Algorithm,
    Bars,
    Code,
    Columns,
    Figures,
    File,
    Flow,
    Fold,
    Grid,
    Lines,
    Picture,
    Points,
    Rows,
    Show,
    Text,
    Tree,
)

SAVED = "file"
"""The field that names a file of a view, which is then written in the place of the view."""

_BAR = 30  # letters, of the longest bar
_MOST_ROWS = 20  # of the values of a chart
_MOST_DETAILS = 20  # rows of what is folded away


def text_of(shows: Iterable[Show], say: Catalog) -> str:
    """Return shows as text, with an empty line between two."""
    parts = ("".join(f"{line}\n" for line in _lines(show, say)) for show in shows)
    return "\n".join(filter(None, parts)).replace("\xa0", " ")  # no line is broken here


def _lines(show: Show, say: Catalog) -> Iterator[str]:
    match show:
        case Text():
            yield _sentence(show)
        case DataTable():
            yield _chip_table(show, say)
        case Grid():
            yield tables.listing(show.table, say, most=_MOST_DETAILS, is_read=True).rstrip("\n")
        case Figures():
            yield from (f"{figure.name}: {figure.value}" for figure in show.figures)
        case Lines():
            yield from _values(show, say)
        case Points():
            yield from _points(show, say)
        case Bars():
            yield from filter(None, [show.title])
            longest = max(tables.width(bar.name) for bar in show.bars)
            for bar in show.bars:
                drawn = "█" * max(1, round(_BAR * show.share(bar)))
                yield f"{tables.pad(bar.name, longest)}  {drawn} {bar.text}"
        case Rows():
            for row in json.loads(show.payload)["rows"]:
                parts = (part.get("whole", part["text"]) for part in row["parts"] if not part.get("from_before"))
                yield f"{row['name']}: {' | '.join(parts)}"
        case File() if not show.is_refused:
            yield f"--set {SAVED}={show.name}: {show.label} ({show.file})"
        case File():
            yield show.label
        case Code():
            yield show.text
        case Picture():
            payload = read_payload(show.payload)
            if not payload["total"]:
                for label, note, tokens in still_rows(payload):
                    named = " ".join(filter(None, [label, note]))
                    yield f"{named}: {' '.join(tokens)}" if named else " ".join(tokens)
            else:
                for number, frame in enumerate(payload["frames"]):
                    yield f"{say.integer(number)}. {' '.join(as_text(said['text']) for said in frame['say'])}"
        case Flow():
            yield f"{show.name}: {cell_text(tuple(show.chips))}"
            if len(show.chips) < show.total:
                yield say("shown-of", shown=len(show.chips), total=show.total)
        case Tree():
            for tree in show.trees:
                yield from _branch(tree)
        case Algorithm():
            for line in show.lines:
                note = f"  ← {line.note or say('plain-algorithm.current')}" if line.is_current else ""
                yield f"{'▸' if line.is_current else ' '} {line.text}{note}".rstrip()
        case Fold():
            yield show.title
            yield from (line for inner in show.shows for line in _lines(inner, say))
        case Columns():
            for number, column in enumerate(show.columns):
                yield from [""] * bool(number)
                yield from (line for inner in column for line in _lines(inner, say))


def _sentence(text: Text) -> str:
    """Return a sentence with backquotes around tokens; an item of a list begins with a dash."""
    written = "".join(
        as_text((part,)) if isinstance(part, str) or "mention" not in part else part["mention"] for part in text.parts
    )
    return f"{'- ' if text.look == 'item' else ''}{text.lead}{written} {text.rest}".rstrip()


def _chip_table(table: DataTable, say: Catalog) -> str:
    """Return a table of text and chips; numbers, which are written already, end at the same place."""
    columns = []
    for at, heading in enumerate(table.columns):
        written = [cell_text(row.cells[at]) for row in table.rows]
        longest = max(map(tables.width, (heading.text, *written))) if heading.is_number else 0
        columns.append([tables.pad(cell, longest, right=True) for cell in written])
    return _table([heading.text for heading in table.columns], [*zip(*columns, strict=True)], say)


def _table(titles: Sequence[str], rows: Sequence[Sequence[object]], say: Catalog) -> str:
    return tables.table(titles, rows, say).rstrip("\n")


def _values(chart: Lines, say: Catalog) -> Iterator[str]:
    """Yield the values of a chart, about twenty of them, and what its rules mark; an arrow marks the step of the
    picture."""
    values = [dict(line.points) for line in chart.lines]
    steps = sorted({x for line in values for x in line})
    stride = -(-len(steps) // _MOST_ROWS)
    marked = {chart.here, *(rule.at for rule in chart.rules if not rule.is_level)}
    kept = [x for place, x in enumerate(steps) if place % stride == 0 or x in marked or x == steps[-1]]
    letters = {x: letter for line in chart.lines for (x, _), letter in zip(line.points, line.letters, strict=False)}
    kinds = {dot.x: dot.name or "●" * bool(letters) for dot in chart.dots}
    rows = []
    for x in kept:
        written = (_number(line.get(x), chart, say) for line in values)
        notes = [
            letters.get(x, ""),
            kinds.get(x, ""),
            *(rule.name for rule in chart.rules if rule.at == x and not rule.is_level),
        ]
        rows.append([x, *written, " ".join(filter(None, [*notes, "◂" * (x == chart.here)]))])
    yield _table([chart.x, *(line.name for line in chart.lines), ""], rows, say)
    yield from (rule.name for rule in chart.rules if rule.is_level and rule.name)


def _number(value: float | None, chart: Lines, say: Catalog) -> object:
    """Return a value of a chart for a table, which writes whole numbers itself; nothing where there is none."""
    if value is None or chart.numbers == "value":
        return "" if value is None else value
    return getattr(say, chart.numbers)(value)


def _points(chart: Points, say: Catalog) -> Iterator[str]:
    """Yield the first twenty points, and the others that have a name in the chart."""
    named = {(label.x, label.y) for label in chart.labels}
    first = chart.points[:_MOST_ROWS]
    later = (point for point in chart.points[_MOST_ROWS:] if (point.x, point.y) in named)
    rows = [(point.name, point.x, point.written, chart.kinds[point.kind].name) for point in (*first, *later)]
    yield _table([chart.title, chart.x.title, chart.y.title, ""], rows, say)


def _branch(tree: ChipTree, depth: int = 0) -> Iterator[str]:
    """Yield a token and its parts, each a line; one that is out of the vocabulary is crossed out as in Markdown."""
    chip = tree.chip
    stroke = "~~" * chip.is_removed
    number = "" if chip.number is None else f"  {chip.number}"
    yield f"{'  ' * depth}{stroke}{cell_text((chip,))}{stroke}{number}"
    for part in tree.parts:
        yield from _branch(part, depth + 1)
