"""The tables by which traces, models, encodings and lattices draw themselves in a notebook: captions, headings, rows.

At most a dozen rows; the HTML is made in :mod:`tokviz.views.notebook`. Needs neither pandas nor Altair.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from tokviz import bpe, lookup, picky, superbpe, unigram, wordpiece
from tokviz.algorithms import ALGORITHMS
from tokviz.merging.measures import SCORE
from tokviz.merging.merge_trace import MergeTrace
from tokviz.merging.steps import Step
from tokviz.superbpe import boundless
from tokviz.superbpe.traces import AnyTrace
from tokviz.text_keys import NUMBERS, training_key
from tokviz.trace import Trace
from tokviz.views.merges.tables import MERGES, Merges
from tokviz.views.picky import tables as picky_tables
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.display import shorten, shown, visible
from tokviz.views.shared.tables import FilledTable
from tokviz.views.superbpe import tables as superbpe_tables
from tokviz.views.top_down import tables as top_down
from tokviz.views.unigram import tables as unigram_tables
from tokviz.views.unigram.tables import PIECES, model_rows

MAX_ROWS = 12
"""A table has at most so many rows."""

_MAX_COUNTED = 6_000  # ties are counted in corpora of up to this many symbols: it means a walk through the whole trace

Cell = str | int
Row = Sequence[Cell]


@dataclass(frozen=True)
class Table:
    """A table in a notebook. total: how many rows there would be, of which `rows` are the first."""

    caption: str
    titles: Sequence[str]
    rows: Sequence[Row]
    total: int


# -- traces ------------------------------------------------------------------------------------------------------------


def merges(trace: MergeTrace[Step], say: Catalog) -> Table:
    return _merges(trace, ("step", "pair", "count", "token"), say)


def scored_merges(trace: wordpiece.Trace, say: Catalog) -> Table:
    """Return the table of a training of WordPiece; with the scores, even under rules that choose by the count."""
    measure = SCORE if trace.pair_measure.is_count else trace.pair_measure
    return _merges(trace, ("step", "pair", "count", measure.name, "token"), say)


def top_down_steps(trace: wordpiece.TopDownTrace, say: Catalog) -> Table:
    """Return the table of the trials of each threshold, step by step."""
    shown = top_down.STEPS.only("step", "kind", "threshold", "size", "kept_tokens").of(trace[:MAX_ROWS])
    return _notebook(_trained(trace, "count.steps", say), shown, len(trace), say)


def picky_steps(trace: picky.Trace, say: Catalog) -> Table:
    """Return the table of steps, which merge or remove."""
    table = picky_tables.STEPS.only("step", "kind", "token", "parts", "count", "share", "vocabulary_size")
    return _notebook(_trained(trace, "count.steps", say), table.of(trace[:MAX_ROWS]), len(trace), say)


def _merges(trace: MergeTrace[Step], names: Sequence[str], say: Catalog) -> Table:
    """Return the table of a training by merges with these columns, and the ties where they are quick to count."""
    has_ties = trace.total_first_symbols <= _MAX_COUNTED
    first = Merges(trace, range(min(len(trace), MAX_ROWS)))
    shown = MERGES.only(*names, *(["tied"] if has_ties else [])).of(first)
    return _notebook(_trained(trace, "count.merges", say), shown, len(trace), say)


def _notebook(caption: str, shown: FilledTable, total: int, say: Catalog) -> Table:
    return Table(caption, shown.titles(say), shown.rows(say), total)


def unigram_steps(trace: unigram.Trace, say: Catalog) -> Table:
    table = unigram_tables.STEPS.only("step", "kind_in_full", "pieces", "loss", "dropped_pieces")
    shown = table.of(unigram_tables.step_rows(trace, MAX_ROWS))
    return _notebook(_trained(trace, "count.steps", say), shown, len(trace), say)


def superbpe_steps(trace: AnyTrace, say: Catalog) -> Table:
    """Return the table of a training across words."""
    names = ("step", "kind", "pair", "count", "token", "words_in_token")
    shown = superbpe_tables.STEPS.only(*names).of(trace[:MAX_ROWS])
    return _notebook(_trained(trace, "count.steps", say), shown, len(trace), say)


def _trained(trace: Trace, steps: str, say: Catalog) -> str:
    """Return the line on how a training ended. steps: the key of how many there are."""
    return say(
        "notebook.training",
        algorithm=say(training_key(trace.algorithm)),
        words=say.count(NUMBERS[ALGORITHMS[trace.algorithm].unit], len(trace.corpus)),
        steps=say.count(steps, len(trace)),
    )


# -- models ------------------------------------------------------------------------------------------------------------


def bpe_model(model: bpe.Model, say: Catalog) -> Table:
    rows = [
        (k + 1, " ".join(map(shown, pair)), shown(model.rules.join(*pair)))
        for k, pair in enumerate(model.merges[:MAX_ROWS])
    ]
    titles = [say("column.step"), say("column.pair"), say("column.token")]
    caption = _model("bpe", len(model.vocabulary), say)
    return Table(caption, titles, rows, len(model.merges))


def picky_model(model: picky.Model, say: Catalog) -> Table:
    """Return the log that the model encodes by."""
    kinds = {"merge": say("picky.event.merge"), "removal": say("picky.event.removal")}
    rows = [
        (k + 1, kinds[event.kind], shown(event.token), " ".join(map(shown, event.parts)))
        for k, event in enumerate(model.events[:MAX_ROWS])
    ]
    titles = [say("column.number"), say("column.kind"), say("column.token"), say("column.parts")]
    return Table(_model("picky", len(model.vocabulary), say), titles, rows, len(model.events))


def superbpe_model(model: superbpe.Model, say: Catalog) -> Table:
    table = bpe_model(model, say)
    return replace(table, caption=_model("superbpe", len(model.vocabulary), say))


def boundless_model(model: boundless.Model, say: Catalog) -> Table:
    rows = [
        (k + 1, say(_EVENTS[kind]), " ".join(map(shown, pair)), shown("".join(pair)))
        for k, (kind, pair) in enumerate(model.events[:MAX_ROWS])
    ]
    titles = [say("column.number"), say("column.kind"), say("column.pair"), say("column.token")]
    return Table(_model("superbpe", len(model.vocabulary), say), titles, rows, len(model.events))


_EVENTS = {"merge": "superbpe.kind.merge", "supermerge": "superbpe.kind.supermerge"}


def wordpiece_model(model: wordpiece.Model, say: Catalog) -> Table:
    rows = [(i, shown(token)) for i, token in enumerate(model.vocabulary[:MAX_ROWS])]
    caption = _model("wordpiece", len(model.vocabulary), say)
    return Table(caption, [say("column.id"), say("column.token")], rows, len(model.vocabulary))


def unigram_model(model: unigram.Model, say: Catalog) -> Table:
    shown = PIECES.only("id", "piece", "probability", "score").of(model_rows(model, MAX_ROWS))
    return _notebook(_model("unigram", len(model.probabilities), say), shown, len(model.probabilities), say)


def lookup_model(model: lookup.Model, say: Catalog) -> Table:
    rows = [(model.ids[token], shown(token)) for token in model.vocabulary[:MAX_ROWS]]
    caption = _model("lookup", len(model.vocabulary), say)
    return Table(caption, [say("column.id"), say("column.token")], rows, len(model.vocabulary))


def _model(algorithm: str, size: int, say: Catalog) -> str:
    return say("notebook.model", algorithm=say(training_key(algorithm)), tokens=say.count("count.tokens", size))


# -- words -------------------------------------------------------------------------------------------------------------


def bpe_encoding(trace: bpe.EncodeTrace, say: Catalog) -> Table:
    rows = [
        (k + 1, _line(step.symbols), " ".join(map(shown, step.pair)), step.rank + 1)
        for k, step in enumerate(trace.steps[:MAX_ROWS])
    ]
    titles = [say("column.number"), say("notebook.before"), say("column.pair"), say("column.step")]
    return Table(_encoded(trace.word, trace.tokens, say), titles, rows, len(trace))


def picky_encoding(trace: picky.EncodeTrace, say: Catalog) -> Table:
    """Return the events of the log that changed a word."""
    rows = [
        (k + 1, _line(step.symbols), shown(step.event.token), step.number + 1)
        for k, step in enumerate(trace.steps[:MAX_ROWS])
    ]
    titles = [say("column.number"), say("notebook.before"), say("column.token"), say("column.step")]
    return Table(_encoded(trace.word, trace.tokens, say), titles, rows, len(trace))


def boundless_encoding(trace: boundless.BoundlessEncoding, say: Catalog) -> Table:
    rows = [
        (k + 1, say(_EVENTS[step.kind]), " ".join(map(shown, step.pair)), step.number + 1)
        for k, step in enumerate(trace.steps[:MAX_ROWS])
    ]
    titles = [say("column.number"), say("column.kind"), say("column.pair"), say("column.event")]
    return Table(_encoded(trace.word, trace.tokens, say), titles, rows, len(trace.steps))


def wordpiece_encoding(trace: wordpiece.EncodeTrace, say: Catalog) -> Table:
    rows = [
        (k + 1, shown(step.left), "–" if step.token is None else shown(step.token), shown(step.rest))
        for k, step in enumerate(trace.steps[:MAX_ROWS])
    ]
    titles = [say("column.number"), say("notebook.looked-at"), say("notebook.longest"), say("notebook.rest")]
    return Table(_encoded(trace.word, trace.tokens, say), titles, rows, len(trace))


def lookup_encoding(trace: lookup.EncodeTrace, say: Catalog) -> Table:
    rows = [
        (k + 1, shown(step.text), _line(step.tokens) if step.found in ("known", "symbol", "bytes") else "–")
        for k, step in enumerate(trace.steps[:MAX_ROWS])
    ]
    titles = [say("column.number"), say("notebook.looked-at"), say("column.token")]
    return Table(_encoded(trace.word, trace.tokens, say), titles, rows, len(trace))


def unigram_encoding(trace: unigram.EncodeTrace, say: Catalog) -> Table:
    cells = [cell for cell in trace.lattice.table if cell.arc is not None]
    rows = [
        (cell.position, shown(cell.arc.piece), cell.arc.begin, say.nats(cell.score))
        for cell in cells[:MAX_ROWS]
        if cell.arc is not None
    ]
    titles = [say("notebook.position"), say("column.piece"), say("notebook.from"), say("notebook.best")]
    return Table(_encoded(trace.word, trace.tokens, say), titles, rows, len(cells))


def lattice(lattice: unigram.Lattice, say: Catalog) -> Table:
    rows = [
        (_line(path.pieces), say.probability(path.probability), say.percent(lattice.share(path), 2))
        for path in lattice.nbest(MAX_ROWS)
    ]
    titles = [say("column.segmentation"), say("column.probability"), say("column.share")]
    total = lattice.number_of_paths
    caption = say("notebook.lattice", word=shown(lattice.word), paths=say.count("notebook.paths", total))
    return Table(caption, titles, rows, total)


def _encoded(word: str, tokens: Iterable[str], say: Catalog) -> str:
    return say("notebook.encoded", word=shown(word), tokens=_line(tokens))


# -- text --------------------------------------------------------------------------------------------------------------


def _line(symbols: Iterable[str]) -> str:
    return shorten(" ".join(visible(symbol) for symbol in islice(symbols, 200)), 80)
