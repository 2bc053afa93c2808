"""Traces, models, encodings, lattices and pipelines as small HTML tables, as which they draw themselves in a notebook.

A table has a caption that says what the object is, at most a dozen rows, and a line that says how many more there are.
Which table an object has is in :mod:`tokviz.views.algorithms`; the HTML is ``templates/notebook.html``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

from tokviz.compare.clock import Clock
from tokviz.files.pipeline import Pipeline
from tokviz.views.algorithms import VIEWS, lookup_tables
from tokviz.views.compare.clock import counted, numbers
from tokviz.views.notebook_tables import MAX_ROWS, Table
from tokviz.views.shared.catalog import Catalog, load
from tokviz.views.shared.rendering import render
from tokviz.views.tokenizers.options import parts_table


def html(thing: object, say: Catalog | None = None, note: str = "") -> str:
    """Draw `thing` as an HTML table: a trace, a model, the encoding of a word, a lattice or a pipeline. In English
    unless `say` is another catalog (:func:`tokviz.views.shared.catalog.load`). note: a sentence below it. Raises
    TypeError for anything else.

    >>> from tokviz import Corpus, bpe
    >>> drawn = html(bpe.train(Corpus({"<b>": 2}), merges=1, rules="course"))
    >>> "<b>" in drawn, "&lt; b" in drawn
    (False, True)
    """
    say = load("en") if say is None else say
    tables = {kind: table for views in VIEWS.values() for kind, table in views.notebook().items()}
    tables |= lookup_tables()
    tables[Clock] = cast("Callable[[object, Catalog], Table]", _clock_table)
    tables[Pipeline] = cast("Callable[[object, Catalog], Table]", parts_table)
    kind = next((kind for kind in type(thing).__mro__ if kind in tables), None)
    if kind is None:
        raise TypeError(f"{type(thing).__name__} has no table.")
    shown = tables[kind](thing, say)
    columns = list(zip(*shown.rows, strict=True)) or [()] * len(shown.titles)
    return render(
        "notebook.html",
        say,
        caption=shown.caption,
        titles=shown.titles,
        rows=shown.rows,
        numeric=[bool(column) and all(type(cell) is int for cell in column) for column in columns],
        more=shown.total - len(shown.rows),
        note=note,
    ).rstrip()


def _clock_table(clock: Clock, say: Catalog) -> Table:
    titles = (say("clock.column"), *(hand.label for hand in clock.hands))
    rows = [tuple("–" if number is None else number for number in row) for row in numbers(clock)]
    return Table(counted(clock, say), titles, tuple(rows[:MAX_ROWS]), len(rows))
