"""Three vocabularies as frames, pictures and lines: a small corpus counted by hand, and what must hold for any."""

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
    VocabularyKind,
    hold_out,
)
from tokviz.corpus import Corpus
from tokviz.views.compare import vocabularies
from tokviz.views.picture.payload import MAX_CHIPS
from tokviz.views.shared.catalog import LANGUAGES, Catalog, load
from tokviz.views.shared.palette import DARK

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


# -- measures ----------------------------------------------------------------------------------------------------------


def test_the_corpus_by_hand_is_what_was_learned(three: Vocabularies) -> None:
    assert three.words == ("low", "lower", "new")
    assert three.characters == ("w", "l", "o", "e", "r", "n")
    assert three.trace.tokens == ("lo", "low", "lowe", "lower", "ne", "new")


def test_the_held_out_text_by_hand(three: Vocabularies) -> None:
    table = vocabularies.comparison(three, TEST, [2, 6, 8, 12])
    columns = ["size", "kind", "members", "tokens", "tokens_per_word", "unknown", "unknown_share"]
    assert table.columns.tolist() == columns
    assert table.values.tolist() == [
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
    table = vocabularies.comparison(three, TRAIN, [8]).set_index("kind")
    assert table["tokens"].to_dict() == {"words": 8, "characters": 28, "subwords": 14}
    assert table["tokens_per_word"].to_dict() == {"words": 1.0, "characters": 3.5, "subwords": 1.75}
    assert table["unknown"].to_dict() == {"words": 0, "characters": 0, "subwords": 0}


def test_units_by_hand(three: Vocabularies) -> None:
    table = vocabularies.units(three, 8, TEST)
    assert table.values.tolist() == [
        ["bytes", 256, 18, 1.0],
        ["characters", 6, 18, 1.0],
        ["subwords", 8, 10, 10 / 18],
    ]


def test_bytes_of_other_scripts() -> None:
    text = Corpus({"é中😀": 2})  # 2 + 3 + 4 bytes
    assert vocabularies.units(learned(text), 3, text)[["tokens", "tokens_per_character"]].values.tolist() == [
        [18, 3.0],
        [6, 1.0],
        [6, 1.0],
    ]


@given(corpora(), corpora(), st.integers(1, 40))
def test_the_measures_are_those_of_the_tokens(train: Corpus, test: Corpus, size: int) -> None:
    three = learned(train)
    for row in vocabularies.comparison(three, test, [size]).to_dict("records"):
        kind: VocabularyKind = row["kind"]
        pieces = [three.encode(kind, size, word) for word, count in test.items() for _ in range(count)]
        assert row["tokens"] == sum(map(len, pieces))
        assert row["unknown"] == sum(None in tokens for tokens in pieces)
        assert row["tokens_per_word"] * len(pieces) == pytest.approx(row["tokens"])
        assert row["unknown_share"] * len(pieces) == pytest.approx(row["unknown"])


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
def test_lines_draw_the_table(three: Vocabularies, column: vocabularies.Column, language: str) -> None:
    say = load(language)
    table = vocabularies.comparison(three, TEST, [2, 6, 8, 12])
    spec = vocabularies.lines(table, column, 8, say, DARK).to_dict()
    line, rule = spec["layer"]
    points = spec["datasets"][line["data"]["name"]]
    names = {kind: say(f"why.kind.{kind}") for kind in VOCABULARY_KINDS}
    assert sorted((point["size"], point["kind"], point["value"]) for point in points) == sorted(
        (row["size"], names[row["kind"]], row[column]) for row in table.to_dict("records")
    )
    assert spec["datasets"][rule["data"]["name"]] == [{"size": 8.0}]
    assert rule["mark"]["color"] == DARK.ink
    assert spec["title"] == say(f"why.column.{column}")
    low, high = line["encoding"]["y"]["scale"]["domain"]
    assert all(low <= point["value"] <= high for point in points)
    # Color is not the only cue: each vocabulary has dashes of its own, for the same names.
    for channel in ("color", "strokeDash"):
        scale = line["encoding"][channel]["scale"]
        assert scale["domain"] == list(names.values())
        assert len({str(value) for value in scale["range"]}) == 3


def test_lines_of_a_text_of_one_letter() -> None:
    text = Corpus({"a": 1})
    spec = vocabularies.lines(vocabularies.comparison(learned(text), text, [1]), "unknown_share", 1, EN).to_dict()
    assert spec["layer"][0]["encoding"]["x"]["scale"]["domain"] == [1.0, 2.0]
