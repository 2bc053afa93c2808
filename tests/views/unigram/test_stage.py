"""The payload of the stage for unigram training: best segmentations step by step, with heights and marks."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, reject
from hypothesis import strategies as st

from tests.strategies import corpora
from tests.unigram.conventions import SOFT
from tokviz import unigram
from tokviz.corpus import Corpus
from tokviz.errors import RulesError
from tokviz.unigram import PRESETS, Rules, Trace
from tokviz.views.shared.catalog import LANGUAGES, load
from tokviz.views.shared.display import shorten, visible
from tokviz.views.stage import payload as stage
from tokviz.views.unigram import stage as unigram_stage

EN = load("en")
HUG = Corpus({"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5})
MANY = Corpus(
    {f"{a}{b}{c}": 1 + (i + j) % 7 for i, a in enumerate("abcdef") for j, b in enumerate("ghij") for c in "kl"}
)
"""More words than are shown whole."""


def payload(trace: Trace, steps: range | None = None, language: str = "en", query: str = "") -> dict[str, Any]:
    """The payload as the browser gets it."""
    steps = range(len(trace) + 1) if steps is None else steps
    built = unigram_stage.payload(trace, steps, load(language), unigram_stage.piece_colours(trace), query)
    return dict(json.loads(json.dumps(built)))


def rows(built: dict[str, Any], k: int) -> Iterator[tuple[str, int, list[list[Any]], list[Any]]]:
    """The rows of step k: label, count, chips (text, colour and height), marks."""
    for _, refs in built["frames"][k - built["first"]]["groups"]:
        for row, marks in refs:
            label, count, chips = built["rows"][row]
            yield label, count, [built["tokens"][chip] for chip in chips], marks


def texts(built: dict[str, Any], k: int) -> dict[str, list[str]]:
    return {label: [chip[0] for chip in chips] for label, _, chips, _ in rows(built, k)}


def marked(built: dict[str, Any], k: int, mark: str) -> dict[str, list[str]]:
    """Word -> its chips with this mark, where there are any."""
    found = {label: [chips[i][0] for i, _, name in marks if name == mark] for label, _, chips, marks in rows(built, k)}
    return {label: chips for label, chips in found.items() if chips}


def hug(rules: str | Rules = "course", vocab_size: int = 10) -> Trace:
    return unigram.train(HUG, vocab_size=vocab_size, rules=rules)


# -- the corpus of the course ------------------------------------------------------------------------------------------


def test_before_the_first_step_words_are_characters_without_heights() -> None:
    built = payload(hug())
    assert texts(built, 0) == {word: list(word) for word in HUG}
    assert all(len(chip) == 2 for _, _, chips, _ in rows(built, 0) for chip in chips)
    assert [count for _, count, _, _ in rows(built, 0)] == [10, 5, 12, 4, 5]


def test_seeds_and_what_the_first_pruning_changes() -> None:
    built = payload(hug())
    seeds = {"hug": ["hug"], "pug": ["p", "ug"], "pun": ["p", "un"], "bun": ["b", "un"], "hugs": ["h", "ugs"]}
    assert texts(built, 1) == seeds
    assert texts(built, 2) == seeds | {"pug": ["pu", "g"]}
    assert marked(built, 1, "new") == {"hug": ["hug"], "pug": ["ug"], "pun": ["un"], "bun": ["un"], "hugs": ["ugs"]}
    assert marked(built, 1, "next") == {"pug": ["ug"]}
    assert marked(built, 2, "new") == {"pug": ["pu", "g"]}
    assert marked(built, 2, "next") == {}


def test_heights_follow_the_logarithm_of_the_probability() -> None:
    """From b (4 of 210) to u (36): s with 5 is in the lowest fifth, p with 17 in the fourth."""
    shown = {chip[0]: chip[2] for _, _, chips, _ in rows(payload(hug()), 1) for chip in chips}
    assert shown == {"hug": 4, "p": 4, "ug": 4, "un": 4, "b": 1, "h": 4, "ugs": 1}


def test_heights_change_with_the_probability() -> None:
    built = payload(hug(SOFT))
    heights = [next(chips[0][2] for label, _, chips, _ in rows(built, k) if label == "hug") for k in (1, 5)]
    assert heights == [4, 5]  # 15/210, then the most probable of all


def test_one_chip_keeps_its_colour() -> None:
    colours: dict[str, set[int]] = {}
    for text, colour, *_ in payload(hug(SOFT))["tokens"]:
        colours.setdefault(text, set()).add(colour)
    assert all(len(found) == 1 for found in colours.values())


@pytest.mark.parametrize("language", list(LANGUAGES))
def test_each_frame_says_what_was_done_and_what_comes_next(language: str) -> None:
    built = payload(hug(SOFT), language=language)
    kinds = [[kind for kind, _ in frame["say"]][:2] for frame in built["frames"]]
    assert kinds == [["note", "next"], *[["done", "next"]] * 14, ["done", "note"]]
    say = load(language)
    assert [built["labels"][name] for name in ("legend_new", "legend_next", "legend_level")] == [
        say(f"unigram.label.{name}") for name in ("new", "next", "level")
    ]


def test_ties_are_said_from_the_seeds_on() -> None:
    said = ["\n".join("".join(text) for _, text in frame["say"]) for frame in payload(hug())["frames"]]
    assert "Equally good" not in said[0]
    assert "hugs: h ugs = hu gs = hug s" in said[1]
    assert "pug: " not in said[2]  # p ug is gone
    assert "Equally good" not in said[9]


# -- any corpus --------------------------------------------------------------------------------------------------------


@given(corpora(), st.sampled_from(list(PRESETS)))
def test_every_frame_shows_the_state_of_its_step(corpus: Corpus, preset: str) -> None:
    try:
        trace = unigram.train(corpus, vocab_size=len(set("".join(corpus))) + 6, rules=preset)
    except RulesError:  # one word that is one character over and over leaves a library without pieces
        reject()
    built = payload(trace)
    assert (built["version"], built["total"], len(built["frames"])) == (1, len(trace), len(trace) + 1)
    for k in range(len(trace) + 1):
        best, before, after = trace.words(k), trace.words(max(0, k - 1)), trace.probabilities(min(k + 1, len(trace)))
        shown = list(rows(built, k))
        assert [(label, count) for label, count, _, _ in shown] == [
            (shorten(visible(word), 40), count) for word, count in corpus.items()
        ]
        for (word, split), (_, _, chips, marks) in zip(best.items(), shown, strict=True):
            assert [chip[0] for chip in chips] == [visible(piece) for piece in split]
            assert all(1 <= chip[2] <= unigram_stage.LEVELS for chip in chips if len(chip) == 3)
            assert bool([name for _, _, name in marks if name == "new"]) == (split != before[word])
            going = [i for i, piece in enumerate(split) if piece in trace.probabilities(k) and piece not in after]
            assert [i for i, _, name in marks if name == "next"] == going


def test_the_view_of_some_words_is_that_of_all() -> None:
    trace = unigram.train(MANY, vocab_size=20, rules="soft-em")
    some = MANY.words[::5]
    for k in range(len(trace) + 1):
        whole = trace.words(k)
        assert trace.among(some).words(k) == {word: whole[word] for word in some}


def test_a_large_corpus_shows_what_changes_and_the_most_frequent() -> None:
    assert len(MANY) == stage.MAX_ROWS
    more = Corpus(dict(MANY.items()) | {"zebra": 99})
    trace = unigram.train(more, vocab_size=20, rules="soft-em")
    built = payload(trace)
    assert built["search"]
    assert not payload(unigram.train(MANY, vocab_size=20, rules="soft-em"))["search"]
    frequent = EN("stage.group.frequent", shown=f"{stage.FREQUENT_ROWS:,}", total="49")
    for k, frame in enumerate(built["frames"]):
        headings = [heading for heading, _ in frame["groups"]]
        assert headings[-1] == frequent
        assert built["rows"][frame["groups"][-1][1][0][0]][0] == "zebra"
        before, now = trace.words(max(0, k - 1)), trace.words(k)
        going = set(trace[k].dropped) if k < len(trace) else set()
        in_order = sorted(more, key=lambda word: -more[word])
        touched = [word for word in in_order if now[word] != before[word] or not going.isdisjoint(now[word])]
        assert (len(headings) == 2) == bool(touched)
        if touched:
            shown = min(len(touched), stage.TOUCHED_ROWS)
            assert headings[0] == EN("unigram.group.touched", shown=str(shown), total=str(len(touched)))
            assert [built["rows"][row][0] for row, _ in frame["groups"][0][1]] == touched[:shown]
    assert not any("Equally good" in "".join(text) for frame in built["frames"] for _, text in frame["say"])


def test_words_are_found_in_a_large_corpus() -> None:
    trace = unigram.train(Corpus(dict(MANY.items()) | {"zebra": 99}), vocab_size=20, rules="soft-em")
    built = payload(trace, query="zeb")
    heading, refs = built["frames"][3]["groups"][0]
    assert heading == EN("stage.group.found", shown="1", total="1")
    assert [built["rows"][row][0] for row, _ in refs] == ["zebra"]


def test_long_trainings_come_in_parts_that_overlap() -> None:
    one_by_one = replace(PRESETS["soft-em"], pruned_share=0.0)
    trace = unigram.train(MANY, vocab_size=6, rules=one_by_one)
    assert len(trace) > 80
    parts = [unigram_stage.part_of(trace, k) for k in range(len(trace) + 1)]
    assert all(k in part for k, part in enumerate(parts))
    assert all(len(part) <= 60 for part in parts)
    first, second = unigram_stage.part_of(trace, 39), unigram_stage.part_of(trace, 40)
    assert second.start < first.stop - 1
    whole, part = payload(trace), payload(trace, second)
    assert part["first"] == second.start
    for k in second:
        assert list(rows(part, k)) == list(rows(whole, k))
        assert part["frames"][k - second.start]["say"] == whole["frames"][k]["say"]
    assert unigram_stage.part_of(hug(), 3) == range(len(hug()) + 1)


def test_a_long_word_is_cut() -> None:
    word = "".join(chr(0x4E00 + i) for i in range(stage.MAX_CHIPS + 5))
    built = payload(unigram.train(Corpus({word: 1}), vocab_size=300), range(1))
    (row,) = rows(built, 0)
    assert row[2][-1][0] == "… +5"
