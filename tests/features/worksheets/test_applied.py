"""Worksheets on applying, bytes and comparison: what a sheet gives is enough, its solution is the models', and the
sheet itself holds no answer."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.cli.conftest import Cli, cli, right
from tests.features.worksheets.test_training_page import Sheet, stills
from tokviz import Corpus, bpe, examples, unigram, wordpiece
from tokviz.compare.comparison import ComparedCorpus, Comparison, Engine, Slot
from tokviz.compare.reading import read
from tokviz.corpus.passages import Text
from tokviz.features.worksheets import applied
from tokviz.features.worksheets.sheet import Block, tokens
from tokviz.pretokenize import with_alternatives
from tokviz.views.shared.catalog import LANGUAGES, load
from tokviz.views.shared.display import visible

__all__ = ["cli"]

EN = load("en")
HUG, SENNRICH = examples.load("hug").corpus, examples.load("sennrich").corpus
TEXT = "Don't café 你好 🙂!"
MODELS: dict[str, Any] = {
    "bpe": bpe.train(SENNRICH, merges=10, rules="sennrich").model(),
    "bpe-bytes": bpe.train(Corpus.from_text(TEXT, "gpt2"), merges=12, rules="minbpe").model(pretokenizer="gpt2"),
    "subword-nmt": bpe.Applier(bpe.train(SENNRICH, merges=10, rules="subword-nmt").merges),
    "wordpiece": wordpiece.train(HUG, merges=10, rules="course").model(),
    "unigram": unigram.train(HUG, vocab_size=14, rules="course").model(),
}
WORDS = ("lowest", "hugs", "newer", "mug", "pun")
SMALL = st.dictionaries(st.text("abc", min_size=1, max_size=6), st.integers(1, 9), min_size=1, max_size=5)


def compared(*names: str, size: int = 12) -> Comparison:
    engine = Engine(ComparedCorpus.of_example("hug", "whitespace"))
    return Comparison(engine, tuple(engine.tokenizer(Slot(one, "course"), size, one) for one in names), "hugs")


def pages(name: str, language: str, *, filled: bool) -> str:
    say = load(language)
    if name == "bytes":
        return applied.bytes_page(with_alternatives(TEXT, "gpt2"), MODELS["bpe-bytes"], "gpt2", say, filled=filled)
    if name == "comparison":
        return applied.comparison_page(compared("bpe", "wordpiece", "unigram"), say, filled=filled)
    return applied.words_page(MODELS[name], WORDS, say, filled=filled)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", [*MODELS, "bytes", "comparison"])
def test_a_sheet_holds_no_answer_and_its_solution_all(name: str, language: str) -> None:
    asked, told = (Sheet(pages(name, language, filled=filled)) for filled in (False, True))
    assert len(asked.answers) > 5
    assert set(asked.answers) | set(asked.sentences) <= {""}
    assert all(told.answers)
    assert len(asked.answers) - 2 == len(told.answers)  # name and date
    assert [[len(row) for row in table] for table in asked.tables] == [
        [len(row) for row in table] for table in told.tables
    ]
    assert "tokviz" in asked.given[-1]


def test_the_picture_of_a_word_to_be_merged_has_the_symbols_that_it_begins_with() -> None:
    asked, told = (stills(pages("bpe", "en", filled=filled)) for filled in (False, True))
    assert len(asked) == len(told) == len(WORDS)
    assert [chip["text"] for chip in asked[0]["tokens"]] == [*"lowest", "</w>"]
    assert asked[0]["picture"]["origins"] == []
    assert not any("choice" in one["frames"][0] for one in asked)
    assert {chip["text"] for chip in told[0]["tokens"]} >= {"low", "est</w>"}


@pytest.mark.parametrize("language", list(LANGUAGES))
def test_what_is_dropped_of_a_word_is_given_on_the_sheet(language: str) -> None:
    say = load(language)
    rules, encoding = bpe.PRESETS["huggingface"], bpe.ENCODINGS["tokenizers"]
    model = bpe.Model((("u", "g"),), ("u", "g", "ug"), rules, encoding)
    for filled in (False, True):
        made = applied.words_page(model, ["mug", "😀"], say, filled=filled)
        assert say("worksheet.lost.single", symbols="m") in made
        assert say("worksheet.begins", symbols=tokens(["u", "g"])) in made
        assert say("worksheet.begins", symbols="∅") in made
        first = stills(made)[0]
        assert [first["tokens"][symbol]["text"] for symbol in first["picture"]["dropped"]["symbols"]] == ["m"]
    first = stills(applied.words_page(model, ["mug"], say, filled=False))[0]
    assert [first["tokens"][symbol]["text"] for symbol in first["rows"][0]["symbols"]] == ["m", "u", "g"]


def test_the_picture_of_a_lattice_has_on_the_sheet_only_what_is_given() -> None:
    asked, told = (stills(pages("unigram", "en", filled=filled)) for filled in (False, True))
    assert len(asked) == len(told) == len(WORDS)
    for bare, full in zip(asked, told, strict=True):
        drawn, solved = bare["picture"], full["picture"]
        assert drawn["arcs"] == [{**arc, "share": 0, "percent": ""} for arc in solved["arcs"]]
        assert all(position == {"cost": "", "short_cost": "", "arcs": [], "tied": 0} for position in drawn["positions"])
        assert (drawn["best"], drawn["paths"], drawn["sum"]) == ([], [], "")
        assert solved["best"]
        assert solved["paths"]


def test_the_picture_of_a_comparison_has_on_the_sheet_the_letters() -> None:
    [asked], [told] = (stills(pages("comparison", "en", filled=filled)) for filled in (False, True))
    assert [row["name"] for row in asked["rows"]] == [row["name"] for row in told["rows"]]
    assert [(row["parts"], row["tokens"], row["unknown"]) for row in asked["rows"]] == [([], 0, 0)] * 3
    letters = list(enumerate(" ".join(applied.differing_words(compared("bpe", "wordpiece", "unigram")))))
    shown = [(one["start"], one["text"]) for one in asked["characters"]]
    assert shown == [one for one in letters if one[1] != " "]
    assert all(row["parts"] for row in told["rows"])


def test_a_text_on_its_way_is_drawn_on_the_solution_alone() -> None:
    asked, told = (stills(pages("bytes", "en", filled=filled)) for filled in (False, True))
    drawn = [one for one in told if "characters" in one]
    assert not [one for one in asked if "characters" in one]
    assert "".join(one["text"] for one in drawn[0]["characters"]).replace("␣", " ") == TEXT


def test_tokenizers_that_take_a_text_for_other_words_have_no_picture() -> None:
    model = bpe.train(Corpus.from_text("a hug hugs", "gpt2"), merges=3, rules="minbpe").model(pretokenizer="gpt2")
    split = read(model, Text.running("a hugs")).splits["hugs"]
    assert split.tokens[0].startswith("Ġ")
    assert applied.comparison_picture({"hugs": (split,)}, {"one": model}, EN) is None


def cells(block: Block) -> list[list[str]]:
    return [[cell.text for cell in row] for table in block.tables for row in table.rows]


@given(SMALL, st.text("abc", min_size=1, max_size=8), st.integers(0, 12), st.sampled_from(["course", "sennrich"]))
@settings(max_examples=40)
def test_the_merges_that_are_given_are_enough(words: dict[str, int], word: str, merges: int, rules: str) -> None:
    model = bpe.train(Corpus(words), merges=merges, rules=rules).model()
    trace = model.explain(word)
    numbers = {pair: int(number) for number, pair in cells(applied.known_block(model, [word], EN))}
    symbols = list(trace.start)
    done: list[list[str]] = []
    while found := [numbers[f"{a}  {b}"] for a, b in pairwise(symbols) if f"{a}  {b}" in numbers]:
        left, right_one = model.merges[min(found) - 1]
        made: list[str] = []
        for symbol in symbols:
            joins = made and (made[-1], symbol) == (left, right_one)
            made[-1:] = [left + right_one] if joins else [*made[-1:], symbol]
        symbols = made
        done.append([str(len(done) + 1), str(min(found)), f"{left}  {right_one}", "  ".join(symbols)])
    block = applied.merging_block(trace, EN)
    assert symbols == list(trace.tokens)
    assert cells(block) == done


@given(SMALL, st.text("abc", min_size=1, max_size=8), st.integers(0, 8))
@settings(max_examples=40)
def test_the_tokens_that_are_given_are_enough(words: dict[str, int], word: str, merges: int) -> None:
    model = wordpiece.train(Corpus(words), merges=merges, rules="course").model()
    told = [row[0] for row in cells(applied.known_block(model, [word], EN))]
    assert wordpiece.Model(told).encode_word(word) == model.encode_word(word)
    assert len(told) <= len(model.vocabulary)


@pytest.mark.parametrize("word", ["hugs", "pun", "bun", "bugs"])
def test_the_pieces_that_are_given_are_enough(word: str) -> None:
    model = MODELS["unigram"]
    told = {piece: float(p) for piece, p in cells(applied.known_block(model, [word], EN))}

    def ways(rest: str) -> list[tuple[str, ...]]:
        ends = [rest[:end] for end in range(1, len(rest) + 1) if rest[:end] in told]
        return [(one, *more) for one in ends for more in (ways(rest[len(one) :]) if rest != one else [()])]

    every = ways(word)
    trace = model.explain(word)
    products = {way: math.prod(told[piece] for piece in way) for way in every}
    assert len(every) == trace.lattice.number_of_paths
    assert products[trace.path.pieces] == pytest.approx(max(products.values()), rel=0.02)  # of three digits each
    _, viterbi, paths = Sheet(applied.words_page(model, [word], EN, filled=True)).tables[-3:]
    assert {row[0] for row in paths[1:]} <= {"  ".join(way) for way in every}
    for row in paths[1:]:
        share = float(row[2].strip("%<")) / 100
        assert share == pytest.approx(products[tuple(row[0].split("  "))] / sum(products.values()), abs=0.01)
    for end, row in enumerate(viterbi[1:], start=1):
        best = max(math.prod(told[piece] for piece in way) for way in ways(word[:end]))
        assert float(row[2]) == pytest.approx(best, rel=0.02)


@pytest.mark.parametrize("size", [9, 12, 14])
def test_the_numbers_of_a_comparison(size: int) -> None:
    found = compared("bpe", "wordpiece", "unigram", size=size)
    *_, words, measures = Sheet(applied.comparison_page(found, EN, filled=True)).tables
    for row in words[1:]:
        assert row[1:] == ["  ".join(map(visible, one.encode_word(row[0]))) for one in found.models]
        assert len(set(row[1:])) > 1  # that they are cut differently is why they are here
    for row, model in zip(measures[1:], found.models, strict=True):
        made = [model.encode_word(word) for word in applied.differing_words(found)]
        number = sum(map(len, made))
        whole = sum(len(one) == 1 and one[0] != model.unknown_token for one in made)
        assert row[1:] == [str(number), f"{number / len(made):.2f}", str(whole), "0"]


def test_the_bytes_of_a_text() -> None:
    told = Sheet(pages("bytes", "en", filled=True))
    flat = [row for table in told.tables for row in table if row]
    for character in dict.fromkeys(TEXT):
        hexed = character.encode().hex(" ").upper()
        assert [visible(character), f"U+{ord(character):04X}", hexed] in flat
    pieces = [piece for piece, _ in with_alternatives(TEXT, "gpt2")]
    for number, piece in enumerate(pieces, start=1):
        assert [str(number), visible(piece), str(len(piece.encode()))] in flat


def test_what_does_not_fit_is_left_out() -> None:
    assert applied.for_paper(["x" * 17, ""]) == ()
    assert applied.words_page(MODELS["bpe"], ["x" * 17], EN, filled=True) == ""
    assert applied.bytes_page(with_alternatives("x" * 61, "gpt2"), MODELS["bpe-bytes"], "gpt2", EN, filled=False) == ""
    long = applied.bytes_page(with_alternatives("word " * 50, "gpt2"), MODELS["bpe-bytes"], "gpt2", EN, filled=False)
    assert len(Sheet(long).tables) < 20


def test_hostile_words_stay_text() -> None:
    hostile = "<b>&\"'"
    page = applied.words_page(
        bpe.train(Corpus({hostile: 2}), merges=3, rules="course").model(), [hostile], EN, filled=True
    )
    assert "<b>" not in page
    assert any(hostile in text for text in Sheet(page).given)


def test_by_the_command_line(cli: Cli) -> None:
    for kind in ("worksheet", "solution"):
        made = right(cli("encode", "--example", "hug", "-f", kind, "hugs", "mug")).out
        assert made.startswith("<!DOCTYPE html>")
        assert bool(set(Sheet(made).answers) - {""}) == (kind == "solution")
        made = right(cli("compare", "--example", "hug", "--tokenizers", "bpe", "wordpiece", "-f", kind)).out
        assert bool(set(Sheet(made).answers) - {""}) == (kind == "solution")
    done = cli("encode", "--example", "hug", "-f", "worksheet", "x" * 40)
    assert (done.code, done.err.count("\n")) == (2, 1)
    assert "16" in done.err
