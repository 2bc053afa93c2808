"""Charts of the measures of several tokenizers: a frame, bars, matrices of two by two, and lines over vocabulary sizes.

Everything starts from readings (:func:`tokviz.compare.reading.read`). In frames values are numbers, shares from 0 to 1;
the caller writes them as it likes. Nothing is shown by color alone.

A point of a line costs a tokenizer and a reading of the text. Merging gives every smaller size out of one trace;
Unigram is trained for each size.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product
from typing import Any, Literal

import altair as alt
import pandas as pd

from tokviz.algorithms import ALGORITHMS
from tokviz.compare.comparison import Compared, Comparison
from tokviz.compare.measures import MEASURES, Value, agreement, overlap
from tokviz.compare.measures import measure as measure_reading
from tokviz.compare.reading import Reading
from tokviz.compare.sizes import SizeRange, at_size, has_smaller_sizes, is_one_training, possible_sizes
from tokviz.corpus import Corpus
from tokviz.corpus.passages import Text
from tokviz.errors import TokvizError
from tokviz.trace import Trace
from tokviz.views.compare.keys import MEASURE_KEYS, PAIR_KEYS, TEXT_KEYS
from tokviz.views.compare.rows import LETTERS
from tokviz.views.compare.tables import COUNTS, SHARES, written_value
from tokviz.views.shared import charts
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.display import shorten
from tokviz.views.shared.palette import LIGHT, Palette
from tokviz.views.shared.tables import FilledTable, column_of_cells, table_csv

__all__ = [
    "LARGEST_SIZE",
    "MAX_QUICK_WORK",
    "Pairwise",
    "bars",
    "chart_number",
    "curve_sizes",
    "is_quick",
    "matrix",
    "measure_at_sizes",
    "measures_csv",
    "measures_over_sizes",
    "measures_table",
    "pairs",
    "size_lines",
    "sizes_of_points",
    "square",
]

Pairwise = Literal["agreement", "overlap"]
"""The measures of two tokenizers: F1 of their boundaries, Jaccard index of their vocabularies."""

_DASHES = ([1, 0], [6, 3], [2, 2], [8, 3, 2, 3])
_SHAPES = ("circle", "square", "triangle-up", "diamond")
_FONT = 14  # pixels, in charts: to be read from the last row
_NAME = 24  # characters of a name in a chart


def measures_table(readings: Mapping[str, Mapping[str, Reading]]) -> pd.DataFrame:
    """Return one row a measure, text and tokenizer: measure, text, tokenizer, value (a float, NaN where there is none).

    readings: text -> tokenizer -> reading.
    """
    rows = [
        (measure, text, name, chart_number(of(reading)))
        for measure, of in MEASURES.items()
        for text, every in readings.items()
        for name, reading in every.items()
    ]
    return pd.DataFrame(rows, columns=["measure", "text", "tokenizer", "value"])


def bars(measures: pd.DataFrame, measure: str, say: Catalog, colors: Palette = LIGHT) -> charts.Layers:
    """Draw a measure as bars in the color of their tokenizer, paler for the first of two texts, with their numbers."""
    part = measures[(measures["measure"] == measure) & measures["value"].notna()]
    if measure == "vocabulary":
        part = part.drop_duplicates("tokenizer")
    texts = list(dict.fromkeys(part["text"]))
    data = pd.DataFrame(
        {
            "bar": [
                shorten(name, _NAME) + (f" · {say(TEXT_KEYS[text])}" if len(texts) > 1 else "")
                for name, text in zip(part["tokenizer"], part["text"], strict=True)
            ],
            "value": part["value"].astype(float),
            "text": [say(TEXT_KEYS[text]) for text in part["text"]],
            "tokenizer": list(part["tokenizer"]),
            "label": [written_value(measure, value, say) for value in part["value"]],
        }
    )
    most = 1.0 if measure in SHARES else max(float(data["value"].max()) if len(data) else 0.0, 1e-9)
    order = sorted(range(len(data)), key=lambda i: list(measures["tokenizer"]).index(part["tokenizer"].iloc[i]))
    y = alt.Y("bar:N", sort=[data["bar"].iloc[i] for i in order], title=None, axis=_axis(labelLimit=260))
    x = alt.X("value:Q", axis=None, scale=alt.Scale(domain=[0.0, most * 1.18], nice=False))
    base = alt.Chart(data).encode(x=x, y=y)
    names = list(dict.fromkeys(measures["tokenizer"]))
    hues = alt.Scale(domain=names, range=list(colors.series[: len(names)]))
    strengths = alt.Scale(domain=[say(TEXT_KEYS[text]) for text in texts], range=[0.45, 1.0] if texts[1:] else [1.0])
    drawn = base.mark_bar(cornerRadius=3).encode(
        alt.Color("tokenizer:N", legend=None, scale=hues), alt.Opacity("text:N", legend=None, scale=strengths)
    )
    labels = base.mark_text(align="left", dx=6, fontSize=_FONT, color=colors.ink).encode(alt.Text("label:N"))
    return alt.layer(drawn, labels, height=30 * len(data) + 50, title=say(MEASURE_KEYS[measure]))


def pairs(readings: Mapping[str, Reading]) -> pd.DataFrame:
    """Return one row an ordered pair of tokenizers, with itself too: left, right, agreement, overlap.

    overlap is NaN where one of them has no vocabulary.
    """
    rows = []
    for (left, reading), (right, other) in product(readings.items(), repeat=2):
        rows.append(
            (left, right, float(agreement(reading, other).f1), chart_number(overlap(reading.model, other.model)))
        )
    return pd.DataFrame(rows, columns=["left", "right", "agreement", "overlap"])


def measures_csv(readings: Mapping[str, Mapping[str, Reading]]) -> str:
    """Return all measures as CSV: measure, text, tokenizer, value; then those of two tokenizers, with the other one as
    well.

    Names of measures and texts are those of the program, the same in every language; shares are from 0 to 1.
    """
    measures = measures_table(readings).assign(other="")
    both = [
        pairs(every)
        .melt(["left", "right"], var_name="measure")
        .rename(columns={"left": "tokenizer", "right": "other"})
        .assign(text=text)
        for text, every in readings.items()
    ]
    table = pd.concat([measures, *both], ignore_index=True)[["measure", "text", "tokenizer", "other", "value"]]
    return table_csv(table)


def square(pair_table: pd.DataFrame, measure: Pairwise, say: Catalog) -> FilledTable:
    """Return one of the two as a table of names by names, written."""
    names = list(dict.fromkeys(pair_table["left"]))
    values = dict(zip(zip(pair_table["left"], pair_table["right"], strict=True), pair_table[measure], strict=True))
    columns = {right: [written_value("", values[left, right], say) for left in names] for right in names}
    return FilledTable(
        (
            column_of_cells("name", PAIR_KEYS[measure], names),
            *(column_of_cells(name, "", cells, is_number=True) for name, cells in columns.items()),
        )
    )


def matrix(pair_table: pd.DataFrame, measure: Pairwise, say: Catalog, colors: Palette = LIGHT) -> charts.Layers:
    """Draw one of the two as squares, each with its number, which stays readable; the darker, the more alike."""
    names = list(dict.fromkeys(pair_table["left"]))
    letters = dict(zip(names, LETTERS, strict=False))
    named = {name: f"{letters[name]}  {shorten(name, _NAME)}" for name in names}
    data = pd.DataFrame(
        {
            "left": [named[name] for name in pair_table["left"]],
            "right": [letters[name] for name in pair_table["right"]],
            "value": pair_table[measure].astype(float),
            "label": [written_value("", value, say) for value in pair_table[measure]],
        }
    )
    x = alt.X("right:N", sort=list(letters.values()), title=None, axis=_axis(labelAngle=0, orient="top"))
    y = alt.Y("left:N", sort=list(named.values()), title=None, axis=_axis(labelLimit=200))
    base = alt.Chart(data).encode(x=x, y=y)
    pale = alt.Scale(domain=[0.0, 1.0], range=[0.0, 0.6])
    squares = base.mark_rect(stroke=colors.ink, strokeWidth=0.5).encode(
        opacity=alt.Opacity("value:Q", legend=None, scale=pale), color=alt.value(colors.accent)
    )
    labels = base.mark_text(fontSize=_FONT, color=colors.ink).encode(alt.Text("label:N"))
    return alt.layer(squares, labels, height=46 * len(names) + 70, title=say(PAIR_KEYS[measure]))


def curve_sizes(smallest: int, largest: int, chosen: int, number: int = 8) -> tuple[int, ...]:
    """Return the sizes at which lines have points: about `number`, in equal ratios, and the chosen one if it lies
    between.

    >>> curve_sizes(10, 1000, 50, 3), curve_sizes(7, 7, 7)
    ((10, 50, 100, 1000), (7,))
    """
    if largest <= smallest:
        return (smallest,)
    ratio = (largest / smallest) ** (1 / max(number - 1, 1))
    sizes = {round(smallest * ratio**i) for i in range(number - 1)} | {largest}
    return tuple(sorted(sizes | ({chosen} if smallest <= chosen <= largest else set())))


def size_lines(
    measures: pd.DataFrame, measure: str, size: int, names: Sequence[str], say: Catalog, colors: Palette = LIGHT
) -> charts.Layers:
    """Draw a line a tokenizer over the sizes of its vocabulary, with a rule, rings and the number at the chosen size.

    found: size, tokenizer, value. names: of all tokenizers, in their order.
    """
    shown = [shorten(name, _NAME) for name in names]
    part = measures[measures["value"].notna()]
    data = pd.DataFrame(
        {
            "size": part["size"].astype(float),
            "tokenizer": [shorten(name, _NAME) for name in part["tokenizer"]],
            "value": part["value"].astype(float),
        }
    )
    low, high = (float(data["size"].min()), float(data["size"].max())) if len(data) else (1.0, 2.0)
    low, high = min(low, size), max(high, size, low + 1.0)
    is_share = measure in SHARES
    x = alt.X(
        "size:Q",
        title=say("compare.column.size"),
        axis=_axis(format="~s", tickCount=6),
        scale=alt.Scale(type="log", domain=[low, high], nice=False),
    )
    y = alt.Y(
        "value:Q",
        title=None,
        axis=_axis(format=".0%" if is_share else "~s" if measure in COUNTS else "~g", tickCount=5),
        scale=alt.Scale(zero=measure not in ("characters", "fertility"), nice=True),
    )

    def scale(range_: Sequence[Any]) -> alt.Scale:
        return alt.Scale(domain=shown, range=list(range_[: len(shown)]))

    legend = alt.Legend(orient="top", labelLimit=260, labelFontSize=_FONT, symbolSize=120, columns=4)
    base = alt.Chart(data).encode(
        x=x,
        y=y,
        color=alt.Color("tokenizer:N", title=None, scale=scale(colors.series), legend=legend),
        tooltip=[
            alt.Tooltip("tokenizer:N", title=say("compare.column.tokenizer")),
            alt.Tooltip("size:Q", title=say("compare.column.size"), format=","),
            alt.Tooltip("value:Q", title=say(MEASURE_KEYS[measure]), format=".1%" if is_share else ".3~f"),
        ],
    )
    drawn = base.mark_line(strokeWidth=2.5).encode(
        strokeDash=alt.StrokeDash("tokenizer:N", title=None, legend=legend, scale=scale(_DASHES))
    )
    points = base.mark_point(filled=True, size=70, opacity=1).encode(
        shape=alt.Shape("tokenizer:N", title=None, scale=scale(_SHAPES), legend=legend)
    )
    chosen = alt.Chart(pd.DataFrame({"size": [float(size)], "label": [say.integer(size)]})).encode(x=x)
    rule = chosen.mark_rule(strokeDash=[4, 3], color=colors.ink)
    label = chosen.mark_text(y=0, dy=-8, fontSize=_FONT, fontWeight="bold", color=colors.ink).encode(text="label:N")
    rings = base.transform_filter(f"datum.size == {size}").mark_point(size=320, strokeWidth=2.5, color=colors.ink)
    return alt.layer(drawn, points, rings, rule, label, height=300, title=say(MEASURE_KEYS[measure]))


def chart_number(value: Value) -> float:
    """Return a measure as a number; NaN where it has no meaning."""
    return float("nan") if value is None else float(value)


def _axis(**options: Any) -> alt.Axis:
    return alt.Axis(labelFontSize=_FONT, titleFontSize=_FONT, **options)


# -- measures over sizes -----------------------------------------------------------------------------------------------


MAX_QUICK_WORK = 20_000
"""Symbols of different words and characters of the text: up to this many, lines take no time that one would notice."""
LARGEST_SIZE = 5_000
"""Lines go no farther than to this size, in tokens."""


def is_quick(comparison: Comparison) -> bool:
    """Return whether lines are computed in a moment."""
    return comparison.work <= MAX_QUICK_WORK


def measures_over_sizes(comparison: Comparison, *, has_time: bool = False) -> pd.DataFrame | None:
    """Return the measures over sizes of those that are trained here, on the held-out text if there is one, since that
    is what sizes are chosen by: size, measure, value, tokenizer.

    None if none is trained, or if a long text makes it slow and nobody has the time.
    """
    trained = [tokenizer for tokenizer in comparison.tokenizers if tokenizer.possible is not None]
    quick = is_quick(comparison)
    if not trained or not (quick or has_time):
        return None
    return pd.concat(
        [_measures_of(comparison, tokenizer, quick=quick).assign(tokenizer=tokenizer.label) for tokenizer in trained],
        ignore_index=True,
    )


def sizes_of_points(trace: Trace, possible: SizeRange, size: int, *, quick: bool) -> tuple[int, ...]:
    """Return the sizes at which the line of a trace has points. size: the one that was chosen."""
    if not has_smaller_sizes(trace.rules) and (not quick or is_one_training(trace.rules)):
        return possible_sizes(trace)
    return curve_sizes(possible.smallest, min(possible.largest, max(LARGEST_SIZE, size)), size)


def measure_at_sizes(
    trace: Trace, split: str, text: Text | Corpus, sizes: tuple[int, ...], corpus: Corpus | None
) -> pd.DataFrame:
    """Return size, measure, value; the sizes are those that came out. Given a corpus, an algorithm without
    smaller sizes in its trace is trained for each.

    >>> from tokviz import bpe
    >>> hug = Corpus({"hug": 10, "hugs": 5})
    >>> measures = measure_at_sizes(bpe.train(hug, rules="course"), "whitespace", hug, (4, 5), None)
    >>> [(int(size), float(value)) for size, name, value in measures.itertuples(index=False) if name == "tokens"]
    [(4, 50.0), (5, 35.0)]
    """
    algorithm = ALGORITHMS[trace.algorithm]
    rows: dict[tuple[int, str], float] = {}
    for size in sizes:
        grown = trace
        if corpus is not None and not is_one_training(trace.rules):
            try:
                grown = algorithm.train(corpus, trace.rules, vocab_size=size + len(trace.rules.first_tokens))
            except TokvizError:  # not every size between the smallest and the largest can be had
                continue
        tokenizer = at_size(grown, size, split)
        for name, value in measure_reading(tokenizer.model, text).items():
            rows[tokenizer.size, name] = chart_number(value)
    table = [(size, name, value) for (size, name), value in sorted(rows.items())]
    return pd.DataFrame(table, columns=["size", "measure", "value"])


def _measures_of(comparison: Comparison, compared: Compared, *, quick: bool) -> pd.DataFrame:
    """Return all measures of one tokenizer over the sizes."""
    trace, source, text = compared.tokenizer.trace, comparison.engine.source, comparison.measured
    assert trace is not None
    assert compared.possible is not None
    sizes = sizes_of_points(trace, compared.possible, compared.size, quick=quick)
    own_split = ALGORITHMS[trace.algorithm].split
    split, corpus = own_split or source.split, source.corpus_for(own_split) if quick else None
    key = (*compared.key, *text.key, int(quick))
    return comparison.engine.memory.kept("line", key, lambda: measure_at_sizes(trace, split, text, sizes, corpus))
