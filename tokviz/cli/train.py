"""``tokviz train``: the steps of a training as a table, the files that the pages offer, the states after some steps."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Collection, Sequence
from typing import Any

from tokviz.algorithms import ALGORITHMS, OF_A_FILE, formats_of
from tokviz.cli import files, tables, views
from tokviz.cli.inputs import Trained, tell_corpus, title, train
from tokviz.cli.options import choose, format_of, number
from tokviz.errors import TokvizError
from tokviz.trace import Trace
from tokviz.views.algorithms import steps_csv, trace_json, views_of
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.display import with_spaces
from tokviz.views.shared.sentences import as_text
from tokviz.views.shared.spaces import space_in
from tokviz.views.shared.tables import table_csv

_WROTE = {
    "json": "cli.wrote.json",
    "table": "cli.wrote.table",
}

_FORMATS = ("table", "csv", "json")  # of every algorithm, whole and step by step; the others hold its tokenizer
_MOST_ROWS = 30  # of what the training is for


def run(arguments: Namespace, say: Catalog) -> int:
    """Train, and write what was asked for."""
    own = ALGORITHMS[choose("--algorithm", arguments.algorithm, ALGORITHMS)].formats
    if arguments.start is not None:
        own = OF_A_FILE
    kinds = _FORMATS if arguments.step else (*_FORMATS, *own)
    saved = views.file_named(arguments.values)  # it has a format of its own, whatever name the output has
    output = None if saved else arguments.output
    kind = format_of(arguments.format, output, ("table",) if arguments.view else kinds, "table")
    steps = [number("--step", step) for step in arguments.step]
    names: list[str] = arguments.files
    trained = train(arguments, names[0] if names else None, say, names[1:])
    _notes(trained, say)
    if arguments.view:
        _check_steps(trained.trace, steps)
        arguments.add_files()
        contents: str | bytes = views.contents(trained, arguments.view, steps, arguments.values, say)
    elif steps:
        contents = _state_contents(trained, steps, kind, say)
    elif kind == "table":
        contents = _steps_table(trained, say)
    else:
        contents = _contents(trained, kind)
        for note in own[kind].notes(trained.trace, trained.request.split) if kind in own else ():
            files.write_error(note.sentence(say.templates))
    if isinstance(contents, bytes) and arguments.output is None and files.is_screen():
        raise TokvizError("cli-binary", format=saved or kind)
    files.write(contents, arguments.output)
    if arguments.output not in (None, files.STDIN) and arguments.format is None and not (steps or arguments.view):
        _say_what(kind, contents, own, say)
    return 0


def _say_what(kind: str, contents: str | bytes, own: Collection[str], say: Catalog) -> None:
    """Name what was written where the name of the file did not: a trace and a table are no tokenizer."""
    if kind in ("json", "table"):
        size = len(contents.encode("utf-8", "replace") if isinstance(contents, str) else contents)
        formats = ", ".join(sorted(own, key=lambda name: name != "tokenizer.json"))
        files.write_error(say(_WROTE[kind], size=say.size(size), formats=formats))


def _contents(trained: Trained, kind: str) -> str | bytes:
    """Return a training in one of the formats, the table aside: what the pages' buttons give.

    Raises RulesError for a trace that the format cannot hold.
    """
    if kind == "csv":
        return steps_csv(trained.trace)
    if kind == "json":
        return trace_json(trained.trace)
    return formats_of(trained.trace)[kind].write(trained.trace, trained.request.split)


def _notes(trained: Trained, say: Catalog) -> None:
    """Write what the reader of the corpus says beside the output, not into it."""
    tell_corpus(trained.source.notes, say)
    for key in views_of(trained.trace).notes(trained.trace):
        files.write_error(say(key))


def _steps_table(trained: Trained, say: Catalog) -> str:
    trace, views = trained.trace, views_of(trained.trace)
    shown = views.tables()
    written = f"{tables.listing(shown.listed(trace, say), say)}\n{as_text(views.end(trace, say))}\n"
    if shown.result is not None:
        written += f"\n{tables.listing(shown.result(trace), say, most=_MOST_ROWS)}"
    return f"{title(trained, say)}\n\n{_spaced(written, trained)}"


def _spaced(written: str, trained: Trained) -> str:
    """Return a show with the sign for a space that pages have; files keep the tokens as they are."""
    spaced: str = with_spaces(written, space_in(trained.trace, trained.request.split))
    return spaced


# -- states after some steps -------------------------------------------------------------------------------------------


_MOST_STATE_ROWS = 20  # rows of a table on the screen; files have all


def _state_contents(trained: Trained, steps: Sequence[int], kind: str, say: Catalog) -> str:
    """Return the states after so many steps. Raises TokvizError for a step past the end.

    csv: what the next step chooses from, with the step in front. json: the sentences and all tables.
    """
    trace = trained.trace
    _check_steps(trace, steps)
    if kind == "csv":
        import pandas as pd

        frames = [views_of(trace).tables().choice(trace, k, say).frame() for k in steps]
        for k, table in zip(steps, frames, strict=True):
            table.insert(0, "step", k)
        return table_csv(pd.concat(frames, ignore_index=True))
    if kind == "json":
        return tables.as_json([_state_record(trace, k, say) for k in steps])
    states = "".join(f"\n{_state_text(trace, k, say)}" for k in steps)
    return f"{title(trained, say)}\n{_spaced(states, trained)}"


def _check_steps(trace: Trace, steps: Sequence[int]) -> None:
    for k in steps:
        if k > len(trace):
            raise TokvizError("cli-step", value=k, total=len(trace))


def _state_text(trace: Trace, k: int, say: Catalog) -> str:
    shown = views_of(trace).tables()
    parts = [say("cli.step", step=k, total=len(trace)), *_said(trace, k, say)]
    written = "".join(f"{part}\n" for part in parts)
    for heading, table in ((say("cli.now"), shown.state(trace, k)), (say("cli.choice"), shown.choice(trace, k, say))):
        if any(table.stored().values()):
            written += f"\n{heading}\n{tables.listing(table, say, most=_MOST_STATE_ROWS)}"
    return written


def _state_record(trace: Trace, k: int, say: Catalog) -> dict[str, Any]:
    shown = views_of(trace).tables()
    return {
        "step": k,
        "said": list(_said(trace, k, say)),
        "state": tables.records(shown.state(trace, k).frame()),
        "next": tables.records(shown.choice(trace, k, say).frame()),
    }


def _said(trace: Trace, k: int, say: Catalog) -> list[str]:
    """Return the sentences about the last step and the next one."""
    return [as_text(sentence) for sentence in views_of(trace).said(trace, k, say)]
