"""The plain algorithm against the trainer: pieces, candidates in order, and vocabulary of every state."""

from __future__ import annotations

from collections import Counter

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.superbpe.test_against_plain import lines, rules
from tests.superbpe.test_boundless import lines as boundless_lines
from tests.superbpe.test_boundless import rules as boundless_rules
from tokviz.corpus import Corpus
from tokviz.superbpe import Rules, algorithm, boundless, train
from tokviz.superbpe.boundless import algorithm as plain_boundless


@given(lines, rules)
def test_every_state(corpus: Corpus, asked: Rules) -> None:
    trace = train(corpus, rules=asked)
    states = list(algorithm.train(corpus, asked.transition, asked))
    assert len(states) == len(trace) + 1
    for k, state in enumerate(states):
        assert state.words == tuple(trace.pieces(k).values())
        assert state.vocabulary == trace.vocabulary(k)
        if k != trace.lift:
            allowed = [(one.pair, one.count) for one in trace.candidates(k) if one.vetoed is None]
            assert list(state.pairs) == allowed


@given(st.lists(st.sampled_from(["by the way", "on the way", "by the sea"]), min_size=1))
def test_without_a_transition_the_first_stage_goes_on_to_its_end(found: list[str]) -> None:
    corpus = Corpus(Counter(found))
    trace = train(corpus, rules="superbpe-lesson")
    assert trace.first.stopped == trace.stopped == "no_pairs"
    assert list(algorithm.train(corpus, None, trace.rules))[-1].vocabulary == trace.vocabulary()


@given(boundless_lines, boundless_rules)
@settings(max_examples=max(settings().max_examples // 2, 1))
def test_every_state_of_boundless(corpus: Corpus, asked: boundless.Rules) -> None:
    trace = boundless.train(corpus, rules=asked)
    for k, state in enumerate(plain_boundless.train(corpus, asked)):
        assert state.lines == tuple(trace.runs(line, k) for line in corpus)
        assert state.vocabulary == trace.vocabulary(k)
        assert list(state.pairs) == [(one.kind, one.pair, one.count) for one in trace.candidates(k)]
