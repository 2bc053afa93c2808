"""Types of payloads for JavaScript, written from the records that Python has for them.

``python -m tools.payload_types`` writes the file; ``tests/tools/test_payload_types.py`` asks whether it is up to date.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import MISSING, fields, is_dataclass
from functools import cache
from inspect import cleandoc
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, Literal, NotRequired, Union, get_args, get_origin, get_type_hints, is_typeddict

from tokviz.features.site.tab.drawing import ShownField, ShownFile, ShownGrid, ShownPicture, ShownRows, ShownSelection
from tokviz.views.compare.clock import ClockPicture, HandFrame
from tokviz.views.encoding.payload import Choice, EncodingPicture
from tokviz.views.exercises.picture import ChoiceWord
from tokviz.views.exercises.sheet import GivenPart, QuestionSheet, VerdictSheet
from tokviz.views.lattice.payload import LatticePicture
from tokviz.views.merges.payload import Candidates, MergesPicture, PartTests, RemovedPlaces, Turns
from tokviz.views.parity.payload import LanguagesPicture
from tokviz.views.picture.payload import Chip, ChipRow, PictureFrame
from tokviz.views.picture.questions import Ask
from tokviz.views.shared.sentences import Sentence
from tokviz.views.shared.text_rows import TextRows, WordLines
from tokviz.views.shows import File, Grid, Picture, Rows, Selection, Show
from tokviz.views.start import WatchedMerges
from tokviz.views.top_down.payload import TopDownParts, TopDownPicture
from tokviz.views.unigram.payload import UnigramPicture, UnigramView
from tokviz.views.vocabularies.grid import TokenGrid

__all__ = ["ROOTS", "TARGET", "typescript"]

ROOT = Path(__file__).resolve().parents[1]
TARGET = ROOT / "tokviz" / "frontend" / "payloads.d.ts"
ROOTS: tuple[type, ...] = (
    *(Chip, ChipRow, PictureFrame, Ask),
    *(MergesPicture, Candidates, PartTests, RemovedPlaces, Turns),
    LanguagesPicture,
    *(ClockPicture, HandFrame),
    *(EncodingPicture, Choice),
    LatticePicture,
    *(UnigramPicture, UnigramView),
    *(TopDownPicture, TopDownParts),
    *(TextRows, WordLines),
    *(GivenPart, QuestionSheet, VerdictSheet, ChoiceWord, WatchedMerges),
    TokenGrid,
    *(*get_args(Show), ShownField),
)
"""The records that are sent; those that they hold are found."""
ALIASES = {Sentence: "Sentence", Show: "Show"}
"""Types that have a name in JavaScript, too."""

SENT_AS: dict[type, type] = {
    File: ShownFile,
    Grid: ShownGrid,
    Picture: ShownPicture,
    Rows: ShownRows,
    Selection: ShownSelection,
}
"""Records that are sent in another form."""

_HEAD = "/* Written by `python -m tools.payload_types` from the records of tokviz/views: change these. */\n"
_PLAIN = {str: "string", int: "number", float: "number", bool: "boolean", NoneType: "null"}


def typescript(roots: tuple[type, ...] = ROOTS) -> str:
    """Return the text of the file: the aliases, and an interface for each record, after those that it holds."""
    found: dict[type, str] = {}
    for root in roots:
        _add(root, found)
    aliases = (f"export type {name} = {_structure(hint)};\n" for hint, name in ALIASES.items())
    return "\n".join((_HEAD, *aliases, *found.values()))


def _add(record: type, found: dict[type, str]) -> None:
    """Add the interface of a record to those that are found, after those of its fields."""
    record = SENT_AS.get(record, record)
    if record in found:
        return
    found[record] = ""  # what it holds may hold it
    hints = get_type_hints(record, include_extras=True)
    for hint in hints.values():
        for other in _records_in(hint):
            _add(other, found)
    written = "".join(_field(name, hint, record) for name, hint in hints.items())
    if record in get_args(Show):
        written = f'  kind: "{record.__name__.lower()}";\n{written}'
    about = cleandoc(record.__doc__ or "").replace("\n", "\n * ").replace(" * \n", " *\n")
    del found[record]  # to its place after those that it holds
    found[record] = f"/**\n * {about}\n */\nexport interface {_name(record)} {{\n{written}}}\n"


def _name(record: type) -> str:
    """Return the name of a record in JavaScript; a show has another than the payload that it has."""
    return f"Shown{record.__name__}" if record in _shown() else record.__name__


@cache
def _shown() -> frozenset[type]:
    """Return the classes of records that shows and fields hold."""
    found: set[type] = set()
    waiting = [*get_args(Show), ShownField]
    while waiting:
        record = waiting.pop()
        if record not in found and record not in SENT_AS:
            found.add(record)
            waiting += (held for hint in get_type_hints(record).values() for held in _records_in(hint))
    return frozenset(filter(is_dataclass, found))


def _field(name: str, hint: Any, record: type) -> str:
    """Return a field; one that is None by default is left out while it is, one of a show while it is as by default."""
    defaults = {one.name: one.default for one in fields(record)} if is_dataclass(record) else {}
    default = defaults.get(name, MISSING)
    if default is None:
        return f"  {name}?: {' | '.join(_type(part) for part in get_args(hint) if part is not NoneType)};\n"
    if default is not MISSING and record in _shown():
        return f"  {name}?: {_type(hint)};\n"
    if get_origin(hint) is NotRequired:
        return f"  {name}?: {_type(*get_args(hint))};\n"
    return f"  {name}: {_type(hint)};\n"


def _records_in(hint: Any) -> list[type]:
    """Return the records that a type holds."""
    if is_typeddict(hint) or (isinstance(hint, type) and is_dataclass(hint)):
        return [hint]
    return [record for part in get_args(hint) for record in _records_in(part)]


def _type(hint: Any) -> str:
    """Return a Python type as one of TypeScript, by its alias if it has one."""
    return ALIASES.get(hint) or _structure(hint)


def _structure(hint: Any) -> str:
    """Return a Python type as one of TypeScript, written out.

    >>> _structure(list[tuple[str, int]]), _structure(dict[str, int | None])
    ('[string, number][]', 'Record<string, number | null>')
    >>> _structure(Literal["a", "b"]), _structure(tuple[str, ...])
    ('"a" | "b"', 'string[]')
    """
    if hint in _PLAIN:
        return _PLAIN[hint]
    hint = SENT_AS.get(hint, hint)
    if is_typeddict(hint) or (isinstance(hint, type) and is_dataclass(hint)):
        return _name(hint)
    origin, parts = get_origin(hint), get_args(hint)
    if origin is Literal:
        return " | ".join(f'"{part}"' for part in parts)
    if origin in (Union, UnionType):
        return " | ".join(map(_type, parts))
    if origin in (list, Iterable, Sequence) or (origin is tuple and parts[1:] == (...,)):
        item = _type(parts[0])
        return f"({item})[]" if " | " in item else f"{item}[]"
    if origin is tuple:
        return f"[{', '.join(map(_type, parts))}]"
    if origin in (dict, Mapping):
        return f"Record<string, {_type(parts[1])}>"
    raise TypeError(f"no type of JavaScript for {hint}")


if __name__ == "__main__":
    TARGET.write_text(typescript(), "utf-8")
