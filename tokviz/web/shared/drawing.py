"""Charts on a page. A class looks at one step at once, so the chart of a small table is made once for all visitors.

Of all that a step draws, making its Altair chart takes longest. `st.altair_chart` checks it against a schema, which our
tests do, and makes visitors wait for each other while it does, because it changes settings that all threads share.
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

__all__ = ["chart"]

Make = Callable[..., alt.TopLevelMixin]

_ROWS = 300  # a larger table is not looked for among those that were drawn before
_PLAIN = (pd.DataFrame, Catalog, Palette, str, int, float)

alt.data_transformers.enable("default", max_rows=None)  # the views bound what they show; never a limit of 5,000 rows
alt.utils.schemapi.disable_debug_mode()  # each part of a chart would be checked by itself, besides


def chart(make: Make, *arguments: Any, describe: str) -> None:
    """Draw the chart that `make` makes of `arguments`. describe: what it says, for those who do not see it."""
    kept = all(isinstance(a, _PLAIN) and not (isinstance(a, pd.DataFrame) and len(a) > _ROWS) for a in arguments)
    spec = _kept(_key(make, arguments), make, arguments) if kept else _spec(make, arguments)
    st.vega_lite_chart(dict(spec), alt=describe)


def _key(make: Make, arguments: tuple[Any, ...]) -> bytes:
    """What names the chart: who makes it, and all that it shows."""
    shown = [a.language if isinstance(a, Catalog) else a for a in arguments]
    return blake2b(pickle.dumps((make.__module__, make.__qualname__, shown))).digest()


@st.cache_resource(max_entries=1_000, show_spinner=False)
def _kept(key: bytes, _make: Make, _arguments: tuple[Any, ...]) -> dict[str, Any]:
    return _spec(_make, _arguments)


def _spec(make: Make, arguments: tuple[Any, ...]) -> dict[str, Any]:
    spec: dict[str, Any] = make(*arguments).to_dict(validate=False)
    config = spec.setdefault("config", {})
    config.pop("view", None)  # the size that Altair's theme sets; here a chart is as wide as its place
    for say in arguments:
        if isinstance(say, Catalog):
            config["locale"] = {"number": say.signs}
    return spec
