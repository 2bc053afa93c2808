"""Differences between two tokenizers as tables: a row for each, with what the old and the new file have; and the parts
of a text that change, each with a sentence that says why."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import pandas as pd

from tokviz.merging.steps import Pair
from tokviz.models.added_tokens import AddedToken
from tokviz.pipeline import Pipeline
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.display import shorten, visible
from tokviz.vocabularies.changes import MISSING, ChangedPart, Changes, Reason, TextChanges, reason

__all__ = ["LISTS", "Row", "change_table", "counts_table", "flat_table", "parts_table", "rows", "sentence"]

Row = tuple[str | Pair, Any, Any]
"""Subject of a difference (a token, a pair, a path of a setting), and what the old and the new file have."""
LISTS: Mapping[str, str] = {
    "tokens_added": "token",
    "tokens_removed": "token",
    "ids_moved": "token",
    "merges_added": "pair",
    "merges_removed": "pair",
    "merges_moved": "pair",
    "scores": "token",
    "added_tokens": "token",
    "settings": "path",
}
"""The lists of differences in order -> the column that says what a row is about."""

_FLAGS = ("special", "lstrip", "rstrip", "normalized", "single_word")
_VALUE = 120  # characters of a setting that is shown
_PAIR = " + "


def rows(found: Changes, name: str) -> list[Row]:
    """Return the rows of one list, as they are: ids, numbers from 1, scores, flags, values of JSON; MISSING for what
    one of the files does not have."""
    match name:
        case "tokens_added":
            return [(one.token, MISSING, one.id) for one in found.tokens_added]
        case "tokens_removed":
            return [(one.token, one.id, MISSING) for one in found.tokens_removed]
        case "merges_added":
            return [(one.pair, MISSING, one.number) for one in found.merges_added]
        case "merges_removed":
            return [(one.pair, one.number, MISSING) for one in found.merges_removed]
        case "merges_moved":
            return [(one.pair, one.old, one.new) for one in found.merges_moved]
        case "added_tokens":
            return [(one.token, _flags(one.old), _flags(one.new)) for one in found.added_tokens]
        case "settings":
            return [(one.path, one.old, one.new) for one in found.settings]
        case "scores":
            return [(one.token, one.old, one.new) for one in found.scores]
    return [(one.token, one.old, one.new) for one in found.ids_moved]


def _flags(one: AddedToken | None) -> Any:
    return MISSING if one is None else [name for name in _FLAGS if getattr(one, name)]


def counts_table(found: Changes, say: Catalog) -> pd.DataFrame:
    """Return one row a list: what it holds, and how many."""
    return pd.DataFrame(
        {
            "change": [say(f"vocabulary.differing.{name}") for name in LISTS],
            "count": [len(getattr(found, name)) for name in LISTS],
        }
    )


def change_table(name: str, shown: Iterable[Row], say: Catalog) -> pd.DataFrame:
    """Return some rows of a list, to be looked at."""
    written = [(_item(item, visible), _value(name, old, say), _value(name, new, say)) for item, old, new in shown]
    return pd.DataFrame(written, columns=[LISTS[name], "old", "new"])


def _item(item: str | Pair, write: Callable[[str], str] = str) -> str:
    return write(item) if isinstance(item, str) else _PAIR.join(map(write, item))


def _value(name: str, value: object, say: Catalog) -> object:
    if value is MISSING:
        return "–"
    if name == "added_tokens" and isinstance(value, list):
        return say("list.comma").join(say(f"vocabulary.flag.{flag}") for flag in value) or say("vocabulary.flag.none")
    if isinstance(value, bool) or not isinstance(value, int | float):
        return shorten(json.dumps(value, ensure_ascii=False, default=str), _VALUE)
    if name == "settings":
        return json.dumps(value)
    return say.integer(value) if isinstance(value, int) else say.decimal(value, 4)


# -- a text ------------------------------------------------------------------------------------------------------------


def parts_table(
    old: Pipeline, new: Pipeline, found: Changes, shown: Iterable[ChangedPart], say: Catalog
) -> pd.DataFrame:
    """Return one row a part of a text that changes: its tokens and ids in both, and why."""
    parts = list(shown)
    return pd.DataFrame(
        {
            "part": [visible(part.text) for part in parts],
            "occurrences": [part.count for part in parts],
            "old_tokens": [_tokens(part.old) for part in parts],
            "new_tokens": [_tokens(part.new) for part in parts],
            "old_ids": [_ids(part.old_ids) for part in parts],
            "new_ids": [_ids(part.new_ids) for part in parts],
            "reason": [sentence(reason(old, new, found, part), say) for part in parts],
        }
    )


def flat_table(old: Pipeline, new: Pipeline, found: Changes, changed: TextChanges | None, say: Catalog) -> pd.DataFrame:
    """Return all lists and parts as one table for programs: what is no plain text or number is JSON, and what a file
    does not have is empty."""
    written = [
        (name, _item(item), _plain(before), _plain(after), "", "")
        for name in LISTS
        for item, before, after in rows(found, name)
    ]
    for part in changed.parts if changed is not None else ():
        before, after = (
            json.dumps(list(zip(*both, strict=True)), ensure_ascii=False)
            for both in ((part.old, part.old_ids), (part.new, part.new_ids))
        )
        why = sentence(reason(old, new, found, part), say)
        written.append(("text", part.text, before, after, str(part.count), why))
    return pd.DataFrame(written, columns=["change", "item", "old", "new", "occurrences", "reason"])


def _plain(value: object) -> str:
    if value is MISSING:
        return ""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)


def sentence(why: Reason, say: Catalog) -> str:
    """Return a reason in words.

    >>> from tokviz.views.shared.catalog import load
    >>> sentence(Reason("merge-removed", ("h", "e"), 2), load("en"))
    'Only the old tokenizer has merge 2, h + e.'
    """
    is_old = why.old is not None
    match why.kind:
        case "merge-removed" | "merge-added":
            number, pair = why.old if is_old else why.new, _PAIR.join(map(visible, why.tokens))
            return say(f"vocabulary.change.merge.{why.kind}", number=number, pair=pair)
        case "merge-order":
            one, other = (_PAIR.join(map(visible, pair)) for pair in (why.tokens[:2], why.tokens[2:]))
            return say("vocabulary.change.order", one=one, other=other, old=why.old, new=why.new)
        case "words" | "options":
            return say(f"vocabulary.change.settings.{why.kind}", paths=say("list.comma").join(why.paths))
        case "unexplained":
            return say("vocabulary.change.unexplained")
        case "score":
            old, new = (say.decimal(value or 0, 4) for value in (why.old, why.new))
            return say("vocabulary.change.score", token=visible(why.tokens[0]), old=old, new=new)
        case "id-moved":
            return say("vocabulary.change.id", token=visible(why.tokens[0]), old=why.old, new=why.new)
        case "added-token":
            kind = "added-token-removed" if is_old else "added-token-added"
            return say(f"vocabulary.change.token.{kind}", token=visible(why.tokens[0]))
    return say(f"vocabulary.change.token.{why.kind}", token=visible(why.tokens[0]))


def _tokens(tokens: Iterable[str]) -> str:
    return " · ".join(map(visible, tokens)) or "∅"


def _ids(ids: Iterable[int | None]) -> str:
    return " ".join("–" if one is None else str(one) for one in ids)
