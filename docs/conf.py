"""Settings of Sphinx for `make docs`. The pages are Markdown that also reads well where it is stored."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sphinx.application import Sphinx

project = "tokviz"
author = "The tokviz authors"
copyright = author
extensions = ["myst_parser"]
root_doc = "index"
source_suffix = {".md": "markdown"}
exclude_patterns: list[str] = []
html_theme = "furo"
html_title = "tokviz"
html_show_sphinx = False
html_copy_source = False
myst_heading_anchors = 3

_FOLDERS = ("tutorials", "how-to", "reference", "explanation", "dev")
_HERE = Path(__file__).parent


def setup(app: Sphinx) -> None:
    """Give the index its menu, which a Markdown file cannot show elsewhere."""
    app.connect("source-read", _add_menu)


def _add_menu(app: Sphinx, name: str, source: list[str]) -> None:
    if name == "index":
        for folder in _FOLDERS:
            pages = sorted(path.relative_to(_HERE).with_suffix("") for path in (_HERE / folder).rglob("*.md"))
            listed = "\n".join(page.as_posix() for page in pages)
            source[0] += f"\n\n```{{toctree}}\n:hidden:\n:caption: {folder.capitalize()}\n\n{listed}\n```\n"
