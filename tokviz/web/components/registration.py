"""The registration of components: what each is called, and how the browser gets its script and its style.

Streamlit takes both as text and would send them again with what a component shows, 250 kB with each part of a trace.
It gets a few lines instead, which load them as files that the browser keeps. Where only the script
runs, without the routes of the app, it gets the text.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import TYPE_CHECKING

import streamlit as st

from tokviz.frontend import FOLDER, script, style
from tokviz.web.server.files import File, are_served, named

if TYPE_CHECKING:
    from streamlit.components.v2.types import ComponentRenderer


PLACE = "/parts"
"""The beginning of the paths of the files, after the prefix of the app."""
COMPONENTS = (
    "lessons/guide_card",
    "lessons/lessons",
    "page/focus",
    "page/page_keys",
    "page/save_charts",
    "page/share",
    "page/token_grid",
    "page/visit",
    "page/word_count",
    "practice/pair_choice",
    "picture/picture",
    "start/start",
    "text_rows/text_rows",
)
"""The path of each component's script in the frontend, and beside it a sheet of that name, if there is one.

The list of features has those of features."""


def register(component: str) -> ComponentRenderer:
    """Register a component; returns what mounts it."""
    if are_served():
        script_name, style_name = names(component)
        css, js = "", script("page/loader.js").replace("SCRIPT", script_name).replace("STYLE", style_name)
    else:
        css, js = _style(component), script(f"{component}.js")
    return st.components.v2.component(f"tokviz.{_name(component)}", html="", css=css, js=js)


def unheard() -> None:
    """Do nothing: a state that nobody waits for needs a callback all the same, or Streamlit would not keep it."""


def files(added: Iterable[str] = ()) -> dict[str, File]:
    """Return name -> file, of all components. added: those of features."""
    return dict(part for component in (*COMPONENTS, *added) for part in _parts(component))


def names(component: str) -> tuple[str, str]:
    """Return the names of a component's script and style."""
    (script_name, _), (style_name, _) = _parts(component)
    return script_name, style_name


@cache
def _parts(component: str) -> tuple[tuple[str, File], tuple[str, File]]:
    """Return script and style of a component, each with its name."""
    name = _name(component)
    return named(name, "js", script(f"{component}.js")), named(name, "css", _style(component))


def _name(component: str) -> str:
    return component.rpartition("/")[2]


def _style(component: str) -> str:
    return style(f"{component}.css") if (FOLDER / f"{component}.css").is_file() else ""
