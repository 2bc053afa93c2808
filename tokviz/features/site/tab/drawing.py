"""The browser tab as a host of views that are data (:mod:`tokviz.views.shows`): each record as JSON, for ``kinds.js``.

A record becomes an object of its fields, without those that are as they are by default; a show and a field have their
``kind`` as well. So a new kind needs no line here, unless it has what JSON cannot have. A field is where the view asked
for it, with its value.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from dataclasses import MISSING, is_dataclass, replace
from dataclasses import fields as record_fields
from typing import Any, Literal, TypedDict, get_args

from tokviz.features.site.payloads import Pool, read_table
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.chips import DataTable
from tokviz.views.shows import Ask, Columns, Field, File, Fold, Given, Grid, Pages, Picture, Rows, Selection, Show

_KINDS = frozenset(get_args(Show))
_MOST_ROWS = 100  # of a table of numbers


class ShownGrid(TypedDict):
    """A table of numbers and texts."""

    kind: Literal["grid"]
    name: str
    head: list[str]
    rows: list[list[str | dict[str, str]]]


class ShownPicture(TypedDict):
    """A picture of a word. parts: its payload, as a place in the pool of payloads."""

    kind: Literal["picture"]
    parts: list[int]
    step: int


class ShownFile(TypedDict):
    """A file to keep, which is asked for by its name. file: that it is saved under."""

    kind: Literal["file"]
    name: str
    label: str
    file: str
    help: str
    is_refused: bool
    is_small: bool


class ShownRows(TypedDict):
    """A text in rows. payload: its place in the pool of payloads; picked: kind of part -> the number of that which is
    picked; fields: kind -> the field that a press sets."""

    kind: Literal["rows"]
    payload: int
    picked: dict[str, int]
    fields: dict[str, str]


class ShownField(TypedDict):
    """A field where the view asked for it. field: what is asked; value: what it was answered with; is_linked: whether
    it is a parameter of the page's link."""

    kind: Literal["field"]
    type: Literal["word", "choice", "number", "pick", "pages", "selection"]
    field: Field
    value: str
    is_linked: bool


class ShownSelection(TypedDict):
    """A table of which a row is selected."""

    name: str
    label: str
    opening: str
    table: DataTable


def draw(
    view: Callable[[Ask], Iterator[Show]],
    values: Mapping[str, str],
    pool: Pool,
    say: Catalog,
    linked: Container[str] = (),
) -> list[dict[str, Any]]:
    """Return the shows of a view as data for JSON. values: name of a field -> what was set; linked: the names of fields
    that are parameters of a link. Raises TokvizError."""
    host = _Host(values, pool, say, linked)
    return host.read(view(host))


class _Host(Given):
    """Answers with the values of a request, and puts each field among the shows."""

    def __init__(self, values: Mapping[str, str], pool: Pool, say: Catalog, linked: Container[str]) -> None:
        super().__init__(values)
        self.pool, self.say, self._linked = pool, say, linked
        self.shown: list[dict[str, Any]] = []

    def __call__(self, field: Field) -> str:
        value = super().__call__(field)
        kind = type(field).__name__.lower()
        self.shown.append({"kind": "field", "type": kind, "field": self._record(field), "value": value})
        self.shown[-1]["is_linked"] = field.name in self._linked
        return value

    def read(self, shows: Iterable[Show]) -> list[dict[str, Any]]:
        """Return shows as data, with the fields that are asked for while they are read, each before what depends on
        it."""
        outer, self.shown = self.shown, []
        for show in shows:
            match show:
                case Fold():
                    inner = self.read(show.shows)
                    self.shown.append(_encoded(replace(show, shows=()), self.pool, self.say) | {"shows": inner})
                case Columns():
                    columns = [self.read(column) for column in show.columns]
                    self.shown.append(_encoded(replace(show, columns=()), self.pool, self.say) | {"columns": columns})
                case _:
                    self.shown.append(_encoded(show, self.pool, self.say))
        read, self.shown = self.shown, outer
        return read

    def _record(self, field: Field) -> dict[str, Any]:
        if isinstance(field, Selection):
            table = _encoded(field.drawn(self.say), self.pool, self.say)
            return {"name": field.name, "label": field.label, "opening": field.opening, "table": table}
        record = {one.name: getattr(field, one.name) for one in record_fields(field)}
        if isinstance(field, Pages) and not field.label:
            record["label"] = self.say("vocabulary.part", parts=field.pages)  # its list has no other name
        return record


def _encoded(value: Any, pool: Pool, say: Catalog) -> Any:
    match value:
        case Picture():
            return {"kind": "picture", "parts": [pool.add(value.payload)], "step": 0}
        case Rows():
            picked = {kind: int(number) for kind, (_, number) in value.picked.items()}
            fields = {kind: name for kind, (name, _) in value.picked.items()}
            return {"kind": "rows", "payload": pool.add(value.payload), "picked": picked, "fields": fields}
        case File():
            names = ("name", "label", "file", "help", "is_refused", "is_small")
            return {"kind": "file", **{name: getattr(value, name) for name in names}}
        case Grid():
            table = read_table(value.table, "", say, _MOST_ROWS)
            return {"kind": "grid", "name": value.name, "head": table["head"], "rows": table["rows"]}
        case tuple() | list():
            return [_encoded(item, pool, say) for item in value]
    if not is_dataclass(value):
        return value
    record = {
        one.name: _encoded(getattr(value, one.name), pool, say)
        for one in record_fields(value)
        if one.default is MISSING or getattr(value, one.name) != one.default
    }
    return {"kind": type(value).__name__.lower(), **record} if type(value) in _KINDS else record
