"""Tables of vocabularies: entries, counts, duplicates, merges, what is unused, numbers, white space, special tokens."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import pandas as pd

from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.display import visible
from tokviz.vocabularies import (
    KINDS,
    CodePrice,
    Cut,
    Group,
    Merge,
    Places,
    Price,
    Reach,
    Reached,
    Run,
    Typed,
    Usage,
    Vocabulary,
)
from tokviz.vocabularies.scripts import SCRIPTS

__all__ = [
    "code_table",
    "cuts_table",
    "duplicates_table",
    "entries_table",
    "merges_table",
    "ratio_cell",
    "reach_table",
    "runs_table",
    "shown_text",
    "special_table",
    "text_table",
    "used_table",
    "ways_table",
]


def shown_text(data: bytes, text: str) -> str:
    """Say what an entry stands for, to be looked at; bytes that are no whole characters in hexadecimal.

    >>> shown_text(b" low", " low"), shown_text(b"\\xe4\\xbd", "\\ufffd")
    ('␣low', 'E4 BD')
    """
    return visible(text) if data == text.encode("utf-8", "replace") else data.hex(" ").upper()


def entries_table(vocabulary: Vocabulary, places: Places, say: Catalog) -> pd.DataFrame:
    """Return one row an entry: id, what it stands for, the token as written, characters, bytes, kind, script."""
    some = places.tolist()
    return pd.DataFrame(
        {
            "id": vocabulary.ids[places],
            "stands_for": _texts(vocabulary, some),
            "token": [visible(vocabulary.tokens[place]) for place in some],
            "kind": [say(f"vocabulary.kind.{KINDS[vocabulary.kinds[place]]}") for place in some],
            "script": [say(f"vocabulary.script.{SCRIPTS[vocabulary.scripts[place]]}") for place in some],
            "number_of_characters": vocabulary.characters[places],
            "number_of_bytes": vocabulary.bytes[places],
        }
    )


def duplicates_table(vocabulary: Vocabulary, groups: Sequence[Group]) -> pd.DataFrame:
    """Return one row a group: how many entries, what they share, and the entries."""
    return pd.DataFrame(
        {
            "count": [len(group.places) for group in groups],
            "shared": [visible(group.text) for group in groups],
            "entries": ["  ".join(_texts(vocabulary, group.places)) for group in groups],
        }
    )


def merges_table(merges: Sequence[Merge], vocabulary: Vocabulary, say: Catalog) -> pd.DataFrame:
    """Return one row a merge: its rank counted from 1, the pair, what it makes, and whether that is really made by
    it."""
    made = [vocabulary.of_token(merge.token) for merge in merges]
    return pd.DataFrame(
        {
            "rank": [merge.rank + 1 for merge in merges],
            "pair": [" ".join(map(visible, merge.pair)) for merge in merges],
            "token": [visible(merge.token) for merge in merges],
            "stands_for": [shown_text(one.data, one.text) if one else "" for one in made],
            "id": pd.array([one.id if one else None for one in made], dtype="Int64"),
            "is_own": [say("vocabulary.yes" if merge.is_own else "vocabulary.no") for merge in merges],
        }
    )


def used_table(vocabulary: Vocabulary, usage: Usage, places: Places) -> pd.DataFrame:
    """Return one row an entry: its id, what it stands for, how often it is used, and how often as a whole word."""
    return pd.DataFrame(
        {
            "id": vocabulary.ids[places],
            "stands_for": _texts(vocabulary, places.tolist()),
            "uses": usage.uses[places],
            "whole_words": usage.whole[places],
        }
    )


def ways_table(found: Reached, say: Catalog) -> pd.DataFrame:
    """Return one row a way in which entries are reached: how many they are, and their share."""
    counts = [(way, len(found.places(way))) for way in Reach]
    return pd.DataFrame(
        {
            "reached": [say(f"vocabulary.reach.{way.value}") for way, _ in counts],
            "count": [count for _, count in counts],
            "share": [say.percent(count / len(found.ways), 2) for _, count in counts],
        }
    )


def reach_table(vocabulary: Vocabulary, found: Reached, places: Sequence[int], say: Catalog) -> pd.DataFrame:
    """Return one row an entry: its id, what it stands for, the token, its kind, and the text that was found for it, if
    any."""
    rows = entries_table(vocabulary, np.array(places, np.int64), say)[["id", "stands_for", "token", "kind"]]
    return rows.assign(**{"found_in": [visible(found.texts.get(place, "")) for place in places]})


def cuts_table(cuts: Mapping[str, Sequence[Cut]], say: Catalog) -> pd.DataFrame:
    """Return one row a tokenizer and a way to cut numbers of so many digits. cuts: by the name of the tokenizer."""
    rows = [(name, cut) for name, every in cuts.items() for cut in every]
    return pd.DataFrame(
        {
            "tokenizer": [name for name, _ in rows],
            "digits": [cut.digits for _, cut in rows],
            "pattern": [" + ".join(map(str, cut.pattern)) or "–" for _, cut in rows],
            "grouping": [say(f"vocabulary.grouping.{cut.grouping}") for _, cut in rows],
            "count": [cut.count for _, cut in rows],
            "first_example": [_example(cut) for _, cut in rows],
        }
    )


def _example(cut: Cut) -> str:
    """Return the first number of a way, cut.

    >>> _example(Cut(5, (3, 2), 90_000, 10_000))
    '100 00'
    """
    digits, parts = str(cut.example), []
    for size in cut.pattern:
        parts.append(digits[:size])
        digits = digits[size:]
    return " ".join([*parts, digits] if digits else parts)


def runs_table(runs: Mapping[str, Sequence[Run]], say: Catalog) -> pd.DataFrame:
    """Return one row a tokenizer and a run: which character, how many, how many tokens, and which."""
    rows = [(name, run) for name, every in runs.items() for run in every]
    return pd.DataFrame(
        {
            "tokenizer": [name for name, _ in rows],
            "run": [say(f"vocabulary.run.{run.name}") for _, run in rows],
            "length": [run.length for _, run in rows],
            "tokens": [len(run.tokens) for _, run in rows],
            "cut": [" · ".join(visible(token) for token in run.tokens) for _, run in rows],
        }
    )


def code_table(prices: Mapping[str, CodePrice]) -> pd.DataFrame:
    """Return one row a tokenizer: what a piece of code costs, with and without its indentation."""
    rows = [(name, one.tokens, one.spaces, one.flush) for name, one in prices.items()]
    return pd.DataFrame(rows, columns=["tokenizer", "tokens", "space_tokens", "without_indentation"])


def text_table(prices: Mapping[str, Price], say: Catalog) -> pd.DataFrame:
    """Return one row a tokenizer: what one text costs, beside the first tokenizer and for each token."""
    base = next(iter(prices.values()), None)
    rows = [
        (
            name,
            one.tokens,
            ratio_cell(one.ratio(base) if base else None, say),
            say.decimal(one.characters / max(one.tokens, 1), 2),
            say.decimal(one.bytes / max(one.tokens, 1), 2),
            one.unknown,
            say.percent(one.dropped),
        )
        for name, one in prices.items()
    ]
    columns = ["tokenizer", "tokens", "ratio_to_first", "characters_each", "bytes_each", "unknown_tokens"]
    return pd.DataFrame(rows, columns=[*columns, "dropped_share"])


def ratio_cell(ratio: float | None, say: Catalog) -> str:
    """Return a ratio of prices with two decimals, or a dash where nothing is left of one of the texts."""
    return "–" if ratio is None else say.decimal(ratio, 2)


def special_table(found: Mapping[str, Sequence[Typed]], say: Catalog) -> pd.DataFrame:
    """Return one row a tokenizer and an added token: its id, what it is, and what becomes of a text that has it."""
    rows = [(name, one) for name, every in found.items() for one in every]
    return pd.DataFrame(
        {
            "tokenizer": [name for name, _ in rows],
            "id": [one.added.id for _, one in rows],
            "token": [visible(one.added.content) for _, one in rows],
            "flags": [_flags(one, say) for _, one in rows],
            "if_typed": [say(f"vocabulary.typed.{'taken' if one.is_taken else 'cut'}") for _, one in rows],
            "cut": [" · ".join(map(visible, one.encoded.tokens)) for _, one in rows],
        }
    )


def _flags(one: Typed, say: Catalog) -> str:
    names = ("special", "lstrip", "rstrip", "normalized", "single_word")
    return say("list.comma").join(say(f"vocabulary.flag.{name}") for name in names if getattr(one.added, name))


def _texts(vocabulary: Vocabulary, places: Sequence[int]) -> list[str]:
    return [shown_text(vocabulary.data[place], vocabulary.texts[place]) for place in places]
