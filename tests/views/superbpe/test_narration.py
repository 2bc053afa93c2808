"""Sentences on a step of SuperBPE and BoundlessBPE: a pair is alone only if no other one occurs as often."""

from __future__ import annotations

from collections.abc import Iterator

from hypothesis import given
from hypothesis import strategies as st

from tests.catalogs import KEYS
from tests.superbpe.test_against_plain import lines, rules
from tests.superbpe.test_boundless import lines as boundless_lines
from tests.superbpe.test_boundless import rules as boundless_rules
from tokviz import superbpe
from tokviz.corpus import Corpus
from tokviz.superbpe import boundless
from tokviz.superbpe.traces import AnyTrace
from tokviz.views.shared.sentences import as_text
from tokviz.views.superbpe import narration


def steps_told(trace: AnyTrace) -> Iterator[tuple[int, str, str]]:
    """Yield each step that merges, with what is said of it before and after."""
    for k, step in enumerate(trace):
        if step.pair is not None:
            yield k, as_text(narration.upcoming(trace, k, KEYS)), as_text(narration.done(trace, k, KEYS))


def check_alone(trace: AnyTrace) -> None:
    for k, ahead, done in steps_told(trace):
        step = trace[k]
        assert not isinstance(step, superbpe.Lift)
        first, *others = sorted((one.count for one in trace.candidates(k)), reverse=True)
        is_alone = step.count == first and first not in others
        is_said_again = not narration.has_long_lines(trace)
        assert ("measure.count.alone.present" in ahead) == is_alone
        assert ("measure.count.alone.past" in done) == (is_alone and is_said_again)


@given(lines, rules, st.integers(0, 40))
def test_no_other_pair_occurs_as_often(corpus: Corpus, asked: superbpe.Rules, size: int) -> None:
    check_alone(superbpe.train(corpus, vocab_size=size, rules=asked))


@given(boundless_lines, boundless_rules, st.integers(0, 25))
def test_no_pair_of_either_kind_occurs_as_often(corpus: Corpus, asked: boundless.Rules, merges: int) -> None:
    check_alone(boundless.train(corpus, merges=merges, rules=asked))


def test_the_other_kind_is_said_to_tie() -> None:
    trace = boundless.train(Corpus({"by the way": 2, "by the sea": 1, "on the way": 1}), merges=12)
    told = {trace[k].index + 1: done for k, _, done in steps_told(trace) if "boundless.tie.supermerge" in done}
    assert list(told) == [7, 10]
    assert all("reason.tie" not in done for done in told.values())
