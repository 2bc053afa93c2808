"""Answers as people write them: many notations of the same thing, and one clear line for what cannot be read."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.catalogs import saying
from tokviz import Corpus
from tokviz.exercises import KINDS, about, check, make
from tokviz.exercises.answers import close, read_numbers
from tokviz.views.exercises.wording import opening, sentence
from tokviz.views.shared.catalog import load
from tokviz.views.shared.sentences import without_marks

NEWEST = Corpus({"newest": 6, "widest": 3, "low": 2})
PAIR = about("next-merge", corpus=NEWEST, rules="course", k=1)  # es t
SCORE = about(
    "score", algorithm="wordpiece", corpus=Corpus({"hug": 10, "pug": 5, "hugs": 5}), rules="course", pair=("##g", "##s")
)  # 5 / (20 × 5)


@pytest.mark.parametrize(
    "text",
    [
        "es t",
        "es+t",
        "es + t",
        "est",
        '("es", "t")',
        "('es', 't')",
        "（es，t）",
        "es,t",
        "“es” “t”",
        " es\tt ",
        "es＋t",
        "es|t",
    ],
)
def test_notations_of_a_pair(text: str) -> None:
    assert check(PAIR, text).right


@pytest.mark.parametrize("value", [("es", "t"), ["es", "t"]])
def test_a_pair_as_python_has_it(value: object) -> None:
    assert check(PAIR, value).right


@pytest.mark.parametrize("text", ["e s", "t es", "s t", "l o", "x y"])
def test_other_pairs_are_wrong(text: str) -> None:
    verdict = check(PAIR, text)
    assert verdict.readable
    assert not verdict.right
    assert verdict.said


@pytest.mark.parametrize(
    "text",
    [
        "1/20",
        "0.05",
        "0,05",
        ".05",
        "5 %",
        "5%",
        "５％",
        "0。05",
        "5/(20×5)",
        "5 / 100",
        "1÷20",
        "= 0.05",
        "s = 1/20",
        "5*10^-2",
        "5e-2",
        "0.0501",
    ],
)
def test_notations_of_a_number(text: str) -> None:
    assert check(SCORE, text).right, check(SCORE, text)


@pytest.mark.parametrize("text", ["1/2", "0.06", "20", "-0.05", "0.5 %"])
def test_other_numbers_are_wrong(text: str) -> None:
    assert check(SCORE, text).readable
    assert not check(SCORE, text).right


@pytest.mark.parametrize(
    "text", ["", "  ", "five", "1/0", "9**9**9**9", "((((", "1" * 3000, "__import__('os')", "ln(0)", "5,,5"]
)
def test_what_is_no_number_is_not_wrong(text: str) -> None:
    verdict = check(SCORE, text)
    assert not verdict.readable
    assert not verdict.right
    assert len(verdict.said) == 1


def test_commas_have_two_readings() -> None:
    assert read_numbers("1,234") == (Fraction(617, 500), 1234)
    assert read_numbers("1.234,5") == (Fraction(2469, 2),)
    assert read_numbers("12 345") == (12345,)
    assert read_numbers("5 ln 2")[0] == pytest.approx(3.4657, abs=1e-4)


def test_whole_numbers_are_exact_and_others_within_half_a_percent() -> None:
    assert close(100, 100)
    assert not close(Fraction(1004, 10), 100)
    assert close(0.1004, 0.1)
    assert not close(0.1006, 0.1)


@pytest.mark.parametrize(
    "text",
    [
        "e s, es t",
        "e s\nes t",
        "1. e s\n2. es t",
        "e s; es t",
        "e s；es t",
        "e+s, es+t",
        "es est",
        '[("e","s"),("es","t")]',
        "e s es t",
        "e s → es t",
    ],
)
def test_notations_of_several_merges(text: str) -> None:
    task = about("next-merges", corpus=NEWEST, rules="course", n=2)
    assert check(task, text).right, check(task, text)


def test_too_few_merges_cannot_be_graded() -> None:
    task = about("next-merges", corpus=NEWEST, rules="course", n=2)
    verdict = check(task, "e s")
    assert not verdict.readable
    told = without_marks(sentence(verdict.said[0], load("en")))
    assert saying("exercise.unreadable.pairs", wanted=2, found=1).fullmatch(told)


@pytest.mark.parametrize(
    "text", ["low est</w>", "low+est</w>", "low|est</w>", '["low", "est</w>"]', "low，est</w>", "low, est</w>"]
)
def test_notations_of_a_segmentation(text: str) -> None:
    corpus = Corpus({"low": 5, "lower": 2, "newest": 6, "widest": 3})
    task = about("encode", corpus=corpus, rules="sennrich", k=10, word="lowest")
    assert task.solution == ("low", "est</w>")
    assert check(task, text).right, check(task, text)
    assert not check(task, "low est").readable  # the mark is missing
    assert not check(task, "lo west</w>").right


def test_marks_of_wordpiece_may_be_left_away() -> None:
    corpus = Corpus({"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5})
    task = about("longest-match", algorithm="wordpiece", corpus=corpus, rules="course", k=3, word="hugs")
    assert task.solution == ("hugs",)
    task = about("longest-match", algorithm="wordpiece", corpus=corpus, rules="course", k=2, word="hugs")
    assert check(task, "hu ##gs").right
    assert check(task, "hu gs").right
    assert not check(task, "h ##ugs").right


@pytest.mark.parametrize(
    "text",
    [
        "E4 B8 AD",
        "e4b8ad",
        "0xE4 0xB8 0xAD",
        r"\xe4\xb8\xad",
        "228 184 173",
        "11100100 10111000 10101101",
        "<0xE4><0xB8><0xAD>",
        "b'\\xe4\\xb8\\xad'",
        "E4，B8，AD",
    ],
)
def test_notations_of_bytes(text: str) -> None:
    assert check(about("utf8-bytes", text="中"), text).right


def test_a_corpus_that_is_none_says_why() -> None:
    task = about("find-corpus", challenge="second-ties")
    verdict = check(task, "low -5")
    assert not verdict.readable
    assert "negative" in without_marks(sentence(verdict.said[0], load("en"))) or verdict.said[0].values["why"]
    assert not check(task, " ".join(f"word{i} {i + 1}\n" for i in range(30))).readable
    assert check(task, {"low": 5, "new": 5}).right


@given(st.text(max_size=60), st.sampled_from(sorted(KINDS)))
@example("\0", "next-merge")
@example("[" * 50, "encode")
@example("²½", "score")
def test_no_answer_breaks_a_task(text: str, kind: str) -> None:
    verdict = check(make(kind, 1, 2), text)
    assert verdict.readable or len(verdict.said) == 1
    assert opening(verdict, load("en"))
    for one in (*verdict.said, *verdict.because):
        sentence(one, load("zh"))
