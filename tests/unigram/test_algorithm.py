"""The plain algorithm against the trainer: kinds of steps, pieces and probabilities after every step.

Where two pieces are as cheap as each other, or two segmentations as good, to within rounding, the two may rightly part,
because they add up in another order; such cases are told apart by the losses, never left out by name.
"""

from math import isclose

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tests.strategies import corpora
from tokviz import unigram
from tokviz.corpus import Corpus
from tokviz.unigram import PRESETS, Rules, algorithm
from tokviz.unigram.plain import best, score, segmentations
from tokviz.unigram.rules import Expectation, Loss, Seeds

HUG = Corpus({"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5})


def check(corpus: Corpus, vocab_size: int, rules: Rules) -> None:
    trace = unigram.train(corpus, vocab_size=vocab_size, rules=rules)
    states = list(algorithm.train(corpus, vocab_size, rules))
    assert [state.kind for state in states] == [step.kind for step in trace]
    for k, state in enumerate(states, start=1):
        known = trace.model(k).scores
        if state.kind == "prune":
            assume(_is_clear([one.loss for one in trace.decisions(k - 1)], len(trace[k - 1].dropped)))
        assert list(state.pieces) == [piece for piece in known if piece not in rules.first_tokens]


def _is_clear(losses: list[float | None], removed: int) -> bool:
    """Tell if the removed pieces had clearly smaller losses than those that stayed."""
    known = [loss for loss in losses if loss is not None]
    return not 0 < removed < len(known) or known[removed] - known[removed - 1] > 1e-9


@given(corpora(max_words=5), st.sampled_from(["all-paths", "counts"]), st.integers(1, 3), st.integers(4, 20))
def test_passes_equal_the_trainer(corpus: Corpus, expectation: Expectation, passes: int, vocab_size: int) -> None:
    """Up to the first pruning nothing can tie."""
    rules = Rules(expectation=expectation, passes=passes, seeds="substrings")
    trace = unigram.train(corpus, vocab_size=vocab_size, rules=rules)
    for k, state in enumerate(algorithm.train(corpus, vocab_size, rules), start=1):
        if state.kind == "prune":
            break
        assert trace[k - 1].kind == state.kind
        for piece, found in trace.scores(k).items():
            assert isclose(pow(2.718281828459045, found), state.pieces[piece], rel_tol=1e-9, abs_tol=1e-12)


@given(
    corpora(max_words=4, max_count=9),
    st.sampled_from(["all-paths", "best-path"]),
    st.sampled_from(["exact", "split"]),
    st.sampled_from(["substrings", "strict-substrings"]),
    st.integers(3, 12),
)
def test_it_equals_the_trainer(
    corpus: Corpus, expectation: Expectation, loss: Loss, seeds: Seeds, vocab_size: int
) -> None:
    rules = Rules(expectation=expectation, loss=loss, seeds=seeds)
    states = list(algorithm.train(corpus, vocab_size, rules))
    for state in states:
        for word in corpus:
            ways = sorted((score(path, state.pieces) for path in segmentations(word, state.pieces)), reverse=True)
            assume(len(ways) < 2 or ways[0] - ways[1] > 1e-9)
    check(corpus, vocab_size, rules)


@pytest.mark.parametrize("preset", ["course", "hard-em", "soft-em"])
def test_the_worked_example(preset: str) -> None:
    trace = unigram.train(HUG, vocab_size=12, rules=preset)
    states = list(algorithm.train(HUG, 12, PRESETS[preset]))
    assert [(state.kind, len(state.pieces)) for state in states] == [
        (step.kind, size) for step, size in zip(trace, trace.pieces_left[1:], strict=True)
    ]
    for k, state in enumerate(states, start=1):
        assert state.pieces == pytest.approx({name: pow(2.718281828459045, s) for name, s in trace.scores(k).items()})


def test_the_best_of_equals_has_the_longest_last_piece() -> None:
    """As the trainer's Viterbi: h ug and hu g are as good, and ug begins first."""
    assert best("hug", {"h": 0.25, "g": 0.25, "hu": 0.25, "ug": 0.25}) == ("h", "ug")
