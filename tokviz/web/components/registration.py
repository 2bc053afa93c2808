"""How components are registered: scripts and style sheets are files of the component's folder."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import streamlit as st

from tokviz.views.shared.scripts import joined, sheets

if TYPE_CHECKING:
    from streamlit.components.v2.types import ComponentRenderer

__all__ = ["register"]


def register(folder: Path, *shared: str) -> ComponentRenderer:
    """Register the component of a folder; returns what mounts it.

    Its script is the file with the folder's name and all that this imports; its style is all sheets in it, behind the
    `shared` ones, by name, of what components share.
    """
    name = folder.name
    before = [(folder.parent / "shared" / f"{one}.css").read_text(encoding="utf-8") for one in shared]
    css = "\n".join([*before, sheets(folder)])
    return st.components.v2.component(f"tokviz.{name}", html="", css=css, js=joined(folder / f"{name}.js"))
