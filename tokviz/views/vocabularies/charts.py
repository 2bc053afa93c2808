"""Charts of vocabularies, as Altair objects. What a color says is also in a legend, a label or on
an axis. Tokenizers have the colors of the theme, in their order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import altair as alt
import pandas as pd

from tokviz.text_keys import column_key
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.charts import height_of, names_axis
from tokviz.views.shared.display import shorten
from tokviz.views.shared.palette import LIGHT, Palette
from tokviz.views.vocabularies.keys import KIND_HUES
from tokviz.vocabularies import KINDS

__all__ = ["by_length", "grouped", "kind_colors", "numbers", "prices", "stacked"]

_LONGEST = 24  # characters: what is longer is one bar
_LABEL = 24  # letters of a tokenizer's name
_LABELED = 0.06  # a share below this has no room for a number
_MOST_TOKENS = 5  # of a number: what has more has the color of so many


def by_length(table: pd.DataFrame, kinds: Sequence[str], say: Catalog, colors: Palette = LIGHT) -> alt.Chart:
    """Draw stacked bars of the entries by characters. table: length, kind (as it is called) and count; kinds: what all
    of them are called, in order."""
    short = table.assign(length=table["length"].clip(upper=_LONGEST))
    data = short.groupby(["length", "kind"], as_index=False, sort=False)["count"].sum()
    shown = [kind for kind in kinds if kind in set(data["kind"])]
    hues = [kind_colors(colors)[KINDS[kinds.index(kind)]] for kind in shown]
    several = f"datum.value == {_LONGEST} ? '{_LONGEST}+' : datum.label"
    base = alt.Chart(data, height=300)
    chart: alt.Chart = base.mark_bar().encode(
        alt.X("length:O", title=say("column.number_of_characters"), axis=alt.Axis(labelAngle=0, labelExpr=several)),
        alt.Y("count:Q", title=say("vocabulary.entries"), axis=alt.Axis(format="~s")),
        alt.Color("kind:N", title=None, scale=alt.Scale(domain=shown, range=hues), legend=_legend(4)),
        tooltip=_tips("length", "kind", "count", say=say),
    )
    return chart


def grouped(
    table: pd.DataFrame, column: str, say: Catalog, colors: Palette = LIGHT, hues: Mapping[str, str] | None = None
) -> alt.LayerChart | alt.FacetChart:
    """Draw bars of shares with their numbers, those of all tokenizers beside each other.

    table: `column`, tokenizer, count and share. hues: the colors of the bars of one tokenizer; those of several tell
    the tokenizers apart.
    """
    order, names = list(dict.fromkeys(table[column])), list(dict.fromkeys(table["tokenizer"]))
    data = table.assign(label=[say.percent(share, 1) for share in table["share"]])
    y = alt.Y(f"{column}:N", sort=order, title=None, axis=names_axis(220))
    base = alt.Chart().encode(
        y,
        alt.X("share:Q", title=say("column.share"), axis=alt.Axis(format="%", tickCount=5)),
        alt.YOffset("tokenizer:N", sort=names),
        tooltip=_tips(column, "tokenizer", "count", say=say),
    )
    bars = base.mark_bar(cornerRadiusEnd=3)
    if len(names) > 1:
        drawn = bars.encode(alt.Color("tokenizer:N", title=None, sort=names, legend=_legend()))
    elif hues:
        scale = alt.Scale(domain=order, range=[hues[name] for name in order])
        drawn = bars.encode(alt.Color(f"{column}:N", scale=scale, legend=None))
    else:
        drawn = bars.encode(color=alt.value(colors.accent))
    labels = base.mark_text(align="left", dx=4, fontSize=14, color=colors.ink).encode(alt.Text("label:N"))
    legend = _lines(len(names)) if len(names) > 1 else 0
    height = height_of(len(order), 10 + 16 * len(names), legend)
    return alt.layer(drawn, labels, data=data, height=height)


def kind_colors(colors: Palette) -> dict[str, str]:
    """Return the color of each kind of entries: the hues of the chips, and grays for what has no letters."""
    hued = dict(zip(KIND_HUES, colors.series, strict=False))
    return hued | {"punctuation": colors.muted, "space": colors.ink, "byte": colors.edge}


def numbers(table: pd.DataFrame, say: Catalog, colors: Palette = LIGHT) -> alt.LayerChart | alt.FacetChart:
    """Return a bar for each tokenizer and number of digits, cut by how many tokens the numbers have, which is in
    it. table: tokenizer, digits, tokens, share."""
    rows = [
        f"{shorten(name, _LABEL)} · {digits}" for name, digits in zip(table["tokenizer"], table["digits"], strict=True)
    ]
    labels = [
        str(tokens) if share >= _LABELED else "" for tokens, share in zip(table["tokens"], table["share"], strict=True)
    ]
    data = table.assign(row=rows, label=labels)
    data["middle"] = data.groupby("row", sort=False)["share"].cumsum() - data["share"] / 2
    numbers_met = sorted(set(table["tokens"]))
    chips = [colors.chip(min(number, _MOST_TOKENS), _MOST_TOKENS) if number else colors.bar for number in numbers_met]
    scale = alt.Scale(domain=numbers_met, range=chips)
    base = alt.Chart(data).encode(
        alt.Y("row:N", sort=list(dict.fromkeys(rows)), title=say("column.digits"), axis=alt.Axis(labelLimit=240))
    )
    bars = base.mark_bar(stroke=colors.edge, strokeWidth=0.5).encode(
        alt.X("share:Q", title=say("column.share"), axis=alt.Axis(format="%"), scale=alt.Scale(domain=[0, 1])),
        alt.Color("tokens:O", title=say("column.tokens"), scale=scale, legend=_legend(6, edge=0.5)),
        alt.Order("tokens:Q"),
        tooltip=_tips("tokenizer", "digits", "tokens", "count", say=say),
    )
    inside = base.mark_text(fontSize=12, color=colors.ink, fontWeight="bold").encode(
        alt.X("middle:Q"), alt.Text("label:N")
    )
    return alt.layer(bars, inside, height=height_of(len(set(rows)), 22, 2))


def prices(table: pd.DataFrame, say: Catalog) -> alt.Chart:
    """Draw a dot for each language and tokenizer: tokens as a multiple of a base; pale where some of the
    tokens stand for what is unknown, or some of the text is dropped. table: language, tokenizer, ratio, tokens,
    unknown_tokens, dropped."""
    names = list(dict.fromkeys(table["tokenizer"]))
    shapes = alt.Scale(domain=names, range=["circle", "square", "triangle-up", "diamond", "cross", "triangle-down"])
    base = alt.Chart(table, height=height_of(table["language"].nunique(), 24, _lines(len(names))))
    chart: alt.Chart = base.mark_point(filled=True, size=90).encode(
        alt.Y("language:N", sort=list(dict.fromkeys(table["language"])), title=None, axis=alt.Axis(labelLimit=200)),
        alt.X("ratio:Q", title=say("column.ratio"), axis=alt.Axis(format="~g")),
        alt.Color("tokenizer:N", title=None, sort=names, legend=_legend()),
        alt.Shape("tokenizer:N", title=None, scale=shapes, legend=_legend()),
        opacity=alt.condition("datum.unknown_tokens > 0 || datum.dropped > 0", alt.value(0.25), alt.value(0.9)),
        tooltip=_tips("language", "tokenizer", "ratio", "tokens", say=say),
    )
    return chart


def stacked(
    parts: Mapping[str, int], rows: Mapping[str, Mapping[str, int]], say: Catalog, colors: Palette = LIGHT
) -> alt.Chart:
    """Draw a bar for each kind and one for all, cut into what is common and what only one has. parts: of all; rows: by
    kind."""
    every = {say("vocabulary.overlap.all"): parts, **rows}
    data = pd.DataFrame(
        [
            {"row": row, "part": part, "count": count, "order": place}
            for row, cut in every.items()
            for place, (part, count) in enumerate(cut.items())
        ]
    )
    scale = alt.Scale(domain=list(parts), range=[colors.accent, *colors.series[:2]])
    base = alt.Chart(data, height=height_of(len(every), 26, _lines(len(parts))))
    chart: alt.Chart = base.mark_bar().encode(
        alt.Y("row:N", sort=list(every), title=None, axis=alt.Axis(labelLimit=220, labelFontSize=14)),
        alt.X("count:Q", stack="normalize", title=say("column.share"), axis=alt.Axis(format="%")),
        alt.Color("part:N", title=None, scale=scale, legend=_legend()),
        alt.Order("order:Q"),
        tooltip=[alt.Tooltip("row:N", title=" "), alt.Tooltip("part:N", title=" "), _tip("count", say)],
    )
    return chart


def _lines(names: int) -> int:
    """Return how many lines a legend of so many names has."""
    return -(-names // 2)


def _legend(columns: int = 2, edge: float | None = None) -> alt.Legend:
    """Return a legend above a chart. edge: of its squares where bars have one; Streamlit's would fill them."""
    return alt.Legend(
        orient="top",
        labelLimit=300,
        columns=columns,
        symbolStrokeWidth=alt.Undefined if edge is None else edge,
        symbolSize=alt.Undefined if edge is None else 200,
    )


def _tips(*names: str, say: Catalog) -> list[alt.Tooltip]:
    return [_tip(name, say) for name in names]


def _tip(name: str, say: Catalog) -> alt.Tooltip:
    kind = "Q" if name in ("count", "tokens", "ratio", "length", "digits") else "N"
    return alt.Tooltip(f"{name}:{kind}", title=say(column_key(name)), format=".2f" if name == "ratio" else "")
