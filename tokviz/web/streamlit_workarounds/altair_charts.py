"""Altair charts on a page, made once for all visitors who look at the same step.

Making its chart takes the longest of all that a step draws. Streamlit's `altair_chart` also checks it against a schema,
which our tests do, and makes visitors wait for each other meanwhile, because it changes settings of all threads.

Without it: tests/web/streamlit_workarounds/test_altair_charts.py::test_a_kept_chart_is_the_one_that_is_made_anew
Tried with: Streamlit 1.67
"""

from __future__ import annotations

import pickle
from collections.abc import Callable
from hashlib import blake2b
from typing import Any

import altair as alt
import pandas as pd
import streamlit as st

from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.palette import Palette

__all__ = ["draw"]

Make = Callable[..., alt.TopLevelMixin]

_ROWS = 300  # a chart of a larger table is not cached
_PLAIN = (pd.DataFrame, Catalog, Palette, str, int, float)

alt.data_transformers.enable("default", max_rows=None)  # the views bound what they show; never a limit of 5,000 rows
alt.utils.schemapi.disable_debug_mode()  # each part of a chart would be checked by itself, besides


def draw(make: Make, *arguments: Any, describe: str) -> None:
    """Draw the chart that `make` makes of `arguments`. describe: what the chart says, for those who do not see it."""
    is_cached = all(isinstance(a, _PLAIN) and not (isinstance(a, pd.DataFrame) and len(a) > _ROWS) for a in arguments)
    spec = _cached(_key(make, arguments), make, arguments) if is_cached else _spec(make, arguments)
    st.vega_lite_chart(dict(spec), alt=describe)


def _key(make: Make, arguments: tuple[Any, ...]) -> bytes:
    """Return the key of the chart: the function that makes it, and all that it shows."""
    shown = [a.language if isinstance(a, Catalog) else a for a in arguments]
    return blake2b(pickle.dumps((make.__module__, make.__qualname__, shown))).digest()


@st.cache_resource(max_entries=1_000, show_spinner=False)
def _cached(key: bytes, _make: Make, _arguments: tuple[Any, ...]) -> dict[str, Any]:
    return _spec(_make, _arguments)


def _spec(make: Make, arguments: tuple[Any, ...]) -> dict[str, Any]:
    spec: dict[str, Any] = make(*arguments).to_dict(validate=False)
    config = spec.setdefault("config", {})
    config.pop("view", None)  # the size that Altair's theme sets; here a chart is as wide as its place
    for say in arguments:
        if isinstance(say, Catalog):
            config["locale"] = {"number": say.signs}
    return spec
