"""Tables of vocabularies: entries, counts, duplicates, merges, what is unused, numbers, and differences between two.

A difference has a row with what the old and the new file have; a part of a text that changes has a sentence that says
why. The tree of a token is that of trainings.

A table is the cells of its columns by their names, since that can be made in a worker and sent: a worker sends no
functions, which the columns of other tables have.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeAlias

import numpy as np

from tokviz.files.pipeline import Pipeline
from tokviz.merging.steps import Pair
from tokviz.models.added_tokens import AddedToken
from tokviz.spreadsheet import write_csv
from tokviz.text_keys import column_key
from tokviz.views.merges.tree import Node as Drawn
from tokviz.views.merges.tree import as_text
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.display import shorten, visible
from tokviz.views.shared.tables import Column, FilledTable, as_it_is
from tokviz.views.vocabularies.keys import DIFFERENCE_KEYS, GROUPING_KEYS, KIND_KEYS, REACH_KEYS, RUN_KEYS, SCRIPT_KEYS
from tokviz.vocabularies import (
    KINDS,
    CodePrice,
    Cut,
    Group,
    Merge,
    Node,
    Places,
    Price,
    Reach,
    Reached,
    Run,
    Typed,
    Usage,
    Vocabulary,
)
from tokviz.vocabularies.changes import MISSING, ChangedPart, Changes, Reason, TextChanges
from tokviz.vocabularies.entries import SCRIPTS
from tokviz.vocabularies.text_changes import reason

Cells: TypeAlias = dict[str, list[Any]]
"""The cells of a table by the names of its columns; None for a number that there is not."""

_CHIPS = ("token", "stands_for")  # the columns that hold one token

_CHANGED_MERGES = {
    "merge-removed": "vocabulary.change.merge.merge-removed",
    "merge-added": "vocabulary.change.merge.merge-added",
}

_CHANGED_SETTINGS = {
    "words": "vocabulary.change.settings.words",
    "options": "vocabulary.change.settings.options",
}

_CHANGED_TOKENS = {
    "added-token-removed": "vocabulary.change.token.added-token-removed",
    "added-token-added": "vocabulary.change.token.added-token-added",
    "token-removed": "vocabulary.change.token.token-removed",
    "token-added": "vocabulary.change.token.token-added",
}

_FLAG_KEYS = {
    "special": "vocabulary.flag.special",
    "lstrip": "vocabulary.flag.lstrip",
    "rstrip": "vocabulary.flag.rstrip",
    "normalized": "vocabulary.flag.normalized",
    "single_word": "vocabulary.flag.single_word",
}

_TYPED = {
    "taken": "vocabulary.typed.taken",
    "cut": "vocabulary.typed.cut",
}


def cells_of_rows(names: Sequence[str], rows: Sequence[Sequence[Any]]) -> Cells:
    """Return a table that is there row by row.

    >>> cells_of_rows(("id", "token"), [(1, "a"), (2, "b")])
    {'id': [1, 2], 'token': ['a', 'b']}
    """
    return {name: [row[at] for row in rows] for at, name in enumerate(names)}


def only(cells: Cells, *names: str) -> Cells:
    """Return these columns of a table, in this order."""
    return {name: cells[name] for name in names}


def rows_of(cells: Cells) -> int:
    """Return the number of rows of a table."""
    return len(next(iter(cells.values())))


def first_of(cells: Cells, most: int | None) -> Cells:
    """Return the first rows of a table; None for all."""
    return {name: values[:most] for name, values in cells.items()}


def filled(cells: Cells, say: Catalog) -> FilledTable:
    """Return a table with the usual headings; what the catalog has no heading for is its own."""
    return FilledTable(tuple(_column(name, values, say) for name, values in cells.items()))


def cells_csv(cells: Cells, say: Catalog | None = None) -> str:
    """Return a table as CSV. say: its headings are those of this catalog, and not the names of the columns."""
    names = list(cells) if say is None else filled(cells, say).titles(say)
    return write_csv(names, zip(*cells.values(), strict=True))


def cell_text(value: Any, say: Catalog) -> Any:
    """Return a cell as it is shown: of a number that is not whole, three decimals."""
    return say.decimal(value, 3) if isinstance(value, float) else as_it_is(value, say)


def _column(name: str, values: list[Any], say: Catalog) -> Column[None]:
    numbers = [value for value in values if value is not None]
    is_number = bool(numbers) and all(isinstance(value, int | float) for value in numbers)
    key = column_key(name)
    return Column(
        name,
        key if key in say else name,
        lambda _: values,
        lambda value, say: "–" if value is None else cell_text(value, say),
        dtype="Int64" if is_number and len(numbers) < len(values) else None,
        has_tokens=name in _CHIPS,
        is_number=is_number,
    )


def shown_text(data: bytes, text: str) -> str:
    """Say what an entry stands for, to be looked at; bytes that are no whole characters in hexadecimal.

    >>> shown_text(b" low", " low"), shown_text(b"\\xe4\\xbd", "\\ufffd")
    ('␣low', 'E4 BD')
    """
    return visible(text) if data == text.encode("utf-8", "replace") else data.hex(" ").upper()


def shown_token(vocabulary: Vocabulary, token: str) -> str:
    """Say what the entry of a token stands for, as :func:`shown_text` does; of one without an entry, the token."""
    number = vocabulary.pipeline.vocabulary.get(token)
    if number is None:
        return visible(token)
    place = vocabulary.place_of[number]
    return shown_text(vocabulary.data[place], vocabulary.texts[place])


def entries_table(vocabulary: Vocabulary, places: Places, say: Catalog) -> Cells:
    """Return one row an entry: id, what it stands for, the token as written, characters, bytes, kind, script."""
    some = places.tolist()
    return {
        "id": vocabulary.ids[places].tolist(),
        "stands_for": _texts(vocabulary, some),
        "token": [visible(vocabulary.tokens[place]) for place in some],
        "kind": [say(KIND_KEYS[KINDS[vocabulary.kinds[place]]]) for place in some],
        "script": [say(SCRIPT_KEYS[SCRIPTS[vocabulary.scripts[place]]]) for place in some],
        "number_of_characters": vocabulary.characters[places].tolist(),
        "number_of_bytes": vocabulary.bytes[places].tolist(),
    }


def duplicates_table(vocabulary: Vocabulary, groups: Sequence[Group]) -> Cells:
    """Return one row a group: how many entries, what they share, and the entries."""
    return {
        "count": [len(group.places) for group in groups],
        "shared": [visible(group.text) for group in groups],
        "entries": ["  ".join(_texts(vocabulary, group.places)) for group in groups],
    }


def merges_table(merges: Sequence[Merge], vocabulary: Vocabulary, say: Catalog) -> Cells:
    """Return one row a merge: its rank counted from 1, the pair, what it makes, and whether that is really made by
    it."""
    merged = [vocabulary.of_token(merge.token) for merge in merges]
    return {
        "rank": [merge.rank + 1 for merge in merges],
        "pair": [" ".join(map(visible, merge.pair)) for merge in merges],
        "token": [visible(merge.token) for merge in merges],
        "stands_for": [shown_text(entry.data, entry.text) if entry else "" for entry in merged],
        "id": [entry.id if entry else None for entry in merged],
        "is_own": [say("vocabulary.yes" if merge.is_own else "vocabulary.no") for merge in merges],
    }


def used_table(vocabulary: Vocabulary, usage: Usage, places: Places) -> Cells:
    """Return one row an entry: its id, what it stands for, how often it is used, and how often as a whole word."""
    return {
        "id": vocabulary.ids[places].tolist(),
        "stands_for": _texts(vocabulary, places.tolist()),
        "uses": usage.uses[places].tolist(),
        "whole_words": usage.whole[places].tolist(),
    }


def ways_table(reached: Reached, say: Catalog) -> Cells:
    """Return one row a way in which entries are reached: how many they are, and their share."""
    counts = [(way, len(reached.places(way))) for way in Reach]
    return {
        "reached": [say(REACH_KEYS[way.value]) for way, _ in counts],
        "count": [count for _, count in counts],
        "share": [say.percent(count / len(reached.ways), 2) for _, count in counts],
    }


def reach_table(vocabulary: Vocabulary, reached: Reached, places: Sequence[int], say: Catalog) -> Cells:
    """Return one row an entry: its id, what it stands for, the token, its kind, and the text that was found for it, if
    any."""
    cells = entries_table(vocabulary, np.array(places, np.int64), say)
    found = [visible(reached.texts.get(place, "")) for place in places]
    return only(cells, "id", "stands_for", "token", "kind") | {"found_in": found}


def cuts_table(cuts: Mapping[str, Sequence[Cut]], say: Catalog) -> Cells:
    """Return one row a tokenizer and a way to cut numbers of so many digits. cuts: by the name of the tokenizer."""
    rows = [(name, cut) for name, every in cuts.items() for cut in every]
    return {
        "tokenizer": [name for name, _ in rows],
        "digits": [cut.digits for _, cut in rows],
        "pattern": [" + ".join(map(str, cut.pattern)) or "–" for _, cut in rows],
        "grouping": [say(GROUPING_KEYS[cut.grouping]) for _, cut in rows],
        "count": [cut.count for _, cut in rows],
        "first_example": [_example(cut) for _, cut in rows],
    }


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


def runs_table(runs: Mapping[str, Sequence[Run]], say: Catalog) -> Cells:
    """Return one row a tokenizer and a run: which character, how many, how many tokens, and which."""
    rows = [(name, run) for name, every in runs.items() for run in every]
    return {
        "tokenizer": [name for name, _ in rows],
        "run": [say(RUN_KEYS[run.name]) for _, run in rows],
        "length": [run.length for _, run in rows],
        "tokens": [len(run.tokens) for _, run in rows],
        "cut": [" · ".join(visible(token) for token in run.tokens) for _, run in rows],
    }


def code_table(prices: Mapping[str, CodePrice]) -> Cells:
    """Return one row a tokenizer: what a piece of code costs, with and without its indentation."""
    rows = [(name, price.tokens, price.spaces, price.flush) for name, price in prices.items()]
    return cells_of_rows(("tokenizer", "tokens", "space_tokens", "without_indentation"), rows)


def text_table(prices: Mapping[str, Price], say: Catalog) -> Cells:
    """Return one row a tokenizer: what one text costs, beside the first tokenizer and for each token."""
    base = next(iter(prices.values()), None)
    rows = [
        (
            name,
            price.tokens,
            ratio_cell(price.ratio(base) if base else None, say),
            say.decimal(price.characters / max(price.tokens, 1), 2),
            say.decimal(price.bytes / max(price.tokens, 1), 2),
            price.unknown,
            say.percent(price.dropped),
        )
        for name, price in prices.items()
    ]
    names = ("tokenizer", "tokens", "ratio_to_first", "characters_each", "bytes_each", "unknown_tokens")
    return cells_of_rows((*names, "dropped_share"), rows)


def ratio_cell(ratio: float | None, say: Catalog) -> str:
    """Return a ratio of prices with two decimals, or a dash where nothing is left of one of the texts."""
    return "–" if ratio is None else say.decimal(ratio, 2)


def special_table(typed: Mapping[str, Sequence[Typed]], say: Catalog) -> Cells:
    """Return one row a tokenizer and an added token: its id, what it is, and what becomes of a text that has it."""
    rows = [(name, typed_token) for name, every in typed.items() for typed_token in every]
    return {
        "tokenizer": [name for name, _ in rows],
        "id": [typed_token.added.id for _, typed_token in rows],
        "token": [visible(typed_token.added.content) for _, typed_token in rows],
        "flags": [_token_flags(typed_token, say) for _, typed_token in rows],
        "if_typed": [say(_TYPED["taken" if typed_token.is_taken else "cut"]) for _, typed_token in rows],
        "cut": [" · ".join(map(visible, typed_token.encoded.tokens)) for _, typed_token in rows],
    }


def _token_flags(typed_token: Typed, say: Catalog) -> str:
    names = ("special", "lstrip", "rstrip", "normalized", "single_word")
    return say("list.comma").join(say(_FLAG_KEYS[name]) for name in names if getattr(typed_token.added, name))


def _texts(vocabulary: Vocabulary, places: Sequence[int]) -> list[str]:
    return [shown_text(vocabulary.data[place], vocabulary.texts[place]) for place in places]


# -- differences between two tokenizers --------------------------------------------------------------------------------


ChangeRow = tuple[str | Pair, Any, Any]
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


def change_rows(changes: Changes, name: str) -> list[ChangeRow]:
    """Return the rows of one list, as they are: ids, numbers from 1, scores, flags, values of JSON; MISSING for what
    one of the files does not have."""
    match name:
        case "tokens_added":
            return [(token.token, MISSING, token.id) for token in changes.tokens_added]
        case "tokens_removed":
            return [(token.token, token.id, MISSING) for token in changes.tokens_removed]
        case "merges_added":
            return [(merge.pair, MISSING, merge.number) for merge in changes.merges_added]
        case "merges_removed":
            return [(merge.pair, merge.number, MISSING) for merge in changes.merges_removed]
        case "merges_moved":
            return [(merge.pair, merge.old, merge.new) for merge in changes.merges_moved]
        case "added_tokens":
            return [
                (token.token, _changed_flags(token.old), _changed_flags(token.new)) for token in changes.added_tokens
            ]
        case "settings":
            return [(setting.path, setting.old, setting.new) for setting in changes.settings]
        case "scores":
            return [(score.token, score.old, score.new) for score in changes.scores]
    return [(token.token, token.old, token.new) for token in changes.ids_moved]


def _changed_flags(added_token: AddedToken | None) -> Any:
    return MISSING if added_token is None else [name for name in _FLAGS if getattr(added_token, name)]


def counts_table(changes: Changes, say: Catalog) -> Cells:
    """Return one row a list: what it holds, and how many."""
    return {
        "change": [say(DIFFERENCE_KEYS[name]) for name in LISTS],
        "count": [len(getattr(changes, name)) for name in LISTS],
    }


def change_table(name: str, shown: Iterable[ChangeRow], say: Catalog) -> Cells:
    """Return some rows of a list, to be looked at."""
    written = [(_item(item, visible), _value(name, old, say), _value(name, new, say)) for item, old, new in shown]
    return cells_of_rows((LISTS[name], "old", "new"), written)


def _item(item: str | Pair, write: Callable[[str], str] = str) -> str:
    return write(item) if isinstance(item, str) else _PAIR.join(map(write, item))


def _value(name: str, value: object, say: Catalog) -> object:
    if value is MISSING:
        return "–"
    if name == "added_tokens" and isinstance(value, list):
        return say("list.comma").join(say(_FLAG_KEYS[flag]) for flag in value) or say("vocabulary.flag.none")
    if isinstance(value, bool) or not isinstance(value, int | float):
        return shorten(json.dumps(value, ensure_ascii=False, default=str), _VALUE)
    if name == "settings":
        return json.dumps(value)
    return say.integer(value) if isinstance(value, int) else say.decimal(value, 4)


# -- a text ------------------------------------------------------------------------------------------------------------


def parts_table(old: Pipeline, new: Pipeline, changes: Changes, shown: Iterable[ChangedPart], say: Catalog) -> Cells:
    """Return one row a part of a text that changes: its tokens and ids in both, and why."""
    parts = list(shown)
    return {
        "part": [visible(part.text) for part in parts],
        "occurrences": [part.count for part in parts],
        "old_tokens": [_tokens(part.old) for part in parts],
        "new_tokens": [_tokens(part.new) for part in parts],
        "old_ids": [_ids(part.old_ids) for part in parts],
        "new_ids": [_ids(part.new_ids) for part in parts],
        "reason": [change_sentence(reason(old, new, changes, part), say) for part in parts],
    }


def flat_table(old: Pipeline, new: Pipeline, changes: Changes, changed: TextChanges | None, say: Catalog) -> Cells:
    """Return all lists and parts as one table for programs: what is no plain text or number is JSON, and what a file
    does not have is empty."""
    written = [
        (name, _item(item), _plain(before), _plain(after), "", "")
        for name in LISTS
        for item, before, after in change_rows(changes, name)
    ]
    for part in changed.parts if changed is not None else ():
        before, after = (
            json.dumps(list(zip(*both, strict=True)), ensure_ascii=False)
            for both in ((part.old, part.old_ids), (part.new, part.new_ids))
        )
        why = change_sentence(reason(old, new, changes, part), say)
        written.append(("text", part.text, before, after, str(part.count), why))
    return cells_of_rows(("change", "item", "old", "new", "occurrences", "reason"), written)


def _plain(value: object) -> str:
    if value is MISSING:
        return ""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)


def change_sentence(why: Reason, say: Catalog) -> str:
    """Return a reason in words.

    >>> from tokviz.views.shared.catalog import load
    >>> change_sentence(Reason("merge-removed", ("h", "e"), 2), load("en"))
    'Only the old tokenizer has merge 2, h + e.'
    """
    is_old = why.old is not None
    match why.kind:
        case "merge-removed" | "merge-added":
            number, pair = why.old if is_old else why.new, _PAIR.join(map(visible, why.tokens))
            return say(_CHANGED_MERGES[why.kind], number=number, pair=pair)
        case "merge-order":
            first, other = (_PAIR.join(map(visible, pair)) for pair in (why.tokens[:2], why.tokens[2:]))
            return say("vocabulary.change.order", one=first, other=other, old=why.old, new=why.new)
        case "words" | "options":
            return say(_CHANGED_SETTINGS[why.kind], paths=say("list.comma").join(why.paths))
        case "rounding":
            return say("vocabulary.change.rounding")
        case "unexplained":
            return say("vocabulary.change.unexplained")
        case "score":
            old, new = (say.decimal(value or 0, 4) for value in (why.old, why.new))
            return say("vocabulary.change.score", token=visible(why.tokens[0]), old=old, new=new)
        case "id-moved":
            return say("vocabulary.change.id", token=visible(why.tokens[0]), old=why.old, new=why.new)
        case "added-token":
            kind = "added-token-removed" if is_old else "added-token-added"
            return say(_CHANGED_TOKENS[kind], token=visible(why.tokens[0]))
    return say(_CHANGED_TOKENS[why.kind], token=visible(why.tokens[0]))


def _tokens(tokens: Iterable[str]) -> str:
    return " · ".join(map(visible, tokens)) or "∅"


def _ids(ids: Iterable[int | None]) -> str:
    return " ".join("–" if token_id is None else str(token_id) for token_id in ids)


# -- trees -------------------------------------------------------------------------------------------------------------


def drawn_tree(node: Node) -> Drawn:
    """Return the same tree with places for its nodes: leaves from the left, the others in the middle of their parts."""
    leaves = 0

    def place(node: Node) -> Drawn:
        nonlocal leaves
        parts = tuple(place(part) for part in node.parts)
        if not parts:
            leaves += 1
            return Drawn(node.token, None, (), float(leaves - 1), 0)
        step = None if node.rank is None else node.rank + 1
        return Drawn(node.token, step, parts, (parts[0].x + parts[-1].x) / 2, max(part.y for part in parts) + 1)

    return place(node)


def tree_equations(node: Node) -> str:
    """Return the tree in words, the token first.

    >>> tree_equations(Node("ab", 4, (Node("a"), Node("b"))))
    'ab = a + b (5)'
    """
    return as_text(drawn_tree(node))
