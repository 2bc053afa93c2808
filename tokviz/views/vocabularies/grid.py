"""A vocabulary at a glance: how many entries each script has of each length, and the entries of one part as chips."""

from __future__ import annotations

from typing import TypedDict

from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.display import shorten
from tokviz.views.vocabularies.keys import KIND_KEYS, SCRIPT_KEYS
from tokviz.views.vocabularies.tables import shown_text
from tokviz.vocabularies import KINDS, LENGTHS, Places, Vocabulary, by_script_and_length

__all__ = ["MAX_CHIPS", "GridKind", "GridRow", "GridToken", "TokenGrid", "token_grid"]

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
    """Scripts by length, and entries. lengths: the headings of the columns, from one character; totals: of each column.

    rows: the most frequent script first. script, length: of the entries that are shown, empty and 0 for all. tokens:
    the first of them; cut: how many that are, where it is not all; kinds: those among them. opened: the id of the entry
    that is looked at.
    """

    lang: str
    labels: dict[str, str]
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
    shown = places[:MAX_CHIPS].tolist()
    kinds = [KINDS[vocabulary.kinds[place]] for place in shown]
    return {
        "lang": say.language,
        "labels": say.within("vocabulary.grid."),
        "lengths": [*map(str, range(1, LENGTHS)), f"{LENGTHS}+"],
        "totals": [sum(column) for column in zip(*counts.values(), strict=True)],
        "rows": [
            {"script": name, "label": say(SCRIPT_KEYS[name]), "total": sum(numbers), "counts": [*numbers]}
            for name, numbers in counts.items()
        ],
        "entries": len(vocabulary),
        "script": script,
        "length": length,
        "cut": say("shown-of", shown=len(shown), total=len(places)) if len(shown) < len(places) else "",
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
