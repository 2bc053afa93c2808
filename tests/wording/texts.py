"""Topics of texts that are filled in with values like those that they have in the app."""

from __future__ import annotations

from collections.abc import Iterator
from string import Formatter

from tokviz.errors import TokvizError
from tokviz.views.shared.catalog import Catalog

__all__ = ["errors"]

_NUMBERS = frozenset({"columns", "expected", "fields", "first", "id", "least", "line", "memory", "met", "most", "next"})
_NUMBERS |= {"number", "offset", "place", "position", "second", "seconds", "size", "step", "total", "words"}
"""Names of details that are numbers in most errors; all others are said by their names."""


def errors(say: Catalog) -> Iterator[tuple[str, str]]:
    """Yield each error, with 1,234 for its numbers and 4,321 for what is over a limit."""
    for key, template in say.templates.items():
        if key.startswith("error."):
            names = [name for _, name, _, _ in Formatter().parse(template) if name]
            code = key.removeprefix("error.")
            numbers = _NUMBERS | {"value"} if code.startswith("limit-") else _NUMBERS
            details: dict[str, object] = {name: 1234 if name in numbers else f"[{name}]" for name in names}
            if "met" in details:
                details["met"] = 4321
            yield code, TokvizError(code, **details).sentence(say.templates)
