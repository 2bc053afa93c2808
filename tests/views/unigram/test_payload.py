"""The payload of the picture for unigram training: which words a step shows, parts of long trainings, sizes."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from tests.unigram.conventions import SOFT
from tokviz import examples, unigram
from tokviz.corpus import Corpus
from tokviz.unigram import PRESETS, Rules, Trace
from tokviz.views.shared.catalog import LANGUAGES, load
from tokviz.views.unigram import picture

EN = load("en")
HUG = Corpus({"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5})
MANY = Corpus(
    {f"{a}{b}{c}": 1 + (i + j) % 7 for i, a in enumerate("abcdef") for j, b in enumerate("ghij") for c in "kl"}
)
"""More words than are shown whole."""


def payload(trace: Trace, steps: range | None = None, language: str = "en", query: str = "") -> dict[str, Any]:
    """The payload as the browser gets it."""
    steps = range(len(trace) + 1) if steps is None else steps
    return dict(json.loads(json.dumps(picture.payload(trace, steps, load(language), query))))


def words(built: dict[str, Any], k: int) -> list[str]:
    """The words that step k shows, from the top."""
    picture = built["picture"]
    view = built["frames"][k - built["first"]]["view"]
    return [picture["words"][picture["segmented"][number]["word"]]["text"] for number in view["words"]]


def hug(rules: str | Rules = "course", vocab_size: int = 10) -> Trace:
    return unigram.train(HUG, vocab_size=vocab_size, rules=rules)


@pytest.mark.parametrize("language", list(LANGUAGES))
def test_each_frame_says_what_was_done_and_what_comes_next(language: str) -> None:
    built = payload(hug(SOFT), language=language)
    kinds = [[said["kind"] for said in frame["say"]] for frame in built["frames"]]
    assert kinds == [["note", "next"], *[["done", "next"]] * 14, ["done", "note"]]


def test_a_small_corpus_is_shown_whole_and_in_its_order() -> None:
    built = payload(hug())
    assert words(built, 0) == ["hug"]
    assert all(words(built, k) == list(HUG) for k in range(1, len(built["frames"])))
    assert [one["count"] for one in built["picture"]["words"]] == list(HUG.counts)
    assert not built["search"]


def test_a_large_corpus_shows_what_changes_and_the_most_frequent() -> None:
    trace = unigram.train(MANY, vocab_size=20, rules="soft-em")
    built = payload(trace)
    assert built["search"]
    assert built["picture"]["total"] == len(MANY)
    frequent = MANY.most_frequent(len(MANY))
    for k in range(1, len(trace) + 1):
        # An expectation step shows what the maximization after it changes.
        at = k + 1 if trace.kinds[k - 1] == "expect" else k
        now, before = trace.words(at), trace.words(at - 1)
        gone = set(trace[at - 1].dropped)
        touched = [word for word in frequent if now[word] != before[word] or gone & set(before[word])][:4]
        rest = [word for word in frequent if word not in touched]
        assert words(built, k) == [*touched, *rest][: picture.WORDS]


@pytest.mark.slow
def test_words_are_found_in_a_large_corpus() -> None:
    trace = unigram.train(Corpus(dict(MANY.items()) | {"zebra": 1}), vocab_size=20, rules="soft-em")
    built = payload(trace, query="zeb")
    assert all(words(built, k)[0] == "zebra" for k in range(len(trace) + 1))
    assert [payload(trace, query=query)["found"] for query in ("", "zeb", "xyz")] == [None, 1, 0]


def test_the_view_of_some_words_is_that_of_all() -> None:
    trace = unigram.train(MANY, vocab_size=20, rules="soft-em")
    some = MANY.words[::5]
    for k in range(len(trace) + 1):
        whole = trace.words(k)
        assert trace.among(some).words(k) == {word: whole[word] for word in some}


def of_its_payload(row: dict[str, Any]) -> dict[str, Any]:
    """Return a row without the numbers that each payload gives anew."""
    again = [[one["product"], one["without"]] for one in row.get("resplit", [])]
    return {"piece": None, "resplit": again}


@pytest.mark.slow
def test_long_trainings_come_in_parts_that_overlap() -> None:
    one_by_one = replace(PRESETS["soft-em"], pruned_share=0.0)
    trace = unigram.train(MANY, vocab_size=6, rules=one_by_one)
    assert len(trace) > 80
    parts = [picture.part_of(trace, k) for k in range(len(trace) + 1)]
    assert all(k in part for k, part in enumerate(parts))
    assert all(len(part) <= 60 for part in parts)
    first, second = picture.part_of(trace, 39), picture.part_of(trace, 40)
    assert second.start < first.stop - 1
    whole, part = payload(trace), payload(trace, second)
    assert part["first"] == second.start
    for k in second:
        assert words(part, k) == words(whole, k)
        ours, theirs = (one["frames"][k - one["first"]] for one in (part, whole))
        assert ours["say"] == theirs["say"]
        rows = [[row | of_its_payload(row) for row in frame["view"]["rows"]] for frame in (ours, theirs)]
        assert rows[0] == rows[1]
    assert picture.part_of(hug(), 3) == range(len(hug()) + 1)


@pytest.mark.parametrize("rules", sorted(PRESETS))
def test_a_part_has_the_size_that_the_browser_takes_at_once(rules: str) -> None:
    corpus = examples.load("lighthouse").corpus_for("unigram")
    trace = unigram.train(corpus, vocab_size=300, rules=rules)
    for k in (0, len(trace)):
        built = picture.payload(trace, picture.part_of(trace, k), EN)
        size = len(json.dumps(built, ensure_ascii=False, separators=(",", ":")).encode())
        assert size < (300_000 if k == 0 else 500_000)


def test_of_a_large_vocabulary_fewer_frames_are_sent() -> None:
    """To tell of a step takes its whole vocabulary."""
    trace = unigram.train(MANY, vocab_size=6, rules=replace(PRESETS["soft-em"], pruned_share=0.0))
    assert picture.part_of(trace, 0) == range(10)
    assert picture.part_of(_Large(trace), 0) == range(5)  # type: ignore[arg-type]


class _Large:
    """A training of as many steps whose vocabulary is far larger."""

    def __init__(self, trace: Trace) -> None:
        self._steps = len(trace)
        self.corpus = trace.corpus
        self.pieces_left = (0, *([50_000] * self._steps))

    def __len__(self) -> int:
        return self._steps
