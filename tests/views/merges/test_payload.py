"""The payload of the picture: every frame can be drawn alone, and the whole stays small, whatever the corpus."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.strategies import corpora
from tokviz import bpe, examples
from tokviz.bpe import PRESETS, Trace
from tokviz.corpus import Corpus
from tokviz.views.merges import picture
from tokviz.views.picture.payload import FREQUENT_ROWS, MAX_ROWS, TOUCHED_ROWS, find_words
from tokviz.views.shared.catalog import load
from tokviz.views.shared.display import shorten, visible

EN, ZH = load("en"), load("zh")
LIMIT = 2_000_000  # bytes of JSON that one message may have


def payload(trace: Trace, steps: range | None = None, **options: Any) -> dict[str, Any]:
    """The payload as the browser gets it."""
    steps = range(len(trace) + 1) if steps is None else steps
    say = options.pop("say", EN)
    return dict(json.loads(json.dumps(picture.payload(trace, steps, say, **options))))


def rows(built: dict[str, Any], frame: dict[str, Any]) -> Iterator[tuple[str, Any, list[str], list[Any]]]:
    """The rows of a frame: label, count, texts of the chips, spans."""
    for group in frame["groups"]:
        for place, row in enumerate(built["rows"][row] for row in group["rows"]):
            marked = [span for span in group["spans"] if span["place"] == place]
            spans = [[span["start"], span["length"], span["mark"]] for span in marked]
            yield row["label"], row["count"], [built["tokens"][chip]["text"] for chip in row["symbols"]], spans


def frames(built: dict[str, Any]) -> Iterator[tuple[int, dict[str, Any]]]:
    return enumerate(built["frames"], built["first"])


def is_whole(built: dict[str, Any]) -> None:
    """Raise AssertionError unless every reference is one and every field is of the kind that the picture reads."""
    assert 0 <= built["first"] <= built["first"] + len(built["frames"]) - 1 <= built["total"]
    assert all(isinstance(chip["text"], str) and chip["text"] for chip in built["tokens"])
    assert all(isinstance(row["label"], str) and row["label"] for row in built["rows"])
    assert all(0 <= chip < len(built["tokens"]) for row in built["rows"] for chip in row["symbols"])
    for _, frame in frames(built):
        assert frame["groups"]
        assert [said["kind"] for said in frame["say"]] in (
            ["note", "next"],
            ["done", "next"],
            ["done", "note"],
            ["note"] * 2,
        )
        assert all(said["text"] for said in frame["say"])
        assert all(0 <= row < len(built["rows"]) for group in frame["groups"] for row in group["rows"])
        for _, _, chips, spans in rows(built, frame):
            for start, length, mark in spans:
                assert (length, mark) in {(1, "new"), (2, "next")}
                assert 0 <= start <= start + length <= len(chips)
            assert [span for span in spans if span[2] == "next"] == without_overlaps(spans)


def without_overlaps(spans: list[Any]) -> list[Any]:
    kept: list[Any] = []
    for span in spans:
        if span[2] == "next" and (not kept or kept[-1][0] + kept[-1][1] <= span[0]):
            kept.append(span)
    return kept


# -- small corpora are shown whole -----------------------------------------------------------------------------------


def test_sennrich_step_three() -> None:
    built = payload(bpe.train(examples.load("sennrich").corpus))
    assert (built["total"], built["first"], len(built["frames"])) == (15, 0, 16)
    assert (built["search"], built["lang"], built["dir"]) == (False, "en", "ltr")
    assert list(rows(built, built["frames"][3])) == [
        ("low", 5, ["l", "o", "w", "</w>"], [[0, 2, "next"]]),
        ("lower", 2, ["l", "o", "w", "e", "r", "</w>"], [[0, 2, "next"]]),
        ("newest", 6, ["n", "e", "w", "est</w>"], [[3, 1, "new"]]),
        ("widest", 3, ["w", "i", "d", "est</w>"], [[3, 1, "new"]]),
    ]
    assert [group["heading"] for group in built["frames"][3]["groups"]] == [None]


@given(corpora(), st.sampled_from(list(PRESETS)))
def test_every_frame_renders_alone(corpus: Corpus, preset: str) -> None:
    trace = bpe.train(corpus, merges=15, rules=preset)
    built = payload(trace)
    is_whole(built)
    for k, frame in frames(built):
        state = trace.words(k)
        shown = list(rows(built, frame))
        assert [(label, count) for label, count, _, _ in shown] == [
            (shorten(visible(word), 40), count) for word, count in corpus.items()
        ]
        assert [chips for _, _, chips, _ in shown] == [[visible(part) for part in state[word]] for word in corpus]
        pair = trace.merges[k] if k < len(trace) else None
        made = trace.tokens[k - 1] if k else None
        for word, (_, _, _, spans) in zip(corpus, shown, strict=True):
            symbols = state[word]
            assert [start for start, _, mark in spans if mark == "new"] == [
                i for i, symbol in enumerate(symbols) if symbol == made
            ]
            marked = [symbols[start : start + 2] for start, _, mark in spans if mark == "next"]
            assert set(marked) <= {pair}
            after = trace.word(word, k + 1) if k < len(trace) else symbols
            assert len(marked) == len(symbols) - len(after)


def test_rows_and_chips_are_pooled() -> None:
    """A word that a step leaves alone is the same row before and after, and each token is one chip."""
    built = payload(bpe.train(examples.load("sennrich").corpus))
    texts = [chip["text"] for chip in built["tokens"]]
    assert len(texts) == len(set(texts))
    assert len(built["rows"]) == 4 + sum(len(step.changes) for step in bpe.train(examples.load("sennrich").corpus))


def test_forty_eight_words_are_shown_whole_and_forty_nine_are_not() -> None:
    words = [f"w{chr(0x4E00 + i)}" for i in range(MAX_ROWS + 1)]
    whole = payload(bpe.train(Corpus(dict.fromkeys(words[:-1], 1)), merges=2))
    assert not whole["search"]
    assert all(len(list(rows(whole, frame))) == MAX_ROWS for frame in whole["frames"])
    more = payload(bpe.train(Corpus(dict.fromkeys(words, 1)), merges=2))
    assert more["search"]
    assert all(len(list(rows(more, frame))) <= TOUCHED_ROWS + FREQUENT_ROWS < MAX_ROWS for frame in more["frames"])


# -- large ones in part ----------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def large() -> Trace:
    """25,000 words of up to six syllables, the frequent ones first, and 5,000 merges."""
    random_ = random.Random(7)
    syllables = [c + v + e for c in "bdfgklmnprst" for v in "aeiou" for e in ("", "", "n", "st", "r")]
    words: dict[str, int] = {}
    while len(words) < 25_000:
        words.setdefault("".join(random_.choices(syllables, k=random_.randint(1, 6))), 1 + 100_000 // (len(words) + 1))
    trace = bpe.train(Corpus(words), merges=5_000, rules="sennrich")
    assert len(trace) == 5_000
    return trace


@pytest.mark.slow
def test_parts_cover_all_steps_and_overlap(large: Trace) -> None:
    """From part to part: the first step that has another one lies inside both, with room on either side."""
    part, step = picture.part_of(large, 0), 0
    assert part.start == 0
    while part.stop <= len(large):
        assert len(part) < 2 * picture.PART
        border = next(k for k in range(step + 1, part.stop) if k % 10 == 0 and picture.part_of(large, k) != part)
        after = picture.part_of(large, border)
        assert part.start < after.start < border - 1
        assert border + 1 < part.stop < after.stop
        part, step = after, border
    assert part.stop == len(large) + 1
    assert all(k in picture.part_of(large, k) for k in range(0, len(large) + 1, 97))


@pytest.mark.parametrize("steps", [0, 1, 2 * picture.PART])
def test_a_short_trace_is_one_part(steps: int) -> None:
    trace = bpe.train(Corpus({"".join(chr(0x4E00 + i) for i in range(steps + 1)): 1}), rules="course")
    assert len(trace) == steps
    assert {picture.part_of(trace, step) for step in range(steps + 1)} == {range(steps + 1)}


@pytest.mark.slow
@pytest.mark.parametrize("step", [0, 700, 2_500, 5_000])
def test_a_part_of_a_large_trace_stays_small(large: Trace, step: int) -> None:
    steps = picture.part_of(large, step)
    text = json.dumps(picture.payload(large, steps, ZH), ensure_ascii=False, separators=(",", ":"))
    assert len(text.encode()) < LIMIT
    built = json.loads(text)
    is_whole(built)
    assert (built["first"], built["first"] + len(built["frames"]), built["total"]) == (steps.start, steps.stop, 5_000)


@pytest.mark.slow
def test_groups_of_a_large_corpus(large: Trace) -> None:
    """Found words first, then those of this merge and the next, then the most frequent."""
    k = 2_400
    query = large.corpus.words[20_000]
    built = picture.payload(large, range(k, k + 1), EN, query)
    groups = built["frames"][0]["groups"]
    found, matches = find_words(large.corpus, query)
    touched = {*large.changed(k - 1), *large.changed(k)}
    assert built["found"] == matches
    assert [len(group["rows"]) for group in groups] == [len(found), min(len(touched), 16), 24]
    labels = [[built["rows"][row]["label"] for row in group["rows"]] for group in groups]
    assert labels[0] == list(found)
    assert query in found
    assert set(labels[1]) <= touched
    assert labels[2] == list(large.corpus.words[:24])
    for label, count, chips, _ in rows(built, built["frames"][0]):
        assert count == large.corpus[label]
        assert "".join(chips) == f"{label}</w>"
        assert tuple(chips) == large.word(label, k)


def test_a_search_without_a_match_says_so(large: Trace) -> None:
    built = picture.payload(large, range(0, 1), EN, "xyz")
    assert (built["found"], built["frames"][0]["groups"][0]) == (0, {"heading": None, "rows": [], "spans": []})


@given(corpora(), st.text("ab", max_size=3))
def test_find(corpus: Corpus, query: str) -> None:
    """Words that begin with what was typed come before words that hold it, short ones first; the total is told."""
    found, matches = find_words(corpus, query)
    assert set(found) <= set(corpus.words)
    assert len(found) == len(set(found)) <= matches
    assert matches == (sum(query in word for word in corpus) if query else 0)
    assert list(found) == sorted(found, key=lambda word: (not word.startswith(query), len(word)))


def test_a_search_with_many_matches_is_cut(large: Trace) -> None:
    found, matches = find_words(large.corpus, "st")
    assert len(found) < 100 < matches


@pytest.mark.slow
def test_every_frame_of_a_large_corpus_shows_its_merge(large: Trace) -> None:
    built = picture.payload(large, range(1_000, 1_100), EN)
    for k, frame in frames(built):
        spans = [span for _, _, _, found in rows(built, frame) for span in found]
        assert {mark for _, _, mark in spans} == {"new", "next"}, k


@pytest.mark.slow
def test_the_last_frame_of_a_large_corpus_has_its_words(large: Trace) -> None:
    built = picture.payload(large, range(5_000, 5_001), EN)
    assert [said["kind"] for said in built["frames"][0]["say"]] == ["done", "note"]
    assert all(mark == "new" for _, _, _, spans in rows(built, built["frames"][0]) for _, _, mark in spans)


def dna(words: int, length: int) -> Corpus:
    random_ = random.Random(1)
    return Corpus({"".join(random_.choices("ACGT", k=length)): 1 for _ in range(words)})


@pytest.mark.slow
@pytest.mark.parametrize(("words", "length"), [(48, 300), (48, 1_000), (60, 1_000)])
def test_a_few_long_words_stay_small_too(words: int, length: int) -> None:
    """Reads of DNA: nearly every merge changes every word, so every frame has rows of its own."""
    trace = bpe.train(dna(words, length), merges=200, rules="course")
    steps = picture.part_of(trace, 100)
    text = json.dumps(picture.payload(trace, steps, EN), separators=(",", ":"))
    assert len(text) < LIMIT
