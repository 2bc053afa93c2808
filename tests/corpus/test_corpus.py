"""Corpus: what it promises as a mapping, and what it refuses, with the codes that translations rely on."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.strategies import corpora, hostile_texts, texts
from tokviz.corpus import MAX_COUNT, MAX_DISTINCT_WORDS, MAX_LONG_WORD_CHARS, MAX_TEXT_CHARS, Corpus
from tokviz.errors import CorpusError, FormatError, LimitError, RulesError, TokvizError, brief
from tokviz.pretokenize import PRETOKENIZERS, pretokenize

LIMITS = {
    "MAX_TEXT_CHARS": MAX_TEXT_CHARS,
    "MAX_DISTINCT_WORDS": MAX_DISTINCT_WORDS,
    "MAX_LONG_WORD_CHARS": MAX_LONG_WORD_CHARS,
    "MAX_COUNT": MAX_COUNT,
}


def refused(counts: Any) -> TokvizError:
    with pytest.raises(TokvizError) as caught:
        Corpus(counts)
    assert isinstance(caught.value, ValueError)
    return caught.value


class TestMapping:
    def test_it_is_an_ordered_mapping_of_counts(self) -> None:
        corpus = Corpus({"low": 5, "lower": 2, "newest": 6})
        assert dict(corpus) == {"low": 5, "lower": 2, "newest": 6}
        assert corpus.words == ("low", "lower", "newest")
        assert corpus.counts == (5, 2, 6)
        assert corpus.total == 13
        assert len(corpus) == 3
        assert corpus.get("absent") is None

    def test_equality_and_hash_include_the_order(self) -> None:
        one, other = Corpus({"a": 1, "b": 2}), Corpus({"b": 2, "a": 1})
        assert one != other
        assert one == Corpus([("a", 1), ("b", 2)])
        assert hash(one) == hash(Corpus([("a", 1), ("b", 2)]))
        assert one != {"a": 1, "b": 2}
        assert len({one, other, Corpus(one)}) == 2

    def test_it_cannot_be_changed(self) -> None:
        source = {"a": 1}
        corpus = Corpus(source)
        source["a"] = 2
        assert corpus["a"] == 1
        with pytest.raises(TypeError):
            corpus["a"] = 3  # type: ignore[index]
        with pytest.raises(AttributeError):
            corpus.words = ()  # type: ignore[misc]

    def test_repr_is_python_and_short(self) -> None:
        assert repr(Corpus({"low": 5, "lower": 2})) == "Corpus({'low': 5, 'lower': 2})"
        assert repr(Corpus({f"w{i}": 1 for i in range(1000)})).endswith("'w5': 1, ... 994 more})")
        assert len(repr(Corpus({"a" * 10_000: 1}))) < 60

    @given(corpus=corpora())
    def test_copies_are_equal(self, corpus: Corpus) -> None:
        assert pickle.loads(pickle.dumps(corpus)) == corpus == copy.deepcopy(corpus) == Corpus(corpus.items())
        assert corpus.total == sum(corpus[word] for word in corpus)

    def test_integers_of_numpy_become_plain_ones(self) -> None:
        assert type(Corpus({"a": np.int64(3)})["a"]) is int  # type: ignore[arg-type]

    def test_one_letter_words_are_fine(self) -> None:
        assert Corpus({"a": 1, "b": 2}).total == 3


class TestRefusals:
    @pytest.mark.parametrize("nothing", [{}, [], ()])
    def test_an_empty_corpus(self, nothing: Any) -> None:
        assert refused(nothing).code == "empty-corpus"

    @pytest.mark.parametrize(
        ("word", "code"), [("", "empty-word"), (1, "word-not-text"), (None, "word-not-text"), (b"a", "word-not-text")]
    )
    def test_words(self, word: object, code: str) -> None:
        error = refused({word: 1})
        assert (type(error), error.code) == (CorpusError, code)

    @pytest.mark.parametrize(
        ("count", "code"),
        [
            (0, "count-zero"),
            (-1, "count-negative"),
            (-(10**5000), "count-negative"),
            (1.5, "count-fractional"),
            (5.0, "count-fractional"),
            (True, "count-not-number"),
            ("5", "count-not-number"),
            (None, "count-not-number"),
            (float("nan"), "count-not-number"),
            (float("inf"), "count-not-number"),
            (MAX_COUNT + 1, "limit-count"),
            (10**18, "limit-count"),
            (10**5000, "limit-count"),
        ],
        ids=lambda value: brief(value),
    )
    def test_counts(self, count: object, code: str) -> None:
        error = refused({"low": count})
        assert error.code == code
        assert error.details["word"] == "'low'"
        assert "'low'" in str(error)

    def test_the_greatest_count_is_allowed(self) -> None:
        assert Corpus({"low": MAX_COUNT}).total == MAX_COUNT

    @pytest.mark.parametrize("code_point", [0xD800, 0xDFFF])
    def test_a_lone_surrogate_is_named_with_its_place(self, code_point: int) -> None:
        error = refused({f"ab{chr(code_point)}": 1})
        assert error.code == "surrogate"
        assert error.details["code_point"] == f"U+{code_point:04X}"
        assert error.details["position"] == 3
        str(error).encode()  # the message itself can be sent on

    @pytest.mark.parametrize("counts", ["low", b"low", 5, None, [1], ["ab"], [("a", 1, 2)], {"a", "b"}])
    def test_what_is_not_made_of_pairs(self, counts: Any) -> None:
        assert refused(counts).code == "not-pairs"

    def test_a_word_twice(self) -> None:
        assert refused([("a", 1), ("b", 1), ("a", 2)]).code == "duplicate-word"


class TestLimits:
    @pytest.mark.parametrize(
        ("limit", "counts"),
        [
            ("MAX_LONG_WORD_CHARS", {"a" * (MAX_LONG_WORD_CHARS + 1): 1}),
            ("MAX_LONG_WORD_CHARS", {"a" * 1_000_000: 1}),
            ("MAX_COUNT", {"a": MAX_COUNT + 1}),
            ("MAX_DISTINCT_WORDS", ((str(i), 1) for i in range(MAX_DISTINCT_WORDS + 1))),
        ],
        ids=["word", "long word", "count", "words"],
    )
    def test_the_message_says_the_limit_and_what_to_do(self, limit: str, counts: Any) -> None:
        error = refused(counts)
        assert isinstance(error, LimitError)
        assert (error.details["limit"], error.details["value"]) == (limit, LIMITS[limit])
        assert f"{LIMITS[limit]:,}" in str(error)
        assert len(str(error)) < 300

    def test_a_text_that_is_too_long(self) -> None:
        with pytest.raises(LimitError, match="the limit is 5,000,000") as caught:
            Corpus.from_text("a " * (MAX_TEXT_CHARS // 2) + "b")
        assert caught.value.code == "limit-text-chars"
        assert caught.value.details["met"] == MAX_TEXT_CHARS + 1

    def test_the_limits_themselves_are_allowed(self) -> None:
        assert Corpus({"a" * MAX_LONG_WORD_CHARS: 1}).total == 1
        assert len(Corpus((str(i), 1) for i in range(MAX_DISTINCT_WORDS))) == MAX_DISTINCT_WORDS
        assert dict(Corpus.from_text("a " * (MAX_TEXT_CHARS // 2))) == {"a": MAX_TEXT_CHARS // 2}


class TestFromText:
    def test_counts_in_order_of_first_appearance(self) -> None:
        corpus = Corpus.from_text("the cat and the hat")
        assert list(corpus.items()) == [("the", 2), ("cat", 1), ("and", 1), ("hat", 1)]

    def test_the_pretokenizer_decides(self) -> None:
        assert Corpus.from_text("low low.", "gpt2") == Corpus({"low": 1, " low": 1, ".": 1})
        assert Corpus.from_text("aaabdaaabac", "none") == Corpus({"aaabdaaabac": 1})

    def test_nothing_but_white_space_is_empty(self) -> None:
        with pytest.raises(CorpusError, match="no words"):
            Corpus.from_text(" \n\t ")

    def test_what_is_no_text_is_refused(self) -> None:
        with pytest.raises(CorpusError, match="bytes"):
            Corpus.from_text(b"low")  # type: ignore[arg-type]

    def test_an_unknown_pretokenizer_is_refused(self) -> None:
        with pytest.raises(RulesError):
            Corpus.from_text("low", "words ")

    @given(text=texts(), name=st.sampled_from(list(PRETOKENIZERS)))
    def test_every_piece_is_counted(self, text: str, name: str) -> None:
        pieces = pretokenize(text, name)
        if pieces:
            corpus = Corpus.from_text(text, name)
            assert corpus.total == len(pieces)
            assert corpus.words == tuple(dict.fromkeys(pieces))
            assert all(corpus[word] == pieces.count(word) for word in corpus)

    @given(text=hostile_texts(), name=st.sampled_from(list(PRETOKENIZERS)))
    def test_hostile_texts_give_a_corpus_or_an_error_of_ours(self, text: str, name: str) -> None:
        try:
            outcome = "" if Corpus.from_text(text, name).total > 0 else "a corpus of nothing"
        except TokvizError as error:
            outcome = error.code
        assert outcome in ("", "empty-corpus", "surrogate", "limit-word-chars")


class TestErrors:
    @pytest.mark.parametrize(
        "error",
        [
            CorpusError("count-zero", word="'a'"),
            FormatError("count-missing", line=3, word="'a'"),
            LimitError("MAX_COUNT", 10, met=10**5000, word="'a'"),
            RulesError("unk-missing"),
        ],
        ids=lambda error: type(error).__name__,
    )
    def test_they_survive_pickling(self, error: TokvizError) -> None:
        again = pickle.loads(pickle.dumps(error))
        assert type(again) is type(error)
        assert (str(again), again.code, dict(again.details)) == (str(error), error.code, dict(error.details))

    def test_a_format_error_names_line_and_reason(self) -> None:
        error = FormatError("codes-version", line=1234, version="'0.3'")
        assert str(error) == f"Line 1,234: {error.reason}"
        assert (error.line, error.reason[:19]) == (1234, "The version '0.3' o")


def test_running_text_keeps_its_lines() -> None:
    """As many lines as have words, with single spaces; other words than those between spaces have none."""
    assert Corpus.from_text("the  cat\n\n the\tdog\r\nran").lines == ("the cat", "the dog", "ran")
    assert Corpus.parse("the cat and the dog ran away").lines == ("the cat and the dog ran away",)
    assert Corpus.from_text("the cat.", "words").lines is None
    assert Corpus.parse("low 5, lower 2").lines is None


def test_corpora_of_other_lines_are_others() -> None:
    assert Corpus.from_text("the cat") != Corpus.from_text("the\ncat")
    assert Corpus.from_text("the cat") != Corpus({"the": 1, "cat": 1})
