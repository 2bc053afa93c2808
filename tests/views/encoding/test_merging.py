"""The encoding of a word as the picture gets it: rows, marks, ranks and sentences, against values worked out by
hand."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.catalogs import KEYS, codes
from tests.strategies import corpora, hostile_texts, words
from tests.views.encoding.frames import said
from tokviz import bpe, examples
from tokviz.bpe import ENCODINGS, Encoding, Model
from tokviz.bpe.encoding import Loop
from tokviz.views.encoding import merging as encoding
from tokviz.views.encoding.merging import AROUND, Row, SymbolDrawing, drawn_word
from tokviz.views.picture.payload import MAX_CHIPS
from tokviz.views.shared.catalog import LANGUAGES, load
from tokviz.views.shared.display import visible
from tokviz.views.shared.sentences import as_text, without_marks

EN, ZH = load("en"), load("zh")
DRAWN = SymbolDrawing({}, 0)
SENNRICH = bpe.train(examples.load("sennrich").corpus, merges=10).model()
LOOPS: tuple[Loop, ...] = ("one-at-a-time", "all-occurrences", "rule-by-rule")
DROPPING = Model((("l", "o"),), ("l", "o", "lo"), bpe.PRESETS["course"], Encoding(unknown="drop"))
AAAA = Model((("a", "a"), ("aa", "aa")), ("a", "aa", "aaaa"), bpe.PRESETS["course"])


def shown(model: Model, word: str) -> dict[str, Any]:
    """The payload as the browser reads it."""
    trace = model.explain(word)
    drawn = drawn_word(trace, len(model.merges), EN) if trace.dropped else DRAWN
    built: dict[str, Any] = json.loads(json.dumps(encoding.word_payload(trace, EN, drawn)))
    is_whole(built)
    return built


def rows(built: dict[str, Any]) -> Iterator[tuple[str, list[str], str, list[Any]]]:
    """For each frame that chooses a pair: its label, chips, ranks of pairs with a dash for no merge, spans."""
    for frame in choosing(built):
        (group,) = frame["groups"]
        (place,) = group["rows"]
        row = built["rows"][place]
        assert (group["heading"], row["note"]) == (None, "")
        chips = [built["tokens"][chip]["text"] for chip in row["symbols"]]
        spans = [[span["start"], span["length"], span["mark"]] for span in group["spans"]]
        yield row["label"], chips, " ".join(ranks(frame["choice"]).values()), spans


def choosing(built: dict[str, Any]) -> list[dict[str, Any]]:
    """The frames without that before symbols are dropped, and without that of a word of which nothing is left."""
    return [frame for frame in built["frames"] if "choice" in frame]


def ranks(choice: dict[str, Any]) -> dict[int, str]:
    """Return the begin of each pair that is told -> its merge's number, or a dash.

    They are from left to right.
    """
    assert all(place["length"] == 2 for one in choice["tries"] for place in one["places"])
    told = sorted((place["start"], one["worth"]) for one in choice["tries"] for place in one["places"])
    return {at: "–" if rank == EN("reason.rank.short.never") else rank.removeprefix("merge ") for at, rank in told}


def chips(model: Model, word: str) -> list[list[str]]:
    return [found for _, found, _, _ in rows(shown(model, word))]


def told(model: Model, word: str) -> list[list[str]]:
    """Return the texts of each frame, with their values."""
    return [said(frame) for frame in encoding.word_frames(model.explain(word), KEYS)]


def is_whole(built: dict[str, Any]) -> None:
    """Raise AssertionError unless every reference is one and of every two chips the pair is told of."""
    assert (built["first"], built["total"]) == (0, len(built["frames"]) - 1)
    assert all(isinstance(chip["text"], str) and chip["text"] for chip in built["tokens"])
    for frame, (_, found, told, spans) in zip(choosing(built), rows(built), strict=True):
        left_out = {at for at, chip in enumerate(found) if "…" in chip}
        places = {*range(len(found) - 1)} - left_out - {at - 1 for at in left_out}
        assert ranks(frame["choice"]).keys() <= places
        assert frame["choice"]["others"] or len(told.split()) == len(places)
        assert spans == sorted(spans)
        assert all(mark in {"new", "next"} and 0 <= at < at + size <= len(found) for at, size, mark in spans)


# -- worked out by hand ----------------------------------------------------------------------------------------------


def test_lowest_after_ten_merges() -> None:
    assert list(rows(shown(SENNRICH, "lowest"))) == [
        ("lowest", ["l", "o", "w", "e", "s", "t", "</w>"], "4 – – 1 – –", [[3, 2, "next"]]),
        ("lowest", ["l", "o", "w", "es", "t", "</w>"], "4 – – 2 –", [[3, 1, "new"], [3, 2, "next"]]),
        ("lowest", ["l", "o", "w", "est", "</w>"], "4 – – 3", [[3, 1, "new"], [3, 2, "next"]]),
        ("lowest", ["l", "o", "w", "est</w>"], "4 – –", [[0, 2, "next"], [3, 1, "new"]]),
        ("lowest", ["lo", "w", "est</w>"], "5 –", [[0, 1, "new"], [0, 2, "next"]]),
        ("lowest", ["low", "est</w>"], "–", [[0, 1, "new"]]),
    ]


def test_what_is_said_of_lowest() -> None:
    frames = told(SENNRICH, "lowest")
    assert frames[0] == [
        "encode.start(symbols=count.symbols-of-word(n=7))",
        "encode.next(number=1, why=reason.merge(known=reason.merge.known(pair=`e s`, number=1) and "
        "reason.merge.known(pair=`l o`, number=4), pair=`e s`)reason.merge.never(n=4))",
    ]
    assert frames[3] == [
        "encode.done(number=3, pair=`est </w>`, token=`est</w>`, times=count.places.one(n=1), "
        "rank=reason.rank.past(rank=3))",
        "encode.next(number=4, why=reason.merge(known=reason.merge.known(pair=`l o`, number=4), pair=`l o`)"
        "reason.merge.never(n=2))",
    ]
    assert frames[5] == [
        "encode.done(number=5, pair=`lo w`, token=`low`, times=count.places.one(n=1), rank=reason.rank.past(rank=5))",
        "encode.stopped.no-pair-known",
    ]
    built = shown(SENNRICH, "lowest")
    kinds = [[said["kind"] for said in frame["say"]] for frame in built["frames"]]
    assert kinds == [["note", "next"], *[["done", "next"]] * 4, ["done", "note"]]
    assert codes(built["frames"][0]["say"][1]["text"]) == ("e s", "l o", "e s")  # the pairs, as code


def test_a_pair_is_counted_once_however_often_it_stands_in_the_word() -> None:
    model = Model((("a", "b"),), ("a", "b", "ab"), bpe.PRESETS["course"])
    assert told(model, "ababac")[0][1].endswith("pair=`a b`)reason.merge.never(n=2))")
    assert told(model, "ab")[0][1].endswith("pair=`a b`))")


def test_a_word_that_no_merge_touches() -> None:
    assert list(rows(shown(SENNRICH, "xyz"))) == [("xyz", ["x", "y", "z", "</w>"], "– – –", [])]
    assert told(SENNRICH, "xyz") == [
        ["encode.start(symbols=count.symbols-of-word(n=4))", "encode.stopped.no-pair-known"]
    ]


def test_a_word_that_becomes_one_symbol() -> None:
    assert told(SENNRICH, "newest")[-1][1] == "encode.stopped.one-symbol"


@pytest.mark.parametrize(
    ("loop", "states"),
    [
        ("one-at-a-time", [["a"] * 4, ["aa", "a", "a"], ["aa", "aa"], ["aaaa"]]),
        ("all-occurrences", [["a"] * 4, ["aa", "aa"], ["aaaa"]]),
        ("rule-by-rule", [["a"] * 4, ["aa", "aa"], ["aaaa"]]),
    ],
)
def test_overlapping_places_in_each_loop(loop: Loop, states: list[list[str]]) -> None:
    model = replace(AAAA, encoding=Encoding(loop=loop))
    assert chips(model, "aaaa") == states
    _, _, told, spans = next(rows(shown(model, "aaaa")))
    assert told == "1 1 1"
    assert spans == ([[0, 2, "next"]] if loop == "one-at-a-time" else [[0, 2, "next"], [2, 2, "next"]])


def test_tokens_made_at_once_are_marked_where_they_came_to_stand() -> None:
    built = shown(AAAA, "aaaaa")
    assert [(found, spans) for _, found, _, spans in rows(built)] == [
        (["a"] * 5, [[0, 2, "next"], [2, 2, "next"]]),
        (["aa", "aa", "a"], [[0, 1, "new"], [0, 2, "next"], [1, 1, "new"]]),
        (["aaaa", "a"], [[0, 1, "new"]]),
    ]
    assert "token=`aa`, times=count.places(n=2), rank=reason.rank.past(rank=1))" in told(AAAA, "aaaaa")[1][0]


@pytest.mark.parametrize("loop", LOOPS)
def test_loops_differ_for_merges_in_an_order_that_nobody_learns(loop: Loop) -> None:
    """Merge 1 needs what merge 2 makes: only a loop that goes through the list once misses it."""
    model = Model((("ab", "c"), ("a", "b")), ("a", "b", "c", "ab", "abc"), bpe.PRESETS["course"], Encoding(loop=loop))
    assert chips(model, "abc")[-1] == (["ab", "c"] if loop == "rule-by-rule" else ["abc"])
    assert [told for _, _, told, _ in rows(shown(model, "abc"))][1] == "1"


def test_a_word_in_the_vocabulary_is_looked_up_whole() -> None:
    merges = (("l", "o"),)
    model = Model(merges, ("l", "o", "w", "lo", "low"), bpe.PRESETS["course"], ENCODINGS["tiktoken"])
    model = replace(model, encoding=replace(model.encoding, rank_by="pair"))
    built = shown(model, "low")
    assert list(rows(built)) == [("low", ["low"], "", [])]
    assert told(model, "low")[0][1] == "encode.stopped.whole-word"
    assert chips(model, "lows")[-1] == ["lo", "w", "s"]


@pytest.mark.parametrize(
    ("rule", "start"),
    [
        (Encoding(), ["l", "x", "o"]),
        (Encoding(unknown="unk", unk_token="<unk>"), ["l", "<unk>", "o"]),
        (Encoding(byte_fallback=True), ["l", "<0x78>", "o"]),
    ],
    ids=["kept", "unk", "bytes"],
)
def test_unknown_characters(rule: Encoding, start: list[str]) -> None:
    model = Model((("l", "o"),), ("l", "o", "lo", "<unk>", "<0x78>"), bpe.PRESETS["course"], rule)
    assert chips(model, "lxo")[0] == start
    assert chips(model, "lxo")[-1] == start


def test_a_dropped_symbol_is_shown_before_it_is_dropped_and_in_the_legend() -> None:
    built = shown(DROPPING, "lxox")
    assert [[built["tokens"][chip]["text"] for chip in row["symbols"]] for row in built["rows"]] == [
        ["l", "x", "o", "x"],
        ["l", "o"],
        ["lo"],  # neighbors meet, so they merge
    ]
    frames = told(DROPPING, "lxox")
    assert frames[0] == [
        "encode.start(symbols=count.symbols-of-word(n=4))",
        "encode.dropping.single(number=1, symbols=`x`)",
    ]
    assert frames[1][0] == "encode.dropped.some.single(number=1, symbols=`x`, left=count.symbols-of-word(n=2))"
    assert frames[2][0].startswith("encode.done(number=2, pair=`l o`, token=`lo`")
    dropped = built["picture"]["dropped"]
    assert [built["tokens"][symbol]["text"] for symbol in dropped["symbols"]] == ["x", "x"]
    assert without_marks(dropped["told"]).startswith("Crossed out: 2 of 4 symbols")
    assert "dropped" not in shown(DROPPING, "lo")["picture"]


@pytest.mark.parametrize("language", list(LANGUAGES))
def test_nothing_is_left_of_a_word(language: str) -> None:
    say = load(language)
    trace = DROPPING.explain("😀xy")
    first, last = encoding.word_frames(trace, say)
    assert (first.rows[0].symbols, last.rows[0].symbols, last.choice) == (("😀", "x", "y"), (), None)
    assert as_text(last.said[-1][1]) == say("encode.stopped.nothing-left", word="`😀xy`")
    built = shown(DROPPING, "😀xy")
    assert [built["tokens"][chip]["text"] for chip in built["rows"][-1]["symbols"]] == ["∅"]


def test_dropout_says_why_it_ended() -> None:
    trace = SENNRICH.explain("lowest", 0.99, random.Random(1))
    assert said(list(encoding.word_frames(trace, KEYS))[-1])[-1] == "encode.stopped.dropped-out"


# -- large and hostile -----------------------------------------------------------------------------------------------


def test_of_a_long_word_the_symbols_around_the_merge_are_shown() -> None:
    model = Model((("a", "b"),), ("a", "b", "ab"), bpe.PRESETS["course"])
    built = shown(model, "x" * 300 + "ab" + "y" * 98)
    (label, found, told, spans), (_, after, _, made) = rows(built)
    assert len(label) <= 40
    assert (found[0], found[-1]) == ("260 + …", "… + 60")
    assert found[1:-1] == ["x"] * 40 + ["a", "b"] + ["y"] * 38
    assert told.replace(" ", "") == "–" * 40 + "1" + "–" * 38
    assert spans == [[41, 2, "next"]]
    assert (after[0], after[-1], made) == ("260 + …", "… + 59", [[41, 1, "new"]])


@pytest.mark.parametrize("length", [MAX_CHIPS - 1, MAX_CHIPS, MAX_CHIPS + 1, 500])
@pytest.mark.parametrize("place", [0, 0.5, 1])
def test_what_is_left_out_of_a_long_word_is_counted(length: int, place: float) -> None:
    model = Model((("a", "b"),), ("a", "b", "ab"), bpe.PRESETS["course"])
    before = int(place * (length - 2))
    _, found, told, spans = next(rows(shown(model, "x" * before + "ab" + "x" * (length - 2 - before))))
    left_out = sum(int(chip.strip("+ …")) for chip in found if "…" in chip)
    assert left_out + sum("…" not in chip for chip in found) == length
    assert left_out == (length - AROUND if length > MAX_CHIPS else 0)
    assert "1" in told.split()
    ((at, _, _),) = spans
    assert found[at : at + 2] == ["a", "b"]


@given(hostile_texts().filter(lambda text: 0 < len(text) < 400))
def test_hostile_words_are_only_text(word: str) -> None:
    built = shown(Model((), (), bpe.PRESETS["course"]), word)
    label, found, _, _ = next(rows(built))
    symbols = [visible(symbol) for symbol in bpe.PRESETS["course"].segment(word)]
    assert label
    assert found[:AROUND] == (symbols if len(symbols) <= MAX_CHIPS else symbols[:AROUND])[:AROUND]


# -- in parts --------------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_long_encoding_is_sent_in_parts_that_say_the_same() -> None:
    merges = tuple((chr(0x4E00 + i), "x") for i in range(600))
    word = "".join(chr(0x4E00 + i) + "x" for i in range(600))
    trace = Model(merges, (), bpe.PRESETS["course"]).explain(word)
    frames = list(encoding.word_frames(trace, EN))
    parts = encoding.word_parts(frames, EN, DRAWN)
    assert len(parts) > 2
    assert max(len(json.dumps(part, ensure_ascii=False)) for part in parts) < 500_000
    for step in range(601):
        part = parts[encoding.part_at(step, len(parts))]
        assert part["total"] == 600
        assert 0 <= step - part["first"] < len(part["frames"])
        frame = part["frames"][step - part["first"]]
        assert [tuple(said["text"]) for said in frame["say"]] == [sentence for _, sentence in frames[step].said]
        if step not in {0, 600}:  # there are steps on both sides to go to
            assert 0 < step - part["first"] < len(part["frames"]) - 1


def test_a_short_encoding_is_one_part() -> None:
    (part,) = encoding.word_parts(encoding.word_frames(SENNRICH.explain("lowest"), EN), EN, DRAWN)
    assert part == encoding.word_payload(SENNRICH.explain("lowest"), EN, DRAWN)


def test_of_many_rows_those_around_the_one_it_is_about_are_shown() -> None:
    rows = [Row(str(i), "", (str(i),)) for i in range(50)]
    (part,) = encoding.word_parts([encoding.Frame(rows, (), about) for about in (0, 25, 49)], EN, DRAWN)
    for frame, first in zip(part["frames"], (0, 19, 38), strict=True):
        (group,) = frame["groups"]
        assert group["heading"] == EN("shown-of", shown="12", total="50")
        labels = [part["rows"][row]["label"] for row in group["rows"]]
        assert labels == [str(first + i) for i in range(encoding.MAX_ROWS)]


@given(corpora(), words(), st.sampled_from(LOOPS), st.sampled_from(list(bpe.PRESETS)))
def test_every_frame_is_a_state_of_the_word(corpus: Any, word: str, loop: Loop, preset: str) -> None:
    model = bpe.train(corpus, merges=10, rules=preset).model()
    model = replace(model, encoding=replace(model.encoding, loop=loop))
    trace = model.explain(word)
    built = shown(model, word)
    states = [*(step.symbols for step in trace), trace.tokens]
    for k, (_, found, _, spans) in enumerate(rows(built)):
        assert found == [visible(symbol) for symbol in states[k]]
        known = [model.rank(pair) for pair in pairwise(states[k])]
        written = {at: "–" if rank is None else str(rank + 1) for at, rank in enumerate(known)}
        told = ranks(choosing(built)[k]["choice"])
        assert told == written
        marked = [tuple(states[k][at : at + 2]) for at, _, mark in spans if mark == "next"]
        assert set(marked) <= ({trace[k].pair} if k < len(trace) else set())
        assert len(marked) == (len(states[k]) - len(states[k + 1]) if k < len(trace) else 0)
        new = [states[k][at] for at, _, mark in spans if mark == "new"]
        assert len(new) == (len(states[k - 1]) - len(states[k]) if k else 0)
        assert set(new) <= ({model.rules.join(*trace[k - 1].pair)} if k else set())


@pytest.mark.parametrize("language", list(LANGUAGES))
def test_both_languages_say_something_in_every_frame(language: str) -> None:
    built = encoding.word_payload(SENNRICH.explain("lowest"), load(language), DRAWN)
    assert built["lang"] == language
    assert all(without_marks(said["text"]).strip() for frame in built["frames"] for said in frame["say"])


# -- pictures --------------------------------------------------------------------------------------------------------


def test_a_picture_is_one_frame_of_rows() -> None:
    lines = [
        Row("merges", "2", ["low", "est</w>"], ((1, 1, "new"),)),
        Row("longest", "", ["low", " "]),
        Row("", "", []),
    ]
    built = encoding.merging_picture(lines, EN)
    assert (built["total"], built["first"], len(built["frames"])) == (0, 0, 1)
    new = {"place": 0, "start": 1, "length": 1, "mark": "new"}
    assert built["frames"][0] == {"groups": [{"heading": None, "rows": [0, 1, 2], "spans": [new]}], "say": []}
    # each token once, in a color of its own
    assert built["tokens"] == [
        {"text": "low", "color": 0},
        {"text": "est</w>", "color": 3},
        {"text": "␣", "color": 6},
    ]
    assert built["picture"] == {"kind": "chips"}
    assert built["rows"] == [
        {"label": "merges", "note": "2", "symbols": [0, 1]},
        {"label": "longest", "note": "", "symbols": [0, 2]},
        {"label": "", "note": "", "symbols": []},
    ]


def test_a_picture_of_many_lines_is_cut() -> None:
    built = encoding.merging_picture([Row(str(i), "", ["a"] * 300) for i in range(encoding.MAX_LINES + 5)], ZH)
    assert len(built["rows"]) == len(built["frames"][0]["groups"][0]["rows"]) == encoding.MAX_LINES
    assert {len(row["symbols"]) for row in built["rows"]} == {MAX_CHIPS + 1}
    assert built["lang"] == "zh"
