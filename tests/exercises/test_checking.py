"""Somebody's own functions beside the real algorithms: right ones pass under every convention, wrong ones are told the
first step at which they differ."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest

from tests.catalogs import KEYS
from tokviz import Corpus, bpe, unigram, wordpiece
from tokviz.errors import RulesError
from tokviz.exercises import FUNCTIONS, Checked, check_function
from tokviz.exercises.answers import UnreadableError
from tokviz.exercises.conventions import (
    MAX_MERGES,
    conventions,
    differs_at,
    read_merges,
    read_vocabulary,
    vocabulary_conventions,
)
from tokviz.unigram.plain import expected
from tokviz.views.exercises.wording import sentences
from tokviz.views.shared.sentences import as_text

Counts = dict[str, int]
Pairs = list[tuple[str, str]]


def trainer(choose: Callable[..., Any] = max, end: str = "") -> Callable[[Counts, int], Pairs]:
    """A trainer as a student writes it. choose: takes the pairs in the order in which they are seen, and a key."""

    def train(counts: Counts, merges: int) -> Pairs:
        words = {word: [*word, *([end] if end else [])] for word in counts}
        found: Pairs = []
        for _ in range(merges):
            pairs: dict[tuple[str, str], int] = {}
            for word, symbols in words.items():
                for pair in pairwise(symbols):
                    pairs[pair] = pairs.get(pair, 0) + counts[word]
            if not pairs:
                break
            best = choose(pairs, key=pairs.__getitem__)
            found.append(best)
            for word, symbols in words.items():
                after: list[str] = []
                for symbol in symbols:
                    if after and (after[-1], symbol) == best:
                        after[-1] += symbol
                    else:
                        after.append(symbol)
                words[word] = after
        return found

    return train


def last_seen(pairs: dict[tuple[str, str], int], key: Callable[[Any], int]) -> tuple[str, str]:
    return max(reversed(pairs), key=key)


def told(checked: Checked) -> str:
    """Return the keys that are said, with their values."""
    return as_text(sentences(checked.said, KEYS))


def test_a_trainer_of_each_convention() -> None:
    assert check_function("bpe.train", trainer()).passed
    assert check_function("bpe.train", trainer(end="</w>"), rules="sennrich").passed
    greatest = trainer(lambda pairs, key: max(pairs, key=lambda pair: (key(pair), pair)))
    assert check_function("bpe.train", greatest, rules="course").passed is False


@pytest.mark.parametrize("rules", bpe.PRESETS)
def test_our_own_trainer_passes(rules: str) -> None:
    def train(counts: Counts, merges: int) -> Pairs:
        return bpe.train(Corpus(counts), merges=merges, rules=rules).merges

    assert check_function("bpe.train", train, rules=rules).passed


@pytest.mark.parametrize("rules", wordpiece.PRESETS)
def test_our_own_trainer_of_wordpiece_passes(rules: str) -> None:
    def train(counts: Counts, merges: int) -> Pairs:
        return wordpiece.train(Corpus(counts), merges=merges, rules=rules).merges

    assert check_function("wordpiece.train", train, rules=rules).passed


def test_the_first_step_that_differs_is_told_with_the_rule() -> None:
    """At the start `e s`, `s t` occur nine times each, and the course takes the one that it saw first."""
    found = check_function("bpe.train", trainer(last_seen))
    assert told(found) == (
        "check.step(number=1, yours=`s t`, value=9, best=`e s`, more=9) "
        "check.step.tie(rule=reason.rule.first-seen.present)"
    )
    assert found.case is not None
    assert list(found.case.corpus) == ["low", "lower", "newest", "widest"]


def test_another_convention_is_named() -> None:
    found = told(check_function("bpe.train", trainer(end="</w>")))
    assert found.endswith("check.step.other(name=preset.sennrich)")


@pytest.mark.parametrize(
    ("function", "said"),
    [
        (lambda counts, merges: trainer()(counts, 3), "check.stopped(number=4, "),
        (lambda counts, merges: trainer()(counts, 99)[:12], "check.too-many(found=12, wanted=8)"),
        (lambda counts, merges: 1 / 0, "ZeroDivisionError"),
        (lambda counts, merges: None, "check.returned.bpe.train(found=`None`)"),
        (lambda counts, merges: [("a", "b", "c")], "check.returned.bpe.train(found=`[("),
        (lambda counts, merges: [("x", "y")], "check.step.symbol(number=1, yours=`x y`, symbols=`x` and `y`)"),
        (lambda counts: [], "TypeError"),
        (lambda counts, merges: exit(), "SystemExit"),
    ],
)
def test_what_goes_wrong_is_said(function: Callable[..., Any], said: str) -> None:
    found = check_function("bpe.train", function)
    assert not found.passed
    assert said in told(found)


def test_merges_in_other_shapes() -> None:
    assert check_function("bpe.train", lambda c, m: {pair: "".join(pair) for pair in trainer()(c, m)}).passed
    assert check_function("bpe.train", lambda c, m: [" ".join(pair) for pair in trainer()(c, m)]).passed


def by_rank(word: str, merges: Pairs) -> list[str]:
    symbols = list(word)
    for left, right in merges:
        place = 0
        while place < len(symbols) - 1:
            if symbols[place] == left and symbols[place + 1] == right:
                symbols[place : place + 2] = [left + right]
            place += 1
    return symbols


def longest(word: str, vocabulary: list[str]) -> list[str]:
    found: list[str] = []
    start = 0
    while start < len(word):
        ends = [end for end in range(len(word), start, -1) if ("##" if start else "") + word[start:end] in vocabulary]
        if not ends:
            return ["[UNK]"]
        found.append(("##" if start else "") + word[start : ends[0]])
        start = ends[0]
    return found


def one_pass(counts: Counts, pieces: dict[str, float]) -> dict[str, float]:
    found = expected(Corpus(counts), pieces, unigram.PRESETS["soft-em"])
    return {piece: count / sum(found.values()) for piece, count in found.items()}


@pytest.mark.parametrize(
    ("name", "right", "wrong"),
    [
        ("bpe.encode", by_rank, lambda word, merges: list(word)),
        (
            "wordpiece.encode",
            longest,
            lambda word, vocabulary: [part.removeprefix("##") for part in longest(word, vocabulary)],
        ),
        (
            "unigram.best",
            lambda word, pieces: list(unigram.Model(pieces).encode_word(word)),
            lambda word, pieces: list(word),
        ),
        ("unigram.em", one_pass, lambda counts, pieces: pieces),
    ],
)
def test_encoders_paths_and_passes(name: str, right: Callable[..., Any], wrong: Callable[..., Any]) -> None:
    assert check_function(name, right).passed
    found = check_function(name, wrong)
    assert not found.passed
    assert told(found)
    assert not check_function(name, lambda *_: 5).passed


def test_hard_em_is_another_pass() -> None:
    assert not check_function("unigram.em", one_pass, rules="hard-em").passed


def test_names_that_are_none() -> None:
    with pytest.raises(RulesError) as caught:
        check_function("bpe", trainer())
    assert (caught.value.code, caught.value.details["value"]) == ("check-function", "bpe")
    with pytest.raises(RulesError) as caught:
        check_function("bpe.train", trainer(), rules="nothing")
    assert (caught.value.code, caught.value.details["value"]) == ("rules-preset", "nothing")
    assert all(f"``{name}``" in (check_function.__doc__ or "") for name in FUNCTIONS)


def test_what_was_found_can_be_sent_to_another_process() -> None:
    found = check_function("bpe.train", trainer(last_seen))
    assert told(pickle.loads(pickle.dumps(found))) == told(found)


# -- lists of merges ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", bpe.PRESETS)
def test_merges_of_a_convention_follow_it(rules: str) -> None:
    corpus = Corpus({"low": 5, "lower": 2, "newest": 6, "widest": 3, "aaa": 1})
    merges = bpe.train(corpus, merges=12, rules=rules).merges
    assert rules in {one.rules for one in conventions(corpus, merges) if one.follows}
    swapped = [merges[1], merges[0], *merges[2:]]
    assert rules not in {one.rules for one in conventions(corpus, swapped) if one.follows}


def test_merges_can_be_read_as_they_are_written() -> None:
    wanted = (("e", "s"), ("es", "t</w>"))
    for text in ("e s\nes t</w>", "#version: 0.2\ne s\nes t</w>\n", "e\ts\nes\tt</w>", '[["e", "s"], ["es", "t</w>"]]'):
        assert read_merges(text) == wanted


@pytest.mark.parametrize("rules", bpe.PRESETS)
def test_a_vocabulary_of_a_convention_follows_it(rules: str) -> None:
    corpus = Corpus({"low": 5, "lower": 2, "newest": 6, "widest": 3})
    tokens = bpe.train(corpus, merges=8, rules=rules).vocabulary()
    found = vocabulary_conventions(corpus, tokens)
    assert rules in {one.rules for one in found if one.follows}
    assert not any(differs_at(one) for one in found if one.follows)
    other = [*tokens[:-2], tokens[-1], tokens[-2]]
    (turned,) = [one for one in vocabulary_conventions(corpus, other) if one.rules == rules]
    assert [one.key for one in differs_at(turned)] == ["check.vocabulary.order"]
    strange = [*tokens[:-1], "zebra"]
    (left,) = [one for one in vocabulary_conventions(corpus, strange) if one.rules == rules]
    assert (left.extra, left.lacking) == (("zebra",), (tokens[-1],))


def test_vocabularies_are_told_from_merges() -> None:
    assert read_vocabulary("a\nb\n") == ("a", "b")
    assert read_vocabulary('{"b": 1, "a": 0}') == ("a", "b")
    for merges in ("a b\n", "a+b\n", '[["a", "b"]]', "#version: 0.2\na b"):
        assert read_vocabulary(merges) is None
    for broken in ('{"a": "x"}', "{", '{"a": [1]}', '{"a": 1e999}'):
        with pytest.raises(UnreadableError):
            read_vocabulary(broken)


@pytest.mark.parametrize("text", ["", "e s t", "[1, 2]", "[", "e", "a b\n" * (MAX_MERGES + 1)])
def test_what_is_no_list_of_merges(text: str) -> None:
    with pytest.raises(UnreadableError):
        read_merges(text)
