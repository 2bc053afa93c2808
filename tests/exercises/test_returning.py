"""Sequences of tokens that come back: the one that encoding by the given merges gives, and no other."""

from __future__ import annotations

import json
from typing import cast

import pytest
from tokenizers import Tokenizer

from tokviz import bpe
from tokviz.exercises import LEVELS, Task, about, check, make


def library(task: Task) -> Tokenizer:
    """Return the library's tokenizer that has nothing but the merges that the task gives."""
    merges = task.get("merges")
    letters = sorted({letter for choice in task.choices for letter in choice.replace("·", "")})
    tokens = dict.fromkeys([*letters, *(part for pair in merges for part in pair), *map("".join, merges)])
    model = {"type": "BPE", "vocab": {token: at for at, token in enumerate(tokens)}, "merges": merges}
    return Tokenizer.from_str(json.dumps({"model": model, "decoder": {"type": "Fuse"}}))


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("seed", range(12))
def test_of_three_the_one_that_the_library_gives_back_is_right(level: int, seed: int) -> None:
    task = make("comes-back", seed, level)
    theirs = library(task)
    assert len(set(task.choices)) == 3
    for choice in task.choices:
        known = theirs.get_vocab()
        ids = [known[token] for token in choice.split("·")]
        text = theirs.decode(ids)
        assert text == task.prompt.values["word"]
        is_same = theirs.encode(text).ids == ids
        verdict = check(task, choice.replace("·", " + " if seed % 2 else "·"))
        assert verdict.right == is_same == (choice == task.solution)
        if not is_same:
            (said,) = verdict.said
            assert said.values["best"] == tuple(theirs.encode(text).tokens)


@pytest.mark.parametrize("level", LEVELS)
def test_the_right_one_is_at_each_place(level: int) -> None:
    tasks = [make("comes-back", seed, level) for seed in range(40)]
    assert {task.choices.index(cast("str", task.solution)) for task in tasks} == {0, 1, 2}


def test_about_a_word_and_its_sequences() -> None:
    model = bpe.train({"hug": 10, "pug": 5, "hugs": 5}, merges=3, rules="course").model()
    task = about("comes-back", model=model, word="hugs")
    assert task.solution == "·".join(model.encode_word("hugs"))
    assert task.solution in task.choices
    with pytest.raises(IndexError):
        about("comes-back", model=model, word="s")
    with pytest.raises(IndexError):
        about("comes-back", model=model, word="hugs", sequences=(("h", "ugs"), ("hug", "s"), ("p", "ug")))
