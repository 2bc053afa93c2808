"""The views of `/compare`: words that are split differently, measures, vocabularies, marks, languages and morphemes,
files."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import get_args

from tokviz.compare.comparison import Comparison, held_out
from tokviz.compare.fairness import Costs, costs
from tokviz.compare.measures import MEASURES
from tokviz.compare.morphemes import found_in_all
from tokviz.compare.sizes import has_smaller_sizes, is_one_training
from tokviz.memory import Memory
from tokviz.state.compare import FORM, MAX_HELD, CompareState
from tokviz.views import added_files
from tokviz.views.compare import charts
from tokviz.views.compare import vocabularies as compared
from tokviz.views.compare.keys import DEFINITION_KEYS, MEASURE_KEYS, PAIR_KEYS, SOURCE_KEYS, TEXT_KEYS
from tokviz.views.compare.linked import linked_comparison
from tokviz.views.compare.tables import (
    MARKS,
    MAX_EXPORTED,
    Marked,
    differing_rows,
    explained_table,
    lit_rows,
    mark_rows,
    measures_beside,
)
from tokviz.views.compare.vocabularies import SharedToken
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.chips import DataTable, Row
from tokviz.views.shared.tables import cells_csv, headings_of
from tokviz.views.shows import (
    Ask,
    Choice,
    Columns,
    File,
    Fold,
    Page,
    Show,
    Text,
    Word,
    cut_short,
    explained,
    page_of,
    told,
)
from tokviz.views.vocabularies.fairness import EveryFound, costs_chart, gini_figures, morphemes
from tokviz.vocabularies import languages

EVERY = "every"
"""The choice of all tokens."""
_SHARED = "shared"  # that of those in every vocabulary; one of a single vocabulary is the place of that, from 0 on
_EXPORT_HELP = {
    "measures": "compare.export.measures.help",
    "words": "compare.export.words.help",
}

_MOST_WORDS = 200  # that are listed, the most frequent


@dataclass(frozen=True, eq=False)
class ComparedText:
    """The subject of the views: a comparison, and what a link asks for. has_time: whether the visitor waits for lines
    over sizes of a long text."""

    comparison: Comparison
    state: CompareState
    say: Catalog
    has_time: bool = True


def compared_text(state: CompareState, memory: Memory, say: Catalog) -> ComparedText:
    """Return the subject of a link. Raises TokvizError."""
    return ComparedText(linked_comparison(state, memory, say)[0], state, say)


# -- words that are split differently ----------------------------------------------------------------------------------


def words(seen: ComparedText, ask: Ask) -> Iterator[Show]:
    """Yield the words on which the tokenizers differ; a press on a row picks its word."""
    comparison, say = seen.comparison, seen.say
    every, differing = comparison.words, comparison.differing
    if not differing:
        yield told(say, "compare.words.none", "info", words=say.count("count.words", every.number))
        return
    yield told(
        say,
        "compare.words.about",
        words=say.count("count.words", len(differing)),
        all=every.number,
        share=say.percent(every.occurrences / every.total),
    )
    table = explained_table(comparison, _MOST_WORDS, say, is_neutral=seen.state.marks == "neutral")
    places = page_of(len(differing[:_MOST_WORDS]), "words_page", ask)
    rows = differing_rows(table, differing, say)[places.start : places.stop]
    yield DataTable(say("compare.tab.words"), headings_of(table.columns, say), tuple(rows))
    yield from cut_short(_MOST_WORDS, len(differing), say)
    yield told(say, "compare.words.pick", "caption")


# -- measures ----------------------------------------------------------------------------------------------------------


def measures(seen: ComparedText, ask: Ask) -> Iterator[Show]:
    """Yield a measure as bars and as lines over sizes, the table of all, what they are, and the pairs."""
    seen = with_measure(with_held(seen, ask), ask)
    yield from definition(seen)
    yield Columns((tuple(measure_bars(seen)), tuple(over_sizes(seen))), (2, 3))
    yield from figures(seen)
    yield from definitions(seen)
    yield from agreement(seen)


def with_held(seen: ComparedText, ask: Ask) -> ComparedText:
    """Return the subject with the held-out text that the visitor gives, or else with the text to split as that."""
    typed = ask(Word("held", seen.say("compare.held"), seen.state.held, MAX_HELD))
    held = held_out(typed if typed.strip() else seen.state.text)
    return replace(seen, comparison=replace(seen.comparison, held=held), state=replace(seen.state, held=typed))


def with_measure(seen: ComparedText, ask: Ask) -> ComparedText:
    """Return the subject with the measure that the visitor chooses."""
    say = seen.say
    options = tuple((name, say(MEASURE_KEYS[name])) for name in MEASURES)
    opening = seen.state.measure if seen.state.measure in MEASURES else "fertility"
    chosen = ask(Choice("measure", say("compare.choose"), opening, options, is_open=True))
    return replace(seen, state=replace(seen.state, measure=chosen))


def definition(seen: ComparedText) -> Iterator[Show]:
    """Yield the definition of the chosen measure."""
    yield told(seen.say, DEFINITION_KEYS[seen.state.measure], "caption")


def measure_bars(seen: ComparedText) -> Iterator[Show]:
    """Yield the chosen measure of each tokenizer, unless none has it."""
    drawn = charts.bars(seen.comparison.readings, seen.state.measure, seen.say)
    if drawn.bars:
        yield drawn


def waits(seen: ComparedText) -> bool:
    """Tell if the lines over sizes wait until the visitor asks for them."""
    is_trained = any(tokenizer.slot.is_trained for tokenizer in seen.comparison.tokenizers)
    return is_trained and not (seen.has_time or charts.is_quick(seen.comparison))


def over_sizes(seen: ComparedText) -> Iterator[Show]:
    """Yield the chosen measure over the sizes of the vocabularies, or why it is not there."""
    comparison, say, measure = seen.comparison, seen.say, seen.state.measure
    if waits(seen):
        yield told(say, "compare.lines.long", "caption")
        return
    lines = charts.measures_over_sizes(comparison, has_time=seen.has_time)
    trained = [tokenizer for tokenizer in comparison.tokenizers if tokenizer.slot.is_trained]
    if lines is None:
        yield told(say, "compare.lines.none", "info")
        return
    asked = max(one.size for one in trained)
    yield charts.size_lines(lines, measure, asked, comparison.names, say)
    yield told(say, "compare.lines.about", "caption", text=say(TEXT_KEYS[list(comparison.readings)[-1]]))
    each = {one.label: one.slot.rules for one in trained if not has_smaller_sizes(one.slot.rules)}
    again = [name for name, rules in each.items() if charts.is_quick(comparison) and not is_one_training(rules)]
    passing = [name for name in each if name not in again]
    for key, names in (("compare.lines.states", passing), ("compare.lines.trained", again)):
        if names:
            yield told(say, key, "caption", names=say.listed(names))


def figures(seen: ComparedText) -> Iterator[Show]:
    """Yield all measures; the rows of the one that is chosen are lit."""
    comparison, say = seen.comparison, seen.say
    readings = comparison.readings
    name = " ".join(charts.measure_sentence(readings, measure, say) for measure in MEASURES)
    table = measures_beside(readings, say)
    lit = lit_rows(readings, seen.state.measure)
    rows = (Row(tuple(map(str, row)), is_chosen=is_lit) for row, is_lit in zip(table.rows(say), lit, strict=True))
    yield DataTable(name, headings_of(table.columns, say), tuple(rows))
    if comparison.held is None:
        yield told(say, "compare.no-held", "caption")
    if not comparison.engine.source.text.is_running:
        yield told(say, "compare.listed", "caption")


def definitions(seen: ComparedText) -> Iterator[Show]:
    """Yield the definition of each measure, and its authors."""
    say = seen.say
    shows: list[Show] = []
    titles = {name: MEASURE_KEYS[name] for name in MEASURES} | {name: PAIR_KEYS[name] for name in _PAIRWISE}
    for name, title in titles.items():
        shows += [Text((say(title),), "strong"), told(say, DEFINITION_KEYS[name])]
        if source := say(SOURCE_KEYS[name]).strip():
            shows.append(Text((source,), "caption"))
    yield Fold(say("compare.definitions"), tuple(shows), "menu_book")


_PAIRWISE: tuple[charts.Pairwise, ...] = get_args(charts.Pairwise)


def agreement(seen: ComparedText) -> Iterator[Show]:
    """Yield the agreement of each two tokenizers, on the text that sets the sizes."""
    say, readings = seen.say, seen.comparison.readings
    text = list(readings)[-1]
    yield Text((say("compare.pairs", text=say(TEXT_KEYS[text])),), "strong")
    every = charts.pairs(readings[text])
    yield Columns(
        tuple(
            (charts.matrix(every, measure, say), told(say, DEFINITION_KEYS[measure], "caption"))
            for measure in _PAIRWISE
        )
    )


# -- vocabularies ------------------------------------------------------------------------------------------------------


def vocabularies(seen: ComparedText, ask: Ask) -> Iterator[Show]:
    """Yield shared and own tokens, how long they are, and which occur most."""
    comparison, say = seen.comparison, seen.say
    names, readings = comparison.names, comparison.train
    yield told(say, "compare.vocabularies.about")
    pairs: list[Show] = [compared.overlaps_table(compared.overlaps(readings, names), say)]
    for name, reading in zip(names, readings, strict=True):
        if reading.vocabulary is None:
            pairs.append(told(say, "compare.vocabularies.none", "caption", name=name))
    lengths = compared.lengths_table(compared.lengths(readings), names, say)
    yield Columns((tuple(pairs), (lengths,)), (3, 2))
    own = ((f"{place}", say("compare.vocabularies.own", name=name)) for place, name in enumerate(names))
    options = ((EVERY, say("compare.which.every")), (_SHARED, say("compare.which.shared")), *own)
    which = ask(Choice("which", say("compare.vocabularies.which"), EVERY, options))
    chosen = chosen_tokens(seen, which)
    if not chosen:
        yield told(say, "compare.vocabularies.nothing", "info")
        return
    places = page_of(len(chosen), f"tokens_page_{which}", ask)
    listed = chosen[places.start : places.stop]
    yield compared.tokens_in_chips(listed, names, say("compare.tab.vocabularies"), say)
    total = say.count("count.tokens", len(chosen))
    yield told(say, "compare.vocabularies.count", "caption", tokens=total, shown=len(listed))


def chosen_tokens(seen: ComparedText, which: str) -> tuple[SharedToken, ...]:
    """Return the tokens of all vocabularies, those that every one has, or those of one alone. which: the choice."""
    comparison = seen.comparison
    every = comparison.engine.memory.kept(
        "vocabularies", ("shared tokens", *comparison.key), compared.vocabularies, comparison.train
    )
    if which == EVERY:
        return every
    if which == _SHARED:
        return tuple(one for one in every if one.vocabularies == len(comparison.names))
    return tuple(one for one in every if one.vocabularies == 1 and one.counts[int(which)] is not None)


# -- marks -------------------------------------------------------------------------------------------------------------


def marks(seen: ComparedText, _: Ask) -> Iterator[Show]:
    """Yield the marks of words of each tokenizer, on the words of the text."""
    comparison, say = seen.comparison, seen.say
    yield explained(say, "compare.marks.about", "text")
    table = MARKS.of(list(map(Marked, comparison.names, comparison.models, comparison.segmentations)))
    yield DataTable(say("compare.tab.marks"), headings_of(table.columns, say), tuple(mark_rows(table, say)))


# -- languages and morphemes -------------------------------------------------------------------------------------------


def fair(seen: ComparedText, ask: Ask) -> Iterator[Show]:
    """Yield the tokens of the same sentences in each language, and how many boundaries are those of morphemes."""
    say = seen.say
    every = costs_of(seen.comparison)
    yield told(say, "vocabulary.tab.languages", "heading")
    yield told(say, "fairness.languages.about", languages=len(languages()))
    yield from gini_figures(every, say)
    yield costs_chart(every, say)
    yield told(say, "vocabulary.tab.morphemes", "heading")
    yield from morphemes(boundaries_of(seen.comparison), ask, say)


def costs_of(comparison: Comparison) -> Mapping[str, Costs]:
    """Return the costs of languages by each tokenizer."""
    memory = comparison.engine.memory
    return {
        one.label: memory.kept("vocabularies", ("costs", *one.key), costs, one.model) for one in comparison.tokenizers
    }


def boundaries_of(comparison: Comparison) -> EveryFound:
    """Return the boundaries that each tokenizer has in words whose morphemes are known."""
    memory = comparison.engine.memory
    return {
        one.label: memory.kept("vocabularies", ("boundaries", *one.key), found_in_all, one.model)
        for one in comparison.tokenizers
    }


# -- files -------------------------------------------------------------------------------------------------------------


def export(seen: ComparedText, ask: Ask) -> Iterator[Show]:
    """Yield the files of a comparison; its measures need the held-out text."""
    seen = with_held(seen, ask)
    yield from own_files(seen)
    yield from sheets(seen)


def own_files(seen: ComparedText) -> Iterator[Show]:
    """Yield the files of a comparison itself, with its held-out text."""
    comparison, say = seen.comparison, seen.say

    def words_csv() -> str:
        is_neutral = seen.state.marks == "neutral"
        return cells_csv(explained_table(comparison, MAX_EXPORTED, say, is_neutral=is_neutral).stored())

    yield explained(say, "compare.export.about")
    yield Columns(
        (
            _file("measures", "compare.export.measures", lambda: charts.measures_csv(comparison.readings), say),
            _file("words", "compare.export.words", words_csv, say),
        )
    )


def sheets(seen: ComparedText) -> Iterator[Show]:
    """Yield the files that features make of a comparison."""
    for shows in added_files.of_comparison(seen.comparison, seen.say):
        yield from shows


def _file(name: str, key: str, make: Callable[[], str], say: Catalog) -> tuple[Show, ...]:
    """Return a file and what it is for. key: of its label."""
    return File(name, say(key), f"tokviz-{name}.csv", "text/csv", make), told(say, _EXPORT_HELP[name], "caption")


PAGE: Page[CompareState, ComparedText] = Page(
    form=FORM,
    seen=compared_text,
    views={
        "words": ("compare.tab.words", words),
        "measures": ("compare.tab.measures", measures),
        "vocabularies": ("compare.tab.vocabularies", vocabularies),
        "marks": ("compare.tab.marks", marks),
        "fair": ("compare.tab.fair", fair),
        "export": ("compare.tab.export", export),
    },
)
