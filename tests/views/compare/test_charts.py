"""Measures as tables and charts: the hug corpus counted by hand, and that every chart says its numbers in text."""

from __future__ import annotations

import csv
import io
from math import isnan

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tokviz import Corpus, bpe, wordpiece
from tokviz.compare.measures import MEASURES
from tokviz.compare.reading import Reading, read
from tokviz.compare.spans import Model
from tokviz.views.compare import charts as compare_charts
from tokviz.views.compare.charts import SizedValue
from tokviz.views.compare.tables import SHARES, measures_beside
from tokviz.views.shared.catalog import LANGUAGES, load
from tokviz.views.shared.chips import Bar, cell_text
from tokviz.views.shared.tables import table_csv

EN = load("en")
HUG = Corpus({"hug": 10, "hugs": 5})
HELD = Corpus({"hugs": 3, "mug": 1})
MODELS: dict[str, Model] = {"whole": wordpiece.Model(["hug", "##s", "[UNK]"]), "letters": bpe.Model((), tuple("hugs"))}


@pytest.fixture(scope="module")
def readings() -> dict[str, dict[str, Reading]]:
    return {
        text: {name: read(model, corpus) for name, model in MODELS.items()}
        for text, corpus in (("train", HUG), ("held", HELD))
    }


def value(found: pd.DataFrame, measure: str, text: str, name: str) -> float:
    chosen = found[(found["measure"] == measure) & (found["text"] == text) & (found["tokenizer"] == name)]
    return float(chosen["value"].item())


def test_the_table_by_hand(readings: dict[str, dict[str, Reading]]) -> None:
    found = compare_charts.measures_table(readings).frame()
    assert len(found) == len(MEASURES) * 2 * 2
    assert value(found, "tokens", "train", "whole") == 10 + 5 * 2
    assert value(found, "tokens", "train", "letters") == 10 * 3 + 5 * 4
    assert value(found, "fertility", "train", "whole") == pytest.approx(20 / 15)
    assert value(found, "characters", "train", "letters") == 1
    assert value(found, "whole", "train", "whole") == pytest.approx(10 / 15)
    assert value(found, "unknown", "held", "whole") == 1 / 4  # mug
    assert value(found, "used", "train", "whole") == pytest.approx(2 / 3)  # without [UNK]


def test_what_there_is_not_is_not_a_number() -> None:
    applier = bpe.Applier(())
    found = compare_charts.measures_table({"train": {"codes": read(applier, HUG)}}).frame()
    assert isnan(value(found, "vocabulary", "train", "codes"))
    assert measures_beside({"train": {"codes": read(applier, HUG)}}, EN).frame()["codes"].iloc[0] == "–"
    assert isnan(compare_charts.pairs({"codes": read(applier, HUG)}).frame()["overlap"].item())


def test_the_table_to_be_read(readings: dict[str, dict[str, Reading]]) -> None:
    shown = measures_beside(readings, EN).frame()
    assert list(shown.columns) == ["measure", "text", "whole", "letters"]
    assert len(shown) == 2 * len(MEASURES) - 1  # a vocabulary has one size
    assert shown.iloc[0].tolist() == [EN("compare.measure.vocabulary"), "", "3", "4"]
    assert shown.iloc[3].tolist() == [EN("compare.measure.fertility"), EN("compare.text.train"), "1.333", "3.333"]


def test_pairs_by_hand(readings: dict[str, dict[str, Reading]]) -> None:
    pairs = compare_charts.pairs(readings["train"])
    found = pairs.frame().set_index(["left", "right"])
    assert found.loc[("whole", "whole"), "agreement"] == 1
    # Boundaries: 5 of the one, 10 × 2 + 5 × 3 = 35 of the other, 5 shared. Without marks: hug, s, [UNK]; h, u, g, s.
    assert found.loc[("whole", "letters"), "agreement"] == 2 * 5 / (5 + 35)
    assert found.loc[("whole", "letters"), "overlap"] == pytest.approx(1 / 6)
    square = compare_charts.square(pairs, "agreement", EN)
    assert square.rows(EN) == [["whole", "1.000", "0.250"], ["letters", "0.250", "1.000"]]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("measure", list(MEASURES))
def test_bars_carry_their_numbers(readings: dict[str, dict[str, Reading]], measure: str, language: str) -> None:
    say = load(language)
    drawn = compare_charts.bars(readings, measure, say)
    assert len(drawn.bars) == (2 if measure == "vocabulary" else 4)
    assert all(bar.text not in ("", "–") for bar in drawn.bars)
    assert [bar.is_pale for bar in drawn.bars] == ([False] * 2 if measure == "vocabulary" else [True, False] * 2)
    assert [bar.hue for bar in drawn.bars] == sorted(bar.hue for bar in drawn.bars if bar.hue)[::-1]  # by tokenizer
    assert all(bar.text in drawn.alt for bar in drawn.bars)
    assert drawn.most == (measure in SHARES)


def test_what_has_no_value_has_no_bar() -> None:
    readings = {"train": {"codes": read(bpe.Applier(()), HUG)}}
    assert compare_charts.bars(readings, "vocabulary", EN).bars == ()
    (bar,) = compare_charts.bars(readings, "tokens", EN).bars
    assert bar.name == "codes"  # one text needs no name


def test_a_matrix_has_a_number_in_every_square(readings: dict[str, dict[str, Reading]]) -> None:
    drawn = compare_charts.matrix(compare_charts.pairs(readings["train"]), "agreement", EN)
    assert [heading.text for heading in drawn.columns] == [EN("compare.pair.agreement"), "A", "B"]
    assert [list(map(cell_text, row.cells)) for row in drawn.rows] == [
        ["A  whole", "1.000", "0.250"],
        ["B  letters", "0.250", "1.000"],
    ]
    assert [cell.share for cell in drawn.rows[0].cells if isinstance(cell, Bar)] == [1, 0.25]
    pair = EN("compare.two", left="letters", right="whole", value="0.250")
    assert drawn.name == EN("compare.pairs.alt", what=EN("compare.pair.agreement"), values=pair)


def test_two_without_a_vocabulary_share_none_of_it() -> None:
    readings = {"codes": read(bpe.Applier(()), HUG), "letters": read(MODELS["letters"], HUG)}
    drawn = compare_charts.matrix(compare_charts.pairs(readings), "overlap", EN)
    assert list(map(cell_text, drawn.rows[0].cells)) == ["A  codes", "–", "–"]


def test_lines_differ_by_more_than_color() -> None:
    measured = [SizedValue(name, size, "fertility", size / 10) for size in (10, 20) for name in MODELS]
    measured += [SizedValue("whole", 30, "fertility", float("nan")), SizedValue("whole", 10, "tokens", 9.0)]
    drawn = compare_charts.size_lines(measured, "fertility", 15, list(MODELS), EN)
    assert [line.name for line in drawn.lines] == list(MODELS)
    assert len({line.dash for line in drawn.lines}) == len({line.hue for line in drawn.lines}) == 2
    assert (drawn.here, drawn.is_dotted, drawn.is_log_across) == (15, True, True)
    assert [line.points for line in drawn.lines] == [((10, 1.0), (20, 2.0))] * 2  # what is not a number is not drawn
    end = EN("compare.lines.end", name="letters", first="1.000", small=10, last="2.000", large=20)
    assert end in drawn.alt


@given(st.integers(1, 500), st.integers(0, 100_000), st.integers(1, 20_000), st.integers(1, 12))
def test_sizes_of_lines(smallest: int, more: int, chosen: int, number: int) -> None:
    largest = smallest + more
    sizes = compare_charts.curve_sizes(smallest, largest, chosen, number)
    assert list(sizes) == sorted(set(sizes))
    assert sizes[-1] == largest
    assert sizes[0] >= smallest
    assert len(sizes) <= number + 1
    assert chosen in sizes or not smallest <= chosen <= largest


def test_measures_as_csv(readings: dict[str, dict[str, Reading]]) -> None:
    rows = list(csv.DictReader(io.StringIO(compare_charts.measures_csv(readings))))
    assert len(rows) == len(MEASURES) * 2 * 2 + 2 * 4 * 2  # and two measures of each ordered pair, on both texts
    found = {(row["measure"], row["text"], row["tokenizer"], row["other"]): row["value"] for row in rows}
    assert float(found["vocabulary", "train", "whole", ""]) == 3
    assert float(found["agreement", "held", "whole", "whole"]) == 1


def test_words_as_csv_start_no_formula() -> None:
    frame = pd.DataFrame({"word": ["=1+1", "a"], "occurrences": [2, 1], "@evil": ["-x", "b,c"], "reason": ["r", "s"]})
    rows = list(csv.reader(io.StringIO(table_csv(frame))))
    assert rows == [["word", "occurrences", "'@evil", "reason"], ["'=1+1", "2", "'-x", "r"], ["a", "1", "b,c", "s"]]
