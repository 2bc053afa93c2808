"""The views of `/parity`: the candidates with their counts by language, the lengths of the texts, plain BPE beside."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

from tokviz.parity import Trace
from tokviz.text_keys import column_key
from tokviz.views.merges import tables as merge_tables
from tokviz.views.merges.tables import CANDIDATES, Candidates
from tokviz.views.pages import merges, printed, training
from tokviz.views.parity.narration import name_of
from tokviz.views.parity.tables import COMPARED, LENGTHS, Compared, Lengths, language_names
from tokviz.views.shared.chips import DataTable, Heading
from tokviz.views.shared.display import shown
from tokviz.views.shared.lines import Lines, kept_steps, series_line
from tokviz.views.shared.tables import headings_of
from tokviz.views.shows import Ask, Grid, Seen, Show, TrainingViews, beside, heading, page_of, spoken, told


def turn(seen: Seen[Trace], ask: Ask) -> Iterator[Show]:
    """Yield the candidates of the next merge, with the count of each pair in each language."""
    trace, step, say = seen.trace, seen.step, seen.say
    pairs, language = trace.pairs(step), trace.turn(step).language
    if not pairs:
        return  # the picture says why
    yield heading(say, "candidates.title", "candidates.title", number=step + 1)
    if _has_languages(seen) and language is not None:
        yield told(say, "parity.candidates", "caption", language=name_of(trace, language, say))
    page = page_of(len(pairs), f"candidates_page_{step}", ask)
    candidates = Candidates.of_step(trace, step, page.stop, first=page.start + 1)
    best, count = next(iter(pairs.items()))
    table = CANDIDATES.only("rank", "pair", "count", "tied", "words")
    rows = merge_tables.candidate_rows(table, candidates, say)
    headings = headings_of(table.columns, say)
    if _has_languages(seen):
        names = (name_of(trace, i, say) for i in range(len(trace.languages)))
        headings = (*headings, *(Heading(name, "", is_number=True) for name in names))
        counts = (one.counts_by_language for one in islice(trace.candidates(step), page.start, page.stop))
        rows = tuple(
            replace(row, cells=(*row.cells, *map(say.integer, by_language)))
            for row, by_language in zip(rows, counts, strict=True)
        )
    yield DataTable(say("candidates.alt", pair=" ".join(map(shown, best)), count=count), headings, rows)


def lengths(seen: Seen[Trace], _: Ask) -> Iterator[Show]:
    """Yield the length of the text of each language, and its course so far."""
    trace, step, say = seen.trace, seen.step, seen.say
    now = say("list.comma").join(
        say("parity.count-in", language=name_of(trace, i, say), count=length)
        for i, length in enumerate(trace.lengths(step))
    )
    described = told(say, "parity.chart.alt", "caption", number=step, lengths=now)
    steps = kept_steps(len(trace), step)
    lines = tuple(
        series_line(name, [(k, trace.lengths(k)[place]) for k in steps], place)
        for place, name in enumerate(language_names(trace))
    )
    yield Lines(spoken(described), say(column_key("step")), lines, step)
    yield described
    yield told(say, "parity.lengths.dev" if trace.measures_dev else "parity.lengths.training", "caption")
    yield Grid(say("tab.lengths"), LENGTHS.of(Lengths(trace, step)), height=None)


def plain(seen: Seen[Trace], _: Ask) -> Iterator[Show]:
    """Yield the length of each language's text beside that under plain BPE with a vocabulary of the same size."""
    trace, step, say = seen.trace, seen.step, seen.say
    other = beside(seen, replace(trace.rules, global_merges=max(len(trace), 1)))
    size = trace.sizes()[step]
    made = other.steps_to(size)[0]
    compared = Compared(trace, step, other, made)
    yield told(say, "parity.plain.about", "caption", size=size, other=other.sizes()[made])
    yield Grid(say("tab.plain"), COMPARED.of(compared), height=None)
    changes = compared.changes()
    shorter, longer = sum(change < 0 for change in changes), sum(change > 0 for change in changes)
    yield told(say, "parity.plain.result", "caption", shorter=shorter, longer=longer, languages=len(trace.languages))


def _has_languages(seen: Seen[Trace]) -> bool:
    return len(seen.trace.languages) > 1


VIEWS: TrainingViews[Trace] = TrainingViews(
    now=turn,
    tabs={
        "merges": merges.merges_so_far,
        "lengths": lengths,
        "tree": merges.chosen_tree,
        "vocabularies": merges.vocabularies,
        "course": merges.course,
        "plain": plain,
        "algorithm": training.algorithm,
    },
    noted=printed.noted,
    where={"plain": _has_languages},
)
