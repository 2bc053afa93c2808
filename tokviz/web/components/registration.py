"""How components are registered: scripts and style sheets are files of the component's folder.

Streamlit takes both as text and would send them anew with all that a component shows, 250 kB with each part of a trace.
It gets a few lines instead, which load them as files that the browser keeps; but the text where the app's own routes do
not stand, on a host that runs the script alone.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import streamlit as st

from tokviz.views.shared.rendering import joined, sheets
from tokviz.web.server.files import File, are_served, named

if TYPE_CHECKING:
    from streamlit.components.v2.types import ComponentRenderer

__all__ = ["PLACE", "files", "names", "register", "unheard"]

PLACE = "/parts"
"""What the paths of the files begin with, behind the prefix of the app."""

_HERE = Path(__file__).parent
_LOADER = (_HERE / "loader.js").read_text(encoding="utf-8")


def register(folder: Path) -> ComponentRenderer:
    """Register the component of a folder; returns what mounts it.

    Its script is the file with the folder's name and all that this imports; its style is all sheets in it.
    """
    name, (script, style) = folder.name, names(folder)
    if are_served():
        css, js = "", _LOADER.replace("SCRIPT", script).replace("STYLE", style)
    else:
        css, js = sheets(folder), joined(folder / f"{name}.js")
    return st.components.v2.component(f"tokviz.{name}", html="", css=css, js=js)


def unheard() -> None:
    """Do nothing: a state that nobody waits for needs a callback all the same, or Streamlit would not keep it."""


@cache
def files() -> dict[str, File]:
    """Return name -> file, of all components."""
    folders = (path for path in sorted(_HERE.iterdir()) if (path / f"{path.name}.js").is_file())
    return dict(part for folder in folders for part in _parts(folder))


def names(folder: Path) -> tuple[str, str]:
    """Return the names of a component's script and style."""
    (script, _), (style, _) = _parts(folder)
    return script, style


@cache
def _parts(folder: Path) -> tuple[tuple[str, File], tuple[str, File]]:
    """Return the script and the style of a component."""
    name = folder.name
    return named(name, "js", joined(folder / f"{name}.js")), named(name, "css", sheets(folder))
