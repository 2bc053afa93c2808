"""How components are registered: scripts and style sheets are files of the component's folder."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import streamlit as st

from tokviz.views.shared.scripts import joined

if TYPE_CHECKING:
    from streamlit.components.v2.types import ComponentRenderer

__all__ = ["register"]


def register(folder: Path, *styles: str) -> ComponentRenderer:
    """Register the component of a folder; returns what mounts it.

    Its script is the file with the folder's name and all that this imports; its style is the sheet of that name, and
    then `styles`.
    """
    name = folder.name
    sheets = [(folder / sheet).read_text(encoding="utf-8") for sheet in (f"{name}.css", *styles)]
    script = joined(folder / f"{name}.js")
    return st.components.v2.component(f"tokviz.{name}", html="", css="\n".join(sheets), js=script)
