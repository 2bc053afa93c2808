"""The Gini coefficient, boundaries of morphemes and what a chat trains on: answers against their definitions."""

from __future__ import annotations

from fractions import Fraction
from itertools import accumulate
from typing import cast

import pytest

from tokviz.chat import Message, own_template, render
from tokviz.compare.morphemes import words
from tokviz.exercises import LEVELS, about, check, make

SEEDS = range(20)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("seed", SEEDS)
def test_gini_is_the_mean_difference_over_twice_the_mean(level: int, seed: int) -> None:
    task = make("gini", seed, level)
    numbers = [int(number) for number in cast("tuple[str, ...]", task.prompt.values["tokens"])]
    assert len(numbers) == 1 + level
    mean = Fraction(sum(numbers), len(numbers))
    difference = Fraction(sum(abs(one - other) for one in numbers for other in numbers), len(numbers) ** 2)
    assert task.solution == difference / (2 * mean) > 0
    assert check(task, f"{difference} / (2 * {mean})").right


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("seed", SEEDS)
def test_one_of_three_boundaries_is_that_of_morphemes(level: int, seed: int) -> None:
    task = make("morpheme-boundary", seed, level)
    word = task.prompt.values["word"]
    (known,) = (one for listed in words().values() for one in listed if one.text == word)
    ends = [*accumulate(map(len, cast("tuple[str, ...]", task.prompt.values["tokens"])))]
    assert sorted(choice.index("|") for choice in task.choices) == ends[:-1]
    for choice in task.choices:
        left, right = choice.split("|")
        assert left + right == word
        assert check(task, choice).right == (len(left) in known.boundaries) == (choice == task.solution)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("seed", SEEDS)
def test_one_of_three_stretches_is_marked_by_the_template(level: int, seed: int) -> None:
    task = make("trained-on", seed, level)
    text = "".join(task.get("chat"))
    assert len({*task.choices}) == 3
    assert all(text.count(choice) >= 1 for choice in task.choices)
    (said,) = (line for line in task.because if hasattr(line, "values"))
    trained = [one for (one,) in cast("tuple[tuple[str, ...], ...]", said.values["trained"])]
    assert len(trained) == min(level, 2)
    for choice in task.choices:
        assert check(task, choice).right == (choice in trained) == (choice == task.solution)


@pytest.mark.parametrize("template", ["chatml", "llama-3", "gemma", "llama-2", "mistral", "deepseek"])
def test_about_a_chat_of_ones_own(template: str) -> None:
    messages = [("user", "Hi"), ("assistant", "Hello")]
    chat = render(own_template(template), [Message(*one) for one in messages], prompt=False)
    ((start, end),) = chat.trained
    right = chat.text[start:end].strip()
    task = about("trained-on", template=template, messages=messages, choices=("Hi", "Hello", right))
    assert task.solution == right
    with pytest.raises(IndexError):
        about("trained-on", template=template, messages=messages, choices=("Hi", "Hello"))


def test_what_cannot_be_asked() -> None:
    with pytest.raises(IndexError):
        about("gini", tokens=(3,))
    with pytest.raises(IndexError):
        about("morpheme-boundary", word="unfair", places=(1, 3, 4))
    with pytest.raises(IndexError):
        about("morpheme-boundary", word="unknown", places=(1, 2, 3))
    assert about("morpheme-boundary", word="unfair", places=(1, 2, 3)).solution == "un|fair"


@pytest.mark.parametrize("kind", ["morpheme-boundary", "trained-on"])
def test_the_right_one_is_at_each_place(kind: str) -> None:
    tasks = [make(kind, seed) for seed in range(40)]
    assert {task.choices.index(cast("str", task.solution)) for task in tasks} == {0, 1, 2}
