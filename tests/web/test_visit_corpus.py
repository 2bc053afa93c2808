"""The corpus of one page on the others: every link opens what it says, and what does not fit into a link has none."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tokviz import examples
from tokviz.algorithms import ALGORITHMS, BPE, Algorithm
from tokviz.examples import OWN
from tokviz.state import bpe_encode as encode_state
from tokviz.state import compare as compare_state
from tokviz.state import training as train_state
from tokviz.state.form import MAX_LINK_CHARS
from tokviz.state.training import TrainState, defaults
from tokviz.web.visit_corpus import queries


@pytest.mark.parametrize("name", examples.NAMES)
def test_an_example_goes_along(name: str) -> None:
    links = queries(defaults(BPE, name), "a text")
    assert links.keys() == {*ALGORITHMS, "bpe-encode", "compare"}
    for there in ALGORITHMS.values():
        read, wrong = train_state.FORMS[there.name].read(links[there.name])
        assert (read.example, read.algorithm, wrong) == (name, there.name, ())
    encoded, wrong = encode_state.FORM.read(links["bpe-encode"])
    assert (encoded.text, encoded.train.example, wrong) == ("a text", name, ())
    compared, wrong = compare_state.FORM.read(links["compare"])
    assert (compared.example, compared.text, wrong) == (name, "a text", ())


def test_a_pasted_corpus_and_its_split_go_along() -> None:
    train = TrainState(example=OWN, text="low 5, lower 2", split="words", stop="merges", amount=3)
    links = queries(train)
    for there in ALGORITHMS.values():
        read, wrong = train_state.FORMS[there.name].read(links[there.name])
        assert (read.example, read.text, wrong) == (OWN, "low 5, lower 2", ())
        assert read.split == (there.split or "words")
    assert compare_state.FORM.read(links["compare"])[0].corpus == "low 5, lower 2"


@pytest.mark.parametrize("name", ["course", "english", "chinese"])
@pytest.mark.parametrize("here", ALGORITHMS.values(), ids=lambda algorithm: algorithm.name)
def test_every_page_cuts_an_example_in_its_own_way(name: str, here: Algorithm) -> None:
    """Else a link on `/bpe` would have WordPiece learn from words that begin with a space, or with Ġ."""
    links = queries(defaults(here, name))
    for there in ALGORITHMS.values():
        assert train_state.FORMS[there.name].read(links[there.name]) == (defaults(there, name), ())


def test_a_split_that_was_chosen_goes_along_with_an_example() -> None:
    links = queries(replace(defaults(BPE, "english"), split="metaspace"))
    free = [name for name, algorithm in ALGORITHMS.items() if not algorithm.split]
    assert [links[name]["split"] for name in free] == ["metaspace"] * len(free)
    assert all("split" not in links[name] for name in ALGORITHMS if name not in free)


@pytest.mark.parametrize("split", ["words", "gpt2", "gpt2-bytes"])
@pytest.mark.parametrize("name", ["course", "english"])
def test_the_corpus_of_a_comparison_goes_along_as_it_is_cut(name: str, split: str) -> None:
    links = queries(TrainState(example=name, split=split), as_cut=True)
    for there in ALGORITHMS.values():
        assert train_state.FORMS[there.name].read(links[there.name])[0].split == (there.split or split)


def test_what_cannot_travel_has_no_links() -> None:
    for text in ("", "x" * (MAX_LINK_CHARS + 1)):
        assert queries(TrainState(example=OWN, text=text)) == {}
