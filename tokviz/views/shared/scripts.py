"""Native JavaScript modules joined into one text, and style sheets, too: Streamlit takes the script and the style of a
component as text, and a page to take away is one file.

What was joined is remembered: only the project's own files are read here, and they stay as they are while it runs.

Modules are ES modules that node and the linter read as they stand. Here they only lose their imports and exports, so
they share one scope: a name means the same in all of them, and an import cannot rename.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

__all__ = ["joined", "sheet", "sheets"]

_IMPORT = re.compile(r'^import (?:\w+|\{[\w\s,]+\}) from "(\.[^"]+)";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export (?:default )?(?=async |class |const |function )", re.MULTILINE)
_DEFAULT = re.compile(r"^export default \w+;\n", re.MULTILINE)
_SHEET = re.compile(r'^@import "(\.[^"]+)";\n', re.MULTILINE)


@cache
def joined(entry: Path) -> str:
    """Return the module `entry`, behind all modules that it needs, each once. It keeps its own exports."""
    entry = entry.resolve()
    made: dict[Path, str] = {}

    def add(path: Path) -> None:
        if path in made:
            return
        source = path.read_text(encoding="utf-8")
        for needed in _IMPORT.findall(source):
            add((path.parent / needed).resolve())
        text = _IMPORT.sub("", source)
        made[path] = text if path == entry else _EXPORT.sub("", _DEFAULT.sub("", text))

    add(entry)
    return "\n".join(made.values())


@cache
def sheets(folder: Path) -> str:
    """Return the style sheets of a component as one: that with the folder's name, the others, then those of its
    folders. What a sheet imports stands in its place."""
    found = sorted(folder.rglob("*.css"), key=lambda path: (path.stem != folder.name, path.parent != folder, path))
    return "\n".join(map(sheet, found))


def sheet(path: Path) -> str:
    """Return a style sheet, with what it imports in its place."""
    source = path.read_text(encoding="utf-8")
    return _SHEET.sub(lambda found: sheet(path.parent / found[1]), source)
