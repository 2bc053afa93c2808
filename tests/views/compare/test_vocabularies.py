"""Three vocabularies as measures, pictures and lines: a small corpus counted by hand, and what must hold for any."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.strategies import corpora
from tokviz import bpe
from tokviz.compare.three_vocabularies import (
    RULES,
    RUNNER,
    VOCABULARY_KINDS,
    TrainTest,
    Vocabularies,
    hold_out,
)
from tokviz.corpus import Corpus
from tokviz.views.compare import three_vocabularies as vocabularies
from tokviz.views.compare.three_vocabularies import Measured, Unit
from tokviz.views.picture.payload import MAX_CHIPS
from tokviz.views.shared.catalog import LANGUAGES, Catalog, load
from tokviz.views.shared.palette import DARK
from tokviz.web.shared import line_charts

EN = load("en")

# Words: low, lower, new. Characters: w 8, l 7, o 7, e 3, r 2, n 1. Merges: l o 7, lo w 7, low e 2, lowe r 2, n e, ne w.
TRAIN = Corpus({"low": 5, "lower": 2, "new": 1})
TEST = Corpus({"lower": 1, "low": 2, "slow": 1, "new": 1})  # 5 words, 5 + 2 × 3 + 4 + 3 = 18 characters


def learned(corpus: Corpus) -> Vocabularies:
    return Vocabularies(bpe.train(corpus, rules=RULES))


@pytest.fixture(scope="module")
def three() -> Vocabularies:
    return learned(TRAIN)


def drawn(payload: dict[str, Any]) -> list[tuple[str, str, list[str]]]:
    """Label, note and chips of each row, as the browser reads them."""
    payload = json.loads(json.dumps(payload))
    assert (payload["total"], len(payload["frames"])) == (0, 1)
    (group,) = payload["frames"][0]["groups"]
    assert group["heading"] is None
    rows = [payload["rows"][row] for row in group["rows"]]
    return [(row["label"], row["note"], [payload["tokens"][chip]["text"] for chip in row["symbols"]]) for row in rows]


def figures(row: Measured) -> list[object]:
    """A text in a vocabulary, in figures, as the tests count it."""
    measure = row.measure
    length, share = measure.tokens_per_word, measure.unknown_share
    return [row.size, row.kind, row.members, measure.tokens, length, measure.unknown, share]


# -- measures ----------------------------------------------------------------------------------------------------------


def test_the_corpus_by_hand_is_what_was_learned(three: Vocabularies) -> None:
    assert three.words == ("low", "lower", "new")
    assert three.characters == ("w", "l", "o", "e", "r", "n")
    assert three.trace.tokens == ("lo", "low", "lowe", "lower", "ne", "new")


def test_the_held_out_text_by_hand(three: Vocabularies) -> None:
    assert [figures(row) for row in vocabularies.comparison(three, TEST, [2, 6, 8, 12])] == [
        # Two words: slow and new are unknown. The characters w and l: o or e is missing in every word.
        [2, "words", 2, 5, 1.0, 2, 0.4],
        [2, "characters", 2, 18, 3.6, 5, 1.0],
        [2, "subwords", 2, 18, 3.6, 5, 1.0],
        # The alphabet is whole: only slow has a character that the training text has not.
        [6, "words", 3, 5, 1.0, 1, 0.2],
        [6, "characters", 6, 18, 3.6, 1, 0.2],
        [6, "subwords", 6, 18, 3.6, 1, 0.2],
        # Two merges, lo and low: low e r 3, low 2 × 1, ? low 2, n e w 3.
        [8, "words", 3, 5, 1.0, 1, 0.2],
        [8, "characters", 6, 18, 3.6, 1, 0.2],
        [8, "subwords", 8, 10, 2.0, 1, 0.2],
        # All six merges: lower 1, low 2 × 1, ? low 2, new 1.
        [12, "words", 3, 5, 1.0, 1, 0.2],
        [12, "characters", 6, 18, 3.6, 1, 0.2],
        [12, "subwords", 12, 6, 1.2, 1, 0.2],
    ]


def test_the_training_text_by_hand(three: Vocabularies) -> None:
    # Characters: 5 × 3 + 2 × 5 + 3 = 28. Subwords of two merges: low 5 × 1, low e r 2 × 3, n e w 3: 14.
    measures = {row.kind: row.measure for row in vocabularies.comparison(three, TRAIN, [8])}
    assert {kind: measure.tokens for kind, measure in measures.items()} == {
        "words": 8,
        "characters": 28,
        "subwords": 14,
    }
    assert [measure.tokens_per_word for measure in measures.values()] == [1.0, 3.5, 1.75]
    assert [measure.unknown for measure in measures.values()] == [0, 0, 0]


def test_units_by_hand(three: Vocabularies) -> None:
    assert vocabularies.units(three, 8, TEST) == (
        Unit("bytes", 256, 18, 1.0),
        Unit("characters", 6, 18, 1.0),
        Unit("subwords", 8, 10, 10 / 18),
    )


def test_bytes_of_other_scripts() -> None:
    text = Corpus({"é中😀": 2})  # 2 + 3 + 4 bytes
    made = [(unit.tokens, unit.tokens_per_character) for unit in vocabularies.units(learned(text), 3, text)]
    assert made == [(18, 3.0), (6, 1.0), (6, 1.0)]


@given(corpora(), corpora(), st.integers(1, 40))
def test_the_measures_are_those_of_the_tokens(train: Corpus, test: Corpus, size: int) -> None:
    three = learned(train)
    for row in vocabularies.comparison(three, test, [size]):
        pieces = [three.encode(row.kind, size, word) for word, count in test.items() for _ in range(count)]
        assert row.measure.tokens == sum(map(len, pieces))
        assert row.measure.unknown == sum(None in tokens for tokens in pieces)
        assert row.value("tokens_per_word") * len(pieces) == pytest.approx(row.measure.tokens)
        assert row.value("unknown_share") * len(pieces) == pytest.approx(row.measure.unknown)


# -- which words -------------------------------------------------------------------------------------------------------


def test_the_opening_example_tells_its_three_words() -> None:
    assert vocabularies.telling(RUNNER, learned(RUNNER.train)) == ("runner", "thinking", "running")


def test_a_frequent_word_and_new_ones_that_can_be_written(three: Vocabularies) -> None:
    # lower is the most frequent of more than three letters. Of the new words, slow has an s, and newer is the longest.
    test = Corpus({"slow": 9, "newer": 1, "owl": 1, "low": 1})
    assert vocabularies.telling(TrainTest(TRAIN, test), three) == ("lower", "newer", "owl")


def test_without_a_held_out_text_all_come_from_training(three: Vocabularies) -> None:
    assert vocabularies.telling(TrainTest(TRAIN, None), three) == ("lower", "new", "low")


@given(corpora())
def test_there_is_always_a_word_and_never_one_twice(corpus: Corpus) -> None:
    split = hold_out(corpus)
    shown = vocabularies.telling(split, learned(split.train))
    assert 1 <= len(shown) <= 3
    assert len(set(shown)) == len(shown)
    assert set(shown) <= set(corpus)


# -- the slider --------------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_slider_has_each_small_size_and_ever_fewer_large_ones() -> None:
    three = learned(Corpus({f"{number:x}": 1 for number in range(30_000)}))  # 16 characters
    stops = vocabularies.stops(three, 12_345)
    assert stops[:200] == tuple(range(1, 201))
    assert stops[200:203] == (204, 208, 212)
    assert stops[-1] == three.most >= 30_000
    assert 12_345 in stops
    assert len(stops) < 500


@given(corpora(), st.integers(1, 60))
def test_a_slider_has_two_ends_and_every_size_that_matters(corpus: Corpus, size: int) -> None:
    three = learned(corpus)
    stops = vocabularies.stops(three, min(size, three.most))
    assert stops == tuple(range(1, max(three.most, 2) + 1))


# -- pictures ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", list(LANGUAGES))
def test_words_as_chips(three: Vocabularies, language: str) -> None:
    say = load(language)
    unknown = f"⟨{say('why.unknown')}⟩"
    shown = {kind: drawn(vocabularies.picture(three, kind, 8, ["slow", "low"], say)) for kind in VOCABULARY_KINDS}
    assert shown == {
        "words": [("slow", "× 0", [unknown]), ("low", "× 5", ["low"])],
        "characters": [("slow", "× 0", [unknown, "l", "o", "w"]), ("low", "× 5", ["l", "o", "w"])],
        "subwords": [("slow", "× 0", [unknown, "low"]), ("low", "× 5", ["low"])],
    }


def test_what_is_unknown_is_not_the_word_unknown() -> None:
    three = learned(Corpus({"unknown": 2, "a": 1}))
    payload = vocabularies.picture(three, "words", 1, ["unknown", "a"], EN)
    assert [chips for _, _, chips in drawn(payload)] == [["unknown"], ["⟨unknown⟩"]]
    assert payload["tokens"][payload["picture"]["unknown"]]["text"] == "⟨unknown⟩"


def test_what_is_unknown_may_be_said_in_two_words(three: Vocabularies) -> None:
    say = Catalog("xx", {**EN.templates, "why.unknown": "not known"})
    assert drawn(vocabularies.picture(three, "words", 8, ["slow"], say)) == [("slow", "× 0", ["⟨not known⟩"])]


def test_subwords_stand_on_the_merges_that_made_them(three: Vocabularies) -> None:
    payload = vocabularies.picture(three, "subwords", 8, ["low"], EN)
    names = [chip["text"] for chip in payload["tokens"]]
    assert [names[one["symbol"]] for one in payload["picture"]["origins"]] == ["low", "lo"]
    assert vocabularies.picture(three, "characters", 8, ["low"], EN)["picture"]["origins"] == []


def test_long_and_invisible_words(three: Vocabularies) -> None:
    (label, note, chips), *rest = drawn(vocabularies.picture(three, "characters", 8, ["w" * 500, "\0 \u200d"], EN))
    assert len(label) <= 60
    assert note == "× 0"
    assert len(chips) == MAX_CHIPS + 1
    assert [label for label, _, _ in rest] == ["␀␣⟨200D⟩"]


# -- lines -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", list(LANGUAGES))
@pytest.mark.parametrize("column", ["tokens_per_word", "unknown_share"])
def test_lines_draw_the_measures(three: Vocabularies, column: vocabularies.Column, language: str) -> None:
    say = load(language)
    rows = vocabularies.comparison(three, TEST, [2, 6, 8, 12])
    chart = vocabularies.lines(rows, column, 8, say)
    names = {say(f"why.kind.{kind}"): kind for kind in VOCABULARY_KINDS}
    assert {line.name for line in chart.lines} == names.keys()
    for line in chart.lines:
        assert line.points == tuple((row.size, row.value(column)) for row in rows if row.kind == names[line.name])
        assert line.name in chart.alt
    assert (chart.here, chart.y) == (8, say(f"why.column.{column}"))
    # Color is not the only cue: each vocabulary has dashes of its own.
    assert len({line.dash for line in chart.lines}) == 3
    assert len({(line.hue, line.look) for line in chart.lines}) == 3
    spec = line_charts.specification(chart, say, DARK)
    low, high = spec["layer"][0]["encoding"]["x"]["scale"]["domain"]
    assert (low, high, spec["layer"][0]["encoding"]["x"]["scale"]["type"]) == (2, 12, "log")


def test_lines_of_a_text_of_one_letter() -> None:
    text = Corpus({"a": 1})
    chart = vocabularies.lines(vocabularies.comparison(learned(text), text, [1]), "unknown_share", 1, EN)
    spec = line_charts.specification(chart, EN, DARK)
    assert spec["layer"][0]["encoding"]["x"]["scale"]["domain"] == [1.0, 2.0]
    assert spec["layer"][0]["encoding"]["y"]["scale"]["domain"] == [0, 1]
