"""``tokviz train``: the steps of a training as a table, and the files that the pages offer."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Collection

from tokviz.algorithms import ALGORITHMS
from tokviz.cli import files, states, tables
from tokviz.cli.options import choose, format_of, number
from tokviz.cli.training import Trained, title, train
from tokviz.errors import TokvizError
from tokviz.views.algorithms import views_of
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.messages import note_text
from tokviz.views.shared.sentences import as_text
from tokviz.views.takeaway import export

__all__ = ["contents", "run"]

_FORMATS = ("table", "csv", "json")  # of every algorithm, whole and step by step; the others hold its tokenizer
_MOST_ROWS = 30  # of what the training is for


def run(asked: Namespace, say: Catalog) -> int:
    """Train, and write what was asked for."""
    own = ALGORITHMS[choose("--algorithm", asked.algorithm, ALGORITHMS)].formats
    kind = format_of(asked.format, asked.output, _FORMATS if asked.step else (*_FORMATS, *own), "table")
    steps = [number("--step", step) for step in asked.step]
    trained = train(asked, asked.file, say)
    _notes(trained, say)
    if steps:
        made: str | bytes = states.contents(trained, steps, kind, say)
    elif kind == "table":
        made = _table(trained, say)
    else:
        made = contents(trained, kind)
        for note in own[kind].notes(trained.trace, trained.given.split) if kind in own else ():
            files.write_error(note.sentence(say.templates))
    if isinstance(made, bytes) and asked.output is None and files.is_screen():
        raise TokvizError("cli-binary", format=kind)
    files.write(made, asked.output)
    if asked.output not in (None, files.STDIN) and asked.format is None and not steps:
        _say_what(kind, made, own, say)
    return 0


def _say_what(kind: str, made: str | bytes, own: Collection[str], say: Catalog) -> None:
    """Name what was written where the name of the file did not: a trace and a table are no tokenizer."""
    if kind in ("json", "table"):
        size = len(made.encode("utf-8", "replace") if isinstance(made, str) else made)
        formats = ", ".join(sorted(own, key=lambda one: one != "tokenizer.json"))
        files.write_error(say(f"cli.wrote.{kind}", size=say.size(size), formats=formats))


def contents(trained: Trained, kind: str) -> str | bytes:
    """A training in one of the formats, the table aside: what the pages' buttons give.

    Raises RulesError for a trace that the format cannot hold.
    """
    if kind == "csv":
        return export.steps_csv(trained.trace)
    if kind == "json":
        return export.trace_json(trained.trace)
    return ALGORITHMS[trained.trace.algorithm].formats[kind].write(trained.trace, trained.given.split)


def _notes(trained: Trained, say: Catalog) -> None:
    """What the reader of the corpus wants to say goes beside the output, not into it."""
    for code, details in trained.given.notes:
        files.write_error(note_text(code, details, say))
    for key in views_of(trained.trace).notes(trained.trace):
        files.write_error(say(key))


def _table(trained: Trained, say: Catalog) -> str:
    trace, views = trained.trace, views_of(trained.trace)
    shown = views.tables()
    written = f"{title(trained, say)}\n\n{tables.frame(shown.listed(trace, say), say, shown.headings)}\n"
    written += f"{as_text(views.end(trace, say))}\n"
    if shown.result is not None:
        rows = shown.result(trace)
        written += f"\n{tables.frame(rows.head(_MOST_ROWS), say, shown.headings, total=len(rows))}"
    return written
