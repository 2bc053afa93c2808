"""The lines of the plain algorithm: each that can be marked is marked by some step."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterable

import pytest

from tokviz import bpe, examples, unigram, wordpiece
from tokviz.trace import Trace
from tokviz.views.algorithms import views_of
from tokviz.views.shared.catalog import load
from tokviz.wordpiece.top_down import algorithm

SAY = load("en")
HUG = examples.load("hug").corpus_for("bpe")


def anchored(source: str) -> set[str]:
    return {match[1].strip() for match in re.finditer(r"^(.*?)  # [a-z-]+$", source, re.MULTILINE)}


def marked(traces: Iterable[Trace]) -> set[str]:
    return {
        line.text.strip()
        for trace in traces
        for k in range(len(trace) + 1)
        for line in views_of(trace).lines(trace, k, SAY)
        if line.is_current
    }


@pytest.mark.parametrize(
    ("function", "traces"),
    [
        (bpe.algorithm.train, [bpe.train(HUG)]),
        (wordpiece.algorithm.train, [wordpiece.train(HUG)]),
        (unigram.algorithm.train, [unigram.train(HUG, vocab_size=10, rules=rules) for rules in ("course", "soft-em")]),
        (algorithm.train, [wordpiece.train_top_down(HUG, vocab_size=size, rules="tf-text") for size in (12, 24, 40)]),
    ],
    ids=["bpe", "wordpiece", "unigram", "top-down"],
)
def test_every_line_that_can_be_marked_is_marked_by_some_step(function: object, traces: list[Trace]) -> None:
    assert inspect.isfunction(function)
    assert marked(traces) == anchored(inspect.getsource(function))
