"""Words, characters and subwords of one size: the opening example by hand, and what holds for every text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.strategies import corpora
from tokviz import bpe, examples
from tokviz.compare.three_vocabularies import HELD_OUT, RULES, RUNNER, VOCABULARY_KINDS, Measure, Vocabularies, hold_out
from tokviz.corpus import Corpus


def learned(corpus: Corpus, merges: int | None = None) -> Vocabularies:
    return Vocabularies(bpe.train(corpus, merges=merges, rules=RULES))


# -- the opening example, counted by hand ----------------------------------------------------------------------------

SIZE = 34  # 17 letters and 17 merges


@pytest.fixture(scope="module")
def runner() -> Vocabularies:
    return learned(RUNNER.train)


def test_the_counts_of_the_opening_example(runner: Vocabularies) -> None:
    assert [RUNNER.train[word] for word in ("runner", "thinking", "running")] == [14, 12, 1]
    assert [runner.rank(word) for word in ("runner", "thinking", "running", "quiz")] == [2, 4, 40, None]
    assert "".join(sorted(runner.characters)) == "acdeghiklnoprstuw"
    assert runner.usual == SIZE == 2 * 17
    # i n: thinking 2 × 12, in 10, winner 8, sleeping 7, rain 7, talking 6, dinner 5, think 5, asking 4, eating 3,
    # train 3, reading 2, window 2, walking 2, running 1, spring 1
    assert (runner.trace.merges[0], runner.trace.counts[0]) == (("i", "n"), 90)


def test_words_lose_running_and_subwords_write_it(runner: Vocabularies) -> None:
    shown = {
        word: [runner.encode(kind, SIZE, word) for kind in VOCABULARY_KINDS]
        for word in ("runner", "thinking", "running")
    }
    assert shown == {
        "runner": [("runner",), tuple("runner"), ("runner",)],
        "thinking": [("thinking",), tuple("thinking"), ("thinking",)],
        "running": [(None,), tuple("running"), ("run", "n", "ing")],
    }


def test_an_unseen_letter_is_unknown_to_all_three(runner: Vocabularies) -> None:
    assert [runner.encode(kind, SIZE, "quiz") for kind in VOCABULARY_KINDS] == [
        (None,),
        (None, "u", "i", None),
        (None, "u", "i", None),
    ]


def test_why_a_part_of_a_word_is_unknown(runner: Vocabularies) -> None:
    assert runner.missing(SIZE, "running") == ((), ())
    assert runner.missing(SIZE, "quizzed quiz") == (("q", "z", " "), ())
    assert "".join(runner.characters) == "nietrahsgkldwupoc"  # d is the twelfth, u the fourteenth
    assert runner.missing(10, "quizzed") == (("q", "z"), ("u", "d"))
    assert runner.missing(13, "quizzed") == (("q", "z"), ("u",))
    assert runner.missing(1, "") == ((), ())


def test_the_held_out_text_by_hand(runner: Vocabularies) -> None:
    test = RUNNER.test
    assert test is not None
    assert test.total == 31
    # Not among the 34 first words: running twice, thinker, winning, talks, planning, dinners, waking, quiz.
    assert runner.measure("words", SIZE, test) == Measure(31, 31, 9)
    # the 7 × 3, runner 3 × 6, is 3 × 2, and 3 × 3, running 2 × 7, in 2 × 2, a 2 × 1; thinker 7, winning 7, talks 5,
    # planning 8, rain 4, dinners 7, waking 6, street 6, quiz 4: 74 + 54. Only quiz has letters that are new.
    assert runner.measure("characters", SIZE, test) == Measure(128, 31, 1)
    # the 7 × 1, runner 3 × 1, is 3 × 1, an d 3 × 2, run n ing 2 × 3, in 2 × 1, a 2 × 1; thin k er 3, w in n ing 4,
    # t al k s 4, p l an n ing 5, r a in 3, d inner s 3, w a king 3, s t r e e t 6, q u i z 4: 29 + 35.
    assert runner.measure("subwords", SIZE, test) == Measure(64, 31, 1)
    assert runner.saved(SIZE, test) == 0.5


def test_the_training_text_by_hand(runner: Vocabularies) -> None:
    # The ten words after the 34 first: 2 each of alone, waits, planner, walking, then six that occur once.
    assert runner.measure("words", SIZE, RUNNER.train) == Measure(235, 235, 14)
    assert runner.measure("words", 44, RUNNER.train).unknown == 0


def test_the_arithmetic_of_the_model(runner: Vocabularies) -> None:
    for size in range(1, runner.most + 2):
        if size >= 17:
            assert runner.members("subwords", size) == 17 + runner.merges(size)
        else:
            assert (runner.members("subwords", size), runner.merges(size)) == (size, 0)
    assert runner.most == runner.full("subwords") == 17 + len(runner.trace)


def test_a_small_vocabulary_keeps_the_frequent_characters() -> None:
    three = learned(Corpus({"aab": 2, "cb": 1}))  # a 4, b 3, c 1
    assert three.encode("characters", 1, "cab") == (None, "a", None)
    assert three.encode("subwords", 2, "cab") == (None, "a", "b")
    assert three.measure("characters", 2, Corpus({"cab": 1, "ab": 3})) == Measure(9, 4, 1)


def test_chinese_characters_are_three_bytes_and_merges_find_words() -> None:
    split = hold_out(examples.load("tea").corpus)
    three = learned(split.train)
    assert three.trace.tokens[:2] == ("外婆", "慢慢")
    assert all(len(character.encode()) == 3 for character in three.characters)
    assert split.test is not None
    assert 0 < three.saved(three.most, split.test) < three.saved(three.most, split.train)


# -- what holds for every text ---------------------------------------------------------------------------------------

sizes = st.integers(1, 60)


@given(corpora(), corpora(), sizes)
def test_what_is_missing_is_what_is_not_written(train: Corpus, test: Corpus, size: int) -> None:
    three = learned(train, 40)
    for word in test:
        never, no_room = three.missing(size, word)
        unknown = [c for c, piece in zip(word, three.encode("characters", size, word), strict=True) if piece is None]
        assert sorted(never + no_room) == sorted(set(unknown))
        assert not set(never) & set("".join(train))
        assert (None in three.encode("subwords", size, word)) == bool(unknown)


@given(corpora())
def test_nothing_is_lost_by_holding_out(corpus: Corpus) -> None:
    split = hold_out(corpus)
    parts = [part for part in (split.train, split.test) if part is not None]
    assert {word: sum(part.get(word, 0) for part in parts) for word in corpus} == dict(corpus)
    held = 0 if split.test is None else split.test.total
    assert held == corpus.total // HELD_OUT


@given(corpora(), corpora(), sizes)
def test_measures_are_shares(train: Corpus, test: Corpus, size: int) -> None:
    three = learned(train, 40)
    for text in (train, test):
        words, characters, subwords = (three.measure(kind, size, text) for kind in VOCABULARY_KINDS)
        for measure in (words, characters, subwords):
            assert 0 <= measure.unknown_share <= 1
            assert measure.words == text.total
        assert words.tokens_per_word == 1
        assert 1 <= subwords.tokens_per_word <= characters.tokens_per_word
        assert subwords.unknown == characters.unknown


@given(corpora())
def test_whole_vocabularies_know_their_text(corpus: Corpus) -> None:
    three = learned(corpus, 40)
    for kind in VOCABULARY_KINDS:
        assert three.measure(kind, three.most, corpus).unknown == 0
        assert three.members(kind, three.most) == three.full(kind)


@given(corpora(), corpora(), sizes)
def test_subwords_without_merges_are_characters(train: Corpus, test: Corpus, size: int) -> None:
    three = learned(train, 40)
    size = min(size, len(three.characters))
    assert three.merges(size) == 0
    for word in (*train, *test):
        assert three.encode("subwords", size, word) == three.encode("characters", size, word)


@given(corpora(), corpora())
def test_more_merges_never_make_a_text_longer(train: Corpus, test: Corpus) -> None:
    three = learned(train, 40)
    for text in (train, test):
        lengths = [three.measure("subwords", size, text).tokens for size in range(1, three.most + 1)]
        assert lengths == sorted(lengths, reverse=True)


@given(corpora(), corpora())
def test_a_larger_vocabulary_never_knows_less(train: Corpus, test: Corpus) -> None:
    three = learned(train, 40)
    for kind in VOCABULARY_KINDS:
        unknown = [three.measure(kind, size, test).unknown for size in range(1, three.most + 1)]
        assert unknown == sorted(unknown, reverse=True)


@given(corpora(), sizes)
def test_the_trace_counts_what_the_model_writes(corpus: Corpus, size: int) -> None:
    three = learned(corpus, 40)
    copy = Corpus(corpus.items())  # equal, but not the trace's own
    assert three.measure("subwords", size, copy) == three.measure("subwords", size, corpus)
    if merges := three.merges(size):
        assert {word: three.encode("subwords", size, word) for word in corpus} == three.trace.words(merges)


@given(corpora())
def test_the_sizes_to_compare(corpus: Corpus) -> None:
    three = learned(corpus, 40)
    sizes = three.sizes()
    assert sizes == tuple(sorted(set(sizes)))
    assert {len(three.characters), three.most} <= set(sizes)
    assert sizes[0] >= 1
    assert sizes[-1] == three.most
    assert three.usual <= three.most
