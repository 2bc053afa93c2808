"""A checked function on the picture: the right steps, and where the function differs both choices with the reason."""

from __future__ import annotations

from typing import Any

import pytest

from tests.catalogs import KEYS
from tokviz import Corpus, bpe
from tokviz.exercises import check_function
from tokviz.exercises.checking import Checked
from tokviz.views.exercises.replaying import CheckedPicture, checked_picture
from tokviz.views.exercises.wording import sentences
from tokviz.views.shared.catalog import load

EN = load("en")


def shown(name: str, function: Any, rules: str = "course") -> tuple[CheckedPicture, Checked]:
    checked = check_function(name, function, rules=rules)
    found = checked_picture(checked, EN)
    assert found is not None
    return found, checked


def frame(found: CheckedPicture) -> dict[str, Any]:
    """Return the frame at which the function differs."""
    part = next(one for one in found.parts if 0 <= found.step - one["first"] < len(one["frames"]))
    return dict(part["frames"][found.step - part["first"]])


def train(counts: dict[str, int], merges: int) -> list[tuple[str, str]]:
    return bpe.train(Corpus(counts), merges=merges, rules="course").merges


def swapped(counts: dict[str, int], merges: int) -> list[tuple[str, str]]:
    return [("e", "s"), ("es", "t"), ("l", "o")]


def test_both_pairs_are_on_the_picture_of_a_trainer() -> None:
    found, checked = shown("bpe.train", swapped, "sennrich")
    assert found.step == 2
    last = frame(found)
    names = [chip["text"] for chip in found.parts[0]["tokens"]]
    rows = [last["candidates"]["rows"][0], last["candidates"]["other"]["row"]]
    assert [(names[row["left"]], names[row["right"]]) for row in rows] == [("est", "</w>"), ("l", "o")]
    marks = {span["mark"] for group in last["groups"] for span in group["spans"]}
    assert {"next", "other"} <= marks
    assert found.parts[0]["picture"]["parting"]["step"] == 2
    assert last["say"][1]["text"] == sentences(checked.said, EN)
    assert (found.parts[0]["total"], len(found.parts[0]["frames"])) == (3, 4)


def test_a_pair_that_is_not_in_the_words_is_told_only() -> None:
    found, checked = shown("bpe.train", lambda counts, merges: [("e", "s"), ("q", "q")])
    last = frame(found)
    assert found.step == 1
    assert "other" not in last["candidates"]
    assert last["say"][1]["text"] == sentences(checked.said, EN)


def test_a_trainer_that_stops_early() -> None:
    found, _ = shown("bpe.train", lambda counts, merges: train(counts, 3))
    assert found.step == 3
    assert "other" not in frame(found)["candidates"]


@pytest.mark.parametrize(
    ("name", "function", "step"),
    [
        ("bpe.encode", lambda word, merges: list(word), 0),
        ("bpe.encode", lambda word, merges: [word[:2], *word[2:]], 1),
        ("wordpiece.encode", lambda word, vocabulary: [word[:1], *(f"##{letter}" for letter in word[1:])], 0),
        ("unigram.best", lambda word, pieces: list(word), 3),
    ],
)
def test_an_encoder_stops_where_its_tokens_are_no_longer_possible(name: str, function: Any, step: int) -> None:
    """The first case is `low`, which all of these should leave whole."""
    found, checked = shown(name, function)
    assert checked.case is not None
    assert checked.case.word == "low"
    assert found.step == step
    assert frame(found)["say"][1]["text"] == sentences(checked.said, EN)


class Token(str):
    """A text of a class that only the student's program has."""

    __slots__ = ()


def test_what_comes_back_is_plain() -> None:
    """Nothing of the student's own classes is in what another process reads."""
    checked = check_function("bpe.encode", lambda word, merges: [Token(letter) for letter in word])
    assert checked.returned == ("l", "o", "w")
    assert {type(token) for token in checked.returned} == {str}


@pytest.mark.parametrize(
    ("name", "function"),
    [
        ("bpe.train", train),  # right
        ("bpe.train", lambda counts, merges: 1 / 0),
        ("bpe.train", lambda counts, merges: None),
        ("unigram.em", lambda counts, pieces: pieces),
    ],
)
def test_where_there_is_nothing_to_step_through(name: str, function: Any) -> None:
    assert checked_picture(check_function(name, function), EN) is None


def test_it_is_told_in_the_language_of_the_reader() -> None:
    checked = check_function("bpe.train", lambda counts, merges: [("s", "t")])
    found = checked_picture(checked, KEYS)
    assert found is not None
    assert "check.step" in str(frame(found)["say"][1]["text"])
