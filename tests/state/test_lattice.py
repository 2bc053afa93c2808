"""The query string of the lattice half of `/unigram`: a link restores what it was made from."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.state.test_training import queries, sendable, through_an_address
from tokviz import examples
from tokviz.algorithms import UNIGRAM
from tokviz.examples import OWN
from tokviz.pretokenize import METASPACE, pretokenize
from tokviz.state import sample_texts
from tokviz.state import training as train_state
from tokviz.state.form import MAX_LINK_CHARS
from tokviz.state.lattice import (
    ALPHAS,
    DRAWS,
    FORM,
    MAX_BEST,
    MAX_SEED,
    MAX_WORD,
    VIEWS,
    LatticeState,
    opening,
)
from tokviz.state.request import MAX_MERGES
from tokviz.state.training import training_only

read, write = FORM.read, FORM.write

NAMES = ("do", "at", "word", "text", "n", "alpha", "seed", "draws", "step", "view")


@st.composite
def lattice_states(draw: st.DrawFn) -> LatticeState:
    """Everything that this half can be in."""
    example = draw(st.sampled_from([*examples.NAMES, OWN]))
    train = train_state.defaults(UNIGRAM, example)
    preset = draw(st.sampled_from([train.preset, *UNIGRAM.presets]))
    rules = train.rules if preset == train.preset else UNIGRAM.presets[preset]
    return LatticeState(
        train=replace(train, preset=preset, rules=rules, amount=draw(st.integers(0, MAX_MERGES))),
        at=draw(st.integers(0, MAX_MERGES)),
        word=draw(st.text(sendable, max_size=MAX_WORD)),
        text=draw(st.text(sendable, max_size=60)),
        n=draw(st.integers(1, MAX_BEST)),
        alpha=draw(st.sampled_from(ALPHAS)),
        seed=draw(st.integers(0, MAX_SEED)),
        draws=draw(st.sampled_from(DRAWS)),
        step=draw(st.integers(0, MAX_MERGES)),
        view=draw(st.sampled_from(["", *VIEWS[1:]])),  # the first is open anyway
    )


@given(lattice_states())
def test_a_link_restores_the_state_it_was_made_from(asked: LatticeState) -> None:
    assert read(through_an_address(write(asked))) == (asked, ())


@given(queries() | st.dictionaries(st.sampled_from(list(NAMES)), st.text()))
def test_anything_can_be_read_and_what_is_read_can_be_written(query: dict[str, str]) -> None:
    asked, wrong = read(query)
    assert set(wrong) <= {*query, "do"}
    assert len(asked.word) <= MAX_WORD
    assert len(asked.text) <= MAX_LINK_CHARS
    assert read(write(asked)) == (asked, ())


def test_the_opening_state_is_in_no_parameter_but_the_example() -> None:
    asked, wrong = read({"do": "lattice"})
    assert not wrong
    assert (asked.train.example, asked.word, asked.at) == ("sennrich", "lowest", 1)
    assert write(asked) == {"example": "sennrich", "do": "lattice"}


def test_the_last_step_has_a_name() -> None:
    asked, wrong = read({"do": "lattice", "at": "end"})
    assert (asked.at, wrong) == (0, ())
    assert write(asked)["at"] == "end"
    assert write(read({"do": "lattice", "example": "tea", "at": "7"})[0])["at"] == "7"


@pytest.mark.parametrize(
    ("name", "value"),
    [
        *(("at", value) for value in ("0", "-1", "x", "1.5", "END", str(MAX_MERGES + 1), "9" * 5_000)),
        *(("n", value) for value in ("0", str(MAX_BEST + 1), "two", "")),
        *(("alpha", value) for value in ("", "-1", "0.51", "2.05", "nan", "inf", "0.50", "½")),
        *(("seed", value) for value in ("-1", str(MAX_SEED + 1), "²", "٢")),
        *(("draws", value) for value in ("0", "7", "1,000")),
        *(("view", value) for value in ("nope", "pieces", "PATHS")),
        *(("word", "x" * length) for length in (MAX_WORD + 1, 10_000)),
        ("text", "x" * (MAX_LINK_CHARS + 1)),
        ("do", "dance"),
        ("step", "many"),
        ("rules", "nope"),
    ],
)
def test_a_wrong_value_is_named_and_put_right(name: str, value: str) -> None:
    asked, wrong = read({"do": "lattice", name: value})
    usual = read({"do": "lattice"})[0]
    assert wrong == (name,)
    assert replace(asked, word=usual.word, text=usual.text) == usual


def test_training_keeps_its_own_part_of_a_link() -> None:
    query = {
        "example": "hug",
        "rules": "soft-em",
        "do": "lattice",
        "at": "3",
        "word": "pug",
        "step": "5",
        "view": "sums",
    }
    left = training_only(UNIGRAM, FORM, query, 4, "likelihood")
    assert left == {"example": "hug", "rules": "soft-em", "step": "4", "view": "likelihood"}
    assert train_state.FORMS[UNIGRAM.name].read(left)[1] == ()
    assert training_only(UNIGRAM, FORM, query, 0, "pieces") == {"example": "hug", "rules": "soft-em"}


@pytest.mark.parametrize("example", [*examples.NAMES, OWN])
def test_every_example_brings_a_word_and_a_text(example: str) -> None:
    assert bool(sample_texts.word(example)) == bool(sample_texts.text(UNIGRAM.name, example)) == (example != OWN)
    assert len(sample_texts.word(example)) <= MAX_WORD
    assert opening(example).at == (0 if example == OWN else 1)


@pytest.mark.parametrize("example", examples.NAMES)
def test_the_word_of_an_example_is_one_of_its_splits(example: str) -> None:
    (seen,) = pretokenize(opening(example).word, opening(example).train.split)
    assert seen.removeprefix(METASPACE) == opening(example).word
