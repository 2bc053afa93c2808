"""Vocabularies side by side: which tokens they share, how long tokens are, how often they occur.

Tokens are compared in the neutral notation of :mod:`tokviz.compare.notation`, so that ``##s`` and ``s`` are one. Shares
are from 0 to 1 in frames. Nothing is shown by color alone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any

import altair as alt
import pandas as pd

from tokviz.compare.notation import neutral
from tokviz.compare.reading import Reading
from tokviz.views.shared.display import shorten, visible
from tokviz.views.shared.palette import LIGHT, Palette

__all__ = [
    "lengths",
    "lengths_chart",
    "overlaps",
    "shown_tokens",
    "tokens_of",
    "vocabularies",
]

_LONGEST = 12
"""Tokens of more characters are counted together."""


def tokens_of(reading: Reading) -> dict[str, tuple[str, ...]]:
    """Return token in neutral notation -> as it is written, sorted; without tokens that are nothing but a mark.

    Merges that came without a vocabulary have the tokens that occur.
    """
    by_text: dict[str, list[str]] = {}
    for token in sorted(reading.token_counts if reading.vocabulary is None else reading.vocabulary):
        text = neutral(token, reading.model).text
        if text:
            by_text.setdefault(text, []).append(token)
    return {text: tuple(tokens) for text, tokens in by_text.items()}


def vocabularies(readings: Sequence[Reading], names: Sequence[str]) -> pd.DataFrame:
    """Return one row a token: ``token`` in neutral notation, ``length`` in characters, ``vocabularies``, how many have
    it, ``occurrences`` in all texts together, and for each tokenizer how often it occurs there, empty where the
    vocabulary lacks it (by name). The most frequent first.
    """
    all_tokens = [tokens_of(reading) for reading in readings]
    every = dict.fromkeys(token for tokens in all_tokens for token in tokens)
    numbers: dict[str, list[int | None]] = {}
    for reading, tokens, name in zip(readings, all_tokens, names, strict=True):
        counts = reading.token_counts
        numbers[name] = [
            sum(counts.get(written, 0) for written in tokens[token]) if token in tokens else None for token in every
        ]
    rows = list(zip(*numbers.values(), strict=True))
    table = pd.DataFrame(
        {
            "token": list(every),
            "length": [len(token) for token in every],
            "vocabularies": [sum(number is not None for number in row) for row in rows],
            "occurrences": [sum(number or 0 for number in row) for row in rows],
            **{name: pd.array(column, dtype="Int64") for name, column in numbers.items()},
        }
    )
    return table.sort_values(["occurrences", "token"], ascending=[False, True], ignore_index=True)


def shown_tokens(table: pd.DataFrame) -> pd.DataFrame:
    """Return the same with tokens that can be seen, and not too long."""
    return table.assign(token=[shorten(visible(token)) for token in table["token"]])


def overlaps(readings: Sequence[Reading], names: Sequence[str]) -> pd.DataFrame:
    """Return one row a pair of tokenizers: their names, tokens shared, tokens of only one of them, and the Jaccard
    index."""
    sets = [tokens_of(reading).keys() for reading in readings]
    rows = []
    for left, other in combinations(range(len(sets)), 2):
        common, every = len(sets[left] & sets[other]), len(sets[left] | sets[other])
        rows.append(
            {
                "left_name": names[left],
                "right_name": names[other],
                "shared_tokens": common,
                "only_left": len(sets[left]) - common,
                "only_right": len(sets[other]) - common,
                "jaccard": common / every if every else 1.0,
            }
        )
    return pd.DataFrame(rows)


def lengths(readings: Sequence[Reading], names: Sequence[str]) -> pd.DataFrame:
    """Return rows of ``name``, ``length`` in characters (the last stands for longer ones too) and ``tokens``."""
    rows = []
    for reading, name in zip(readings, names, strict=True):
        counts = Counter(min(len(token), _LONGEST) for token in tokens_of(reading))
        rows += [{"name": name, "length": size, "tokens": counts[size]} for size in range(1, _LONGEST + 1)]
    return pd.DataFrame(rows)


def lengths_chart(table: pd.DataFrame, titles: Mapping[str, str], colors: Palette = LIGHT) -> alt.Chart:
    """Draw the lengths as bars side by side. titles: of ``length``, ``tokens``; colors: of the theme."""
    order = list(dict.fromkeys(table["name"]))
    longest = int(table.loc[table["tokens"] > 0, "length"].max()) if len(table) else 1
    data = table[table["length"] <= longest]
    data = data.assign(label=[f"{size}+" if size == _LONGEST else str(size) for size in data["length"]])
    labels = list(dict.fromkeys(data["label"]))
    axis: dict[str, Any] = {"labelColor": colors.ink, "titleColor": colors.ink, "labelAngle": 0}
    chart: alt.Chart = (
        alt.Chart(data, height=300, width="container")
        .mark_bar()
        .encode(
            x=alt.X("label:O", title=titles["length"], sort=labels, axis=alt.Axis(**axis)),
            xOffset=alt.XOffset("name:N", sort=order),
            y=alt.Y("tokens:Q", title=titles["tokens"], axis=alt.Axis(**axis, format=",d", tickMinStep=1)),
            color=alt.Color(
                "name:N",
                title=None,
                sort=order,
                scale=alt.Scale(domain=order, range=list(colors.series[: len(order)])),
                legend=alt.Legend(orient="bottom", columns=2, labelColor=colors.ink, labelLimit=200),
            ),
            tooltip=["name:N", "label:O", "tokens:Q"],
        )
        .configure(background="transparent")
    )
    return chart
