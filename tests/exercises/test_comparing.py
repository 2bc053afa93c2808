"""Exercises on algorithms at one size: the answer follows from what is given, and one needs the fewest tokens."""

from __future__ import annotations

from typing import cast

import pytest

from tokviz import bpe, unigram, wordpiece
from tokviz.exercises import LEVELS, Line, Task, about, check, make

NAMES = {"merges": "BPE", "vocabulary": "WordPiece", "pieces": "Unigram"}
HUG = {"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}


def by_what_is_given(task: Task, word: str) -> dict[str, int]:
    """Return each tokenizer's number of tokens, made of what the task gives alone."""
    merges, vocabulary = task.get("merges"), task.get("vocabulary")
    letters = tuple(dict.fromkeys(word))
    needed = {
        "BPE": len(
            bpe.Model(merges, (*letters, *("".join(pair) for pair in merges)), bpe.PRESETS["course"]).encode_word(word)
        ),
        "WordPiece": len(wordpiece.Model(("[UNK]", *vocabulary)).encode_word(word)),
    }
    if len(task.choices) > 2:
        needed["Unigram"] = len(unigram.Model(dict(task.get("pieces"))).encode_word(word))
    return needed


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("seed", range(12))
def test_what_is_given_gives_the_one_right_answer(level: int, seed: int) -> None:
    task = make("fewest-tokens", seed, level)
    word = cast("str", task.prompt.values["word"])
    needed = by_what_is_given(task, word)
    assert task.choices == tuple(needed) == tuple(NAMES[given.name] for given in task.given)
    assert [name for name in needed if needed[name] == min(needed.values())] == [task.solution]
    for name in needed:
        verdict = check(task, name)
        assert verdict.right == (name == task.solution)
        if not verdict.right:
            (said,) = verdict.said
            numbers = [cast("Line", said.values[part]).values["n"] for part in ("count", "less")]
            assert numbers == [needed[name], min(needed.values())]


@pytest.mark.parametrize("level", LEVELS)
def test_the_three_have_one_size(level: int) -> None:
    for seed in range(20):
        task = make("fewest-tokens", seed, level)
        sizes = {len(task.get("vocabulary"))} | ({len(task.get("pieces"))} if level > 1 else set())
        assert len(sizes) == 1


@pytest.mark.parametrize("level", LEVELS[1:])
def test_each_of_the_three_is_right_in_some_tasks(level: int) -> None:
    assert {make("fewest-tokens", seed, level).solution for seed in range(40)} == set(NAMES.values())


def test_about_given_tokenizers() -> None:
    """At size 10 of the course's words, BPE has `ug`, WordPiece `##gs`, and Unigram `bu`: each needs two for `bug`
    or more."""
    models = (
        bpe.train(HUG, merges=3, rules="course").model(),
        wordpiece.train(HUG, vocab_size=15, rules="course").model(),
        unigram.train(HUG, vocab_size=10, rules="course").model(),
    )
    task = about("fewest-tokens", models=models, word="bug")
    needed = {name: len(model.encode_word("bug")) for name, model in zip(NAMES.values(), models, strict=True)}
    assert set(task.accepted) == {name for name in needed if needed[name] == min(needed.values())}
    with pytest.raises(IndexError, match="unknown"):
        about("fewest-tokens", models=models, word="unhug")  # WordPiece has no u at the start of a word
    with pytest.raises(IndexError, match="two algorithms"):
        about("fewest-tokens", models=models[:1], word="bug")
