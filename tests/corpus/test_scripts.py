"""Scripts and digits under SentencePiece's rules: the pieces of the library with its own flags, and its own table."""

from __future__ import annotations

import unicodedata
from collections import Counter
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tests.bpe.libraries import sentencepiece_processor
from tokviz import bpe, unigram
from tokviz.corpus import Corpus
from tokviz.corpus.scripts import TABLE, clash, script_of
from tokviz.errors import RulesError
from tokviz.pretokenize import METASPACE
from tokviz.unigram.missing import why_missing
from tools.script_table import scripts_of

ALPHABETS = (
    "abcdeéß",
    "абвгд",
    "中日本の人かなカー々",
    "कखगािु्ं",
    "กขคงาิุเ",
    "가나다라한국",
)
"""Latin, Cyrillic, Han with kana, Devanagari, Thai, Hangul."""
SIGNS = ("0123456789", ".,;!?-'()%", "\u0301\u0308")
"""Digits, punctuation, and marks that go with every script."""


@st.composite
def mixed_lines(draw: st.DrawFn) -> list[str]:
    """Return lines of words that mix some scripts with digits and punctuation, as the library's normalizer leaves
    them."""
    kinds = draw(st.lists(st.sampled_from(ALPHABETS + SIGNS), min_size=2, max_size=6, unique=True))
    part = st.sampled_from(kinds).flatmap(lambda kind: st.text(kind, min_size=1, max_size=4))
    words = draw(st.lists(st.lists(part, min_size=1, max_size=4).map("".join), min_size=2, max_size=12))
    normal = [word for word in (unicodedata.normalize("NFKC", word) for word in words) if not ends_alone(word)]
    line = st.lists(st.sampled_from([*normal, "a1", "бв,"]), min_size=1, max_size=8)
    return [" ".join(words) for words in draw(st.lists(line, min_size=2, max_size=12))]


def ends_alone(word: str) -> bool:
    """Tell if a word begins with a mark that a space before it would change."""
    return unicodedata.combining(word[0]) != 0


def library(lines: list[str], size: int, kind: str, knobs: dict[str, Any]) -> list[tuple[str, float]]:
    """Return the library's pieces with its own flags: its normalization and its splits, unless they are knobs."""
    usual = {"split_by_unicode_script": True, "normalization_rule_name": "nmt_nfkc"}
    found = sentencepiece_processor(lines, size, model_type=kind, **usual | knobs)
    return [(found.id_to_piece(i), found.get_score(i)) for i in range(found.get_piece_size())]


def check_bpe(lines: list[str], more: int, knobs: dict[str, Any]) -> None:
    corpus = Corpus(Counter(" ".join(lines).split()))
    size = 4 + len({*"".join(corpus)}) + more
    trace = bpe.train(corpus, vocab_size=size, rules=replace(bpe.PRESETS["sentencepiece"], **knobs))
    assert list(trace.vocabulary()) == [piece for piece, _ in library(lines, size, "bpe", knobs)]


def check_unigram(lines: list[str], more: int, knobs: dict[str, Any]) -> None:
    corpus = Corpus(Counter(" ".join(lines).split()))
    size = 4 + len({*"".join(corpus)}) + more
    rules = replace(unigram.PRESETS["sentencepiece"], **knobs)
    try:
        trace = unigram.train(corpus, vocab_size=size, rules=rules, lines=lines)
    except RulesError:  # no piece is frequent enough
        with pytest.raises(RuntimeError):
            library(lines, size, "unigram", knobs)
        return
    assert list(trace.model().scores.items()) == library(lines, size, "unigram", knobs)  # to the bit


KNOBS = st.fixed_dictionaries(
    {}, optional={name: st.booleans() for name in ("split_by_unicode_script", "split_by_number", "split_digits")}
)
MORE = st.integers(0, 60)


@given(mixed_lines(), MORE, KNOBS)
@example(["a1 a1 бв, бв,"], 30, {})
def test_bpe_has_the_pieces_of_the_library(lines: list[str], more: int, knobs: dict[str, Any]) -> None:
    check_bpe(lines, more, knobs)


@given(mixed_lines(), MORE, KNOBS)
def test_unigram_has_the_pieces_and_scores_of_the_library(lines: list[str], more: int, knobs: dict[str, Any]) -> None:
    check_unigram(lines, more, knobs)


@pytest.mark.thousands
@pytest.mark.slow
@pytest.mark.parametrize("check", [check_bpe, check_unigram])
def test_the_defaults_have_the_pieces_of_the_library_on_thousands(check: Any) -> None:
    @settings(max_examples=2_000, deadline=None)
    @given(mixed_lines(), MORE)
    def of_drawn(lines: list[str], more: int) -> None:
        check(lines, more, {})

    of_drawn()


def ranges() -> dict[str, list[tuple[str, str]]]:
    """Return script -> the first and last character of each range of the table."""
    rows = (line.split() for line in TABLE.read_text("utf-8").splitlines()[1:])
    parts = {name: [part.split("-") for part in row] for name, *row in rows}
    return {name: [(chr(int(ends[0], 16)), chr(int(ends[-1], 16))) for ends in every] for name, every in parts.items()}


def test_the_table_is_the_librarys() -> None:
    """Each border of a range, from both sides, beside a letter of its script and beside one of another: in a training
    that runs until no pair is left, the library makes a token of two letters where the table has them of one script."""
    words = []
    for every in ranges().values():
        first = every[0][0]
        for ends in every:
            near = {chr(code + by) for code in map(ord, ends) for by in (-1, 0, 1)}
            words += [left + right for right in near for left in (first, "a") if is_text(left) and is_text(right)]
    words = sorted({*words})
    found = sentencepiece_processor(
        words, 500_000, model_type="bpe", add_dummy_prefix=False, split_by_unicode_script=True
    )
    made = {found.id_to_piece(i) for i in range(found.get_piece_size())}
    rules = bpe.PRESETS["sentencepiece"]
    assert len(words) > 3_000
    assert {word for word in words if word in made} == {word for word in words if not clash(word, rules)}


def is_text(character: str) -> bool:
    """Tell if the library reads a character as it is; this one is its own."""
    return unicodedata.category(character) not in ("Cc", "Cs", "Zs", "Zl", "Zp") and character not in "▅▁"


def test_the_tool_reads_the_header_of_the_library() -> None:
    header = """
      (*smap)[0x0040] = U_Common;
      for (char32_t c = 0x0041; c <= 0x005A;
           ++c)
        (*smap)[c] = U_Latin;
      (*smap)[0x005B] = U_Latin;
      (*smap)[0x00AA] = U_Latin;
    """
    assert scripts_of(header) == {"Latin": [range(0x41, 0x5C), range(0xAA, 0xAB)]}


@pytest.mark.parametrize(
    ("token", "knobs", "expected"),
    [
        ("▁low", {}, ()),
        ("low7", {}, ("w", "7")),
        ("low7", {"split_by_number": False}, ()),
        ("low7ж", {"split_by_number": False}, ()),  # in the library a digit lets every script follow
        ("lowж", {"split_by_number": False}, ("w", "ж")),
        ("7.5", {}, ()),
        ("7.5", {"split_digits": True}, ("7",)),
        ("▁7", {"split_digits": True}, ("7",)),
        ("カラーの本", {}, ()),
        ("é́a", {}, ()),
        ("\u0301ж", {}, ()),
        ("a\u0301ж", {}, ("\u0301", "ж")),
        ("lowж7", {"split_by_unicode_script": False}, ()),
    ],
)
def test_characters_that_are_in_no_token_together(token: str, knobs: dict[str, Any], expected: tuple[str, ...]) -> None:
    for rules in (bpe.PRESETS["sentencepiece"], unigram.PRESETS["sentencepiece"]):
        assert replace(rules, **knobs).clash(token) == expected


def test_marks_of_other_rules_have_no_script() -> None:
    rules = bpe.Rules(split_by_unicode_script=True, end_of_word="</w>", continuing_prefix="##", start_of_word="_")
    assert rules.clash("_low</w>") == rules.clash("##w</w>") == ()
    assert not replace(rules, alphabet="bytes").splits_tokens
    assert replace(rules, alphabet="bytes").clash("aÃ©1") == ()


def test_what_is_newer_than_the_table_is_common() -> None:
    assert [script_of(character) for character in ("\U0001e030", "\u1c90", METASPACE, "1", "☺")] == ["Common"] * 5


@pytest.mark.parametrize(
    ("piece", "knobs", "reason"),
    [
        ("ab1", {}, "signs"),
        ("abж", {}, "scripts"),
        ("11", {"split_digits": True}, "digit"),
        ("ab", {}, None),
        ("cd", {}, "not-in-text"),
    ],
)
def test_a_missing_piece_says_that_its_characters_kept_it_out(
    piece: str, knobs: dict[str, Any], reason: str | None
) -> None:
    words = Corpus({"ab1": 5, "abж": 4, "ab11": 3, "ab": 9})
    trace = unigram.train(
        words, vocab_size=12, rules=replace(unigram.PRESETS["soft-em"], split_by_unicode_script=True, **knobs)
    )
    assert (piece in trace.vocabulary()) == (reason is None)
    if reason is not None:
        assert why_missing(piece, trace, len(trace)).reason == reason
