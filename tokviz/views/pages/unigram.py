"""The views of `/unigram`: the pieces after a step, the likelihood, probabilities and sizes over all steps, the same
training by other rules, and what the source of the example printed."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import groupby

from tokviz.text_keys import preset_key
from tokviz.unigram import PRESETS, Trace
from tokviz.unigram.steps import StepKind
from tokviz.views.pages import training
from tokviz.views.pages.printed import card, errata
from tokviz.views.pages.unigram_steps import coming_and_done, listed_pieces, piece_table
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.chips import Chips, DataTable, Row
from tokviz.views.shared.display import shorten, shown, visible
from tokviz.views.shared.lines import Dot, Ink, Line, Lines, Rule, Shape, end_labels, kept_steps, series_line
from tokviz.views.shared.palette import HUES
from tokviz.views.shared.tables import chip_cells, headings_of
from tokviz.views.shows import Ask, Fold, Seen, Show, Text, TrainingViews, beside, explained, page_of, told
from tokviz.views.unigram.keys import KIND_KEYS
from tokviz.views.unigram.numbers import EXAMPLES, published_figures
from tokviz.views.unigram.tables import (
    FIGURES,
    PIECES,
    STEPS,
    TRAININGS,
    beside_columns,
    progress_rows,
    shared_rows,
    trained_rows,
    vocabulary_rows,
)

_MOST_LINES = 12
_MOST_NAMED = 16  # characters of a piece at the end of its line
_MOST_SIZES = 40  # that a sentence lists
_DOTTED = 60  # lines of up to this many points show each as a dot
_VANISHED = 1e-5  # of the highest probability: lower ones would press all others together
_TARGET_DASH = (2, 2)
_MOST_PIECES = 40  # that a sentence lists of a vocabulary
_COMPARED = ("course", "hard-em", "soft-em")

_MARKS: dict[StepKind, tuple[Shape, Ink, int | None]] = {
    "seed": ("square", "accent", HUES[0]),
    "expect": ("circle", "edge", None),
    "maximize": ("triangle", "accent", None),
    "prune": ("diamond", "accent", HUES[1]),
}
"""Kind of a step -> its mark on the line: shape, and color or hue."""


def pieces(seen: Seen[Trace], ask: Ask) -> Iterator[Show]:
    """Yield the pieces of the tokenizer after the step; a press lights one up in the picture."""
    trace, step, say = seen.trace, seen.step, seen.say
    if not step:
        yield explained(say, "unigram.pieces.none")
        return
    rows = vocabulary_rows(trace, step)
    table = PIECES.only("id", "piece", "fraction", "score", "occurrences").of(rows)
    page = page_of(len(rows), "pieces_page", ask)
    names = [row.piece for row in rows]
    yield piece_table(table, say("tab.pieces"), say, page, bars={"fraction", "occurrences"}, pieces=names)
    yield explained(say, "unigram.pieces.about")


# -- over all steps ----------------------------------------------------------------------------------------------------


def likelihood(seen: Seen[Trace], ask: Ask) -> Iterator[Show]:
    """Yield the loss over the steps, and a table of them; each row leads to its step."""
    trace, step, say = seen.trace, seen.step, seen.say
    rows = progress_rows(trace)
    alt = say("unigram.likelihood.alt", first=say.nats(rows[0].loss), last=say.nats(rows[-1].loss))
    marks = [_mark(rows[k - 1].kind, k, rows[k - 1].loss, say) for k in _kept(trace, step)]
    yield Lines(
        alt,
        say("unigram.step"),
        (Line(say("column.nll"), tuple((mark.x, mark.y) for mark in marks), "edge"),),
        step or None,
        is_from_zero=False,
        height=320,
        y=say("unigram.likelihood.axis"),
        dots=tuple(marks),
        numbers="nats",
    )
    of_all = trace.rules.expectation == "all-paths"
    yield Text((alt,), "caption")
    yield told(say, "unigram.likelihood.all" if of_all else "unigram.likelihood.best", "caption")
    table = STEPS.only("step", "kind", "pieces", "loss").of(rows)
    page = page_of(len(rows), "steps_page", ask)
    cells = chip_cells(table, Chips(), say, bars={"pieces", "loss"}, page=page)
    yield DataTable(
        say("tab.likelihood"),
        headings_of(table.columns, say, bars={"pieces", "loss"}),
        tuple(Row(cells[place], step=at + 1, is_chosen=at + 1 == step) for place, at in enumerate(page)),
    )
    yield told(say, "unigram.steps.click", "caption")


def probabilities(seen: Seen[Trace], _: Ask) -> Iterator[Show]:
    """Yield the probabilities of the most probable pieces over the steps; a line ends, with its name, where its piece
    was taken out."""
    trace, step, say = seen.trace, seen.step, seen.say
    lines = [
        series_line(
            shorten(visible(piece), _MOST_NAMED),
            [(k, value) for k, value in enumerate(history) if value is not None],
            place,
        )
        for place, (piece, history) in enumerate(trace.leading(_MOST_LINES).items())
    ]
    lasts = [line.points[-1] for line in lines]
    high = max(value for line in lines for _, value in line.points)
    low = max(min(value for line in lines for _, value in line.points), high * _VANISHED)
    ends = [
        say("unigram.probabilities.end", piece=shown(piece), probability=say.probability(value))
        if k == len(trace)
        else say("unigram.probabilities.gone", piece=shown(piece), number=k + 1)
        for piece, (k, value) in zip(trace.leading(_MOST_LINES), lasts, strict=True)
    ]
    alt = say("unigram.probabilities.alt", ends=say("list.comma").join(ends))
    names = [line.name + " ↓" * (value <= high * _VANISHED) for line, (_, value) in zip(lines, lasts, strict=True)]
    yield Lines(
        alt,
        say("unigram.step"),
        tuple(lines),
        step or None,
        height=420,
        y=say("unigram.probabilities.axis"),
        dots=tuple(Dot(k, value, "ink", shape="circle" if k == len(trace) else "cross") for k, value in lasts),
        labels=end_labels(lines, names, is_log=True, least=low),
        is_log=True,
        least=low,
        numbers="probability",
    )
    yield Fold(say("app.details"), (Text((alt,), "caption"),))


def sizes(seen: Seen[Trace], _: Ask) -> Iterator[Show]:
    """Yield the number of pieces over the steps, beside the size that is wanted."""
    trace, step, say = seen.trace, seen.step, seen.say
    left = trace.pieces_left
    rounds = [size for size, _ in groupby(left[1:])]
    run = " → ".join(map(say.integer, rounds[:_MOST_SIZES])) + " …" * (len(rounds) > _MOST_SIZES)
    alt = say("unigram.sizes.alt", run=run, size=trace.vocab_size)
    target = say("unigram.sizes.target", size=trace.vocab_size)
    yield Lines(
        alt,
        say("unigram.step"),
        (Line(say("unigram.sizes.axis"), tuple((k, left[k]) for k in _kept(trace, step))),),
        step or None,
        is_stepped=True,
        y=say("unigram.sizes.axis"),
        rules=(Rule(trace.vocab_size, target, "muted", _TARGET_DASH, is_level=True),),
        is_dotted=len(trace) <= _DOTTED,
    )
    yield Text((alt,), "caption")


# -- other rules, other sources ----------------------------------------------------------------------------------------


def presets(seen: Seen[Trace], ask: Ask) -> Iterator[Show]:
    """Yield the same corpus and size by three conventions, and where their vocabularies differ. Raises
    TokvizError."""
    trace, say = seen.trace, seen.say
    traces = {name: _trained_by(name, seen) for name in _COMPARED}
    names = {name: say.choice(preset_key, name) for name in traces}
    yield told(say, "unigram.presets.title", size=trace.vocab_size)
    trainings = TRAININGS.of(trained_rows(traces))
    yield piece_table(
        trainings, say("tab.presets"), say, range(len(traces)), bars={"loss", "best"}, has_one_measure=True
    )
    rows = shared_rows(traces.values())
    shared = [row.piece for row in rows if row.is_shared]
    yield told(say, "unigram.presets.shared", n=len(shared), pieces=listed_pieces(shared, say, _MOST_PIECES))
    for place, name in enumerate(names.values()):
        own = [row.piece for row in rows if not (row.is_shared or math.isnan(row.probabilities[place]))]
        listed = listed_pieces(own, say, _MOST_PIECES) if own else "–"
        yield told(say, "unigram.presets.own", "item", rules=name, n=len(own), pieces=listed)
    table = beside_columns(rows, list(names.values()))
    page = page_of(len(rows), "presets_page", ask)
    yield piece_table(table, say("tab.pieces"), say, page, bars=set(names.values()), has_one_measure=True)


def _trained_by(name: str, seen: Seen[Trace]) -> Trace:
    """Return the same training by a preset; that of the picture if it is by this one."""
    return seen.trace if seen.trace.rules == PRESETS[name] else beside(seen, PRESETS[name])


def has_figures(seen: Seen[Trace]) -> bool:
    """Tell if the source of the example printed figures that are compared."""
    return seen.state.lesson is not None and seen.state.example in EXAMPLES


def printed(seen: Seen[Trace], _: Ask) -> Iterator[Show]:
    """Yield the figures of the source beside those computed by its rules, whichever the picture has, and its errata.
    Raises TokvizError."""
    trace, say, lesson = seen.trace, seen.say, seen.state.lesson
    if lesson is None or not has_figures(seen):
        return
    if seen.state.rules != lesson.rules:
        yield told(say, "unigram.printed.other-rules", "caption")
        trace = beside(seen, lesson.rules)
    figures = published_figures(seen.state.example, trace, say)
    agree = sum(figure.agrees for figure in figures)
    yield told(say, "unigram.printed.agree", agree=agree, total=len(figures), source=lesson.source)
    yield piece_table(FIGURES.of(figures), say("tab.printed"), say, range(len(figures)))
    for erratum in lesson.errata:
        yield card(erratum, say)


def _kept(trace: Trace, step: int) -> list[int]:
    return [k for k in kept_steps(len(trace), step) if k]


def _mark(kind: StepKind, k: int, loss: float, say: Catalog) -> Dot:
    shape, look, hue = _MARKS[kind]
    return Dot(k, loss, look, hue, shape, say(KIND_KEYS[kind]))


VIEWS: TrainingViews[Trace] = TrainingViews(
    now=coming_and_done,
    tabs={
        "pieces": pieces,
        "likelihood": likelihood,
        "probabilities": probabilities,
        "sizes": sizes,
        "algorithm": training.algorithm,
        "presets": presets,
        "printed": printed,
    },
    noted=errata,
    where={"printed": has_figures},
)
