"""The query string of `/bpe-encode`: a link restores what it was made from, and what is wrong in it is named."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.state.test_training import queries, sendable, states, through_an_address
from tokviz import examples
from tokviz.algorithms import BPE
from tokviz.examples import OWN
from tokviz.pretokenize import pretokenize
from tokviz.state import sample_texts
from tokviz.state.bpe_encode import (
    DROPOUTS,
    FORM,
    LOOPS,
    MAX_SEED,
    MAX_SEPARATOR,
    MAX_THRESHOLD,
    PAGE,
    VIEWS,
    BpeEncodeState,
)
from tokviz.state.form import MAX_LINK_CHARS
from tokviz.state.request import MAX_MERGES
from tokviz.state.training import TrainState

read, write = FORM.read, FORM.write

APPLIED = ("apply", "separator", "glossaries", "vocabulary", "threshold")
NAMES = ("text", "word", "loop", *APPLIED, "dropout", "seed", "view")


@st.composite
def encode_states(draw: st.DrawFn) -> BpeEncodeState:
    """Everything that the page can be in."""
    return BpeEncodeState(
        train=replace(draw(states(st.just(BPE))), step=0, view="", versus=""),
        text=draw(st.text(sendable, max_size=60)),
        word=draw(st.text(sendable, max_size=10)),
        loop=draw(st.sampled_from(["", *LOOPS])),
        apply=draw(st.booleans()),
        separator=draw(st.text(sendable, max_size=MAX_SEPARATOR)),
        glossaries=draw(st.text(sendable, max_size=20)),
        vocabulary=draw(st.booleans()),
        threshold=draw(st.integers(1, MAX_THRESHOLD)),
        dropout=draw(st.sampled_from(DROPOUTS)),
        seed=draw(st.integers(0, MAX_SEED)),
        step=draw(st.integers(0, MAX_MERGES)),
        view=draw(st.sampled_from(["", *VIEWS[1:]])),  # the first is open anyway
    )


@given(encode_states())
def test_a_link_restores_the_state_it_was_made_from(asked: BpeEncodeState) -> None:
    assert read(through_an_address(write(asked))) == (asked, ())


@given(queries() | st.dictionaries(st.sampled_from(list(NAMES)), st.text()))
def test_anything_can_be_read_and_what_is_read_can_be_written(query: dict[str, str]) -> None:
    asked, wrong = read(query)
    assert set(wrong) <= query.keys()
    assert len(asked.text) <= MAX_LINK_CHARS
    assert len(asked.word) <= MAX_LINK_CHARS
    assert asked.dropout in DROPOUTS
    assert 0 <= asked.seed <= MAX_SEED
    # What a state says beyond what a page can show was put right, so a second reading has nothing to put right.
    assert read(write(asked)) == (asked, ())


def test_the_link_of_the_issue() -> None:
    query = {"example": "sennrich", "merges": "10", "word": "lowest"}
    asked, wrong = read(query)
    assert not wrong
    assert (asked.train.example, asked.train.stop, asked.train.amount) == ("sennrich", "merges", 10)
    assert (asked.text, asked.word) == (sample_texts.text(PAGE, "sennrich"), "lowest")
    assert write(asked) == query


def test_what_subword_nmt_does_is_in_the_link() -> None:
    query = {
        "example": "sennrich",
        "rules": "subword-nmt",
        "apply": "subword-nmt",
        "separator": "",
        "glossaries": "USA <[a-z]+>",
        "vocabulary": "corpus",
        "threshold": "3",
    }
    asked, wrong = read(query)
    assert not wrong
    assert (asked.apply, asked.separator, asked.vocabulary, asked.threshold) == (True, "", True, 3)
    assert write(asked) == query


def test_the_opening_state_is_in_no_parameter_but_the_example() -> None:
    asked, wrong = read({})
    assert (asked, wrong) == (BpeEncodeState(TrainState(), text=sample_texts.text(PAGE, "sennrich")), ())
    assert write(asked) == {"example": "sennrich"}


@pytest.mark.parametrize(
    ("name", "value"),
    [
        *(("loop", value) for value in ("nope", "One-at-a-time", "<script>", "0")),
        *(("view", value) for value in ("nope", "merges", "printed", "TOKENS")),
        *(("dropout", value) for value in ("", "-5", "3", "100", "2.5", "25%", "x", "²", "٢٥", "9" * 5_000)),
        *(("seed", value) for value in ("", "-1", "1.5", "x", "½", str(MAX_SEED + 1), "9" * 5_000)),
        *(("text", value) for value in ("x" * (MAX_LINK_CHARS + 1), "x" * 10_000)),
        *(("word", value) for value in ("x" * (MAX_LINK_CHARS + 1), "x" * 10_000)),
        *(("apply", value) for value in ("1", "true", "subword", "<script>")),
        *(("vocabulary", value) for value in ("file", "1")),
        *(("threshold", value) for value in ("", "0", "-1", "x", "1.5", str(MAX_THRESHOLD + 1))),
        *(("separator", value) for value in ("@" * (MAX_SEPARATOR + 1), "x" * 10_000)),
        *(("glossaries", value) for value in ("x" * (MAX_LINK_CHARS + 1), "x" * 10_000)),
        ("step", "many"),
        ("merges", "½"),
        ("example", "nope"),
        ("tie", "nope"),
    ],
)
def test_a_wrong_value_is_named_and_put_right(name: str, value: str) -> None:
    asked, wrong = read({name: value})
    usual = read({})[0]
    assert wrong == (name,)
    texts = {name: getattr(usual, name) for name in ("text", "word", "separator", "glossaries")}
    assert replace(asked, **texts) == usual


def test_what_belongs_to_training_steps_only_is_passed_over() -> None:
    """A link of `/bpe` opens here as well: its comparison and its view mean nothing on this page."""
    assert read({"vs": "nope"}) == read({})
    assert read({"view": "merges"})[1] == ("view",)


@pytest.mark.parametrize(("name", "value"), [("dropout", "0"), ("dropout", "95"), ("seed", "0"), ("seed", "1000000")])
def test_the_ends_of_the_ranges(name: str, value: str) -> None:
    asked, wrong = read({name: value})
    assert not wrong
    assert write(asked)[name] == value


@pytest.mark.parametrize("extra", [0, 1])
def test_what_is_too_long_for_a_link_stays_out(extra: int) -> None:
    long = "x" * (MAX_LINK_CHARS + extra)
    query = write(BpeEncodeState(TrainState(), text=f"{long}", word=long))
    assert ("text" in query) == ("word" in query) == (not extra)


@pytest.mark.parametrize("example", [*examples.NAMES, OWN])
def test_every_example_brings_words_of_its_own(example: str) -> None:
    text = sample_texts.text(PAGE, example)
    assert len(text) <= 200
    assert bool(pretokenize(text, "whitespace")) == (example != OWN)
    if example in {"sennrich", "follow", "hug", "jurafsky"}:
        assert set(text.split()) - set(examples.load(example).corpus_for("bpe"))  # words that it was not trained on
