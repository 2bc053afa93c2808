"""Tables of a comparison: the words that are split differently, measures, and the marks of tokenizers.

Marks say where words begin, end and go on.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import isnan

from tokviz.checkpoint import checkpoint
from tokviz.compare.alignment import Segmentation
from tokviz.compare.comparison import Comparison
from tokviz.compare.differences import Differing, nearby
from tokviz.compare.measures import MEASURES, Value
from tokviz.compare.notation import Neutral, neutral
from tokviz.compare.reading import Reading, Split
from tokviz.compare.spans import Model
from tokviz.errors import TokvizError
from tokviz.views.compare.keys import MEASURE_KEYS, TEXT_KEYS
from tokviz.views.compare.rows import name_of
from tokviz.views.compare.sentences import sentence, tokens, why_not
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.chips import Cell, Chip, Row
from tokviz.views.shared.display import shorten, visible
from tokviz.views.shared.messages import error_text
from tokviz.views.shared.palette import HUES
from tokviz.views.shared.tables import Column, FilledTable, Table, column_of_cells

_MARKS = {
    "begins": "compare.marks.begins",
    "goes-on": "compare.marks.goes-on",
    "ends": "compare.marks.ends",
}

# -- measures ----------------------------------------------------------------------------------------------------------


SHARES = frozenset({"whole", "unknown", "used"})
"""The measures that are shares, written in per cent."""
COUNTS = frozenset({"vocabulary", "tokens"})
"""The measures that are whole numbers."""
_READ_TOGETHER = ("fertility", "unknown")


def written_value(measure: str, value: Value, say: Catalog) -> str:
    """Return a measure as it is read.

    >>> from tokviz.views.shared.catalog import load
    >>> given = {"tokens": 1200, "fertility": 10 / 3, "whole": 0.5, "used": None}
    >>> [written_value(measure, value, load("en")) for measure, value in given.items()]
    ['1,200', '3.333', '50.0%', '–']
    """
    if value is None or (isinstance(value, float) and isnan(value)):
        return "–"
    if measure in COUNTS:
        return say.integer(int(value))
    return say.percent(float(value)) if measure in SHARES else say.decimal(float(value), 3)


def lit_rows(readings: Mapping[str, Mapping[str, Reading]], measure: str) -> tuple[bool, ...]:
    """Return for each row of :func:`measures_beside` whether it belongs to a measure.

    Unknown words can be one token each, so their share is read together with the tokens per word.
    """
    together = _READ_TOGETHER if measure in _READ_TOGETHER else (measure,)
    return tuple(name in together for name, _ in measured_rows(readings))


def measures_beside(readings: Mapping[str, Mapping[str, Reading]], say: Catalog) -> FilledTable:
    """Return all measures: one row a measure and text, a column a tokenizer. readings: text -> tokenizer -> reading.

    A vocabulary has the same size in all texts, and one row.
    """
    rows = measured_rows(readings)
    names = list(dict.fromkeys(name for every in readings.values() for name in every))
    columns = {
        name: [written_value(measure, MEASURES[measure](readings[text][name]), say) for measure, text in rows]
        for name in names
    }
    texts = ["" if measure == "vocabulary" else say(TEXT_KEYS[text]) for measure, text in rows]
    return FilledTable(
        (
            column_of_cells("measure", "compare.column.measure", [say(MEASURE_KEYS[measure]) for measure, _ in rows]),
            column_of_cells("text", "compare.column.text", texts),
            *(column_of_cells(name, "", cells, is_number=True) for name, cells in columns.items()),
        )
    )


def measured_rows(readings: Mapping[str, Mapping[str, Reading]]) -> list[tuple[str, str]]:
    """Return the measure and the text of each row of :func:`measures_beside`."""
    rows = [(measure, text) for measure in MEASURES for text in readings if measure != "vocabulary"]
    return [("vocabulary", next(iter(readings))), *rows] if readings else rows


# -- words that are split differently ----------------------------------------------------------------------------------


MAX_EXPORTED = 5_000
"""The maximum number of words in an exported file; to explain a word takes time."""


def explained_table(comparison: Comparison, most: int, say: Catalog, *, is_neutral: bool) -> FilledTable:
    """Return the most frequent words that differ, with the reasons as sentences: see :func:`differing_table`.

    is_neutral: whether tokens are written in one neutral notation.
    """
    names = comparison.names

    def why(differing: Differing) -> str:
        checkpoint()
        try:
            known = why_not(
                nearby(differing.passage, comparison.models, differing.splits), comparison.tokenizers, differing.splits
            )
        except TokvizError as error:
            return error_text(error, say)
        return say("list.sentence").join(sentence(why, names[left], say) for left, why in known.items())

    key = (*comparison.key, say.language, most, int(is_neutral))
    models = comparison.models if is_neutral else None
    return comparison.engine.memory.kept(
        "table", key, lambda: differing_table(comparison.differing[:most], names, why, models)
    )


def differing_table(
    words: Sequence[Differing],
    names: Sequence[str],
    why: Callable[[Differing], str],
    models: Sequence[Model] | None = None,
) -> FilledTable:
    """Return one row a word: ``word``, ``occurrences``, a column for each tokenizer by its name, ``reason``.

    names: all different. why: the reason in a sentence. models: those of the tokenizers, to write their tokens in one
    neutral notation; without them each writes its own marks.
    """

    def cell(split: Split, number: int) -> str:
        if models is None:
            return tokens(split.tokens) or "∅"
        return tokens([neutral(token, models[number]).text or "∅" for token in split.tokens]) or "∅"

    splits = [
        column_of_cells(name, "", [cell(word.splits[number], number) for word in words], has_tokens=True)
        for number, name in enumerate(names)
    ]
    return FilledTable(
        (
            column_of_cells("word", "column.word", [shorten(visible(word.word)) for word in words]),
            column_of_cells("occurrences", "column.occurrences", [word.count for word in words], is_number=True),
            *splits,
            column_of_cells("reason", "compare.column.reason", list(map(why, words))),
        )
    )


def differing_rows(table: FilledTable, words: Sequence[Differing], say: Catalog) -> list[Row]:
    """Return the rows of :func:`differing_table` with chips, in the hue of their tokenizer; a press picks the word."""
    with_tokens = [number for number, column in enumerate(table.columns) if column.has_tokens]
    hues = {number: HUES[place % len(HUES)] for place, number in enumerate(with_tokens)}

    def cell(number: int, value: object) -> Cell:
        if number in hues:
            return tuple(Chip(token, hue=hues[number]) for token in str(value).split())
        if isinstance(value, int):
            return say.integer(value)
        return str(value) if number else (Chip(str(value)),)

    return [
        Row(tuple(cell(number, value) for number, value in enumerate(row)), word=name_of(differing.word))
        for row, differing in zip(table.rows(say), words, strict=False)
    ]


# -- marks -------------------------------------------------------------------------------------------------------------


def marks_text(segmentation: Segmentation, model: Model, say: Catalog) -> str:
    """Say what the marks of a tokenizer mean, as far as they occur in a text.

    >>> from tokviz import wordpiece
    >>> from tokviz.compare.alignment import segment
    >>> from tokviz.views.shared.catalog import load
    >>> model = wordpiece.Model(["hug", "##s"])
    >>> marks_text(segment("hugs", model), model, load("en"))
    '## continues a word'
    """
    marks = {
        _meaning(read, mark): mark
        for token in segmentation.tokens
        for read in (neutral(token.text, model),)
        for mark in read.marks
    }
    explanations = [say(_MARKS[meaning], mark=mark) for meaning, mark in marks.items()]
    if model.marks.byte_levels:
        explanations.append(say("compare.marks.bytes"))
    return say("list.comma").join(explanations) or say("compare.marks.none")


@dataclass(frozen=True)
class Marked:
    """A text as a tokenizer splits it, by its name."""

    name: str
    model: Model
    segmentation: Segmentation

    @property
    def tokens(self) -> list[str]:
        """Return the tokens as the tokenizer writes them."""
        return [token.text for token in self.segmentation.tokens]


MARKS: Table[Sequence[Marked]] = Table(
    (
        Column("tokenizer", "compare.column.tokenizer", lambda rows: [row.name for row in rows]),
        Column("marks", "compare.column.marks", list, lambda row, say: marks_text(row.segmentation, row.model, say)),
        Column("own", "compare.column.own", list, lambda row, _: tokens(row.tokens)),
        Column(
            "neutral",
            "compare.column.neutral",
            list,
            lambda row, _: tokens(neutral(token, row.model).text or "∅" for token in row.tokens),
        ),
    )
)
"""The marks of tokenizers, and the tokens of a text as each writes them, and neutral ones; of a long text the first."""


def mark_rows(table: FilledTable, say: Catalog) -> list[Row]:
    """Return the rows of :data:`MARKS` with tokens as chips, in the hue of their tokenizer."""

    def chips(written: str, number: int) -> tuple[Chip, ...]:
        return tuple(Chip(token, hue=HUES[number % len(HUES)]) for token in written.split())

    rows = [list(map(str, row)) for row in table.rows(say)]
    return [
        Row((name, marks, *(chips(written, number) for written in cells)))
        for number, (name, marks, *cells) in enumerate(rows)
    ]


def _meaning(read: Neutral, mark: str) -> str:
    """Return ``begins``, ``ends`` or ``goes-on``."""
    if read.ends and mark == read.marks[-1]:
        return "ends"
    return "begins" if read.begins else "goes-on"
