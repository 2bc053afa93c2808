"""The first view of each example, which teaches something: several steps, several ways, losses to compare."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from tokviz import examples
from tokviz.algorithms import ALGORITHMS, BPE, PARITY, SUPERBPE, UNIGRAM, WORDPIECE, AlgorithmEntry
from tokviz.state import bpe_encode, lattice, wordpiece_encode
from tokviz.state.training import ENCODING_FORMS, defaults
from tokviz.unigram import Prune

FEWEST_STEPS = 2
FEWEST_WAYS = 6


@cache
def opened(name: str, example: str) -> Any:
    """The training that an example opens with."""
    algorithm: AlgorithmEntry[Any, Any] = ALGORITHMS[name]
    state = defaults(algorithm, example)
    merges = state.amount if state.stop == "merges" else None
    size = state.amount if state.stop == "vocab" else None
    return algorithm.train(examples.load(example).cut(state.split), state.rules, merges=merges, vocab_size=size)


@pytest.mark.parametrize("example", examples.NAMES)
@pytest.mark.parametrize(
    ("algorithm", "opening"),
    [
        (BPE, bpe_encode.opening),
        (WORDPIECE, wordpiece_encode.opening),
        (PARITY, ENCODING_FORMS[PARITY.name].opening),
        (SUPERBPE, ENCODING_FORMS[SUPERBPE.name].opening),
    ],
)
def test_an_encoding_opens_on_a_word_of_several_steps(
    algorithm: AlgorithmEntry[Any, Any], opening: Any, example: str
) -> None:
    state = opening(example)
    model = opened(algorithm.name, example).model(pretokenizer=state.train.split)
    first = model.words(state.text)[0]
    assert len(model.explain(first).steps) >= FEWEST_STEPS, first


@pytest.mark.parametrize("example", examples.NAMES)
def test_a_lattice_opens_on_a_word_of_several_ways(example: str) -> None:
    state = lattice.opening(example)
    model = opened(UNIGRAM.name, example).model(state.at or None, pretokenizer=state.train.split)
    assert model.lattice(model.words(state.word)[0]).number_of_paths >= FEWEST_WAYS, state.word


def test_the_first_pruning_of_a_first_visit_is_decided_by_losses() -> None:
    trace = opened(UNIGRAM.name, UNIGRAM.opening)
    first = next(step for step in trace if isinstance(step, Prune))
    outcomes = {
        outcome: [trace.judged(loss) for loss in first.losses if loss.outcome == outcome]
        for outcome in ("removed", "kept")
    }
    assert max(outcomes["removed"]) < min(outcomes["kept"])  # the order of the list decides nothing
    assert len(set(outcomes["kept"])) == len(outcomes["kept"])
    assert max(outcomes["removed"]) > 0
