"""Records of payloads, and how they are written as data for JSON.

A record is a frozen dataclass. A field that is None by default is left out while it is.
``python -m tools.payload_types`` writes the types of the records for JavaScript.
"""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any, get_args, get_type_hints

_PLAIN = frozenset({str, int, float, bool, type(None)})


def encoded(value: Any) -> Any:
    """Return a record as data for JSON, with those that it holds.

    >>> from tokviz.views.picture.payload import Chip
    >>> encoded({"tokens": [Chip("low"), Chip("er", 3)]})
    {'tokens': [{'text': 'low'}, {'text': 'er', 'color': 3}]}
    """
    kind: type = type(value)
    if kind in _PLAIN:
        return value
    if kind is list or kind is tuple:
        return [encoded(item) for item in value]
    if kind is dict:
        return {name: encoded(item) for name, item in value.items()}
    data = {}
    for name, default, has_records in _fields(kind):
        item = getattr(value, name)
        if item is not None or default is not None:
            data[name] = encoded(item) if has_records else list(item) if type(item) is tuple else item
    return data


@cache
def _fields(kind: type) -> tuple[tuple[str, object, bool], ...]:
    """Return the fields of a record with their defaults, and whether there are records in them: a payload has tens of
    thousands of numbers, which are passed on as they are."""
    hints = get_type_hints(kind)
    return tuple((field.name, field.default, _has_records(hints[field.name])) for field in fields(kind))


def _has_records(hint: Any) -> bool:
    return is_dataclass(hint) or hint is Any or any(map(_has_records, get_args(hint)))
