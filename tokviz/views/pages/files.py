"""The view with the files of a training: its steps, its trace, its tokenizer in the formats of the field, and what
features make of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from tokviz.algorithms import formats_of
from tokviz.errors import TokvizError
from tokviz.trace import Trace
from tokviz.views import added_files
from tokviz.views.added_files import FileColumn
from tokviz.views.algorithms import steps_csv, trace_json, views_of
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.messages import error_text
from tokviz.views.shows import Ask, Columns, File, Seen, Show, Text, explained, told

VIEW = "files"
"""The name of the view, which every training has."""

_LABELS = {
    "merges": "files.merges",
    "json": "files.json",
    "codes": "files.codes",
    "zip": "files.zip",
    "vocab": "files.vocab",
    "tokenizer": "files.tokenizer",
    "steps": "files.steps",
    "spm-vocab": "files.spm-vocab",
}
_HELP = {
    "merges": "files.merges.help",
    "json": "files.json.help",
    "codes": "files.codes.help",
    "zip": "files.zip.help",
    "vocab": "files.vocab.help",
    "tokenizer": "files.tokenizer.help",
    "steps": "files.steps.help",
    "spm-vocab": "files.spm-vocab.help",
}
_SIDE_BY_SIDE = 4  # as wide for one format as for two


def files(seen: Seen[Trace], ask: Ask) -> Iterator[Show]:
    """Yield the files of a training, and those of each feature below them."""
    yield from own(seen)
    for column in columns(seen):
        yield from column.shows(ask)


def columns(seen: Seen[Trace]) -> list[FileColumn]:
    """Return the files of features, for a host that draws them side by side."""
    return [column for column in added_files.of_training(seen) if column is not None]


def own(seen: Seen[Trace], most: int | None = None) -> Iterator[Show]:
    """Yield the files of a training itself. most: bytes of the trace, where a host sets a limit."""
    trace, state, say = seen.trace, seen.state, seen.say
    name, split = f"tokviz-{state.algorithm}-{state.example}", state.split
    yield explained(say, "files.caption")
    steps = _file(views_of(trace).steps, f"{name}.csv", "text/csv", partial(steps_csv, trace), say)
    whole = _file("json", f"{name}.json", "application/json", partial(trace_json, trace, most), say)
    formats = []
    for kind in formats_of(trace).values():
        if kind.label:
            make = partial(kind.write, trace, split)
            notes = (Text((note.sentence(say.templates),), "caption") for note in kind.notes(trace, split))
            formats.append((*_if_possible(kind.label, f"{name}.{kind.suffix}", kind.media_type, make, say), *notes))
    listed = [steps, whole, *formats]
    yield Columns((*listed, *[()] * (_SIDE_BY_SIDE - len(listed))))


def _file(kind: str, file: str, media_type: str, make: Callable[[], str | bytes], say: Catalog) -> tuple[Show, ...]:
    return File(kind, say(_LABELS[kind]), file, media_type, make), told(say, _HELP[kind], "caption")


def _if_possible(
    kind: str, file: str, media_type: str, make: Callable[[], str | bytes], say: Catalog
) -> tuple[Show, ...]:
    """Return a file whose format cannot hold every trace: where it cannot, with the reason below it."""
    try:
        content = make()
    except TokvizError as error:
        refused = File(kind, say(_LABELS[kind]), file, media_type, make, is_refused=True)
        return refused, Text((error_text(error, say),), "caption", is_literal=True)
    return _file(kind, file, media_type, lambda: content, say)
