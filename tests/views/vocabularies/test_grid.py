"""The grid of a vocabulary: what it says there is most of, and which entries are its chips."""

import json

import numpy as np

from tokviz.files.pipeline import Pipeline
from tokviz.views.shared.catalog import load
from tokviz.views.vocabularies.grid import MAX_CHIPS, about_grid, token_grid
from tokviz.vocabularies import KINDS, Vocabulary

EN = load("en")
EMPTY = (0,) * 11


def vocabulary_of_words(words: list[str]) -> Vocabulary:
    model = {"type": "WordLevel", "vocab": {word: place for place, word in enumerate(words)}, "unk_token": words[0]}
    return Vocabulary(Pipeline.from_file(json.dumps({"model": model}).encode()))


def test_the_most_frequent_script_and_length_are_named() -> None:
    said = about_grid({"Latin": (1, 4, *EMPTY[1:]), "Han": (1, 0, *EMPTY[1:])}, EN)
    expected = EN("vocabulary.grid.most", scripts="Latin", n=5, entries=6, share="83.3%", lengths="2", m=4)
    assert said == expected


def test_of_equally_frequent_ones_all_are_named() -> None:
    said = about_grid({"Latin": (1, 1, *EMPTY[1:]), "Han": (1, 1, *EMPTY[1:])}, EN)
    scripts = EN.listed([EN("vocabulary.script.Latin"), EN("vocabulary.script.Han")])
    lengths = EN.listed(["1", "2"])
    assert said == EN("vocabulary.grid.most", scripts=scripts, n=2, entries=4, share="50.0%", lengths=lengths, m=2)


def test_chips_of_a_large_vocabulary_are_from_all_over_it_and_of_a_part_its_first() -> None:
    entries = vocabulary_of_words([f"{'' if place % 2 else '.'}w{place}" for place in range(3 * MAX_CHIPS)])
    every = np.arange(len(entries))
    chips = token_grid(entries, every, "", 0, None, EN)["tokens"]
    assert len(chips) == MAX_CHIPS
    assert {0, len(entries) - 1} <= {chip["id"] for chip in chips}
    order = [KINDS.index(chip["kind"]) for chip in chips]
    assert order == sorted(order)
    part = token_grid(entries, every[: MAX_CHIPS + 10], "", 0, None, EN)
    assert [chip["id"] for chip in part["tokens"]] == list(range(MAX_CHIPS))
    assert part["cut"] == EN("shown-of", shown=MAX_CHIPS, total=MAX_CHIPS + 10)
