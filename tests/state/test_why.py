"""The query string of `/why`: a link restores what it was made from, and nothing in it can break the page."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.strategies import hostile_texts
from tokviz.examples import OWN
from tokviz.state.form import MAX_LINK_CHARS
from tokviz.state.why import FORM, MAX_SIZE, MAX_WORD, NAMES, WhyState

read, write = FORM.read, FORM.write

own_texts = st.text(st.characters(codec="utf-8"), max_size=60)
own_words = st.text(st.characters(codec="utf-8"), max_size=MAX_WORD).map(str.strip)
sizes = st.integers(0, MAX_SIZE)
states = st.builds(WhyState, st.sampled_from(NAMES[:-1]), st.just(""), sizes, own_words) | st.builds(
    WhyState, st.just(OWN), own_texts, sizes, own_words
)


@given(states)
def test_a_link_restores_its_state(state: WhyState) -> None:
    assert read(write(state)) == (state, ())


def test_the_page_opens_with_its_own_example() -> None:
    assert read({}) == (WhyState("runner"), ())
    assert write(WhyState()) == {"example": "runner"}


@pytest.mark.parametrize("size", ["", "0", "-1", "many", "1.5", "1e3", str(MAX_SIZE + 1), "9" * 5_000, "\0"])
def test_a_size_that_is_none(size: str) -> None:
    assert read({"example": "tea", "size": size}) == (WhyState("tea"), ("size",))


@pytest.mark.parametrize("example", ["", "sennrich", "TEA", "own ", "../../etc"])
def test_an_example_that_is_none(example: str) -> None:
    assert read({"example": example, "size": "40"}) == (WhyState("runner", "", 40), ("example",))


def test_a_text_alone_is_ones_own() -> None:
    assert read({"corpus": "low 5"}) == (WhyState(OWN, "low 5"), ())
    assert read({"example": "tea", "corpus": "low 5"}) == (WhyState("tea"), ())


def test_texts_travel_up_to_a_length() -> None:
    assert write(WhyState(OWN, "a" * MAX_LINK_CHARS))["corpus"] == "a" * MAX_LINK_CHARS
    assert write(WhyState(OWN, "a" * (MAX_LINK_CHARS + 1))) == {"example": OWN}
    assert read({"example": OWN, "corpus": "a" * (MAX_LINK_CHARS + 1)}) == (WhyState(OWN), ("corpus",))


def test_a_word_travels_without_the_spaces_around_it() -> None:
    assert read({"word": " \u3000quiz\n"}) == (WhyState(word="quiz"), ())
    assert read({"word": "ice cream"}) == (WhyState(word="ice cream"), ())
    assert write(WhyState("tea", word="绿茶")) == {"example": "tea", "word": "绿茶"}
    assert write(WhyState("tea")) == {"example": "tea"}


def test_a_word_that_is_too_long() -> None:
    assert read({"word": "a" * MAX_WORD}) == (WhyState(word="a" * MAX_WORD), ())
    assert read({"word": "a" * (MAX_WORD + 1), "example": "tea"}) == (WhyState("tea"), ("word",))


@given(st.dictionaries(st.sampled_from(["example", "corpus", "size", "word", "step", "lang"]), hostile_texts()))
def test_nothing_breaks_it(query: dict[str, str]) -> None:
    state, wrong = read(query)
    assert state.example in NAMES
    assert set(wrong) <= {"example", "corpus", "size", "word"}
    assert read(write(state)) == (state, ())
