"""Charts of the measures of several tokenizers: a table, bars, squares of two by two, and lines over vocabulary sizes.

Everything starts from readings (:func:`tokviz.compare.reading.read`). In tables for programs values are numbers, shares
from 0 to 1; the caller writes them as it likes. Nothing is shown by color alone.

A point of a line costs a tokenizer and a reading of the text. Merging gives every smaller size out of one trace;
Unigram is trained for each size.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product
from math import isnan
from typing import Literal, NamedTuple

from tokviz.algorithms import ALGORITHMS
from tokviz.compare.comparison import Compared, Comparison
from tokviz.compare.measures import MEASURES, Value, agreement, overlap
from tokviz.compare.measures import measure as measure_reading
from tokviz.compare.reading import Reading
from tokviz.compare.sizes import SizeRange, at_size, has_smaller_sizes, is_one_training, possible_sizes
from tokviz.corpus import Corpus
from tokviz.corpus.passages import Text
from tokviz.errors import TokvizError
from tokviz.trace import Trace
from tokviz.views.compare.keys import MEASURE_KEYS, PAIR_KEYS, TEXT_KEYS
from tokviz.views.compare.rows import LETTERS
from tokviz.views.compare.tables import SHARES, measured_rows, written_value
from tokviz.views.shared.bars import Bars, NamedBar
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.chips import Bar, DataTable, Heading, Row
from tokviz.views.shared.display import shorten
from tokviz.views.shared.lines import Lines, series_line
from tokviz.views.shared.palette import HUES
from tokviz.views.shared.tables import FilledTable, cells_csv, column_of_cells, table_of_rows

Readings = Mapping[str, Mapping[str, Reading]]
"""Text -> tokenizer -> how it reads that text."""
Pairwise = Literal["agreement", "overlap"]
"""The measures of two tokenizers: F1 of their boundaries, Jaccard index of their vocabularies."""

_ACCENT = 205  # hue of the accent
_NAME = 24  # characters of a name in a chart
_CLOSE = ("characters", "fertility")  # the measures of which no tokenizer is near zero


def measures_table(readings: Readings) -> FilledTable:
    """Return one row a measure, text and tokenizer: measure, text, tokenizer, value (a float, NaN where there is none).

    readings: text -> tokenizer -> reading.
    """
    rows = [
        (measure, text, name, chart_number(of(reading)))
        for measure, of in MEASURES.items()
        for text, every in readings.items()
        for name, reading in every.items()
    ]
    return table_of_rows(("measure", "text", "tokenizer", "value"), rows)


def bars(readings: Readings, measure: str, say: Catalog) -> Bars:
    """Return a measure as bars in the hue of their tokenizer, paler for the first of two texts, with their numbers."""
    texts = [text for name, text in measured_rows(readings) if name == measure]
    drawn = []
    for text in texts:
        for place, (name, reading) in enumerate(readings[text].items()):
            value = MEASURES[measure](reading)
            if value is None:
                continue
            called = shorten(name, _NAME) + (f" · {say(TEXT_KEYS[text])}" if len(texts) > 1 else "")
            is_pale = len(texts) > 1 and text == texts[0]
            written = written_value(measure, value, say)
            drawn.append((place, NamedBar(called, float(value), written, hue=HUES[place], is_pale=is_pale)))
    drawn.sort(key=lambda pair: pair[0])  # both texts of a tokenizer, one below the other
    return Bars(
        measure_sentence(readings, measure, say),
        tuple(bar for _, bar in drawn),
        most=1 if measure in SHARES else 0,
    )


def measure_sentence(readings: Readings, measure: str, say: Catalog) -> str:
    """Return a measure of all tokenizers in words, text by text."""
    sentences = []
    for text, every in readings.items():
        values = [
            say("compare.value", name=name, value=written_value(measure, MEASURES[measure](reading), say))
            for name, reading in every.items()
        ]
        told = {"measure": say(MEASURE_KEYS[measure]), "text": say(TEXT_KEYS[text]), "values": say.listed(values)}
        sentences.append(say("compare.sentence", **told))
    return " ".join(sentences)


def pairs(readings: Mapping[str, Reading]) -> FilledTable:
    """Return one row an ordered pair of tokenizers, with itself too: left, right, agreement, overlap.

    overlap is NaN where one of them has no vocabulary.
    """
    rows = [
        (left, right, float(agreement(reading, other).f1), chart_number(overlap(reading.model, other.model)))
        for (left, reading), (right, other) in product(readings.items(), repeat=2)
    ]
    return table_of_rows(("left", "right", "agreement", "overlap"), rows)


def measures_csv(readings: Readings) -> str:
    """Return all measures as CSV: measure, text, tokenizer, value; then those of two tokenizers, with the other one as
    well.

    Names of measures and texts are those of the program, the same in every language; shares are from 0 to 1.
    """
    columns = ("measure", "text", "tokenizer", "other", "value")
    rows: list[tuple[object, ...]] = [
        (measure, text, name, "", value) for measure, text, name, value in _rows_of(measures_table(readings))
    ]
    for text, every in readings.items():
        both = _rows_of(pairs(every))
        for place, measure in enumerate(("agreement", "overlap"), start=2):
            rows += [(measure, text, row[0], row[1], row[place]) for row in both]
    return cells_csv(table_of_rows(columns, rows).stored())


def _rows_of(table: FilledTable) -> list[tuple[object, ...]]:
    return list(zip(*table.stored().values(), strict=True))


def _values_of_pairs(pair_table: FilledTable, measure: Pairwise) -> tuple[list[str], dict[tuple[str, str], float]]:
    """Return the names, and left and right -> the value of one of the two."""
    stored = pair_table.stored()
    names = [(str(left), str(right)) for left, right in zip(stored["left"], stored["right"], strict=True)]
    values = {pair: float(str(value)) for pair, value in zip(names, stored[measure], strict=True)}
    return list(dict.fromkeys(left for left, _ in names)), values


def square(pair_table: FilledTable, measure: Pairwise, say: Catalog) -> FilledTable:
    """Return one of the two as a table of names by names, written."""
    names, values = _values_of_pairs(pair_table, measure)
    columns = {right: [written_value("", values[left, right], say) for left in names] for right in names}
    return FilledTable(
        (
            column_of_cells("name", PAIR_KEYS[measure], names),
            *(column_of_cells(name, "", cells, is_number=True) for name, cells in columns.items()),
        )
    )


def matrix(pair_table: FilledTable, measure: Pairwise, say: Catalog) -> DataTable:
    """Return one of the two as a square of numbers with bars; the columns have the letters of the rows."""
    names, values = _values_of_pairs(pair_table, measure)
    letters = dict(zip(names, LETTERS, strict=False))
    differing = [
        say("compare.two", left=left, right=right, value=written_value("", values[left, right], say))
        for left, right in values
        if left < right
    ]
    alt = say("compare.pairs.alt", what=say(PAIR_KEYS[measure]), values=say.listed(differing))
    rows = [
        Row((f"{letters[left]}  {shorten(left, _NAME)}", *(_square(values[left, right], say) for right in names)))
        for left in names
    ]
    return DataTable(alt, (Heading(say(PAIR_KEYS[measure])), *map(Heading, letters.values())), tuple(rows))


def _square(value: float, say: Catalog) -> str | Bar:
    written = written_value("", value, say)
    return written if isnan(value) else Bar(written, value, _ACCENT)


def curve_sizes(smallest: int, largest: int, chosen: int, number: int = 8) -> tuple[int, ...]:
    """Return the sizes at which lines have points: about `number`, in equal ratios, and the chosen one if it lies
    between.

    >>> curve_sizes(10, 1000, 50, 3), curve_sizes(7, 7, 7)
    ((10, 50, 100, 1000), (7,))
    """
    if largest <= smallest:
        return (smallest,)
    ratio = (largest / smallest) ** (1 / max(number - 1, 1))
    sizes = {round(smallest * ratio**i) for i in range(number - 1)} | {largest}
    return tuple(sorted(sizes | ({chosen} if smallest <= chosen <= largest else set())))


class SizedValue(NamedTuple):
    """A measure of a tokenizer at a size of its vocabulary; NaN where it has no meaning."""

    tokenizer: str
    size: int
    measure: str
    value: float


def size_lines(measured: Sequence[SizedValue], measure: str, size: int, names: Sequence[str], say: Catalog) -> Lines:
    """Return a line a tokenizer over the sizes of its vocabulary, with a rule at the chosen size.

    names: of all tokenizers, in their order, which gives each its color and dashes.
    """
    points = {
        name: [(one.size, one.value) for one in measured if (one.tokenizer, one.measure) == (name, measure)]
        for name in names
    }
    ends = [
        say(
            "compare.lines.end",
            name=name,
            first=written_value(measure, line[0][1], say),
            small=line[0][0],
            last=written_value(measure, line[-1][1], say),
            large=line[-1][0],
        )
        for name, line in points.items()
        if line
    ]
    drawn = [
        series_line(shorten(name, _NAME), known, place)
        for place, (name, line) in enumerate(points.items())
        if (known := [(at, value) for at, value in line if not isnan(value)])
    ]
    return Lines(
        say("compare.lines.alt", measure=say(MEASURE_KEYS[measure]), values=say.listed(ends)),
        say("compare.column.size"),
        tuple(drawn),
        here=size,
        y=say(MEASURE_KEYS[measure]),
        is_from_zero=measure not in _CLOSE,
        is_log_across=True,
        is_dotted=True,
        is_large=True,
        numbers="percent" if measure in SHARES else "value",
    )


def chart_number(value: Value) -> float:
    """Return a measure as a number; NaN where it has no meaning."""
    return float("nan") if value is None else float(value)


# -- measures over sizes -----------------------------------------------------------------------------------------------


MAX_QUICK_WORK = 20_000
"""Symbols of different words and characters of the text: up to this many, lines take no time that one would notice."""
LARGEST_SIZE = 5_000
"""Lines go no farther than to this size, in tokens."""


def is_quick(comparison: Comparison) -> bool:
    """Tell if lines are computed in a moment."""
    return comparison.work <= MAX_QUICK_WORK


def measures_over_sizes(comparison: Comparison, *, has_time: bool = False) -> tuple[SizedValue, ...] | None:
    """Return the measures over sizes of those that are trained here, on the held-out text if there is one, since that
    is what sizes are chosen by.

    None if none is trained, or if a long text makes it slow and nobody has the time.
    """
    trained = [tokenizer for tokenizer in comparison.tokenizers if tokenizer.possible is not None]
    quick = is_quick(comparison)
    if not trained or not (quick or has_time):
        return None
    return tuple(
        SizedValue(tokenizer.label, *row)
        for tokenizer in trained
        for row in _measures_of(comparison, tokenizer, quick=quick)
    )


def sizes_of_points(trace: Trace, possible: SizeRange, size: int, *, quick: bool) -> tuple[int, ...]:
    """Return the sizes at which the line of a trace has points. size: the one that was chosen."""
    if not has_smaller_sizes(trace.rules) and (not quick or is_one_training(trace.rules)):
        return possible_sizes(trace)
    return curve_sizes(possible.smallest, min(possible.largest, max(LARGEST_SIZE, size)), size)


def measure_at_sizes(
    trace: Trace, split: str, text: Text | Corpus, sizes: tuple[int, ...], corpus: Corpus | None
) -> tuple[tuple[int, str, float], ...]:
    """Return size, measure, value; the sizes are those that came out. Given a corpus, an algorithm without
    smaller sizes in its trace is trained for each.

    >>> from tokviz import bpe
    >>> hug = Corpus({"hug": 10, "hugs": 5})
    >>> measured = measure_at_sizes(bpe.train(hug, rules="course"), "whitespace", hug, (4, 5), None)
    >>> [(size, value) for size, name, value in measured if name == "tokens"]
    [(4, 50.0), (5, 35.0)]
    """
    algorithm = ALGORITHMS[trace.algorithm]
    rows: dict[tuple[int, str], float] = {}
    for size in sizes:
        grown = trace
        if corpus is not None and not is_one_training(trace.rules):
            try:
                grown = algorithm.train(corpus, trace.rules, vocab_size=size + len(trace.rules.first_tokens))
            except TokvizError:  # not every size between the smallest and the largest can be had
                continue
        tokenizer = at_size(grown, size, split)
        for name, value in measure_reading(tokenizer.model, text).items():
            rows[tokenizer.size, name] = chart_number(value)
    return tuple((size, name, value) for (size, name), value in sorted(rows.items()))


def _measures_of(comparison: Comparison, compared: Compared, *, quick: bool) -> tuple[tuple[int, str, float], ...]:
    """Return all measures of one tokenizer over the sizes."""
    trace, source, text = compared.tokenizer.trace, comparison.engine.source, comparison.measured
    assert trace is not None
    assert compared.possible is not None
    sizes = sizes_of_points(trace, compared.possible, compared.size, quick=quick)
    own_split = ALGORITHMS[trace.algorithm].split
    split, corpus = own_split or source.split, source.corpus_for(own_split) if quick else None
    key = (*compared.key, *text.key, int(quick))
    return comparison.engine.memory.kept("line", key, measure_at_sizes, trace, split, text, sizes, corpus)
