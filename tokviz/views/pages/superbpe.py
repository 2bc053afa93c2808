"""The views of `/superbpe`: the candidates of a step, the steps so far, superwords, the kink, and plain BPE beside."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from tokviz import superbpe
from tokviz.superbpe.traces import AnyCandidate, AnyTrace
from tokviz.views.pages import printed, training
from tokviz.views.shared.chips import DataTable, Row
from tokviz.views.shared.display import shown, visible
from tokviz.views.shared.lines import DASHED, Line, Lines, Rule, kept_steps
from tokviz.views.shared.tables import chip_cells, headings_of
from tokviz.views.shows import (
    Ask,
    Seen,
    Show,
    TrainingViews,
    Word,
    explained,
    flow_of,
    heading,
    kept,
    page_of,
    spoken,
    told,
)
from tokviz.views.superbpe import narration, tables
from tokviz.views.superbpe.tables import BESIDE, CANDIDATES, STEPS, SUPERWORDS, Plain

AnySeen = Seen[AnyTrace]
MAX_TRIED = 1_000
"""The longest text that both tokenizers split, in characters."""


def candidates(seen: AnySeen, ask: Ask) -> Iterator[Show]:
    """Yield the candidates of the next step, those that are passed over too, with the lines behind each count."""
    trace, step, say = seen.trace, seen.step, seen.say
    found: tuple[AnyCandidate, ...] = trace.candidates(step)
    if not found:
        return  # the picture says why
    yield heading(say, "superbpe.candidates", "", number=step + 1)
    shown_rows = page_of(len(found), f"candidates_page_{step}", ask)
    page = found[shown_rows.start : shown_rows.stop]
    passes_over = any(candidate.vetoed for candidate in found)
    kinds = () if isinstance(trace, superbpe.Trace) else ("kind",)
    columns = (*kinds, "pair", "count", "tied", *(("vetoed",) if passes_over else ()))
    table = CANDIDATES.only("rank", *columns, "words").of(page)
    rows = (
        Row(row, lights=tuple(map(visible, one.pair)), is_chosen=one.rank == 1 and step < len(trace))
        for one, row in zip(page, chip_cells(table, tables.chips_of(trace), say), strict=True)
    )
    name = say("candidates.alt", pair=" ".join(map(shown, found[0].pair)), count=found[0].count)
    yield DataTable(name, headings_of(table.columns, say), tuple(rows))
    if passes_over:
        yield explained(say, "superbpe.candidates.help")


def noted(seen: AnySeen, ask: Ask) -> Iterator[Show]:
    """Yield that lines are long, and the errata about the step."""
    for key in narration.notes(seen.trace):
        yield explained(seen.say, key)
    yield from printed.errata(seen, ask)


def steps(seen: AnySeen, ask: Ask) -> Iterator[Show]:
    """Yield the steps so far, the newest first; each leads to itself."""
    trace, step, say = seen.trace, seen.step, seen.say
    if not step:
        yield told(say, "merges.none", "caption")
        return
    page = page_of(step, "merges_page", ask)
    done = [trace[k] for k in range(step - page.start - 1, step - page.stop - 1, -1)]
    crosses = ("crosses",) if isinstance(trace, superbpe.Trace) else ()  # a supermerge always does
    table = STEPS.only("step", "kind", "token", "count", *crosses, "words_in_token").of(done)
    made = chip_cells(table, tables.chips_of(trace), say)
    rows = (Row(row, step=one.index + 1, is_chosen=one.index + 1 == step) for one, row in zip(done, made, strict=True))
    yield DataTable(say("superbpe.steps"), headings_of(table.columns, say), tuple(rows))
    if crosses:
        yield explained(say, "superbpe.steps.help")


def superwords(seen: AnySeen, ask: Ask) -> Iterator[Show]:
    """Yield the tokens of several words, the newest first."""
    trace, step, say = seen.trace, seen.step, seen.say
    found = tables.superwords(trace, step)
    if not found:
        yield told(say, "superbpe.superwords.none", "caption")
        return
    page = page_of(len(found), "superwords_page", ask)
    shown_words = found[page.start : page.stop]
    table = SUPERWORDS.of(shown_words)
    made = chip_cells(table, tables.chips_of(trace), say)
    rows = (Row(row, step=one.step) for one, row in zip(shown_words, made, strict=True))
    yield DataTable(say("tab.superwords"), headings_of(table.columns, say), tuple(rows))
    yield explained(say, "superbpe.superwords.help")


_DOTTED = 60  # lines of up to this many points show each as a dot


def kink(seen: AnySeen, _: Ask) -> Iterator[Show]:
    """Yield the tokens of the text by the size of the vocabulary, beside those by plain BPE."""
    trace, step, say = seen.trace, seen.step, seen.say
    plain, sizes = kept(seen, "plain", tables.plain_of), trace.sizes()
    described = told(
        say,
        "superbpe.kink.alt",
        "caption",
        size=sizes[step],
        tokens=trace.total_symbols[step],
        last=trace.total_symbols[-1],
        plain=plain.total_symbols[-1],
    )
    lines = (
        _by_size(tables.name_of(trace, say), trace, sorted({*kept_steps(len(trace), step), trace.lift or 0})),
        replace(_by_size(say("superbpe.plain"), plain, kept_steps(len(plain))), look="edge", dash=DASHED),
    )
    rules = () if trace.lift is None else (Rule(sizes[trace.lift], say("superbpe.chart.lift")),)
    yield Lines(
        spoken(described),
        say("column.vocabulary_size"),
        lines,
        sizes[step],
        y=say("column.tokens_of_text"),
        rules=rules,
        is_dotted=sum(len(line.points) for line in lines) <= _DOTTED,
    )
    yield described
    yield told(say, "superbpe.kink.here", "caption")
    if rules:
        yield told(say, "superbpe.kink.lift", "caption")


def _by_size(name: str, trace: AnyTrace | Plain, steps: list[int]) -> Line:
    """Return the line of the tokens of the text over the size of the vocabulary, with these steps as its points."""
    sizes, totals = trace.sizes(), trace.total_symbols
    return Line(name, tuple((sizes[k], totals[k]) for k in steps))


def beside_bpe(seen: AnySeen, ask: Ask) -> Iterator[Show]:
    """Yield this training beside plain BPE of the same size, and how both split a text."""
    trace, say = seen.trace, seen.say
    plain = kept(seen, "plain", tables.plain_of)
    table = BESIDE.of(tables.beside_bpe(trace, plain, say))
    rows = tuple(map(Row, chip_cells(table, tables.chips_of(trace), say)))
    yield DataTable(say("tab.beside-bpe"), headings_of(table.columns, say), rows)
    yield explained(say, "superbpe.beside.help")
    text = ask(Word("try", say("superbpe.try"), trace.corpus.words[0].strip(), MAX_TRIED))
    for row in tables.split_by_both(trace, plain, text, say) if text else ():
        title = told(say, "superbpe.tokens", "strong", name=row.name, tokens=say.count("count.tokens", len(row.tokens)))
        yield title
        yield flow_of(spoken(title), row.tokens, tables.chips_of(trace))


VIEWS: TrainingViews[AnyTrace] = TrainingViews(
    now=candidates,
    tabs={
        "merges": steps,
        "superwords": superwords,
        "kink": kink,
        "beside": beside_bpe,
        "algorithm": training.algorithm,
    },
    noted=noted,
)
