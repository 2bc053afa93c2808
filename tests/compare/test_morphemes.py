"""Boundaries of morphemes: the list itself, and precision, recall and F1 against counting by hand."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tokenizers import Tokenizer

from tokviz.compare.morphemes import Found, Score, Word, found, found_in_all, score, words
from tokviz.compare.spans import UNIT
from tokviz.files.pipeline import Pipeline
from tokviz.location import site

SHIPPED = site() / "assets" / "tokenizers"
SOURCES = {
    "en": r"Wiktionary: .+",
    "de": r"(GermaNet|Wiktionary): .+",
    "tr": r"Göksel & Kerslake: [78]\.[1-9].*",
    "zh": r"CC-CEDICT: .+",
}

letters = st.text("abc", min_size=1, max_size=3)
drawn_words = st.lists(letters, min_size=1, max_size=4).map(lambda parts: Word(tuple(parts), ""))


@st.composite
def drawn(draw: st.DrawFn) -> Found:
    """A word with boundaries at characters, and some inside of them."""
    word = draw(drawn_words)
    places = draw(st.sets(st.integers(1, 2 * len(word.text) - 1)) if len(word.text) > 1 else st.just(set[int]()))
    return Found(word, tuple(place * UNIT // 2 for place in sorted(places)), draw(st.booleans()))


@pytest.mark.parametrize("language", SOURCES)
def test_each_word_is_there_once_with_the_source_of_its_cut(language: str) -> None:
    listed = words()[language]
    assert len(listed) == 60 == len({word.text for word in listed})
    assert all(re.fullmatch(SOURCES[language], word.source) for word in listed)
    assert all(all(word.parts) and not re.search(r"\s", word.text) for word in listed)
    assert 8 <= sum(not word.boundaries for word in listed) <= 15  # words of one morpheme, where each boundary is wrong


def test_a_source_names_as_many_parts_as_the_cut_has() -> None:
    for language in ("en", "de", "zh"):
        for word in words()[language]:
            assert len(word.source.partition(": ")[2].split(" + ")) == len(word.parts)


def test_a_suffix_is_cut_off_alike_wherever_it_is_named() -> None:
    """-lAr is `lar` or `ler`, and so on: as many suffixes are named as the word has."""
    for word in words()["tr"]:
        named = re.findall(r"-\S+?(?=,|$)", word.source)
        assert len(named) == len(word.boundaries)
        for suffix, part in zip(named, word.parts[1:], strict=True):
            pattern = re.sub(r"\(.\)", lambda match: f"{match[0][1].lower()}?", suffix[1:])
            pattern = pattern.replace("A", "[ae]").replace("I", "[ıiuü]").replace("D", "[dt]")
            pattern = pattern.replace("C", "[cç]").replace("K", "[kğ]").replace("i?", "[ıiuü]?")
            assert re.fullmatch(pattern, part), (word.cut, suffix)


@given(st.lists(drawn(), max_size=8))
def test_scores_are_those_of_all_boundaries_one_by_one(every: Sequence[Found]) -> None:
    theirs = {(at, place) for at, one in enumerate(every) if one.is_known for place in one.places}
    ours = {(at, place * UNIT) for at, one in enumerate(every) if one.is_known for place in one.word.boundaries}
    counted = score(every)
    assert (counted.right, counted.found, counted.wanted) == (len(theirs & ours), len(theirs), len(ours))
    if counted.precision and counted.recall:
        both = counted.precision, counted.recall
        assert counted.f1 == 2 * both[0] * both[1] / sum(both)
    if theirs and not ours:
        assert counted.precision == counted.f1 == 0
        assert counted.recall is None


def test_boundaries_are_those_of_the_library() -> None:
    """They are the places at which the library's tokens begin, in words of one letter a byte."""
    file = SHIPPED / "gpt.json"
    theirs = Tokenizer.from_file(str(file))
    listed = words()["en"]
    text = " ".join(word.text for word in listed)
    begins = {start for start, _ in theirs.encode(text, add_special_tokens=False).offsets}
    at = 0
    for one in found(Pipeline.from_file(file).text_model.model, listed):
        end = at + len(one.word.text)
        assert one.places == tuple((place - at) * UNIT for place in sorted(begins) if at < place < end)
        at = end + 1


def test_a_boundary_inside_a_character_is_one_and_never_right() -> None:
    every = found_in_all(Pipeline.from_file(SHIPPED / "gpt.json").text_model.model)["zh"]
    assert any(place % UNIT for one in every for place in one.places)
    assert "⟨" in every[0].cut
    assert all(before < after for one in every for before, after in pairwise(one.places))


def test_golden_numbers_of_two_tokenizers() -> None:
    gpt, bert = (
        found_in_all(Pipeline.from_file(SHIPPED / f"{name}.json").text_model.model) for name in ("gpt", "bert")
    )
    assert score(gpt["en"]) == Score(words=60, of=60, whole=0, right=50, found=230, wanted=61)
    assert score(gpt["zh"]) == Score(words=60, of=60, whole=0, right=51, found=345, wanted=53)
    assert score(bert["tr"]) == Score(words=50, of=60, whole=0, right=42, found=183, wanted=53)
    assert score(bert["zh"]).f1 is None  # it knows none of these characters
