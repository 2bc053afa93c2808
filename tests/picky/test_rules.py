"""The rules of PickyBPE and Scaffold-BPE: exact thresholds, what is refused, and links that hold each knob."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from tokviz.algorithms import PICKY
from tokviz.errors import RulesError
from tokviz.picky import KNOBS, PRESETS, Rules
from tokviz.picky.rules import SPECIAL_TOKENS
from tokviz.state.training import FORMS, defaults


@pytest.mark.parametrize("written", ["0", "0.1", "0.3", "0.9", "0.9999", "1"])
def test_a_threshold_is_exactly_what_is_written(written: str) -> None:
    assert Rules(threshold=float(written)).limit == Fraction(written)


def test_a_share_that_equals_the_threshold() -> None:
    assert not Rules(threshold=0.3).exceeds(Fraction(3, 10))
    assert Rules(threshold=0.3).exceeds(Fraction(300_001, 1_000_000))
    assert Rules(threshold=0.3, above="at-least").exceeds(Fraction(3, 10))
    assert not Rules(threshold=1).exceeds(Fraction(1))


def test_the_unknown_token_is_a_special_one() -> None:
    assert Rules().unknown_token is None
    assert {rules.unknown_token for rules in PRESETS.values()} == {"<UNK>"}


@pytest.mark.parametrize(
    "given",
    [
        {"threshold": 1.1},
        {"threshold": -0.1},
        {"removal": "all"},
        {"above": "below"},
        {"size_counts": "merges"},
        {"minimum_count": 0},
        {"alphabet": "bytes"},
        {"duplicates": "skip"},
        {"max_token_length": 3},
        {"vocabulary_order": "merges-first"},
    ],
)
def test_what_these_trainings_do_not_have_is_refused(given: dict[str, Any]) -> None:
    with pytest.raises(RulesError):
        Rules(**given)


CHANGES: list[tuple[str, Any, str, str]] = [
    ("removal", "none", "removal", "none"),
    ("threshold", 0.75, "threshold", "0.75"),
    ("above", "at-least", "above", "at-least"),
    ("size_counts", "tokens", "counts", "tokens"),
    ("tie_break", "smallest-ids", "tie", "smallest-ids"),
    ("start_of_word", "", "start", ""),
    ("minimum_count", 2, "min", "2"),
    ("special_tokens", (), "special", ""),
]


@pytest.mark.parametrize(("field", "value", "name", "text"), CHANGES)
def test_a_changed_knob_is_written_beside_its_preset(field: str, value: Any, name: str, text: str) -> None:
    form = FORMS[PICKY.name]
    state = defaults(PICKY, "hug")
    changed = replace(state, rules=replace(state.rules, **{field: value}))
    assert form.write(changed) == {"example": "hug", name: text}
    assert form.read({"example": "hug", name: text}) == (changed, ())


def test_every_knob_has_such_a_case() -> None:
    assert {name for _, _, name, _ in CHANGES} == {knob.url for knob in KNOBS}
    assert PICKY.presets["picky"].special_tokens == SPECIAL_TOKENS
