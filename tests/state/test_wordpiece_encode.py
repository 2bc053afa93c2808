"""The query string of `/wordpiece?do=encode`: a link restores what it was made from, and what is wrong is named."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.state.test_training import limits, lists, marks, queries, sendable, through_an_address
from tokviz import examples, wordpiece
from tokviz.algorithms import WORDPIECE
from tokviz.examples import OWN, SOURCE
from tokviz.pretokenize import PRETOKENIZERS, pretokenize
from tokviz.state import sample_texts
from tokviz.state import training as train_state
from tokviz.state.form import MAX_LINK_CHARS
from tokviz.state.request import MAX_MERGES
from tokviz.state.training import TrainState, training_only
from tokviz.state.wordpiece_encode import (
    FORM,
    MAX_LENGTH,
    SPLITS,
    VIEWS,
    WordpieceEncodeState,
)

read, write = FORM.read, FORM.write


def rules() -> st.SearchStrategy[wordpiece.Rules]:
    return st.builds(
        wordpiece.Rules,
        select_by=st.sampled_from(["score", "count"]),
        continuing_prefix=marks,
        minimum_count=st.integers(1, 9),
        alphabet=st.sampled_from(["symbols", "characters"]),
        max_token_length=limits,
        special_tokens=lists,
    )


@st.composite
def word_states(draw: st.DrawFn) -> WordpieceEncodeState:
    """Everything that the page can be in."""
    example = draw(st.sampled_from([*examples.NAMES, OWN]))
    stop = draw(st.sampled_from(["merges", "vocab", "end"]))
    train = TrainState(
        algorithm="wordpiece",
        example=example,
        text=draw(st.text(sendable, max_size=20)) if example == OWN else "",
        split=draw(st.sampled_from(list(PRETOKENIZERS))),
        preset=draw(st.sampled_from([*wordpiece.PRESETS, *([] if example == OWN else [SOURCE])])),
        rules=draw(rules()),
        stop=stop,  # type: ignore[arg-type]
        amount=0 if stop == "end" else draw(st.integers(0, MAX_MERGES)),
    )
    return WordpieceEncodeState(
        train=train,
        text=draw(st.text(sendable, max_size=60)),
        word=draw(st.text(sendable, max_size=10)),
        longest=draw(st.none() | st.integers(1, MAX_LENGTH)),
        pre=draw(st.sampled_from(["", *SPLITS])),
        step=draw(st.integers(0, MAX_MERGES)),
        view=draw(st.sampled_from(["", *VIEWS[1:]])),  # the first is open anyway
    )


@given(word_states())
def test_a_link_restores_the_state_it_was_made_from(asked: WordpieceEncodeState) -> None:
    assert read(through_an_address(write(asked))) == (asked, ())


@given(queries() | st.dictionaries(st.sampled_from(["do", "text", "word", "longest", "pre", "view"]), st.text()))
def test_anything_can_be_read_and_what_is_read_can_be_written(query: dict[str, str]) -> None:
    asked, wrong = read(query)
    assert set(wrong) <= {*query, "do"}
    assert ("do" in wrong) == (query.get("do") != "encode")
    assert max(len(asked.text), len(asked.word)) <= MAX_LINK_CHARS
    assert asked.longest is None or 1 <= asked.longest <= MAX_LENGTH
    assert asked.pre in ("", *SPLITS)
    # What a state says beyond what a page can show was put right, so a second reading has nothing to put right.
    again = asked if asked.view != VIEWS[0] else replace(asked, view="")
    assert read(write(asked)) == (again, ())


def test_the_link_of_the_lesson() -> None:
    query = {"example": "hug", "do": "encode", "text": "bugs mug", "word": "mug", "step": "1", "merges": "3"}
    asked, wrong = read(query)
    assert not wrong
    assert (asked.train.example, asked.train.stop, asked.train.amount) == ("hug", "merges", 3)
    assert (asked.text, asked.word, asked.step, asked.longest, asked.pre) == ("bugs mug", "mug", 1, None, "")
    assert write(asked) == query


def test_the_opening_state_is_in_no_parameter_but_the_example_and_the_half() -> None:
    asked, wrong = read({"do": "encode"})
    assert (asked, wrong) == (
        WordpieceEncodeState(train_state.defaults(WORDPIECE, WORDPIECE.opening), text="pugnugs bugs hugs mug bum"),
        (),
    )
    assert write(asked) == {"example": "hug", "do": "encode"}


@pytest.mark.parametrize(
    ("name", "value"),
    [
        *(("do", value) for value in ("nope", "", "Encode", "encode ", "<script>")),
        *(("pre", value) for value in ("nope", "BERT", "Metaspace", "<script>")),
        *(("longest", value) for value in ("", "0", "-1", "1001", "x", "1.5", "²", "٢٥", "9" * 5_000)),
        *(("view", value) for value in ("nope", "merges", "TOKENS")),
        *((name, "x" * size) for name in ("text", "word") for size in (MAX_LINK_CHARS + 1, 10_000)),
        *(("step", "many"), ("merges", "½"), ("example", "nope"), ("select", "nope")),
    ],
)
def test_a_wrong_value_is_named_and_put_right(name: str, value: str) -> None:
    asked, wrong = read({"do": "encode", name: value})
    usual, _ = read({"do": "encode"})
    assert wrong == (name,)
    assert replace(asked, text=usual.text, word=usual.word) == usual


def test_turning_to_training_leaves_what_is_trained() -> None:
    query = {"example": "hug", "merges": "3", "do": "encode", "text": "x", "word": "x", "longest": "9", "pre": "bert"}

    def left(step: int, view: str) -> dict[str, str]:
        return training_only(WORDPIECE, FORM, query | {"step": "2", "view": "bpe"}, step, view)

    assert left(0, "") == {"example": "hug", "merges": "3"}
    assert left(3, "scatter") == {"example": "hug", "merges": "3", "step": "3", "view": "scatter"}
    assert left(0, "tree") == {"example": "hug", "merges": "3"}


@pytest.mark.parametrize("name", examples.NAMES)
def test_each_example_opens_with_a_word_that_it_was_not_trained_on(name: str) -> None:
    split = train_state.defaults(WORDPIECE, name).split
    words = pretokenize(sample_texts.text(WORDPIECE.name, name), split)
    assert set(words) - set(examples.load(name).corpus_for("wordpiece").words)
    assert len(sample_texts.text(WORDPIECE.name, name)) < 100


def test_an_own_corpus_opens_with_no_text() -> None:
    assert sample_texts.text(WORDPIECE.name, OWN) == ""
