"""``tokviz vocabulary``: the entries of a real tokenizer, one token's merges, and what `/vocabulary` counts."""

from __future__ import annotations

import csv
from argparse import Namespace
from collections.abc import Callable, Mapping
from functools import partial

import numpy as np
import pandas as pd

from tokviz.cli import files
from tokviz.cli.options import choose, format_of, number
from tokviz.cli.pipeline.opening import opened, tell
from tokviz.cli.tables import as_json
from tokviz.cli.text import table
from tokviz.errors import TokvizError, brief
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.display import visible
from tokviz.views.vocabularies.tables import (
    cuts_table,
    entries_table,
    merges_table,
    reach_table,
    runs_table,
    special_table,
)
from tokviz.views.vocabularies.trees import equations
from tokviz.vocabularies import (
    ENGLISH,
    KINDS,
    ORDERS,
    SCRIPTS,
    WAYS,
    Count,
    Places,
    Reach,
    Vocabulary,
    by_kind,
    by_script,
    languages,
    made_of,
    numbers,
    ordered,
    overlap,
    price,
    reach,
    runs,
    search,
    tree,
    typed,
    unmerge,
)

__all__ = ["FORMATS", "PARTS", "run"]

FORMATS = ("text", "csv", "json")
"""How things are written; a token with `--token` is always text."""
_ROWS = 50  # of a table in the terminal, unless it is asked for more
_MERGES = 20
_NO_RATIO = "–"  # of a language of which nothing is left

Opened = Mapping[str, Vocabulary]


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
        made = _written(_TABLES[part](found, say), kind, most, say)
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
            made += f"\n{equations(trees[0])}\n"
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


def _shares(
    column: str, labels: str, count: Callable[[Vocabulary], tuple[Count, ...]], found: Opened, say: Catalog
) -> pd.DataFrame:
    """How many entries are of each kind or script, which the catalog names under `labels`."""
    rows = [
        (name, say.choice(labels, one.name), one.number, say.percent(one.number / len(vocabulary)))
        for name, vocabulary in found.items()
        for one in count(vocabulary)
    ]
    return pd.DataFrame(rows, columns=["tokenizer", column, "count", "share"])


def _unreached(found: Opened, say: Catalog) -> pd.DataFrame:
    """The entries of the first one that no text gives, for sure or as far as was looked."""
    vocabulary = next(iter(found.values()))
    reached = reach(vocabulary)
    frames = []
    for way in (Reach.NEVER, Reach.NOT_FOUND):
        frame = reach_table(vocabulary, reached, reached.places(way), say).drop(columns="found_in")
        frames.append(frame.assign(reached=say(f"vocabulary.reach.{way.value}")))
    return pd.concat(frames, ignore_index=True)


def _languages(found: Opened, say: Catalog) -> pd.DataFrame:
    rows = []
    is_dropped = False
    for name, vocabulary in found.items():
        prices = {code: price(vocabulary.pipeline, one.sentences) for code, one in languages().items()}
        for code, one in prices.items():
            ratio = one.ratio(prices[ENGLISH])
            told = _NO_RATIO if ratio is None else say.decimal(ratio, 2)
            rows.append((name, languages()[code].name, one.tokens, told, one.unknown, say.percent(one.dropped)))
            is_dropped = is_dropped or one.dropped > 0
    if is_dropped:
        files.write_error(say("vocabulary.languages.dropped"))
    return pd.DataFrame(rows, columns=["tokenizer", "language", "tokens", "ratio", "unknown_tokens", "dropped_share"])


def _overlap(found: Opened, say: Catalog) -> pd.DataFrame:
    """What the first one shares with each of the others."""
    (first, ours), *others = found.items()
    if not others:
        raise TokvizError("vocabulary-two")
    rows = []
    for name, theirs in others:
        one = overlap(ours, theirs)
        rows.append((first, name, len(one.common), len(one.only), len(one.only_other), say.percent(one.share)))
    columns = ["left_name", "right_name", "shared_tokens", "only_left", "only_right", "share"]
    return pd.DataFrame(rows, columns=columns)


_TABLES: Mapping[str, Callable[[Opened, Catalog], pd.DataFrame]] = {
    "kinds": partial(_shares, "kind", "vocabulary.kind", by_kind),
    "scripts": partial(_shares, "script", "vocabulary.script", by_script),
    "unreached": _unreached,
    "numbers": lambda found, say: cuts_table({name: numbers(one).cuts for name, one in found.items()}, say),
    "spaces": lambda found, say: runs_table({name: runs(one) for name, one in found.items()}, say),
    "languages": _languages,
    "overlap": _overlap,
    "special": lambda found, say: special_table({name: typed(one.pipeline) for name, one in found.items()}, say),
}
PARTS = ("entries", *_TABLES)
"""What can be asked for, by name."""


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
        return str(frame.to_csv(index=False, lineterminator="\n", quoting=csv.QUOTE_NONNUMERIC))
    return as_json(frame.to_dict("records"))
