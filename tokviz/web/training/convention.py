"""The convention in the row above the picture: by whose rules is trained, and with whose that is compared."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import streamlit as st
from streamlit.delta_generator import DeltaGenerator as Place

from tokviz.algorithms import Algorithm
from tokviz.views.shared.catalog import Catalog
from tokviz.web.shared import choosing, messages

__all__ = ["choose", "compare", "short"]


def short(preset: str, say: Catalog) -> str:
    """What a convention is called in a word or two, such as "like the paper"."""
    return say.choice("preset.short", preset)


def choose(
    algorithm: Algorithm,
    presets: Sequence[str],
    chosen: str,
    place: Place,
    say: Catalog,
    take: Callable[[str], Any],
    *,
    is_changed: bool,
) -> None:
    """Draw the choice of a convention. presets: those there are; take: takes another one, in a callback; is_changed:
    whether a rule differs from what the convention says."""
    name = short(chosen, say)
    face = say("convention.changed", name=name) if is_changed else name
    key = f"{algorithm.name}_convention"
    label = f":gray[{say('own.convention')}] **{messages.escape(face)}**"
    with choosing.panel(place, label, f"{key}_panel") as is_open:
        if is_open:
            st.markdown(f"**{say('control.preset')}**", help=say("control.preset.help"))
            with st.container(key=f"{key}_list", gap=None):
                for preset in presets:
                    _option(preset, key, say, take, is_chosen=preset == chosen)


def compare(algorithm: Algorithm, chosen: str, place: Place, say: Catalog, take: Callable[[str], Any]) -> None:
    """Draw the choice of a convention to compare with. chosen: empty for none."""
    key = f"{algorithm.name}_versus"
    if chosen:
        label = say("versus.with", name=f"**{messages.escape(short(chosen, say))}**")
    else:
        label = say("versus.open", rest=f":gray[{say('versus.open.rest')}]")
    icon, about = ":material/compare_arrows:", say("control.versus.help")
    with choosing.panel(place, label, f"{key}_panel", icon=icon, help=about) as is_open:
        if is_open:
            st.markdown(f"**{say('control.versus.with')}**")
            with st.container(key=f"{key}_list", gap=None):
                none = say("control.versus.none")
                choosing.option(none, f"{key}_none", f"{key}_panel", lambda: take(""), is_chosen=not chosen)
                for preset in algorithm.presets:
                    _option(preset, key, say, take, is_chosen=preset == chosen)
            choosing.show_limit(algorithm.name, chosen, say)


def _option(preset: str, key: str, say: Catalog, take: Callable[[str], Any], *, is_chosen: bool) -> None:
    label = f"{messages.escape(short(preset, say))} :gray[{messages.escape(say.choice('preset', preset))}]"
    choosing.option(label, f"{key}_{preset}", f"{key}_panel", lambda: take(preset), is_chosen=is_chosen)
