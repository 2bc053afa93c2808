"""The views of what the source of an example printed: at a step, all of its merges, and its errata."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tokviz.algorithms import ALGORITHMS
from tokviz.examples import Erratum, Published
from tokviz.merging.merge_trace import MergeTrace
from tokviz.merging.steps import Step
from tokviz.state.request import TrainingRequest
from tokviz.text_keys import column_key, erratum_printed_key, erratum_right_key, preset_key
from tokviz.trace import Trace
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.sentences import code, marked
from tokviz.views.shared.tables import FilledTable, as_tokens, column_of_cells
from tokviz.views.shows import Ask, Fold, Grid, Seen, Show, Text, told


def has_printed(seen: Seen[Trace]) -> bool:
    """Tell if the source of the example printed merges, under whatever rules."""
    lesson = seen.state.lesson
    return lesson is not None and bool(lesson.published)


def source_of(state: TrainingRequest) -> Published | None:
    """Return the merges that the example's source printed under the chosen rules."""
    lesson = state.lesson
    return next((p for p in lesson.published if p.rules == state.rules), None) if lesson else None


def mark(trace: MergeTrace[Step], source: Published, k: int, say: Catalog) -> str:
    """Return the mark of merge k: as printed or not; empty where nothing was printed."""
    if k > len(source.steps):
        return ""
    if k > len(trace):
        return say("printed.not-reached")
    return say("printed.yes" if _agrees(trace, source, k) else "printed.no")


def _agrees(trace: MergeTrace[Step], source: Published, k: int) -> bool:
    pair, worth = source.steps[k - 1]
    return trace.merges[k - 1] == pair and worth in (None, trace.value(k - 1))


def noted(seen: Seen[MergeTrace[Step]], ask: Ask) -> Iterator[Show]:
    """Yield a note on the merge just made: as printed or not, with its errata.

    Only under the rules of the source.
    """
    trace, step, say = seen.trace, seen.step, seen.say
    source = source_of(seen.state)
    if source is not None and 0 < step <= len(source.steps):
        pair, worth = source.steps[step - 1]
        as_printed = code(*pair) + ("" if worth is None else f" ({say.value(worth)})")
        key = "printed.step.yes" if _agrees(trace, source, step) else "printed.step.no"
        yield told(say, key, number=step, pair=as_printed)
    yield from errata(seen, ask)


def errata(seen: Seen[Trace], _: Ask) -> Iterator[Show]:
    """Yield the errata about a step, where the rules are those of the source."""
    lesson = seen.state.lesson
    if lesson is None or seen.state.rules not in (lesson.rules, *(record.rules for record in lesson.published)):
        return
    for erratum in lesson.errata:
        if erratum.step == seen.step and seen.step <= len(seen.trace):
            yield card(erratum, seen.say)


def printed(seen: Seen[MergeTrace[Step]], _: Ask) -> Iterator[Show]:
    """Yield all merges that the source printed, beside those computed, with the errata below."""
    trace, say, lesson = seen.trace, seen.say, seen.state.lesson
    if lesson is None:
        return
    source = source_of(seen.state)
    if source is None:
        names = say.listed([_rules_name(record, seen.state, say) for record in lesson.published])
        yield told(say, "printed.other-rules", "hint", rules=names)
        return
    steps = range(1, len(source.steps) + 1)
    agree = sum(_agrees(trace, source, k) for k in steps[: len(trace)])
    yield told(say, "printed.agree", agree=agree, total=len(steps), source=source.source or lesson.source)
    yield Grid(say("tab.printed"), _table(trace, source, steps, say), height=None)
    for erratum in lesson.errata:
        yield card(erratum, say)


def _table(trace: MergeTrace[Step], source: Published, steps: Sequence[int], say: Catalog) -> FilledTable:
    computed = [k <= len(trace) for k in steps]
    worths = [worth for _, worth in source.steps]
    columns = {
        "step": steps,
        "printed": [mark(trace, source, k, say) for k in steps],
        "printed_pair": [as_tokens(pair, say) for pair, _ in source.steps],
        "pair": [as_tokens(trace.merges[k - 1], say) if made else "–" for k, made in zip(steps, computed, strict=True)],
        "printed_worth": ["" if worth is None else say.value(worth) for worth in worths],
        "worth": [say.value(trace.value(k - 1)) if made else "–" for k, made in zip(steps, computed, strict=True)],
    }
    if all(worth is None for worth in worths):
        del columns["printed_worth"]
    return FilledTable(tuple(column_of_cells(name, column_key(name), values) for name, values in columns.items()))


def card(erratum: Erratum, say: Catalog) -> Fold:
    """Return an erratum or a note as a card."""
    key, is_note = erratum.key, erratum.is_note
    shows = [Text((erratum.source,), "caption")] if erratum.source else []
    if erratum_printed_key(key) in say:
        shows.append(_about("erratum.printed", erratum_printed_key(key), say))
    shows.append(_about("" if is_note else "erratum.right", erratum_right_key(key), say))
    title, icon = ("erratum.note", "sticky_note_2") if is_note else ("erratum.title", "report")
    return Fold(say(title), tuple(shows), icon, is_open_in_lessons=bool(icon))


def _about(title: str, key: str, say: Catalog) -> Text:
    """Return a sentence of a card after what it is."""
    return Text((*([f"{say(title)} "] if title else []), *marked(say(key))))


def _rules_name(record: Published, state: TrainingRequest, say: Catalog) -> str:
    return say.choice(preset_key, ALGORITHMS[state.algorithm].preset_of(record.rules) or "source")
