"""Tokens of the same sentences by language, and boundaries of morphemes, for `/vocabulary` and `/compare`.

Each has a picture, numbers, and tables that the command line prints, too.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import chain

from tokviz.compare.fairness import MOST_LOST, Costs, costs
from tokviz.compare.morphemes import Found, Score, found_in_all, score
from tokviz.views.shared.bars import NamedBar
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.chips import DataTable
from tokviz.views.shows import Ask, Bars, Choice, Figure, Figures, Fold, Show, told
from tokviz.views.vocabularies.charts import compared
from tokviz.views.vocabularies.listing import listing
from tokviz.views.vocabularies.tables import Cells, cells_of_rows, ratio_cell
from tokviz.vocabularies import Vocabulary, languages

EveryFound = Mapping[str, Mapping[str, Sequence[Found]]]
"""Name of a tokenizer -> code of a language -> the boundaries in its words."""


def costs_of(vocabulary: Vocabulary) -> Costs:
    """Return the costs of languages by the tokenizer of a vocabulary."""
    return costs(vocabulary.pipeline.text_model.model)


def boundaries_of(vocabulary: Vocabulary) -> Mapping[str, Sequence[Found]]:
    """Return the boundaries that the tokenizer of a vocabulary has in words, by language."""
    return found_in_all(vocabulary.pipeline.text_model.model)


# -- languages ---------------------------------------------------------------------------------------------------------


def gini_figures(every: Mapping[str, Costs], say: Catalog) -> Iterator[Show]:
    """Yield the Gini coefficient of each tokenizer, and what it is."""
    figures = []
    for name, one in every.items():
        about = say("fairness.gini.over", languages=len(one.known), all=len(one.tokens))
        figures.append(Figure(f"{say('fairness.gini')} · {name}", _exact(one.gini, say), about))
    yield Figures(tuple(figures))
    yield told(say, "fairness.gini.about", "caption")
    if any(one.lost for one in every.values()):
        yield told(say, "fairness.gini.lost", "caption", share=say.percent(float(MOST_LOST), 0))
    if any(one.gini is None for one in every.values()):
        yield told(say, "fairness.gini.none", "caption")


def costs_chart(every: Mapping[str, Costs], say: Catalog) -> Bars | DataTable:
    """Return the tokens per sentence of each language as bars, the cheapest of the first tokenizer first. Those of
    languages that do not count are gray."""
    order = sorted(languages(), key=next(iter(every.values())).tokens.__getitem__)
    series: dict[str, dict[str, NamedBar]] = {}
    for name, one in every.items():
        each = {code: one.tokens[code] / len(languages()[code].sentences) for code in order}
        series[name] = {
            code: NamedBar(languages()[code].name, value, say.decimal(value, 1), "accent", is_pale=code in one.lost)
            for code, value in each.items()
        }
    named = {name: {bar.name: bar for bar in bars.values()} for name, bars in series.items()}
    return compared(say("fairness.languages.chart"), say("column.language"), say("column.tokens_each"), named)


def costs_cells(every: Mapping[str, Costs], say: Catalog) -> Cells:
    """Return one row a tokenizer: its Gini coefficient, and the dearest language beside English."""
    rows = []
    for name, one in every.items():
        dearest = max(one.known, key=one.known.__getitem__, default=None)
        english = one.known.get("en")
        ratio = one.known[dearest] / english if dearest and english else None
        called = languages()[dearest].name if dearest else "–"
        rows.append((name, _rounded(one.gini), len(one.known), called, ratio_cell(ratio, say)))
    return cells_of_rows(("tokenizer", "gini", "number_of_languages", "dearest", "ratio"), rows)


# -- morphemes ---------------------------------------------------------------------------------------------------------


def scores(every: EveryFound) -> Mapping[str, Mapping[str, Score]]:
    """Return the score of each tokenizer in each language, and that of all words together under an empty code."""
    return {
        name: {code: score(of_language) for code, of_language in by_language.items()}
        | {"": score(chain.from_iterable(by_language.values()))}
        for name, by_language in every.items()
    }


def scores_chart(every: EveryFound, say: Catalog) -> Bars | DataTable:
    """Return F1 in each language as bars."""
    series: dict[str, dict[str, NamedBar]] = {}
    for name, by_language in scores(every).items():
        rows = {_called(code, say): one.f1 for code, one in by_language.items()}
        series[name] = {
            row: NamedBar(row, float(value), _exact(value, say), "accent")
            for row, value in rows.items()
            if value is not None
        }
    drawn = compared(say("fairness.morphemes.chart"), say("column.language"), say("column.f1"), series)
    return replace(drawn, most=1) if isinstance(drawn, Bars) else drawn


def scores_cells(every: EveryFound, say: Catalog) -> Cells:
    """Return one row a tokenizer and a language: what is right, and the numbers that it comes from."""
    names = (
        "tokenizer",
        "language",
        "f1",
        "precision",
        "recall",
        "right_boundaries",
        "found_boundaries",
        "wanted_boundaries",
    )
    rows = [
        (
            name,
            _called(code, say),
            *(_rounded(value) for value in (one.f1, one.precision, one.recall)),
            one.right,
            one.found,
            one.wanted,
            one.words,
            one.of,
            one.whole,
        )
        for name, by_language in scores(every).items()
        for code, one in by_language.items()
    ]
    return cells_of_rows((*names, "known_words", "all_words", "words_in_one"), rows)


def words_cells(every: EveryFound, language: str) -> Cells:
    """Return one row a word of a language: its morphemes, its boundaries by each tokenizer, the source of the cut."""
    first, *_ = every.values()
    cells: Cells = {"morphemes": [one.word.cut for one in first[language]]}
    for name, by_language in every.items():
        cells[name] = [one.cut if one.is_known else "?" for one in by_language[language]]
    return cells | {"cut_source": [one.word.source for one in first[language]]}


def morphemes(every: EveryFound, ask: Ask, say: Catalog) -> Iterator[Show]:
    """Yield F1 as bars, the table of all numbers, what they are, and the words of a language."""
    yield told(say, "fairness.morphemes.about", words=sum(map(len, next(iter(every.values())).values())))
    yield scores_chart(every, say)
    name = say("fairness.morphemes.table")
    yield from listing(scores_cells(every, say), name, "", ask, say)
    yield told(say, "fairness.morphemes.formula", "caption")
    yield told(say, "fairness.morphemes.known", "caption")
    options = tuple((code, languages()[code].name) for code in next(iter(every.values())))
    chosen = ask(Choice("words_of", say("fairness.words.which"), options[0][0], options, is_open=True))
    title = say("fairness.words", language=languages()[chosen].name)
    yield told(say, "fairness.words.about", "caption")
    yield from listing(words_cells(every, chosen), title, f"morphemes-{chosen}", ask, say)
    yield Fold(say("fairness.sources"), (told(say, "fairness.sources.about"), told(say, "fairness.sources.measures")))


def _called(code: str, say: Catalog) -> str:
    return languages()[code].name if code else say("fairness.all")


def _exact(value: Fraction | None, say: Catalog) -> str:
    return "–" if value is None else say.decimal(float(value), 3)


def _rounded(value: Fraction | None) -> float | None:
    return None if value is None else round(float(value), 3)
