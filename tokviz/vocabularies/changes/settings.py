"""The settings of two tokenizers, one beside the other: what is missing, what has another value, and where."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from typing import Any

from tokviz.vocabularies.changes.records import Setting

__all__ = ["MISSING", "differing_settings"]


class _Missing:
    """The value of a setting that a file does not have."""

    def __repr__(self) -> str:
        return "MISSING"


MISSING = _Missing()
"""The value of a setting that one of two files does not have."""


def differing_settings(old: Any, new: Any, path: str = "") -> Iterator[Setting]:
    """The settings that differ, in the order of the old file.

    Objects of one type are compared member by member, lists element by element; an element that was put in or taken out
    is one setting.

    >>> old = {"normalizer": [{"type": "NFC"}], "model": {"dropout": None}}
    >>> new = {"normalizer": [{"type": "NFC"}, {"type": "Lowercase"}], "model": {"dropout": 0.1}}
    >>> for one in differing_settings(old, new):
    ...     print(one.path, one.old, one.new)
    normalizer[1] MISSING {'type': 'Lowercase'}
    model.dropout None 0.1
    """
    if isinstance(old, Mapping) and isinstance(new, Mapping) and old.get("type") == new.get("type"):
        for key in dict.fromkeys((*old, *new)):
            yield from differing_settings(old.get(key, MISSING), new.get(key, MISSING), f"{path}.{key}".lstrip("."))
    elif _is_list(old) and _is_list(new):
        yield from _differing_elements(old, new, path)
    elif old is not new and _written(old) != _written(new):
        yield Setting(path, old, new)


def _differing_elements(old: Sequence[Any], new: Sequence[Any], path: str) -> Iterator[Setting]:
    kinds = SequenceMatcher(None, [_written(one) for one in old], [_written(one) for one in new], autojunk=False)
    for what, start, end, begin, stop in kinds.get_opcodes():
        if what == "equal":
            continue
        if end - start == stop - begin:
            for place, (one, other) in enumerate(zip(old[start:end], new[begin:stop], strict=True), start):
                yield from differing_settings(one, other, f"{path}[{place}]")
        else:
            yield from (Setting(f"{path}[{place}]", old[place], MISSING) for place in range(start, end))
            yield from (Setting(f"{path}[{place}]", MISSING, new[place]) for place in range(begin, stop))


def _is_list(value: object) -> bool:
    return isinstance(value, Sequence) and not isinstance(value, str)


def _written(value: object) -> str:
    """A value as JSON, in which 1 and true are not the same."""
    return json.dumps(value, sort_keys=True, default=repr)
