"""The query string of `/compare`: a link restores what it was made from, and no link breaks anything."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.state.test_training import sendable, through_an_address
from tokviz import examples
from tokviz.algorithms import ALGORITHMS, BPE, UNIGRAM, WORDPIECE, Algorithm
from tokviz.compare.comparison import FEWEST, MAX_SIZE, MOST, USUAL, WATCHED, ComparedCorpus, Engine, Slot
from tokviz.compare.measures import MEASURES as CORE_MEASURES
from tokviz.compare.sizes import states_of
from tokviz.examples import OWN
from tokviz.pretokenize import PRETOKENIZERS
from tokviz.state import training as train_state
from tokviz.state.compare import (
    FORM,
    MARKS,
    MAX_WORD,
    MEASURES,
    VIEWS,
    CompareState,
    defaults,
    from_training,
)
from tokviz.state.form import MAX_LINK_CHARS

read, write = FORM.read, FORM.write

SLOTS = tuple(f"{name}:{preset}" for name, one in ALGORITHMS.items() for preset in one.presets)
NAMES = ("example", "corpus", "split", "t", "size", "text", "held", "word", "marks", "view", "measure")


@st.composite
def compare_states(draw: st.DrawFn) -> CompareState:
    """Everything that the page can be in, as far as it fits into a link."""
    example = draw(st.sampled_from([*examples.NAMES, OWN]))
    usual = defaults(example)
    is_free = example == OWN or examples.load(example).is_prose
    return CompareState(
        example=example,
        corpus=draw(st.text(sendable, max_size=60)) if example == OWN else "",
        split=draw(st.sampled_from(list(PRETOKENIZERS))) if is_free else usual.split,
        size=draw(st.none() | st.integers(1, MAX_SIZE)),
        tokenizers=tuple(draw(st.lists(st.sampled_from(SLOTS), min_size=FEWEST, max_size=MOST))),
        text=draw(st.just(usual.text) | st.text(sendable, max_size=60)),
        held=draw(st.text(sendable, max_size=60)),
        marks=draw(st.sampled_from(MARKS)),
        word=draw(st.text(sendable, max_size=MAX_WORD)),
        view=draw(st.sampled_from(["", *VIEWS[1:]])),  # the first is open anyway
        measure=draw(st.sampled_from(["", *MEASURES[1:]])),
    )


@given(compare_states())
def test_a_link_restores_the_state_it_was_made_from(asked: CompareState) -> None:
    assert read(through_an_address(write(asked))) == (asked, ())


@given(st.dictionaries(st.sampled_from(NAMES) | st.text(max_size=4), st.text(max_size=40), max_size=8))
def test_whatever_a_link_says_there_is_a_state_that_can_be_written(query: dict[str, str]) -> None:
    asked, wrong = read(query)
    assert set(wrong) <= set(query)
    assert FEWEST <= len(asked.tokenizers) <= MOST
    again, still_wrong = read(write(asked))
    assert not still_wrong
    assert write(again) == write(asked)


@pytest.mark.parametrize("example", [*examples.NAMES, OWN])
def test_what_an_example_opens_with_is_not_in_its_link(example: str) -> None:
    assert write(defaults(example)) == {"example": example}
    assert read({"example": example}) == (defaults(example), ())


def test_the_first_visit() -> None:
    asked, wrong = read({})
    assert not wrong
    assert asked == CompareState(
        example="lighthouse",
        split="words",
        tokenizers=USUAL,
        text="The lighthouse lamps shone.",
    )
    assert USUAL == ("bpe:course", "wordpiece:course", "unigram:soft-em")


@pytest.mark.parametrize("example", [*examples.NAMES, OWN])
def test_a_list_of_words_opens_with_the_rounds_of_unigram_that_can_be_watched(example: str) -> None:
    is_list = example != OWN and not examples.load(example).is_prose
    assert defaults(example).tokenizers == (WATCHED if is_list else USUAL)
    if not is_list:
        return
    engine = Engine(ComparedCorpus.of_example(example, defaults(example).split))
    sizes = [[state.size for state in states_of(engine.whole(Slot.of(each[-1])))] for each in (WATCHED, USUAL)]
    watched, usual = (max(larger - smaller for smaller, larger in pairwise(each)) for each in sizes)
    assert watched <= 8
    assert watched <= usual


def test_a_link_that_names_its_tokenizers_keeps_them() -> None:
    for tokenizers in (USUAL, WATCHED):
        for example in ("hug", "lighthouse", OWN):
            assert read({"example": example, "t": ",".join(tokenizers)})[0].tokenizers == tokenizers


def test_the_corpus_of_a_training_opens_with_the_tokenizers_of_its_example() -> None:
    asked, _ = read(from_training(train_state.defaults(BPE, "hug")))
    assert asked.tokenizers == WATCHED


@pytest.mark.parametrize(
    ("asked", "got"),
    [
        ("", USUAL[:2]),
        ("bpe:nonsense,unigram:course", ("unigram:course", "bpe:course")),
        ("file:1,bpe:minbpe,unigram:course", ("bpe:minbpe", "unigram:course")),
        (",".join(SLOTS[:6]), SLOTS[:4]),
        ("bpe:hard-em,unigram:hard-em,bpe:course", ("unigram:hard-em", "bpe:course")),  # no preset of that algorithm
    ],
)
def test_tokenizers_that_cannot_be_had_are_said(asked: str, got: tuple[str, ...]) -> None:
    found, wrong = read({"t": asked})
    assert found.tokenizers == got
    assert wrong == ("t",)


@pytest.mark.parametrize(("one", "other"), [("bpe:course", "wordpiece:course"), ("wordpiece:course", "bpe:course")])
def test_one_that_stood_beside_an_upload_gets_company_and_nobody_is_told_off(one: str, other: str) -> None:
    found, wrong = read({"t": one})
    assert found.tokenizers == (one, other)
    assert wrong == ()


@pytest.mark.parametrize("size", ["0", "-3", "x", "", "1e3", "٣"])
def test_a_size_that_is_none(size: str) -> None:
    asked, wrong = read({"size": size})
    assert asked.size is None
    assert wrong == ("size",)


@pytest.mark.parametrize("size", [str(MAX_SIZE + 1), "9" * 30])
def test_a_size_that_is_too_large_is_the_largest(size: str) -> None:
    assert read({"size": size}) == (replace(CompareState(), size=MAX_SIZE), ("size",))


def test_the_words_of_a_list_cannot_be_split_otherwise() -> None:
    assert read({"example": "hug", "split": "bert"}) == (defaults("hug"), ("split",))


def test_uploads_and_long_texts_stay_out_of_the_link() -> None:
    long = "x" * (MAX_LINK_CHARS + 1)
    asked = CompareState(
        OWN, long, "words", tokenizers=("file:1", "bpe:course", "file:3"), text=long, held=long, word="y" * 201
    )
    assert write(asked) == {"example": OWN, "t": "bpe:course"}


def test_only_uploads_leave_no_trace() -> None:
    assert write(replace(defaults("hug"), tokenizers=("file:1", "file:2"))) == {"example": "hug"}


@pytest.mark.parametrize("algorithm", [BPE, WORDPIECE, UNIGRAM], ids=lambda one: one.name)
@pytest.mark.parametrize("example", [*examples.NAMES, OWN])
def test_the_corpus_of_another_page_comes_along(algorithm: Algorithm, example: str) -> None:
    train = replace(train_state.defaults(algorithm, example), text="low lower" if example == OWN else "")
    asked, wrong = read(through_an_address(from_training(train, "a text")))
    assert not wrong
    assert (asked.example, asked.corpus, asked.text) == (example, train.text, "a text")
    if example == OWN or examples.load(example).is_prose:
        assert asked.split == train.split


def test_the_measures_are_those_of_the_core() -> None:
    assert set(MEASURES) == set(CORE_MEASURES)
