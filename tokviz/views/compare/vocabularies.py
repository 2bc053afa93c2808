"""Vocabularies side by side: which tokens they share, how long tokens are, how often they occur, three at once.

Tokens are compared in the neutral notation of :mod:`tokviz.compare.notation`, so that ``##s`` and ``s`` are one. Shares
are from 0 to 1 in frames. Nothing is shown by color alone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations
from operator import attrgetter
from typing import Any, Literal

import altair as alt
import pandas as pd

from tokviz.compare.model_size import BERT_BASE, MODELS, Architecture
from tokviz.compare.notation import neutral
from tokviz.compare.reading import Reading
from tokviz.compare.three_vocabularies import VOCABULARY_KINDS, TrainTest, Vocabularies, VocabularyKind
from tokviz.corpus import Corpus
from tokviz.views.compare.keys import COLUMN_KEYS, WHY_KIND_KEYS
from tokviz.views.encoding import merging as encoding
from tokviz.views.encoding.merging import SymbolDrawing, merges_by_token
from tokviz.views.shared import charts
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.display import shorten, visible
from tokviz.views.shared.palette import LIGHT, Palette

__all__ = [
    "Column",
    "comparison",
    "lengths",
    "lengths_chart",
    "lines",
    "model_rows",
    "models",
    "overlaps",
    "picture",
    "shown_tokens",
    "stops",
    "telling",
    "tokens_of",
    "units",
    "vocabularies",
]

_LEAST = 0.001  # a share that is smaller is not written out
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


# -- three vocabularies over the sizes ---------------------------------------------------------------------------------


Column = Literal["tokens_per_word", "unknown_share"]

_RUNNER = ("runner", "thinking", "running")
_WORDS = 3
_LONG = 12  # characters; longer words make poor rows of chips
_DASHES = {"words": [6, 3], "characters": [2, 2], "subwords": [1, 0]}
_BYTES = 256
_FINE = 200  # a slider has every size up to this
_HEIGHT = 360  # pixels, of a chart with its title and legend
_FONT = 14  # pixels, in charts: to be read from the last row


def comparison(three: Vocabularies, text: Corpus, sizes: Sequence[int]) -> pd.DataFrame:
    """Return one row a size and kind: size, kind, members, tokens, tokens_per_word, unknown, unknown_share.

    unknown is the number of words with something unknown.
    """
    names = ("tokens", "tokens_per_word", "unknown", "unknown_share")
    measures = attrgetter(*names)
    rows = [
        (size, kind, three.members(kind, size), *measures(three.measure(kind, size, text)))
        for size in sizes
        for kind in VOCABULARY_KINDS
    ]
    return pd.DataFrame(rows, columns=["size", "kind", "members", *names])


def units(three: Vocabularies, size: int, text: Corpus) -> pd.DataFrame:
    """Return the text as bytes, as characters and as subwords of that size: unit, members, tokens,
    tokens_per_character."""
    tokens = {
        "bytes": sum(len(word.encode()) * count for word, count in text.items()),
        "characters": sum(len(word) * count for word, count in text.items()),
        "subwords": three.measure("subwords", size, text).tokens,
    }
    members = {"bytes": _BYTES, "characters": three.full("characters"), "subwords": three.members("subwords", size)}
    return pd.DataFrame(
        {
            "unit": list(tokens),
            "members": [members[unit] for unit in tokens],
            "tokens": list(tokens.values()),
            "tokens_per_character": [number / tokens["characters"] for number in tokens.values()],
        }
    )


def stops(three: Vocabularies, size: int) -> tuple[int, ...]:
    """Return the sizes that a slider offers: each up to 200, then in steps of two percent, so that a long
    text leaves room for the small ones; the whole alphabet, the usual size, the largest and `size`. At least two
    of them.
    """
    places = {*range(1, min(max(three.most, 2), _FINE) + 1), len(three.characters), three.usual, three.most, size}
    place = _FINE
    while place < three.most:
        places.add(place)
        place += place // 50
    return tuple(sorted(places))


def telling(split: TrainTest, three: Vocabularies) -> tuple[str, ...]:
    """Return up to three words that show the difference: a frequent one, and words that only the held-out text has; of
    these the long ones whose characters are all known.

    >>> from tokviz import bpe
    >>> from tokviz.compare.three_vocabularies import RUNNER
    >>> telling(RUNNER, Vocabularies(bpe.train(RUNNER.train, merges=9, rules="course")))
    ('runner', 'thinking', 'running')
    """
    if all(word in split.train for word in _RUNNER):
        return _RUNNER
    short = [word for word in three.words if len(word) <= _LONG and word.isalpha()] or list(three.words)
    frequent = next((word for word in short if len(word) > _WORDS), short[0])
    fresh = [word for word in split.test or () if word not in split.train and len(word) <= _LONG and word.isalpha()]
    fresh.sort(key=lambda word: (not set(word) <= set(three.characters), -len(word)))
    return tuple(dict.fromkeys([frequent, *fresh[: _WORDS - 1], *reversed(short)]))[:_WORDS]


def picture(three: Vocabularies, kind: VocabularyKind, size: int, words: Sequence[str], say: Catalog) -> dict[str, Any]:
    """Return the words in one vocabulary, for the picture, with their counts in the training text; subwords with their
    merges.

    What is unknown is a box that says so, in brackets that tell it from a token that reads the same.
    """
    unknown = f"⟨{say('why.unknown')}⟩"
    rows = []
    for word in words:
        tokens = three.encode(kind, size, word)
        count = three.trace.corpus.get(word, 0)
        rows.append(
            encoding.Row(
                shorten(visible(word)),
                f"× {say.integer(count)}",
                [unknown if token is None else token for token in tokens],
            )
        )
    merges = three.merges(size) if kind == "subwords" else 0
    made_from = merges_by_token(three.trace.merges[:merges], three.trace.rules.join)
    return encoding.merging_picture(rows, say, SymbolDrawing(made_from, merges, has_names=True, unknown=unknown))


def model_rows(size: int, say: Catalog) -> list[tuple[str, str, float]]:
    """Return known models, and one with a vocabulary of this size, each as its name, a sentence with its rows and
    parameters, and the share of the rows."""
    sizes = [(model.name, model, model.vocabulary) for model in MODELS]
    here = (say("why.models.here", size=size, name=BERT_BASE.name), BERT_BASE, size)
    return [(name, _rows_sentence(model, number, say), model.share(number)) for name, model, number in (*sizes, here)]


def _rows_sentence(model: Architecture, vocabulary: int, say: Catalog) -> str:
    share = model.share(vocabulary)
    return say(
        "why.models.row",
        size=say.integer(vocabulary),
        width=model.width,
        rows=_millions(model.rows(vocabulary), say),
        all=_millions(model.parameters(vocabulary), say),
        share=say.percent(share) if share >= _LEAST else f"< {say.percent(_LEAST)}",
    )


def _millions(number: int, say: Catalog) -> str:
    return f"{say.integer(round(number / 1_000_000))}M" if number >= 1_000_000 else say.integer(number)


def models(size: int, say: Catalog, colors: Palette = LIGHT) -> charts.Layers:
    """Draw each model of :func:`model_rows` as a bar of all its parameters, with the share of the rows filled."""
    rows = model_rows(size, say)
    data = pd.DataFrame(
        {
            "name": [name for name, _, _ in rows],
            "said": [f"{name}: {sentence}" for name, sentence, _ in rows],
            "share": [share for _, _, share in rows],
            "all": 1.0,
        }
    )
    y = alt.Y("name:N", sort=list(data["name"]), title=None, axis=None)
    scale = alt.Scale(domain=[0.0, 1.0], nice=False)
    base = alt.Chart(data).encode(y=y)
    whole = base.mark_bar(size=20, color=colors.bar, fillOpacity=0.35, stroke=colors.ink, strokeWidth=0.5)
    rows_of_it = base.mark_bar(size=20, color=colors.accent, stroke=colors.ink, strokeWidth=0.5)
    labels = base.mark_text(align="left", x=0, dy=-22, fontSize=14, color=colors.ink).encode(text="said:N")
    return alt.layer(
        whole.encode(x=alt.X("all:Q", scale=scale, axis=None)),
        rows_of_it.encode(x=alt.X("share:Q", scale=scale, axis=None)),
        labels,
        height=64 * len(rows),
    )


def lines(table: pd.DataFrame, column: Column, size: int, say: Catalog, colors: Palette = LIGHT) -> charts.Layers:
    """Draw a line a kind over the sizes (:func:`comparison`), with a rule at the chosen size."""
    names = {kind: say(WHY_KIND_KEYS[kind]) for kind in VOCABULARY_KINDS}
    table = table.iloc[::-1]  # the solid line first: where lines run together, the dots and dashes stay to be seen
    data = pd.DataFrame(
        {
            "size": table["size"].astype(float),
            "kind": [names[kind] for kind in table["kind"]],
            "value": table[column].astype(float),
        }
    )
    is_share = column == "unknown_share"
    shape = ".0%" if is_share else "~g"
    most = 1.0 if is_share else float(data["value"].max()) * 1.05
    low, high = float(data["size"].min()), float(data["size"].max())
    scale = alt.Scale(type="log", domain=[low, max(high, low + 1)], nice=False)
    x = alt.X("size:Q", title=say("why.column.size"), axis=_axis("~s", tickCount=6), scale=scale)
    heights = alt.Scale(domain=[0.0, most], nice=False)
    kinds = {"words": colors.series[1], "characters": colors.edge, "subwords": colors.accent}
    scales = alt.Scale(domain=list(names.values()), range=[kinds[kind] for kind in names])
    dashes = alt.Scale(domain=list(names.values()), range=[_DASHES[kind] for kind in names])
    legend = alt.Legend(orient="top", labelLimit=200, labelFontSize=_FONT, symbolType="stroke", symbolSize=400)
    base = alt.Chart(data)
    drawn = base.mark_line(point=True, strokeWidth=2.5).encode(
        x,
        alt.Y("value:Q", title=None, axis=_axis(shape, tickCount=5), scale=heights),
        alt.Color("kind:N", title=None, scale=scales, legend=legend),
        alt.StrokeDash("kind:N", title=None, scale=dashes),
        tooltip=[
            alt.Tooltip("kind:N", title=say("why.column.kind")),
            alt.Tooltip("size:Q", title=say("why.column.size"), format=","),
            alt.Tooltip("value:Q", title=say(COLUMN_KEYS[column]), format=".1%" if is_share else ".2f"),
        ],
    )
    here = alt.Chart(pd.DataFrame({"size": [float(size)]})).mark_rule(strokeDash=[4, 3], color=colors.ink).encode(x)
    return alt.layer(drawn, here, height=_HEIGHT, title=say(COLUMN_KEYS[column]))


def _axis(shape: str, **options: Any) -> alt.Axis:
    return alt.Axis(format=shape, labelFontSize=_FONT, titleFontSize=_FONT, **options)
