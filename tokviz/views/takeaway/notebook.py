"""Traces, models, encodings and lattices as small HTML tables, which is how they draw themselves in a notebook.

A table has a caption that says what the object is, at most a dozen rows, and a line that says how many more there are.
The HTML is ``templates/notebook.html``. Needs neither pandas nor Altair.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice
from typing import Any

from tokviz import bpe, unigram, wordpiece
from tokviz.merging.merge_trace import MergeTrace
from tokviz.merging.steps import Step
from tokviz.views.shared.catalog import Catalog, load
from tokviz.views.shared.display import shorten, visible
from tokviz.views.shared.rendering import render
from tokviz.views.unigram import numbers

__all__ = ["MAX_ROWS", "html"]

MAX_ROWS = 12
"""A table has at most so many rows."""

_MAX_COUNTED = 6_000  # ties are counted in corpora of up to this many symbols: it means a walk through the whole trace

Cell = str | int
Row = Sequence[Cell]


def html(thing: Any, say: Catalog | None = None) -> str:
    """`thing` as an HTML table: a trace, a model, the encoding of a word, or a lattice. In English unless `say` is
    another catalog (:func:`tokviz.views.shared.catalog.load`). Raises TypeError for anything else.

    >>> from tokviz import Corpus
    >>> drawn = html(bpe.train(Corpus({"<b>": 2}), merges=1, rules="course"))
    >>> "<b>" in drawn, "&lt; b" in drawn
    (False, True)
    """
    say = load("en") if say is None else say
    match thing:
        case unigram.Trace():
            return _unigram_trace(thing, say)
        case MergeTrace():
            return _merges(thing, say)
        case bpe.Model():
            return _bpe_model(thing, say)
        case wordpiece.Model():
            return _wordpiece_model(thing, say)
        case unigram.Model():
            return _unigram_model(thing, say)
        case bpe.EncodeTrace():
            return _bpe_encoding(thing, say)
        case wordpiece.EncodeTrace():
            return _wordpiece_encoding(thing, say)
        case unigram.EncodeTrace():
            return _unigram_encoding(thing, say)
        case unigram.Lattice():
            return _lattice(thing, say)
    raise TypeError(f"{type(thing).__name__} has no table.")


# -- traces ------------------------------------------------------------------------------------------------------------


def _merges(trace: MergeTrace[Step], say: Catalog) -> str:
    scored = isinstance(trace, wordpiece.Trace)
    has_ties = trace.total_first_symbols <= _MAX_COUNTED
    titles = [say("column.step"), say("column.pair"), say("column.count")]
    titles += [say("column.score")] * scored + [say("column.token")] + [say("column.tied_pairs")] * has_ties
    rows: list[Row] = []
    for k in range(min(len(trace), MAX_ROWS)):
        row: list[Cell] = [k + 1, " ".join(map(_token, trace.merges[k])), trace.counts[k]]
        if isinstance(trace, wordpiece.Trace):
            row.append(str(trace[k].score))
        row.append(_token(trace.tokens[k]))
        if has_ties:
            row.append(trace.tie_sizes[k])
        rows.append(row)
    name = say("takeaway.algorithm.wordpiece" if scored else "takeaway.algorithm.bpe")
    caption = say(
        "notebook.training",
        algorithm=name,
        words=say.count("count.words", len(trace.corpus)),
        steps=say.count("count.merges", len(trace)),
    )
    return _table(caption, titles, rows, len(trace), say)


def _unigram_trace(trace: unigram.Trace, say: Catalog) -> str:
    rows: list[Row] = []
    for step in islice(trace, MAX_ROWS):
        loss = numbers.nats(step.loss) if isinstance(step, unigram.Expect) else "–"
        kind = say(f"worksheet.kind.{step.kind}")
        dropped = " ".join(map(_token, step.dropped[:MAX_ROWS])) + (" …" if len(step.dropped) > MAX_ROWS else "")
        rows.append([step.index + 1, kind, trace.pieces_left[step.index + 1], loss, dropped])
    titles = [say("column.number"), say("column.kind"), say("column.pieces_left"), say("column.nll")]
    caption = say(
        "notebook.training",
        algorithm=say("takeaway.algorithm.unigram"),
        words=say.count("count.words", len(trace.corpus)),
        steps=say.count("count.steps", len(trace)),
    )
    return _table(caption, [*titles, say("notebook.dropped")], rows, len(trace), say)


# -- models ------------------------------------------------------------------------------------------------------------


def _bpe_model(model: bpe.Model, say: Catalog) -> str:
    rows = [
        (k + 1, " ".join(map(_token, pair)), _token(model.rules.join(*pair)))
        for k, pair in enumerate(model.merges[:MAX_ROWS])
    ]
    titles = [say("column.step"), say("column.pair"), say("column.token")]
    caption = _model("bpe", len(model.vocabulary), say)
    return _table(caption, titles, rows, len(model.merges), say)


def _wordpiece_model(model: wordpiece.Model, say: Catalog) -> str:
    rows = [(i, _token(token)) for i, token in enumerate(model.vocabulary[:MAX_ROWS])]
    caption = _model("wordpiece", len(model.vocabulary), say)
    return _table(caption, [say("column.id"), say("column.token")], rows, len(model.vocabulary), say)


def _unigram_model(model: unigram.Model, say: Catalog) -> str:
    rows = [
        (i, _token(piece), numbers.probability(probability), numbers.nats(model.scores[piece]))
        if piece not in model.reserved
        else (i, _token(piece), "–", "–")
        for i, (piece, probability) in enumerate(islice(model.probabilities.items(), MAX_ROWS))
    ]
    titles = [say("column.id"), say("column.piece"), say("column.probability"), say("column.log_score")]
    return _table(_model("unigram", len(model.probabilities), say), titles, rows, len(model.probabilities), say)


def _model(algorithm: str, size: int, say: Catalog) -> str:
    return say(
        "notebook.model", algorithm=say(f"takeaway.algorithm.{algorithm}"), tokens=say.count("count.tokens", size)
    )


# -- words -------------------------------------------------------------------------------------------------------------


def _bpe_encoding(trace: bpe.EncodeTrace, say: Catalog) -> str:
    rows = [
        (k + 1, _line(step.symbols), " ".join(map(_token, step.pair)), step.rank + 1)
        for k, step in enumerate(trace.steps[:MAX_ROWS])
    ]
    titles = [say("column.number"), say("notebook.before"), say("column.pair"), say("column.step")]
    return _table(_encoded(trace.word, trace.tokens, say), titles, rows, len(trace), say)


def _wordpiece_encoding(trace: wordpiece.EncodeTrace, say: Catalog) -> str:
    rows = [
        (k + 1, _token(step.left), "–" if step.token is None else _token(step.token), _token(step.rest))
        for k, step in enumerate(trace.steps[:MAX_ROWS])
    ]
    titles = [say("column.number"), say("notebook.looked-at"), say("notebook.longest"), say("notebook.rest")]
    return _table(_encoded(trace.word, trace.tokens, say), titles, rows, len(trace), say)


def _unigram_encoding(trace: unigram.EncodeTrace, say: Catalog) -> str:
    cells = [cell for cell in trace.lattice.table if cell.arc is not None]
    rows = [
        (cell.position, _token(cell.arc.piece), cell.arc.begin, numbers.nats(cell.score))
        for cell in cells[:MAX_ROWS]
        if cell.arc is not None
    ]
    titles = [say("notebook.position"), say("column.piece"), say("notebook.from"), say("notebook.best")]
    return _table(_encoded(trace.word, trace.tokens, say), titles, rows, len(cells), say)


def _lattice(lattice: unigram.Lattice, say: Catalog) -> str:
    rows = [
        (_line(path.pieces), numbers.probability(path.probability), f"{lattice.share(path):.2%}")
        for path in lattice.nbest(MAX_ROWS)
    ]
    titles = [say("column.segmentation"), say("column.probability"), say("column.share")]
    total = lattice.number_of_paths
    caption = say("notebook.lattice", word=_token(lattice.word), paths=say.count("notebook.paths", total))
    return _table(caption, titles, rows, total, say)


def _encoded(word: str, tokens: Iterable[str], say: Catalog) -> str:
    return say("notebook.encoded", word=_token(word), tokens=_line(tokens))


# -- the table ---------------------------------------------------------------------------------------------------------


def _table(caption: str, titles: Sequence[str], rows: Sequence[Row], total: int, say: Catalog) -> str:
    columns = list(zip(*rows, strict=True)) or [()] * len(titles)
    numeric = [bool(column) and all(isinstance(cell, int) for cell in column) for column in columns]
    more = total - len(rows)
    return render("notebook.html", say, caption=caption, titles=titles, rows=rows, numeric=numeric, more=more).rstrip()


def _token(symbol: str) -> str:
    return shorten(visible(symbol))


def _line(symbols: Iterable[str]) -> str:
    return shorten(" ".join(visible(symbol) for symbol in islice(symbols, 200)), 80)
