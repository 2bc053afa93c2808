"""The alternative of a pattern that makes a pre-token: the one that matches there alone, if no earlier one does."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import pytest
import regex
import tokenizers
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.files.styles import BLOOM, CLIP, GPT4, GPT4O, MIXED, QWEN2, file_of
from tests.strategies import texts
from tokviz.files.engine import Stage
from tokviz.files.pipeline import Pipeline
from tokviz.files.stage_parts import GPT2, MOST, alternatives, matches
from tokviz.pretokenize import with_alternatives

PATTERNS = {"gpt2": GPT2, "gpt4": GPT4, "gpt4o": GPT4O, "qwen2": QWEN2, "clip": CLIP}
DRAWN = texts() | st.sampled_from(MIXED)


@cache
def pipeline(name: str) -> Pipeline:
    return Pipeline.from_file(file_of(name).encode())


def cuts(name: str, text: str) -> list[Stage]:
    return [stage for stage in pipeline(name).stages(text) if stage.kind == "pretokenizer"]


@pytest.mark.parametrize(
    ("pattern", "found"),
    [
        ("a|b", ("a", "b")),
        ("(a|b)|c", ("(a|b)", "c")),
        (r"\||[|]|a", (r"\|", "[|]", "a")),
        (r"[]|]|[^]|]|[a[|]b]|c", ("[]|]", "[^]|]", "[a[|]b]", "c")),
        ("|a", ("", "a")),
        ("(?i)a|b", ("(?i)a|b",)),  # the flag holds for b too
        ("(?x: a | b )|c", ("(?x: a | b )|c",)),
        ("|".join("a" * (MOST + 1)), ("|".join("a" * (MOST + 1)),)),
        (BLOOM, (BLOOM,)),
    ],
)
def test_a_pattern_comes_apart_outside_of_groups_and_classes(pattern: str, found: tuple[str, ...]) -> None:
    assert alternatives(pattern) == found
    assert "|".join(found) == pattern


@pytest.mark.parametrize("name", PATTERNS)
@settings(max_examples=100)
@given(text=DRAWN)
def test_an_alternative_is_the_first_that_matches_there_by_itself(name: str, text: str) -> None:
    """By the regex package, alternative by alternative, where its tables see the same whole matches as the library."""
    pattern = PATTERNS[name]
    found = matches(tokenizers, pattern, text)
    whole = [one.span() for one in regex.finditer(pattern, text)]
    if [(start, end) for start, end, _ in found] != whole:
        return
    every = [(one, regex.compile(one)) for one in alternatives(pattern)]
    for start, end, alternative in found:
        first = next((one, match) for one, made in every if (match := made.match(text, start)))
        assert (first[0], first[1].end()) == (alternative, end)


@pytest.mark.parametrize(("name", "ours"), [("gpt4", "llama3"), ("gpt4o", "o200k"), ("qwen2", "qwen2")])
@settings(max_examples=60)
@given(text=texts())
def test_the_patterns_of_bytes_say_the_same(name: str, ours: str, text: str) -> None:
    """`/bytes` names alternatives by its own search; written otherwise, these are the same in the same order."""
    wanted = with_alternatives(text, ours)
    parts = [part for part in cuts(name, text)[0].parts if part.role == "text"]
    if [part.text for part in parts] != [piece for piece, _ in wanted]:
        return
    order = {(part.alternative, alternative) for part, (_, alternative) in zip(parts, wanted, strict=True)}
    assert len(order) == len({one for one, _ in order}) == len({one for _, one in order})
    assert None not in {one for one, _ in order}


def named(stage: Stage) -> list[tuple[str, Any]]:
    return [(part.text, part.alternative) for part in stage.parts]


def test_byte_level_cuts_by_a_pattern_too() -> None:
    assert named(cuts("roberta", "It's  1")[-1]) == [
        ("It", r" ?\p{L}+"),
        ("'s", "'s"),
        ("Ġ", r"\s+(?!\S)"),
        ("Ġ1", r" ?\p{N}+"),
    ]


def test_what_a_later_stage_leaves_whole_keeps_what_cut_it() -> None:
    split, by_bytes = cuts("gpt4", "naïve 1")
    assert named(split) == [("naïve", r"[^\r\n\p{L}\p{N}]?\p{L}+"), (" ", r"\s+"), ("1", r"\p{N}{1,3}")]
    assert [(text, one) for text, one in named(by_bytes)] == [
        ("naÃ¯ve", named(split)[0][1]),
        ("Ġ", r"\s+"),
        *named(split)[2:],
    ]
    *_, last = cuts("falcon", "don't 12345")
    assert named(last)[-2:] == [("123", "[0-9][0-9][0-9]"), ("45", None)]  # what is between matches has no alternative
    assert named(last)[0] == ("don", r" ?\p{L}+")


def test_a_pattern_that_takes_away_or_joins() -> None:
    """CLIP keeps the matches alone; a mark of a match is also that of a part that took its neighbor along."""
    assert named(cuts("clip", "Low, 1")[0]) == [
        ("low", r"[\p{L}]+"),
        (",", r"[^\s\p{L}\p{N}]+"),
        ("1", "[\\p{N}]"),
    ]
    split = {"type": "Split", "pattern": {"Regex": "-|/"}, "behavior": "MergedWithNext", "invert": False}
    model = {"type": "BPE", "vocab": {"a": 0}, "merges": []}
    made = Pipeline.from_file(json.dumps({"model": model, "pre_tokenizer": split}).encode())
    (stage,) = [stage for stage in made.stages("a-b/c") if stage.kind == "pretokenizer"]
    assert named(stage) == [("a", None), ("-b", "-"), ("/c", "/")]


def test_a_pattern_that_may_explode_is_searched_once() -> None:
    """Each alternative would be one more search of the text, and this one has its second already."""
    split = {"type": "Split", "pattern": {"Regex": "(a+)+$|b"}, "behavior": "Isolated", "invert": False}
    model = {"type": "BPE", "vocab": {"a": 0}, "merges": []}
    made = Pipeline.from_file(json.dumps({"model": model, "pre_tokenizer": split}).encode())
    assert {part.alternative for stage in made.stages("ab") for part in stage.parts} == {None}
