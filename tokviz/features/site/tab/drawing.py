"""The browser tab as a host of views that are data (:mod:`tokviz.views.shows`): each record as JSON, for ``kinds.js``.

A record becomes an object of its fields, without those that are as they are by default; a show and a field have their
``kind`` as well. So a new kind needs no line here, unless it has what JSON cannot have. A field is where the view asked
for it, with its value.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import MISSING, fields, is_dataclass
from typing import Any, Literal, TypedDict, get_args

from tokviz.features.site.payloads import Pool, read_table
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.chips import DataTable
from tokviz.views.shows import Ask, Field, Given, Grid, Picture, Selection, Show

__all__ = ["ShownField", "ShownGrid", "ShownPicture", "ShownSelection", "draw"]

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


class ShownField(TypedDict):
    """A field where the view asked for it. field: what is asked; value: what it was answered with."""

    kind: Literal["field"]
    type: Literal["word", "choice", "pages", "selection"]
    field: Field
    value: str


class ShownSelection(TypedDict):
    """A table of which a row is selected."""

    name: str
    label: str
    opening: str
    table: DataTable


def draw(
    view: Callable[[Ask], Iterator[Show]], values: Mapping[str, str], pool: Pool, say: Catalog
) -> list[dict[str, Any]]:
    """Return the shows of a view as data for JSON. values: name of a field -> what was set. Raises TokvizError."""
    host = _Host(values, pool, say)
    for show in view(host):  # a field is asked for before what depends on it
        host.shown.append(_encoded(show, pool, say))
    return host.shown


class _Host(Given):
    """Answers with the values of a request, and puts each field among the shows."""

    def __init__(self, values: Mapping[str, str], pool: Pool, say: Catalog) -> None:
        super().__init__(values)
        self.pool, self.say = pool, say
        self.shown: list[dict[str, Any]] = []

    def __call__(self, field: Field) -> str:
        value = super().__call__(field)
        kind = type(field).__name__.lower()
        self.shown.append({"kind": "field", "type": kind, "field": self._record(field), "value": value})
        return value

    def _record(self, field: Field) -> dict[str, Any]:
        if isinstance(field, Selection):
            table = _encoded(field.drawn(self.say), self.pool, self.say)
            return {"name": field.name, "label": field.label, "opening": field.opening, "table": table}
        return {one.name: getattr(field, one.name) for one in fields(field)}


def _encoded(value: Any, pool: Pool, say: Catalog) -> Any:
    match value:
        case Picture():
            return {"kind": "picture", "parts": [pool.add(value.payload)], "step": 0}
        case Grid():
            table = read_table(value.table, "", say, _MOST_ROWS)
            return {"kind": "grid", "name": value.name, "head": table["head"], "rows": table["rows"]}
        case tuple() | list():
            return [_encoded(item, pool, say) for item in value]
    if not is_dataclass(value):
        return value
    record = {
        one.name: _encoded(getattr(value, one.name), pool, say)
        for one in fields(value)
        if one.default is MISSING or getattr(value, one.name) != one.default
    }
    return {"kind": type(value).__name__.lower(), **record} if type(value) in _KINDS else record
