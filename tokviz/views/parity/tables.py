"""Tables of a parity-aware BPE training: those of merges, with the turns, and the length of each language's text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tokviz.parity import Trace
from tokviz.views.merges import tables as merges
from tokviz.views.merges.tables import CANDIDATES, MERGES, Candidates, Merges
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.tables import Column, FilledTable, Table, column_of_cells


def steps(trace: Trace) -> FilledTable:
    """Return one row a step: that of :func:`tokviz.views.merges.tables.steps`, the language that chose, by name,
    and a column for the count of the pair in each language."""
    step, *others = merges.steps(trace).columns
    names = language_names(trace)
    turns = column_of_cells("language", "", ["" if turn is None else names[turn] for turn in trace.turns])
    counts = [trace.counts_by_language(k) for k in range(len(trace))]
    by_language = (
        column_of_cells(f"count_{name}", "", [counted[i] for counted in counts]) for i, name in enumerate(names)
    )
    return FilledTable((step, turns, *others, *by_language))


def listed(trace: Trace, say: Catalog) -> FilledTable:
    """Return the merges with the language that chose, for reading in rows."""
    shown = MERGES.only("step", "pair", "token", "count", "tied").in_words(say, "tied")
    table = shown.of(Merges.all_of(trace)).titled(tied="column.tied")
    names = language_names(trace)
    turns = column_of_cells(
        "language", "column.language", ["" if turn is None else names[turn] for turn in trace.turns]
    )
    return FilledTable((table.columns[0], turns, *table.columns[1:]))


def choice(trace: Trace, k: int) -> FilledTable:
    """Return the candidates of step k, best first, with the count of each pair in each language."""
    table = CANDIDATES.only("rank", "left", "right", "count", "tied").of(Candidates.of_step(trace, k))
    counts = [candidate.counts_by_language for candidate in trace.candidates(k)]
    elsewhere = (
        column_of_cells(f"count_{name}", "", [by_language[i] for by_language in counts], is_number=True)
        for i, name in enumerate(language_names(trace))
    )
    return FilledTable((*table.columns, *(elsewhere if len(trace.languages) > 1 else ())))


@dataclass(frozen=True)
class Lengths:
    """The texts of a training after some merges."""

    trace: Trace
    k: int

    def before(self) -> Sequence[int]:
        return self.trace.lengths(0)

    def now(self) -> Sequence[int]:
        return self.trace.lengths(self.k)

    def turns(self) -> list[int]:
        """Return the number of merges that each language chose."""
        done = self.trace.turns[: self.k]
        return [done.count(i) for i in range(len(self.trace.languages))]


LENGTHS: Table[Lengths] = Table(
    (
        Column("language", "column.language", lambda of: language_names(of.trace)),
        Column("length_before", "column.length_before", Lengths.before, is_number=True),
        Column("length_now", "column.length_now", Lengths.now, is_number=True),
        Column("turns", "column.turns", Lengths.turns, is_number=True),
    )
)
"""The length of each language's text in symbols, before the first merge and now, and how many turns it had."""


@dataclass(frozen=True)
class Compared:
    """A training after k merges, and one whose merges are all global, after `merges`."""

    trace: Trace
    k: int
    plain: Trace
    merges: int

    def in_turns(self) -> Sequence[int]:
        """Return the length of each language's text in turns."""
        return self.trace.lengths(self.k)

    def together(self) -> Sequence[int]:
        """Return the same where all merges are global."""
        return self.plain.lengths(self.merges)

    def changes(self) -> list[int]:
        """Return by how many tokens the turns make each text longer."""
        return [mine - theirs for mine, theirs in zip(self.in_turns(), self.together(), strict=True)]


COMPARED: Table[Compared] = Table(
    (
        Column("language", "column.language", lambda of: language_names(of.trace)),
        Column("length_plain", "column.length_plain", Compared.together, is_number=True),
        Column("length_turns", "column.length_turns", Compared.in_turns, is_number=True),
        Column("length_change", "column.length_change", Compared.changes, lambda change, say: say.signed(change)),
    )
)
"""The length of each language's text under plain BPE and in turns, with vocabularies of the same size."""


def language_names(trace: Trace) -> list[str]:
    """Return the names of the languages; those without one are called by their numbers, from 1."""
    return [language.name or str(number) for number, language in enumerate(trace.languages, start=1)]
