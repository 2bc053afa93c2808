"""Whose rules a preset is, and what it leaves out of what its source does, said where the preset is chosen."""

from __future__ import annotations

import streamlit as st

from tokviz.algorithms import ALGORITHMS
from tokviz.views.shared.catalog import Catalog

__all__ = ["show_limit"]


def show_limit(algorithm: str, preset: str, say: Catalog) -> None:
    """A line for each under the choice; nothing of a preset that does all that its source does, and needs no word."""
    if (about := f"preset.about.{algorithm}.{preset}") in say:
        st.caption(say(about))
    if preset in ALGORITHMS[algorithm].limited:
        st.caption(say(f"preset.limit.{algorithm}.{preset}"))
