"""All JavaScript and CSS, and what reads them: the only place that knows where they are.

    picture/     the picture of a training or an encoding with its buttons; a folder for each kind of picture
    text_rows/   a text in rows, each split into tokens
    start/  lessons/  practice/  live/  page/      what pages have besides; `page/` is around every page
    takeaway/  site/      pages outside of the app: files to keep, and the static site
    shared/      what several of them use; `shared/look.css` has colors, sizes and spaces
    tests/       of the scripts, for node; neither they nor the settings of the tools are in a wheel

There is no build step: modules are native, and each runs as it is written. Streamlit takes the script and the style of
a component as one text, and a page to keep is one file, so what a file imports is put in its place here.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

__all__ = ["FOLDER", "PICTURES", "script", "style", "without_comments"]

FOLDER = Path(__file__).parent
"""The folder of the scripts and style sheets."""
PICTURES = {"picture": "picture/picture.css", "text_rows": "text_rows/text_rows.css"}
"""The pictures that pages outside of the app can draw too: name of the kind in data -> its sheet."""
_IMPORT = re.compile(r'^import (?:\w+|\{[\w\s,]+\}) from "(\.[^"]+)";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export (?:default )?(?=async |class |const |function )", re.MULTILINE)
_DEFAULT = re.compile(r"^export default \w+;\n", re.MULTILINE)
_SHEET = re.compile(r'^@import "(\.[^"]+)";\n', re.MULTILINE)
_COMMENT = re.compile(r"^[ \t]*(?://.*|/\*(?!!)(?:(?!\*/)[\s\S])*\*/)\n", re.MULTILINE)


@cache
def script(name: str, folder: Path = FOLDER) -> str:
    """Return a module, behind all modules that it needs, each once. It keeps its own exports.

    >>> script("text_rows/text_rows.js").count("export ")
    1
    """
    entry = (folder / name).resolve()
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
def style(name: str, folder: Path = FOLDER) -> str:
    """Return a style sheet, with what it imports in its place.

    >>> "@import" in style("picture/picture.css")
    False
    """
    path = folder / name
    source = path.read_text(encoding="utf-8")
    return _SHEET.sub(lambda found: style(found[1], path.parent), source)


def without_comments(text: str) -> str:
    """Return a script or a sheet without the comments on lines of their own.

    They are a fifth of a script. One that begins with ``/*!`` is a license and stays.

    >>> without_comments("/* The sum. */\\nconst sum = 1 + 2; // three\\n/*! A license. */\\n")
    'const sum = 1 + 2; // three\\n/*! A license. */\\n'
    """
    return _COMMENT.sub("", text)
