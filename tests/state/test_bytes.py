"""The query string of `/bytes`: a link restores what it was made from, and nothing in it can break the page."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.strategies import hostile_texts, texts
from tokviz import examples
from tokviz.examples import OWN
from tokviz.pretokenize import ALTERNATIVES
from tokviz.state.bytes import (
    FORM,
    MAX_CHARS,
    MAX_MERGES,
    PATTERNS,
    RULES,
    SAMPLES,
    TRAIN_ON,
    BytesState,
    fitting,
)
from tokviz.state.form import MAX_LINK_CHARS

read, write = FORM.read, FORM.write

NAMES = (
    *("preset", "text", "pattern", "corpus", "rules", "merges", "word", "step", "token"),
    *("context", "smoothing", "starts", "threshold"),
)

states = st.builds(
    BytesState,
    sample=st.sampled_from((*SAMPLES, OWN)),
    pattern=st.sampled_from(PATTERNS),
    corpus=st.sampled_from(TRAIN_ON),
    rules=st.sampled_from(RULES),
    merges=st.integers(0, MAX_MERGES),
    word=st.integers(1, 10**6),
    step=st.integers(0, 10**6),
    token=st.integers(1, 10**6),
)


@given(states, texts())
def test_a_link_restores_the_state(state: BytesState, text: str) -> None:
    if state.sample == OWN:
        state = BytesState(**vars(state) | {"text": text})
    assert read(write(state)) == (state, ())


def test_the_page_opens_with_a_bare_address() -> None:
    assert read({}) == (BytesState(), ())
    assert write(BytesState()) == {}


def test_a_prepared_text_brings_what_it_is_trained_on() -> None:
    assert read({"preset": "chinese"})[0].corpus == "tea"
    assert write(BytesState(sample="chinese", corpus="tea")) == {"preset": "chinese"}
    assert read({"preset": "chinese", "corpus": "zug"})[0].corpus == "zug"


def test_a_text_alone_is_ones_own() -> None:
    state, wrong = read({"text": " né"})
    assert (state.sample, state.shown, wrong) == (OWN, " né", ())


def test_a_long_text_stays_out_of_the_link() -> None:
    assert "text" in write(BytesState(sample=OWN, text="a" * MAX_LINK_CHARS))
    assert "text" not in write(BytesState(sample=OWN, text="a" * (MAX_LINK_CHARS + 1)))


def test_what_says_something_of_a_text_stays_out_with_it() -> None:
    asked = BytesState(sample=OWN, text="low " * MAX_LINK_CHARS, merges=50, word=200, step=2, token=9)
    assert write(asked) == {"preset": OWN, "merges": "50"}


def test_a_text_over_the_limit_is_cut_and_said() -> None:
    state, wrong = read({"text": "a" * (MAX_CHARS + 1)})
    assert (len(state.text), wrong) == (MAX_CHARS, ("text",))


@pytest.mark.parametrize(
    ("name", "value", "becomes"),
    [
        ("preset", "latin", "english"),
        ("pattern", "gpt3", "gpt2"),
        ("corpus", "sennrich", "lighthouse"),
        ("rules", "sennrich", "minbpe"),
        ("merges", "-1", 300),
        ("merges", "1001", MAX_MERGES),
        ("merges", "many", 300),
        ("word", "0", 1),
        ("step", "9" * 5000, 0),
        ("token", "1.5", 1),
    ],
)
def test_what_is_wrong_is_named_and_put_right(name: str, value: str, becomes: object) -> None:
    state, wrong = read({name: value})
    assert wrong == (name,)
    assert getattr(state, "sample" if name == "preset" else name) == becomes


@given(st.dictionaries(st.sampled_from(NAMES), hostile_texts()))
def test_nothing_breaks(query: dict[str, str]) -> None:
    state, wrong = read(query)
    assert set(wrong) <= query.keys()
    assert 0 <= state.merges <= MAX_MERGES
    assert state.word >= 1 <= state.token
    assert len(state.shown) <= MAX_CHARS


def test_the_choices_are_those_of_the_core() -> None:
    assert tuple(ALTERNATIVES) == PATTERNS
    assert (*(name for name in examples.NAMES if examples.load(name).is_prose), OWN) == TRAIN_ON
    assert all(fitting(sample) in TRAIN_ON for sample in (*SAMPLES, OWN))
    assert all(0 < len(text) <= MAX_LINK_CHARS for text in SAMPLES.values())
