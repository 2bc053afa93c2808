"""The Gini coefficient against its definition, and the costs of languages against the library's tokens."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tokenizers import Tokenizer

from tokviz import bpe
from tokviz.compare.fairness import MOST_LOST, Costs, costs, gini
from tokviz.files.pipeline import Pipeline
from tokviz.location import site
from tokviz.vocabularies import languages, prices, vocabulary_of

SHIPPED = site() / "assets" / "tokenizers"


@given(st.lists(st.integers(0, 300), min_size=1, max_size=15))
def test_gini_is_the_mean_absolute_difference_over_twice_the_mean(numbers: list[int]) -> None:
    size, total = len(numbers), sum(numbers)
    if not total:
        assert gini(numbers) is None
        return
    difference = Fraction(sum(abs(one - other) for one in numbers for other in numbers), size**2)
    assert gini(numbers) == difference / (2 * Fraction(total, size))


@given(st.lists(st.integers(1, 300), min_size=2, max_size=15), st.integers(2, 9))
def test_gini_knows_no_unit_and_no_order(numbers: list[int], factor: int) -> None:
    value = gini(numbers)
    assert value is not None
    assert 0 <= value < 1
    assert gini(number * factor for number in reversed(numbers)) == value
    assert (value == 0) == (len(set(numbers)) == 1)


@pytest.mark.parametrize("name", ["gpt", "bert", "llama", "t5"])
def test_the_tokens_of_languages_are_those_of_the_library(name: str) -> None:
    file = SHIPPED / f"{name}.json"
    pipeline, theirs = Pipeline.from_file(file), Tokenizer.from_file(str(file))
    found = costs(pipeline.text_model.model)
    assert dict(found.tokens) == {
        code: sum(len(theirs.encode(sentence, add_special_tokens=False).ids) for sentence in language.sentences)
        for code, language in languages().items()
    }
    priced = prices(vocabulary_of(pipeline))
    assert found.lost == {code for code, one in priced.items() if one.unknown > MOST_LOST * one.tokens}


def test_golden_numbers_of_two_tokenizers() -> None:
    """Worked out by the definition, from the library's tokens."""
    every = {name: costs(Pipeline.from_file(SHIPPED / f"{name}.json").text_model.model) for name in ("gpt", "bert")}
    assert {name: round(float(one.gini or -1), 6) for name, one in every.items()} == {"gpt": 0.299309, "bert": 0.071887}
    assert [len(one.known) for one in every.values()] == [14, 6]


def test_a_language_that_is_lost_does_not_count() -> None:
    assert costs(bpe.Model((), tuple("ab"))).gini is None
    assert Costs({"en": 5, "de": 15, "zh": 0}, frozenset({"zh"})).gini == Fraction(1, 4)
