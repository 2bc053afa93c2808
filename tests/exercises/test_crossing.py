"""Exercises on SuperBPE: the drawn pairs are what training takes, and a pair that is passed over is told as such."""

from __future__ import annotations

from typing import Any, cast

import pytest

from tokviz.corpus import Corpus
from tokviz.exercises import LEVELS, about, check, make
from tokviz.superbpe import Rules, Trace, train, words_in_token

LINES = Corpus({"by the way": 2, "by the sea": 1, "on the way": 1})


def pairs(answers: tuple[Any, ...]) -> list[tuple[str, str]]:
    return cast("list[tuple[str, str]]", [*answers])


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("seed", range(12))
def test_the_first_superword_has_two_words(level: int, seed: int) -> None:
    task = make("first-superword", seed, level)
    assert all(words_in_token("".join(pair)) == 2 for pair in pairs(task.accepted))
    assert check(task, " ".join(pairs((task.solution,))[0])).right


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("seed", range(12))
def test_the_most_frequent_pair_is_passed_over(level: int, seed: int) -> None:
    task = make("passed-over", seed, level)
    candidates = cast("Trace", task.state.trace).candidates(task.state.k)
    wrong = [one.pair for one in candidates if one.vetoed]
    assert wrong
    verdict = check(task, wrong[0])
    assert not verdict.right
    assert verdict.said[0].key == "superbpe.wrong.passed"
    assert check(task, task.solution).right


def test_what_is_asked_is_what_training_takes() -> None:
    trace = train(LINES, rules=Rules(transition=18, stage1="spaces", stage2="lines", max_token_words=2))
    assert trace.lift is not None
    first = about("first-superword", trace=trace)
    assert first.solution == trace[trace.lift + 1].pair == ("Ġthe", "Ġway")
    assert first.others == (("by", "Ġthe"),)
    later = about("passed-over", trace=trace, k=trace.lift + 2)
    assert later.solution == trace[trace.lift + 2].pair
    with pytest.raises(IndexError):
        about("first-superword", trace=train(LINES, vocab_size=12, rules=trace.rules))
