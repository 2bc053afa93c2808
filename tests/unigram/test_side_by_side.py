"""Trainings by arrays, beside the same with everything that they do side by side done one by one, to the last bit."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.strategies import words
from tests.unigram import plain
from tokviz import unigram
from tokviz.corpus import Corpus
from tokviz.unigram import Trace, em, library_pruning, trellis
from tokviz.unigram import seeds as seeds_module
from tokviz.unigram.rules import PRESETS, Rules
from tokviz.unigram.seeds import seed_candidates
from tools.bench.__main__ import made_text

BY_ARRAYS = ("hard-em", "huggingface", "sentencepiece", "soft-em")
SEEDS = ("repeats", "repeats-in-lines", "strict-substrings", "substrings")


def one_by_one(patch: pytest.MonkeyPatch) -> None:
    """Replace what is done side by side."""
    for module in (em, seeds_module, trellis):
        patch.setattr(module, "in_order", plain.in_order)
    patch.setattr(em, "add_up", plain.add_up)
    patch.setattr(trellis, "_add_singly", plain.add_singly)
    patch.setattr(trellis, "_best_singly", plain.best_singly)
    patch.setattr(trellis.Trellis, "pieces", lambda self, chosen: None)
    patch.setattr(library_pruning, "_losses", plain.losses)
    for name in ("substrings", "repeats", "repeats_in_lines"):
        patch.setattr(seeds_module, f"_{name}", getattr(plain, name))


def train(lines: list[str], rules: str, size: int) -> Trace:
    corpus = Corpus.from_text("\n".join(lines), "metaspace")
    return unigram.train(corpus, vocab_size=size, rules=rules, lines=lines)


def check(lines: list[str], rules: str, size: int) -> None:
    ours = train(lines, rules, size)
    with pytest.MonkeyPatch.context() as patch:
        one_by_one(patch)
        other = train(lines, rules, size)
    assert ours._names == other._names
    assert ours.stopped == other.stopped
    for mine, plainly in zip(ours._records, other._records, strict=True):
        for name, value in vars(mine).items():
            if isinstance(value, np.ndarray):
                expected = getattr(plainly, name)
                assert value.dtype == expected.dtype
                assert value.tobytes() == expected.tobytes(), (mine.kind, name)
            else:
                assert value == getattr(plainly, name)


@pytest.mark.parametrize("rules", BY_ARRAYS)
def test_training(rules: str) -> None:
    check(made_text(1_500).split("\n"), rules, 400)


@pytest.mark.thousands
@pytest.mark.slow
@pytest.mark.parametrize("number", [6_000, 40_000])
@pytest.mark.parametrize("rules", BY_ARRAYS)
def test_training_on_thousands_of_lines(rules: str, number: int) -> None:
    check(made_text(number * 11).split("\n")[:number], rules, 1_000)


@given(
    st.dictionaries(words("ab▁", 7), st.integers(1, 3), max_size=8),
    st.lists(st.text("ab▁é\0", max_size=8), max_size=6),
    st.sampled_from(SEEDS),
    st.sampled_from([None, 3, 16]),
)
def test_candidates(some: dict[str, int], lines: list[str], way: str, longest: int | None) -> None:
    rules = Rules(seeds=way, max_piece_length=longest)  # type: ignore[arg-type]
    for of_lines in (None, lines):
        ours = seed_candidates(some, rules, of_lines)
        with pytest.MonkeyPatch.context() as patch:
            one_by_one(patch)
            assert ours == seed_candidates(some, rules, of_lines)


def test_the_start_is_that_of_every_preset() -> None:
    assert {rules.seeds for rules in PRESETS.values()} == {*SEEDS}
