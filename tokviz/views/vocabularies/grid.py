"""A vocabulary at a glance: how many entries each script has of each length, and the entries of one part as chips."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypedDict

import numpy as np

from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.display import shorten
from tokviz.views.vocabularies.keys import KIND_KEYS, SCRIPT_KEYS
from tokviz.views.vocabularies.tables import shown_text
from tokviz.vocabularies import KINDS, LENGTHS, Places, Vocabulary, by_script_and_length

MAX_CHIPS = 300
"""So many entries are drawn as chips."""
_LETTERS = 24


class GridRow(TypedDict):
    """A script and the entries that have it, of each length from one character."""

    script: str
    label: str
    total: int
    counts: list[int]


class GridKind(TypedDict):
    """A kind of entries that is among the chips, and what it is called."""

    kind: str
    label: str


class GridToken(TypedDict):
    """An entry. text: what it stands for."""

    id: int
    text: str
    kind: str


class TokenGrid(TypedDict):
    """Scripts by length, and entries. about: what there is most of. lengths: the headings of the columns, from one
    character; totals: of each column.

    rows: the most frequent script first. script, length: of the entries that are shown, empty and 0 for all. tokens:
    the first of them, or some from all over the vocabulary; cut: how many that are, where it is not all; kinds: those
    among them. opened: the id of the entry that is looked at.
    """

    lang: str
    labels: dict[str, str]
    about: str
    lengths: list[str]
    totals: list[int]
    rows: list[GridRow]
    entries: int
    script: str
    length: int
    cut: str
    kinds: list[GridKind]
    tokens: list[GridToken]
    opened: int | None


def token_grid(
    vocabulary: Vocabulary, places: Places, script: str, length: int, opened: int | None, say: Catalog
) -> TokenGrid:
    """Return the grid of a vocabulary, and the first of the entries at `places` as chips.

    script, length: what these were looked for by, empty and 0 for any. opened: the id of the entry that is looked at.
    """
    counts = by_script_and_length(vocabulary)
    shown = _spread(vocabulary, places).tolist()
    kinds = [KINDS[vocabulary.kinds[place]] for place in shown]
    return {
        "lang": say.language,
        "labels": say.within("vocabulary.grid."),
        "about": about_grid(counts, say),
        "lengths": _length_names(),
        "totals": _totals(counts),
        "rows": [
            {"script": name, "label": say(SCRIPT_KEYS[name]), "total": sum(numbers), "counts": [*numbers]}
            for name, numbers in counts.items()
        ],
        "entries": len(vocabulary),
        "script": script,
        "length": length,
        "cut": _cut(len(shown), len(places), len(vocabulary), say),
        "kinds": [{"kind": kind, "label": say(KIND_KEYS[kind])} for kind in KINDS if kind in kinds],
        "tokens": [
            {
                "id": int(vocabulary.ids[place]),
                "text": shorten(shown_text(vocabulary.data[place], vocabulary.texts[place]), _LETTERS),
                "kind": kind,
            }
            for place, kind in zip(shown, kinds, strict=True)
        ],
        "opened": opened,
    }


def about_grid(counts: Mapping[str, Sequence[int]], say: Catalog) -> str:
    """Say which script most entries have, and which length; all of them where several are the most frequent."""
    scripts = {say(SCRIPT_KEYS[name]): sum(numbers) for name, numbers in counts.items()}
    lengths = dict(zip(_length_names(), _totals(counts), strict=True))
    entries, most, at = sum(scripts.values()), max(scripts.values()), max(lengths.values())
    return say(
        "vocabulary.grid.most",
        scripts=say.listed([name for name, number in scripts.items() if number == most]),
        n=say.integer(most),
        entries=say.integer(entries),
        share=say.percent(most / entries),
        lengths=say.listed([name for name, number in lengths.items() if number == at]),
        m=say.integer(at),
    )


def _length_names() -> list[str]:
    return [*map(str, range(1, LENGTHS)), f"{LENGTHS}+"]


def _totals(counts: Mapping[str, Sequence[int]]) -> list[int]:
    return [sum(column) for column in zip(*counts.values(), strict=True)]


def _spread(vocabulary: Vocabulary, places: Places) -> Places:
    """Return the places to draw as chips: the first, but of a whole vocabulary by id as many from all over it, kind by
    kind, since the first entries are often single bytes."""
    is_whole = len(places) == len(vocabulary) and bool(np.all(places[:-1] < places[1:]))
    if not is_whole or len(places) <= MAX_CHIPS:
        return places[:MAX_CHIPS]
    some = places[np.linspace(0, len(places) - 1, MAX_CHIPS).astype(np.int64)]
    return some[np.argsort(vocabulary.kinds[some], kind="stable")]


def _cut(shown: int, found: int, entries: int, say: Catalog) -> str:
    """Say how many chips there are, if not all."""
    if shown == found:
        return ""
    key = "vocabulary.grid.spread" if found == entries else "shown-of"
    return say(key, shown=shown, total=found)
