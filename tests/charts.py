"""A search for the marks in the specification of a chart."""

from collections.abc import Iterator
from typing import Any

__all__ = ["marks"]


def marks(spec: Any) -> Iterator[dict[str, Any]]:
    """Every chart with a mark inside `spec`."""
    if isinstance(spec, dict):
        if "mark" in spec:
            yield spec
        for part in spec.values():
            yield from marks(part)
    elif isinstance(spec, list):
        for part in spec:
            yield from marks(part)
