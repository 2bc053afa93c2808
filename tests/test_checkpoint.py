"""Checkpoints: every training and every payload of a picture can be ended, also before its first step is done."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import NoReturn

import pytest

from tokviz.algorithms import ALGORITHMS
from tokviz.checkpoint import EVERY, checkpoint, checkpoints, watched
from tokviz.corpus import Corpus
from tokviz.spreadsheet import write_csv
from tokviz.trace import Progress, Rules, Trace
from tokviz.views.algorithms import steps_csv, trace_json, views_of
from tokviz.views.picture import questions
from tokviz.views.shared.catalog import load

PRESETS = [(name, preset) for name, one in ALGORITHMS.items() for preset in one.presets]
WORDS = Corpus({"".join(letters): 1 for letters in product("abcdefghijkl", repeat=3)})
EN = load("en")


class Left(Exception):  # noqa: N818  (it is no error)
    """The visitor has left."""


def leave() -> NoReturn:
    raise Left


def train(name: str, preset: str, told: list[Progress] | None = None) -> Trace:
    algorithm = ALGORITHMS[name]
    rules: Rules = algorithm.presets[preset]
    size = {} if "merges" in algorithm.stops_of(rules) else {"vocab_size": 60}
    return algorithm.train(WORDS, rules, progress=None if told is None else told.append, **({"merges": 5} | size))


@pytest.mark.parametrize(("name", "preset"), PRESETS)
def test_a_training_ends_before_its_first_step(name: str, preset: str) -> None:
    told: list[Progress] = []
    with watched(leave), pytest.raises(Left):
        train(name, preset, told)
    assert told == []


@pytest.mark.parametrize(("name", "preset"), PRESETS)
def test_what_a_picture_shows_ends_at_every_frame(name: str, preset: str) -> None:
    trace = train(name, preset)
    picture = views_of(trace).picture
    picture.prepare(trace)
    for steps in (range(3), range(6)):
        looks: list[int] = []
        with watched(lambda looks=looks: looks.append(1)):  # type: ignore[misc]
            built = picture.payload(trace, steps, EN, "", asks=True)
        assert len(looks) >= len(steps)
        looks.clear()
        with watched(lambda looks=looks: looks.append(1)):  # type: ignore[misc]
            questions.add_questions(built, lambda k: picture.question(trace, k, EN), "", EN)
        assert len(looks) >= len(steps)


@pytest.mark.parametrize(("name", "preset"), PRESETS)
@pytest.mark.parametrize("write", [trace_json, steps_csv])
def test_a_file_of_a_training_ends_at_every_step(write: Callable[[Trace], str], name: str, preset: str) -> None:
    trace = train(name, preset)
    looks: list[int] = []
    with watched(lambda: looks.append(1)):
        write(trace)
    assert len(looks) >= len(trace)


def test_a_long_table_ends_while_it_is_written() -> None:
    looks: list[int] = []
    with watched(lambda: looks.append(1)):
        write_csv(["token"], [["low"]] * (2 * EVERY))
    assert len(looks) == 3


def test_what_watches_around_a_block_goes_on_watching() -> None:
    with watched(leave), watched(lambda: None), pytest.raises(Left):
        checkpoint()


def test_ties_end_at_every_step() -> None:
    trace = train("bpe", "sennrich")
    looks: list[int] = []
    with watched(lambda: looks.append(1)):
        views_of(trace).picture.prepare(trace)
    assert len(looks) >= len(trace)


def test_checkpoints_come_by_the_thousand() -> None:
    looks: list[int] = []
    with watched(lambda: looks.append(1)):
        assert list(checkpoints(range(2 * EVERY + 1))) == list(range(2 * EVERY + 1))
    assert len(looks) == 3
    checkpoint()  # nothing watches any more
    assert len(looks) == 3
