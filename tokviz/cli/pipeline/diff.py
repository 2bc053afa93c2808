"""``tokviz diff``: what differs between two tokenizers, and which parts of a text change with them.

The exit code is that of diff: 0 for identical tokenizers, 1 where they differ.
"""

from __future__ import annotations

from argparse import Namespace
from typing import Any

from tokviz.cli import files, tables
from tokviz.cli.options import format_of, number
from tokviz.cli.pipeline.opening import opened
from tokviz.errors import TokvizError
from tokviz.pipeline import Pipeline
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.display import visible
from tokviz.views.takeaway.export import table_csv
from tokviz.views.vocabularies.tables import (
    LISTS,
    change_rows,
    change_sentence,
    change_table,
    counts_table,
    flat_table,
    parts_table,
)
from tokviz.vocabularies.changes import MISSING, Changes, TextChanges, changes, changes_of_text, reason

__all__ = ["run"]

_FORMATS = ("table", "csv", "json")
_ROWS = 20  # of each list in the terminal, unless it is asked for more
_DIFFERENT = 1


def run(asked: Namespace, say: Catalog) -> int:
    """Compare, and write what was asked for."""
    kind = format_of(asked.format, asked.output, _FORMATS, "table")
    most = None if asked.all else _ROWS if asked.limit is None else number("--limit", asked.limit)
    text = _text(asked)
    old, new = _opened(asked.old, say), _opened(asked.new, say)
    with files.named(asked.old, asked.new):
        found = changes(old, new)
        changed = None if text is None else _changes_of_text(old, new, text, say)
        match kind:
            case "csv":
                made = table_csv(flat_table(old, new, found, changed, say))
            case "json":
                made = tables.as_json(_record(old, new, found, changed, say))
            case _:
                made = _written(old, new, found, changed, most, say)
    files.write(made, asked.output)
    return 0 if found.are_none else _DIFFERENT


def _opened(name: str, say: Catalog) -> Pipeline:
    pipeline = opened(name)
    for note in pipeline.notes:
        files.write_error(f"{name}: {note.sentence(say.templates)}")
    return pipeline


def _changes_of_text(old: Pipeline, new: Pipeline, text: str, say: Catalog) -> TextChanges:
    """Compare both on a text; a terminal says so meanwhile, for a long text takes seconds."""
    files.rewrite(say("vocabulary.change.reading", characters=say.count("bytes.count.characters", len(text))))
    try:
        return changes_of_text(old, new, text)
    finally:
        files.rewrite("")


def _text(asked: Namespace) -> str | None:
    """The text of ``--text`` or ``--file``; None without one."""
    if asked.text is not None:
        return files.argument(asked.text)
    if [asked.old, asked.new, asked.file].count(files.STDIN) > 1:
        raise TokvizError("cli-stdin-twice")
    return None if asked.file is None else files.read_text(asked.file)


# -- tables ------------------------------------------------------------------------------------------------------------


def _written(
    old: Pipeline, new: Pipeline, found: Changes, changed: TextChanges | None, most: int | None, say: Catalog
) -> str:
    made = say("vocabulary.change.none") + "\n" if found.are_none else tables.frame(counts_table(found, say), say)
    for name in LISTS:
        every = change_rows(found, name)
        if every:
            shown = tables.frame(change_table(name, every[:most], say), say, total=len(every))
            made += f"\n{say(f'vocabulary.differing.{name}')}\n{shown}"
    return made if changed is None else f"{made}\n{_of_text(old, new, found, changed, most, say)}"


def _of_text(old: Pipeline, new: Pipeline, found: Changes, changed: TextChanges, most: int | None, say: Catalog) -> str:
    made = say("vocabulary.change.text", old=changed.old_tokens, new=changed.new_tokens, parts=len(changed.parts))
    if changed.around is not None:
        before, after = (" ".join(map(visible, tokens)) or "∅" for tokens in changed.around)
        made += f"\n{say('vocabulary.change.around', old=before, new=after)}"
    if not changed.parts:
        return f"{made}\n"
    shown = parts_table(old, new, found, changed.parts[:most], say)
    return f"{made}\n{tables.frame(shown, say, total=len(changed.parts))}"


# -- data --------------------------------------------------------------------------------------------------------------


def _record(old: Pipeline, new: Pipeline, found: Changes, changed: TextChanges | None, say: Catalog) -> dict[str, Any]:
    record: dict[str, Any] = {"identical": found.are_none}
    for name, column in LISTS.items():
        record[name] = [
            {column: item, **{key: value for key, value in (("old", one), ("new", other)) if value is not MISSING}}
            for item, one, other in change_rows(found, name)
        ]
    if changed is not None:
        record["text"] = {
            "tokens": {"old": changed.old_tokens, "new": changed.new_tokens},
            "around": None if changed.around is None else dict(zip(("old", "new"), changed.around, strict=True)),
            "parts": [
                {
                    "text": part.text,
                    "start": part.start,
                    "occurrences": part.count,
                    "old": {"tokens": part.old, "ids": part.old_ids},
                    "new": {"tokens": part.new, "ids": part.new_ids},
                    "kind": why.kind,
                    "reason": change_sentence(why, say),
                }
                for part in changed.parts
                for why in [reason(old, new, found, part)]
            ],
        }
    return record
