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


_WITH_PICTURE = "how-to/embed"
_SCRIPT = "tokviz-picture.mjs"


def setup(app: Sphinx) -> None:
    """Give the index its menu, and a page its picture, which a Markdown file cannot show elsewhere."""
    app.connect("source-read", _add_menu)
    app.connect("html-page-context", _add_script)
    app.connect("build-finished", _write_script)


def _add_menu(app: Sphinx, name: str, source: list[str]) -> None:
    if name == "index":
        for folder in _FOLDERS:
            pages = sorted(path.relative_to(_HERE).with_suffix("") for path in (_HERE / folder).rglob("*.md"))
            listed = "\n".join(page.as_posix() for page in pages)
            source[0] += f"\n\n```{{toctree}}\n:hidden:\n:caption: {folder.capitalize()}\n\n{listed}\n```\n"


def _add_script(app: Sphinx, name: str, *_: object) -> None:
    if name == _WITH_PICTURE:
        app.add_js_file(_SCRIPT, type="module")


def _write_script(app: Sphinx, failed: Exception | None) -> None:
    """Write the script with the picture of the page beside Sphinx's own."""
    from tokviz import bpe, examples
    from tokviz.views.hosts.module import module, picture_file
    from tokviz.views.hosts.parts import stepped
    from tokviz.views.shared.catalog import load

    found = stepped(bpe.train(examples.load("sennrich").corpus))
    if failed is None and found is not None:
        path = Path(app.outdir, "_static", _SCRIPT)
        path.parent.mkdir(exist_ok=True)
        path.write_text(module(picture_file(found, [load("en")])), encoding="utf-8")
