"""A real tokenizer as the table by which it draws itself in a notebook: its parts, in the order of a text's way.

Its vocabulary and what it does with a text are not shown.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from tokviz.files.pipeline import Pipeline
from tokviz.views.notebook_tables import MAX_ROWS, Table
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.display import shorten, visible

__all__ = ["parts_table"]

_LENGTH = 120  # letters of the options of a part


def parts_table(pipeline: Pipeline, say: Catalog) -> Table:
    """One row a part of the file: what it is for, its name, and its plain options."""
    parts: list[tuple[str, str, Mapping[str, object]]] = [
        ("own" if one.own else one.kind, one.name, one.options) for one in pipeline.stages("")
    ]
    if pipeline.vocabulary:  # codes number nothing that could be decoded
        parts += [("decoder", one.name, one.options) for one in pipeline.decode([]).stages]
    rows = [(say(f"tokenizers.stage.{kind}"), name, _options(options)) for kind, name, options in parts if name]
    caption = say(
        "notebook.pipeline" if pipeline.library else "notebook.pipeline.alone",
        name=visible(pipeline.name) or say("notebook.pipeline.own"),
        algorithm=say(f"compare.algorithm.{pipeline.model.algorithm}"),
        tokens=say.count("bytes.count.tokens", len(pipeline.vocabulary or pipeline.model.vocabulary)),
        library=pipeline.library or "",
    )
    titles = [say("column.stage"), say("cli.column.name"), say("notebook.options")]
    return Table(caption, titles, rows[:MAX_ROWS], len(rows))


def _options(options: Mapping[str, object]) -> str:
    return shorten(", ".join(f"{name} {value}" for name, value in _plain(options)), _LENGTH)


def _plain(options: Mapping[str, object]) -> Iterator[tuple[str, str]]:
    """Options that are one value, and patterns; a template has a length that no row takes."""
    for name, value in options.items():
        match value:
            case bool():
                yield name, str(value).lower()
            case str() | int() | float():
                yield name, visible(str(value))
            case {"Regex": str(pattern)} | {"String": str(pattern)}:
                yield name, visible(pattern)
