"""Patches of bytes: the model against sums worked out by hand, and what holds of every text."""

from __future__ import annotations

import math
from collections import Counter
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tokviz.entropy_patches import MAX_ORDER, SMOOTHINGS, START_RULES, ByteModel, Smoothing, StartRule, segment
from tokviz.errors import RulesError

some_bytes = st.binary(max_size=60) | st.text(alphabet="ab é中", max_size=30).map(str.encode)
models = st.builds(ByteModel.count, some_bytes, st.integers(0, MAX_ORDER), st.sampled_from(SMOOTHINGS))
contexts = st.binary(max_size=4) | st.text(alphabet="ab", max_size=4).map(str.encode)


def naive(data: bytes, context: bytes, byte: int) -> Fraction:
    """The probability by Witten and Bell, as their formula says it, in exact fractions."""
    followers = Counter(
        data[end] for end in range(len(context), len(data)) if data[end - len(context) : end] == context
    )
    shorter = naive(data, context[1:], byte) if context else Fraction(1, 256)
    total, different = followers.total(), len(followers)
    return (followers[byte] + different * shorter) / (total + different) if total else shorter


def test_the_probabilities_of_a_tiny_text() -> None:
    # In "abab", b follows a twice and nothing else does: (2 + 1 · p(b)) / (2 + 1), where p(b) = (2 + 2/256) / (4 + 2).
    model = ByteModel.count(b"abab", order=1)
    alone = (2 + 2 / 256) / 6
    assert model.probabilities(b"")[ord("b")] == pytest.approx(alone)
    assert model.probabilities(b"a")[ord("b")] == pytest.approx((2 + alone) / 3)
    added = ByteModel.count(b"abab", order=1, smoothing="add-one")
    assert added.probabilities(b"a")[ord("b")] == pytest.approx(3 / 258)


@given(some_bytes, contexts, st.integers(0, 255))
def test_witten_bell_is_its_formula(data: bytes, context: bytes, byte: int) -> None:
    model = ByteModel.count(data, order=len(context))
    assert model.probabilities(context)[byte] == pytest.approx(float(naive(data, context, byte)))


@given(models, contexts)
def test_probabilities_are_some_and_add_up(model: ByteModel, context: bytes) -> None:
    probabilities = model.probabilities(context)
    assert (probabilities > 0).all()
    assert probabilities.sum() == pytest.approx(1)
    assert 0 <= model.entropy(context) <= 8 + 1e-9


@given(models, some_bytes, st.sampled_from(START_RULES), st.floats(0, 8))
def test_patches_are_the_text_and_begin_where_the_rule_says(
    model: ByteModel, data: bytes, rule: StartRule, threshold: float
) -> None:
    cut = segment(data, model, rule, threshold)
    assert b"".join(patch.raw for patch in cut.patches) == data
    assert all(patch.raw for patch in cut.patches)
    begins = {patch.start for patch in cut.patches}
    for before, position in zip((None, *cut.positions), cut.positions, strict=False):
        if before is None:
            assert position.starts
            continue
        value = position.entropy if rule == "global" else position.entropy - before.entropy
        assert (position.index in begins) == position.starts == (value > threshold)


@given(models, some_bytes, st.sampled_from(START_RULES))
def test_a_higher_threshold_never_makes_more_patches(model: ByteModel, data: bytes, rule: StartRule) -> None:
    numbers = [len(segment(data, model, rule, threshold).patches) for threshold in (0, 1, 2, 4, 8)]
    assert numbers == sorted(numbers, reverse=True)


@given(some_bytes, st.integers(0, 3), some_bytes, st.sampled_from(SMOOTHINGS))
def test_a_change_moves_cuts_only_as_far_as_the_context_reaches(
    trained: bytes, order: int, data: bytes, smoothing: Smoothing
) -> None:
    model = ByteModel.count(trained, order, smoothing)
    changed = bytes([65]) + data[1:] if data else data
    before, after = (segment(some, model, "global", 2.0).positions for some in (data, changed))
    for old, new in zip(before[order + 1 :], after[order + 1 :], strict=True):
        assert (old.context, old.entropy, old.starts) == (new.context, new.entropy, new.starts)


def test_an_unseen_context_falls_back_to_a_shorter_one() -> None:
    model = ByteModel.count(b"the cat", order=3)
    assert model.context(b"xthe") == b"the"
    assert model.context(b"xye") == b"e"
    assert model.context(b"xyz") == b""
    assert math.isclose(model.entropy(b""), model.entropy(model.context(b"xyz")))


@pytest.mark.parametrize("order", [-1, MAX_ORDER + 1])
def test_an_order_that_is_none_is_refused(order: int) -> None:
    with pytest.raises(RulesError):
        ByteModel.count(b"", order)
