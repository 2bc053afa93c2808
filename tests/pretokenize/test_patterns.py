"""Digits under every convention, against the golden cases; and the named patterns against what they say of numbers."""

import json
import re
from itertools import chain
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tokviz.pretokenize import pretokenize, with_alternatives
from tokviz.pretokenize.patterns import between_runs, groups

CASES = json.loads((Path(__file__).parents[1] / "golden" / "15_digits.json").read_text("utf-8"))["cases"]
PATTERNS = {
    "gpt2": "gpt2",
    "cl100k": "cl100k",
    "llama3": "llama3",
    "o200k": "o200k",
    "nanochat": "nanochat",
    "qwen2": "one-digit pattern (Llama 3's with \\p{N})",
}
RUNS = {
    "runs, left to right 3": (3, False),
    "runs, right to left 3": (3, True),
    "runs, single digits": (1, True),
}


def cut_at_runs(text: str, size: int, from_right: bool) -> list[str]:
    parts = ((groups(part, size, from_right=from_right) if is_run else (part,)) for part, is_run in between_runs(text))
    return list(chain.from_iterable(parts))


@pytest.mark.parametrize("case", [pytest.param(case, id=case["name"]) for case in CASES if case["corpus"]])
def test_golden(case: dict[str, Any]) -> None:
    splits, text = case["expected"]["splits"], case["corpus"]
    found = {key: list(pretokenize(text, name)) for name, key in PATTERNS.items() if key in splits}
    found |= {key: cut_at_runs(text, *how) for key, how in RUNS.items()}
    assert found | {"none": [text]} == splits | {"none": [text]}


def test_right_to_left() -> None:
    (case,) = (case for case in CASES if case["name"] == "digits-rtl3-tests")
    for row in case["expected"]["rows"]:
        assert [group for part, _ in between_runs(row["text"]) for group in groups(part)] == row["split"]


@given(st.text(alphabet="0123456789 a,.\n٣²", max_size=30))
def test_threes_from_the_right_are_what_people_write(text: str) -> None:
    """Every run groups as a number with commas does; nothing is lost; and the table names the same pieces."""
    pieces = pretokenize(text, "threes-from-right")
    assert "".join(pieces) == text
    assert tuple(piece for piece, _ in with_alternatives(text, "threes-from-right")) == pieces
    for run in re.findall(r"[0-9]+", text):
        assert ",".join(groups(run)) == re.sub(r"(?<=\d)(?=(?:\d{3})+$)", ",", run)


def test_a_long_number_takes_no_time() -> None:
    assert len(pretokenize("7" * 300_000, "threes-from-right")) == 100_000
