"""Three vocabularies side by side: their measures as a frame, lines over the sizes, and words that tell them apart.

Shares are from 0 to 1 in frames; whoever shows them writes them as it likes. Nothing is shown by colour alone: each
line has its dashes as well.
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import attrgetter
from typing import Any, Literal

import altair as alt
import pandas as pd

from tokviz.compare.three_vocabularies import VOCABULARY_KINDS, TrainTest, Vocabularies, VocabularyKind
from tokviz.corpus import Corpus
from tokviz.views.encoding import merging as encoding
from tokviz.views.encoding.merging import SymbolDrawing, merges_by_token
from tokviz.views.shared import charts
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.display import shorten, visible
from tokviz.views.shared.palette import LIGHT, Palette

__all__ = ["Column", "comparison", "lines", "picture", "stops", "telling", "units"]

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
    """One row a size and kind: size, kind, members, tokens, tokens_per_word, unknown, unknown_share.

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
    """The text as bytes, as characters and as subwords of that size: unit, members, tokens, tokens_per_character."""
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
    """Where a slider of sizes can stand: on each up to 200, then in steps of two per cent, so that a long text leaves
    room for the small ones; on the whole alphabet, the usual size, the largest and `size`. At least two of them.
    """
    places = {*range(1, min(max(three.most, 2), _FINE) + 1), len(three.characters), three.usual, three.most, size}
    place = _FINE
    while place < three.most:
        places.add(place)
        place += place // 50
    return tuple(sorted(places))


def telling(split: TrainTest, three: Vocabularies) -> tuple[str, ...]:
    """Up to three words that show the difference: a frequent one, and words that only the held-out text has; of these
    the long ones whose characters are all known.

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
    """The words in one vocabulary, for the stage, with their counts in the training text; subwords with their merges.

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
    made = merges_by_token(three.trace.merges[:merges], three.trace.rules.join)
    return encoding.merging_picture(rows, say, SymbolDrawing(made, merges, has_names=True, unknown=unknown))


def lines(table: pd.DataFrame, column: Column, size: int, say: Catalog, colors: Palette = LIGHT) -> charts.Layers:
    """A line a kind over the sizes (:func:`comparison`), with a rule at the chosen size."""
    names = {kind: say(f"why.kind.{kind}") for kind in VOCABULARY_KINDS}
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
            alt.Tooltip("value:Q", title=say(f"why.column.{column}"), format=".1%" if is_share else ".2f"),
        ],
    )
    here = alt.Chart(pd.DataFrame({"size": [float(size)]})).mark_rule(strokeDash=[4, 3], color=colors.ink).encode(x)
    return alt.layer(drawn, here, height=_HEIGHT, title=say(f"why.column.{column}"))


def _axis(shape: str, **options: Any) -> alt.Axis:
    return alt.Axis(format=shape, labelFontSize=_FONT, titleFontSize=_FONT, **options)
