"""A sentence in two languages after merges trained on either: the bars of `/bytes`."""

from __future__ import annotations

from collections.abc import Iterable

import altair as alt
import pandas as pd

from tokviz.views.shared import charts
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.palette import LIGHT, Palette

__all__ = ["twin_bars", "twins"]

_LANGUAGE_KEYS = {
    "english": "bytes.twins.english",
    "chinese": "bytes.twins.chinese",
    "lighthouse": "bytes.twins.english",
    "tea": "bytes.twins.chinese",
}


def twins(lengths: Iterable[tuple[str, str, int]], say: Catalog) -> pd.DataFrame:
    """Return one row a training and sentence: name, tokens, label, training. lengths: as
    :func:`tokviz.state.bytes.twin_lengths` returns them."""
    rows = [
        (
            say("bytes.twins.bar", sentence=say(_LANGUAGE_KEYS[sentence]), training=say(_LANGUAGE_KEYS[corpus])),
            tokens,
            say.count("count.tokens", tokens),
            say(_LANGUAGE_KEYS[corpus]),
        )
        for corpus, sentence, tokens in lengths
    ]
    return pd.DataFrame(rows, columns=["name", "tokens", "label", "training"])


def twin_bars(table: pd.DataFrame, say: Catalog, colors: Palette = LIGHT) -> charts.Layers:
    """Draw the numbers of tokens; trainings have different colors, and are named beside each bar."""
    trainings = list(dict.fromkeys(table["training"]))
    scale = alt.Scale(domain=trainings, range=[colors.bar, colors.accent])
    x = alt.X("tokens:Q", axis=None, scale=alt.Scale(domain=[0, int(table["tokens"].max()) * 1.25], nice=False))
    color = alt.Color("training:N", legend=None, scale=scale)
    return charts.bars(table, "name", x, color, colors, limit=360, step=34)
