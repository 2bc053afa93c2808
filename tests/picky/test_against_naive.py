"""Random corpora: trainer, model, trace and the plain algorithm against the reference that counts everything anew."""

from __future__ import annotations

import random
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.picky import naive
from tests.strategies import corpora
from tokviz import picky
from tokviz.corpus import Corpus
from tokviz.merging.rules import TieBreak
from tokviz.picky import Rules, algorithm
from tokviz.picky.rules import SPECIAL_TOKENS, Above, Removal, SizeCounts

HOW = {"new": "new", "restored": "return", "again": "again"}


def check(corpus: Corpus, rules: Rules, merges: int | None, vocab_size: int | None) -> None:
    trace = picky.train(corpus, merges=merges, vocab_size=vocab_size, rules=rules)
    found = naive.train(corpus, rules, vocab_size=vocab_size, merges=merges)
    kinds = {"merge": "merge", "removal": "split"}
    assert [(kinds[event.kind], event.token, event.parts) for event in trace.events()] == found.log
    assert list(trace.vocabulary()) == found.vocabulary
    assert (trace.stopped, trace.tallies[-1]) == (found.stopped, found.tally)
    assert [list(word) for word in trace.words().values()] == found.words
    check_steps(trace, found)
    check_states(trace)
    check_encodings(trace, found, corpus, rules)


def check_steps(trace: picky.Trace, found: naive.Trained) -> None:
    merges = [step for step in trace if not step.is_removal]
    for step, wanted in zip(merges, found.merges, strict=True):
        assert [(one.pair, one.count) for one in trace.candidates(step.index)] == wanted.candidates
        assert trace.tie_sizes[step.index] == len(step.tied) == sum(n == step.count for _, n in wanted.candidates)
        assert (step.kind, step.count) == (HOW[wanted.how], wanted.count)
        end = next(k for k in trace.settled if k > step.index)
        assert [list(word) for word in trace.words(step.index + 1).values()] == wanted.words_merged
        assert [list(word) for word in trace.words(end).values()] == wanted.words
        assert list(trace.vocabulary(end)) == wanted.vocabulary
        assert [
            (test.part, test.before, test.left_over, test.share, test.head, test.is_letter, test.is_removed)
            for test in step.tests
        ] == [
            (test.part, test.before, test.left, test.share, test.head, test.letter, test.removed)
            for test in wanted.tests
        ]


def check_states(trace: picky.Trace) -> None:
    assert trace.sizes() == tuple(len(trace.vocabulary(k)) for k in range(len(trace) + 1))
    for k in range(len(trace) + 1):
        occurrences = trace.occurrences(k)
        assert trace.symbols_in_use[k] == len(occurrences)
        assert trace.total_symbols[k] == sum(occurrences.values())
        for change in trace.changes(k):
            assert change.before == trace.word(change.word, k)
            assert change.after == trace.word(change.word, k + 1)


def check_encodings(trace: picky.Trace, found: naive.Trained, corpus: Corpus, rules: Rules) -> None:
    model = trace.model(pretokenizer="none")
    words = [*corpus, *(word + other for word in corpus for other in corpus)][:30]
    for word in words:
        tokens = naive.encode(word, found, rules)
        assert model.encode_word(word) == tokens
        explained = model.explain(word)
        assert explained.tokens == tokens
        before = explained.start
        for step in explained:
            assert step.symbols == before
            before = step.after


RULES = st.builds(
    Rules,
    removal=st.sampled_from(get_args(Removal)),
    threshold=st.sampled_from([0.0, 0.25, 0.5, 0.6, 0.75, 0.9, 1.0]),
    above=st.sampled_from(get_args(Above)),
    size_counts=st.sampled_from(get_args(SizeCounts)),
    tie_break=st.sampled_from(get_args(TieBreak)),
    start_of_word=st.sampled_from(["▁", ""]),
    special_tokens=st.sampled_from([(), SPECIAL_TOKENS]),
    minimum_count=st.integers(1, 3),
)


@given(corpora(), RULES, st.none() | st.integers(0, 25), st.none() | st.integers(5, 20))
def test_it_equals_the_reference(corpus: Corpus, rules: Rules, merges: int | None, vocab_size: int | None) -> None:
    check(corpus, rules, merges, vocab_size)


@given(corpora(), RULES)
def test_a_training_for_a_smaller_size_is_the_beginning_of_a_larger_one(corpus: Corpus, rules: Rules) -> None:
    trace = picky.train(corpus, rules=rules)
    for size in range(trace.sizes()[0], max(trace.sizes()) + 2):
        k, is_exact = trace.steps_to(size)
        smaller = picky.train(corpus, vocab_size=size, rules=rules)
        assert is_exact
        assert smaller.events() == trace.events(k)
        assert smaller.vocabulary() == trace.vocabulary(k)
    assert trace.sizes()[-1] in trace.possible_sizes()


@given(corpora(), RULES.filter(lambda rules: rules.removal != "scaffold"))
def test_the_log_alone_brings_the_words_to_every_state(corpus: Corpus, rules: Rules) -> None:
    trace = picky.train(corpus, rules=rules, merges=12)
    for k in range(len(trace) + 1):
        found = naive.Trained([], [], list(trace.vocabulary(k)), [], 0, "", [])
        kinds = {"merge": "merge", "removal": "split"}
        found.log = [(kinds[event.kind], event.token, event.parts) for event in trace.events(k)]
        for word, symbols in trace.words(k).items():
            assert naive.encode(word, found, rules, looks_up=False) == symbols


def drawn(rng: random.Random) -> tuple[Corpus, Rules, int | None, int | None]:
    letters = rng.choice(["a", "ab", "abc", "abcd"])
    words = {"".join(rng.choices(letters, k=rng.randint(1, 7))): rng.randint(1, 9) for _ in range(rng.randint(1, 7))}
    rules = Rules(
        removal=rng.choice(["picky", "picky", "scaffold"]),
        threshold=rng.choice([0, 0.3, 0.5, 0.6, 0.8, 0.9, 0.9999]),
        above=rng.choice(["above", "at-least"]),
        size_counts=rng.choice(["tally", "tokens"]),
        tie_break=rng.choice(["first-seen", "first-seen", "smallest-ids", "last-seen", "greatest-pair"]),
        special_tokens=SPECIAL_TOKENS,
    )
    return Corpus(words), rules, rng.choice([None, rng.randint(0, 20)]), rng.choice([None, rng.randint(5, 25)])


@pytest.mark.slow
@pytest.mark.thousands
def test_thousands_of_trainings() -> None:
    rng = random.Random(44)
    for _ in range(6_000):
        check(*drawn(rng))


@given(corpora(), RULES)
def test_the_plain_algorithm(corpus: Corpus, rules: Rules) -> None:
    trace = picky.train(corpus, rules=rules)
    states = list(algorithm.train(corpus, rules))
    assert len(states) == len(trace.settled)
    for k, state in zip(trace.settled, states, strict=True):
        assert state.words == tuple(trace.words(k).values())
        assert state.vocabulary == trace.vocabulary(k)
        assert list(state.pairs) == list(trace.pairs(k).items())
