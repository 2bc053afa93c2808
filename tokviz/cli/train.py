"""``tokviz train``: the steps of a training as a table, and the files that the pages offer."""

from __future__ import annotations

from argparse import Namespace

from tokviz import unigram
from tokviz.algorithms import ALGORITHMS
from tokviz.cli import files, states, tables
from tokviz.cli.options import choose, format_of, number
from tokviz.cli.training import Trained, title, train
from tokviz.errors import TokvizError
from tokviz.views.merges import narration
from tokviz.views.merges import tables as frames
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.display import visible
from tokviz.views.shared.messages import note_text
from tokviz.views.takeaway import export
from tokviz.views.unigram import narration as unigram_narration
from tokviz.views.unigram import tables as unigram_frames

__all__ = ["contents", "run"]

_FORMATS = ("table", "csv", "json")  # of every algorithm, whole and step by step; the others hold its tokenizer
_MOST_PIECES = 30
_HEADINGS = {
    "step": "column.number",
    "kind": "column.kind",
    "loss": "column.nll",
    "pieces": "column.pieces_left",
    "dropped": "cli.column.dropped",
    "score": "column.log_score",
}


def run(asked: Namespace, say: Catalog) -> int:
    """Train, and write what was asked for."""
    own = ALGORITHMS[choose("--algorithm", asked.algorithm, ALGORITHMS)].formats
    kind = format_of(asked.format, asked.output, _FORMATS if asked.step else (*_FORMATS, *own), "table")
    steps = [number("--step", step) for step in asked.step]
    trained = train(asked, asked.file)
    _notes(trained, say)
    if steps:
        made: str | bytes = states.contents(trained, steps, kind, say)
    elif kind == "table":
        made = _table(trained, say)
    else:
        made = contents(trained, kind)
    if isinstance(made, bytes) and asked.output is None and files.is_screen():
        raise TokvizError("cli-binary", format=kind)
    files.write(made, asked.output)
    return 0


def contents(trained: Trained, kind: str) -> str | bytes:
    """A training in one of the formats, the table aside: what the pages' buttons give.

    Raises RulesError for a trace that the format cannot hold.
    """
    if kind == "csv":
        return export.steps_csv(trained.trace)
    if kind == "json":
        return export.trace_json(trained.trace)
    return ALGORITHMS[trained.algorithm].formats[kind].write(trained.trace, trained.given.split)


def _notes(trained: Trained, say: Catalog) -> None:
    """What the reader of the corpus wants to say goes beside the output, not into it."""
    for code, details in trained.given.notes:
        files.write_error(note_text(code, details, say))
    if isinstance(trained.trace, unigram.Trace) and trained.trace.takes_words_for_lines:
        files.write_error(say("up.no-lines"))


def _table(trained: Trained, say: Catalog) -> str:
    trace = trained.trace
    if isinstance(trace, unigram.Trace):
        return _pieces(trained, trace, say)
    shown = frames.steps(trace).drop(columns=["vocabulary_change"])
    pairs = [f"{visible(left)} {visible(right)}" for left, right in trace.merges]
    shown = shown.drop(columns=["left", "right"])
    shown.insert(1, "pair", pairs)
    if "score" in shown:  # its fraction says how it came about
        shown = shown.drop(columns=["left_count", "right_count"])
    return f"{title(trained, say)}\n\n{tables.frame(shown, say)}\n{narration.as_text(narration.end(trace, say))}\n"


def _pieces(trained: Trained, trace: unigram.Trace, say: Catalog) -> str:
    steps = unigram_frames.steps(trace)
    steps["kind"] = [say(f"up.kind.{kind}") for kind in steps["kind"]]
    pieces = unigram_frames.pieces(trace)
    shown = pieces.head(_MOST_PIECES)
    end = narration.as_text(unigram_narration.end(trace, say))
    written = f"{title(trained, say)}\n\n{tables.frame(steps, say, _HEADINGS)}\n{end}\n\n"
    written += tables.frame(shown, say, _HEADINGS)
    if len(shown) < len(pieces):
        written += f"{say('shown-of', shown=f'{len(shown):,}', total=f'{len(pieces):,}')}\n"
    return written
