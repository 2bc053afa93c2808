"""Turns of languages: the same with and without a limit, in a window, and where turns are decided no more."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.parity.conventions import corpus_of
from tests.parity.libraries import Words
from tests.parity.test_against_libraries import inputs
from tokviz import parity
from tokviz.errors import RulesError
from tokviz.parity import PRESETS, Rules
from tokviz.parity.turns import Window, choose, window_after

KNOBS = st.fixed_dictionaries(
    {
        "turn": st.sampled_from(["dev", "training", "ratio"]),
        "variant": st.sampled_from(["base", "window"]),
        "window_size": st.integers(1, 5),
        "alpha": st.sampled_from([0.3, 0.5, 1.0, 2.0]),
        "global_merges": st.sampled_from([0, 0, 3]),
        "minimum_count": st.integers(1, 3),
        "at_minimum": st.sampled_from(["exhaust", "stop"]),
        "joint_window": st.booleans(),
    }
)


@given(inputs(), KNOBS, st.integers(0, 20))
def test_a_limit_does_not_change_whose_turn_is_next(
    data: tuple[list[Words], list[Words] | None], knobs: dict[str, Any], merges: int
) -> None:
    corpus, rules = corpus_of(*data), Rules(**knobs)
    whole = parity.train(corpus, rules=rules)
    k = min(merges, len(whole))
    assert repr(parity.train(corpus, rules=rules, merges=k).turn()) == repr(whole.turn(k))  # a score may be nan


def test_many_languages_can_be_asked_before_one_has_a_pair() -> None:
    corpus = corpus_of([{"a": 9}, {"b": 8}, {"c": 7}, {"d": 6}, {"ef": 1}])
    turn = parity.train(corpus, merges=0, rules=Rules(turn="training", window_size=1)).turn()
    assert (turn.language, turn.exhausted, turn.attempts) == (4, (0, 1, 2, 3), (0, 1, 2, 3))


def test_where_training_stops_the_turn_stays_with_the_language_without_a_pair() -> None:
    rules = replace(PRESETS["parity-paper"], turn="training")
    turn = parity.train(corpus_of([{"ab": 1}, {"cd": 9}]), merges=1, rules=rules).turn()
    assert turn.language == 1
    turn = parity.train(corpus_of([{"abc": 5}, {"cdcd": 3}]), merges=2, rules=replace(rules, minimum_count=9)).turn()
    assert (turn.language, turn.exhausted) == (0, ())


@given(st.lists(st.integers(0, 1), max_size=12), st.integers(1, 5))
def test_alpha_2_lets_two_languages_have_all_of_the_window(turns: list[int], size: int) -> None:
    choice = choose([9, 8], (), window_after(turns, size), Rules(variant="window", window_size=size, alpha=2.0))
    assert choice is not None
    assert (choice.language, choice.passed_over) == (0, ())


def test_a_window_forgets_the_oldest_turn() -> None:
    window = Window(2)
    for language in (0, 0, 1):
        window.give(language)
    assert [window.count(language) for language in (0, 1)] == [1, 1]


def test_no_turn_is_decided_once_the_window_is_full_of_an_exhausted_language() -> None:
    rules = Rules(variant="window", window_size=2, alpha=2.0)
    scores = [float("nan"), float("nan")]
    assert choose(scores, (0,), window_after([1, 0], 2), rules) is not None
    assert choose(scores, (0,), window_after([0, 0], 2), rules) is None


@pytest.mark.parametrize(("field", "value"), [("minimum_count", 0), ("window_size", 0), ("global_merges", -1)])
def test_numbers_that_are_too_small(field: str, value: int) -> None:
    with pytest.raises(RulesError):
        Rules(**{field: value})  # type: ignore[arg-type]
