"""``tokviz vocabulary``: the entries of a real tokenizer, one token's merges, and what `/vocabulary` counts."""

from __future__ import annotations

from argparse import Namespace

import numpy as np
import pandas as pd

from tokviz.cli import files
from tokviz.cli.options import choose, format_of, number
from tokviz.cli.pipeline.opening import opened, tell
from tokviz.cli.pipeline.parts import TABLES, Asked
from tokviz.cli.tables import as_json
from tokviz.cli.text import table
from tokviz.errors import TokvizError, brief
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.display import visible
from tokviz.views.takeaway.export import table_csv
from tokviz.views.vocabularies.tables import entries_table, merges_table, tree_equations
from tokviz.vocabularies import (
    KINDS,
    ORDERS,
    SCRIPTS,
    WAYS,
    Places,
    Vocabulary,
    made_of,
    ordered,
    search,
    tree,
    unmerge,
)

__all__ = ["FORMATS", "PARTS", "run"]

FORMATS = ("text", "csv", "json")
"""How things are written; a token with `--token` is always text."""
_ROWS = 50  # of a table in the terminal, unless it is asked for more
_MERGES = 20
PARTS = ("entries", *TABLES)
"""What can be asked for, by name."""


def run(asked: Namespace, say: Catalog) -> int:
    """Print what was asked for."""
    kind = format_of(asked.format, asked.output, FORMATS, "text")
    part = choose("--part", asked.part, PARTS)
    most = number("--limit", asked.limit) if asked.limit is not None else _ROWS if kind == "text" else None
    found: dict[str, Vocabulary] = {}
    for name in asked.tokenizer:
        pipeline = opened(name)
        tell(pipeline.notes, say)
        with files.named(name):
            found[name] = Vocabulary(pipeline)
    first = next(iter(found.values()))
    if asked.token is not None:
        made = _token(first, asked.token, asked.text, say)
    elif part == "entries":
        made = _entries(first, asked, kind, most, say)
    else:
        made = _part(part, Asked(found, asked), kind, most, say)
    files.write(made, asked.output)
    return 0


# -- entries -----------------------------------------------------------------------------------------------------------


def _entries(vocabulary: Vocabulary, asked: Namespace, kind: str, most: int | None, say: Catalog) -> str:
    places = search(
        vocabulary,
        files.argument(asked.search),
        choose("--where", asked.where, WAYS),
        kind=choose("--kind", asked.kind, KINDS) if asked.kind else "",
        script=choose("--script", asked.script, SCRIPTS) if asked.script else "",
        ignore_case=asked.ignore_case,
    )
    places = ordered(vocabulary, places, choose("--order", asked.order, ORDERS))
    if kind == "text":
        found = say("vocabulary.found", found=len(places), entries=len(vocabulary)) + "\n"
        return found + _text(entries_table(vocabulary, places[:most], say), len(places), say) if len(places) else found
    return _data(_plain(vocabulary, places[:most]), kind)


def _plain(vocabulary: Vocabulary, places: Places) -> pd.DataFrame:
    """The entries as they are, for programs: names of kinds and scripts in no language, texts as they are."""
    entries = [vocabulary[place] for place in places.tolist()]
    return pd.DataFrame(
        {
            "id": [one.id for one in entries],
            "token": [one.token for one in entries],
            "text": [one.text for one in entries],
            "bytes": [one.data.hex(" ") for one in entries],
            "kind": [one.kind for one in entries],
            "script": [one.script for one in entries],
        }
    )


def _token(vocabulary: Vocabulary, token: str, text: str | None, say: Catalog) -> str:
    """One token: what it is, how merging makes it, what it makes; and a text without it."""
    token = files.argument(token)
    entry = vocabulary.of_token(token)
    if entry is None:
        raise TokvizError("vocabulary-no-token", token=brief(token))
    place = np.array([vocabulary.place_of[entry.id]], np.int64)
    model = vocabulary.pipeline.model
    made = _text(entries_table(vocabulary, place, say), 1, say)
    if token in model.vocabulary and entry.kind != "added":
        trees = tree(model, token)
        if len(trees) == 1:
            made += f"\n{tree_equations(trees[0])}\n"
        else:
            parts = " ".join(visible(node.token) for node in trees)
            made += f"\n{say('vocabulary.tree.not-made', parts=parts)}\n"
        merges, total = made_of(model, token, _MERGES)
        if total:
            made += f"\n{say.count('vocabulary.children', total)}\n"
            made += _text(merges_table(merges, vocabulary, say), total, say)
    if text is not None:
        changed = unmerge(vocabulary.pipeline, files.argument(text), token)
        for heading, tokens in (
            ("column.before", [one for word in changed.words for one in word.before]),
            ("column.after", [one for word in changed.words for one in word.after]),
        ):
            made += f"\n{say(heading)} ({say.integer(len(tokens))}): {' '.join(map(visible, tokens))}"
        made += "\n"
    return made


# -- the other parts ---------------------------------------------------------------------------------------------------


def _part(name: str, asked: Asked, kind: str, most: int | None, say: Catalog) -> str:
    """One of the tables. What a text uses begins with the counts; for programs what it does not use is written as it
    is, like all entries."""
    if name == "unused" and kind != "text":
        return _data(_plain(asked.first, asked.usage.unused[:most]), kind)
    frame = TABLES[name](asked, say)
    made = _written(frame, kind, most, say)
    if name not in ("used", "unused") or kind != "text":
        return made
    unused, size = len(asked.usage.unused), len(asked.first)
    counts = {"tokens": asked.usage.tokens, "used": size - unused, "unused": unused}
    told = say("vocabulary.used.result", **counts, share=say.percent(unused / size))
    lines = "" if asked.usage.is_whole else f"\n{say('vocabulary.used.lines')}"
    return f"{told}{lines}\n\n{made}"


# -- writing -----------------------------------------------------------------------------------------------------------


def _written(frame: pd.DataFrame, kind: str, most: int | None, say: Catalog) -> str:
    shown = frame if most is None else frame.head(most)
    return _text(shown, len(frame), say) if kind == "text" else _data(shown, kind)


def _text(frame: pd.DataFrame, total: int, say: Catalog) -> str:
    """A table, and how many rows there are if these are not all."""
    titles = [say(f"column.{column}") for column in frame.columns]
    rows = [["" if cell is pd.NA else cell for cell in row] for row in frame.astype(object).to_numpy().tolist()]
    made = table(titles, rows, say)
    return made if len(frame) == total else f"{made}{say('shown-of', shown=len(frame), total=total)}\n"


def _data(frame: pd.DataFrame, kind: str) -> str:
    if kind == "csv":
        return table_csv(frame)
    return as_json(frame.to_dict("records"))
