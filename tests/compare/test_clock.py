"""Trainings on one clock: each state is the vocabulary that training has at that size, and splits as it does."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tokviz import Corpus, bpe
from tokviz.algorithms import ALGORITHMS
from tokviz.compare.clock import Clock, clock_of, clock_of_traces
from tokviz.compare.comparison import USUAL, ComparedCorpus, Comparison, Engine, Slot
from tokviz.compare.reading import splits_of
from tokviz.compare.sizes import MOST_SIZES
from tokviz.corpus.passages import Text
from tokviz.examples import load

COURSE = ("bpe:course", "wordpiece:course", "unigram:course")
EVERY = [f"{name}:{preset}" for name, entry in ALGORITHMS.items() for preset in entry.presets]


def clock(source: ComparedCorpus, text: str, names: tuple[str, ...]) -> Clock:
    engine = Engine(source)
    return clock_of(Comparison(engine, tuple(engine.tokenizer(Slot.of(name), 10, name) for name in names), text))


def of_example(name: str, text: str, names: tuple[str, ...] = COURSE) -> Clock:
    split = "words" if load(name).is_prose else "whitespace"
    return clock(ComparedCorpus.of_example(name, split), text, names)


def test_the_course_words_need_these_tokens_at_each_size() -> None:
    """Counted by hand along the course's merges, scores and losses."""
    hug = of_example("hug", "unhug")
    needed = {hand.label: [hug.tokens(hand, size) for size in range(7, 17)] for hand in hug.hands}
    assert needed["bpe:course"] == [16, 13, 11, 9, 8, 7, 6, 5, 5, 5]
    assert needed["wordpiece:course"] == [16, 15, 13, 12, 11, 9, 8, 7, 6, 5]
    assert needed["unigram:course"] == [16, 12, 10, 9, 9, 9, 9, 9, 9, 9]
    assert (hug.letters, hug.whole) == (16, 5)


def test_a_word_that_is_unknown_somewhere_counts_for_nobody() -> None:
    hug = of_example("hug", "unhug")
    assert [word.text for word in hug.words] == ["hug", "pug", "pun", "bun", "hugs", "unhug"]
    assert hug.counted == (True, True, True, True, True, False)


@pytest.mark.parametrize("name", EVERY)
@pytest.mark.parametrize(("example", "text"), [("hug", "unhug"), ("sennrich", "lowest newer")])
def test_each_state_is_that_vocabulary_and_splits_as_its_tokenizer(example: str, text: str, name: str) -> None:
    made = of_example(example, text, (name,))
    (hand,) = made.hands
    special = len(hand.trace.rules.first_tokens)
    for number, state in enumerate(hand.states):
        model = hand.model(number)
        assert len(hand.trace.vocabulary(state.steps)) - special == state.size
        assert hand.splits[number] == tuple(splits_of([word.passage], model)[0] for word in made.words)
        if name.split(":")[0] != "superbpe":
            needed = sum(len(model.encode_word(word)) * count for word, count in hand.trace.corpus.items())
            assert hand.totals[number] == needed


def test_a_size_between_two_states_has_the_smaller() -> None:
    hug = of_example("hug", "unhug", USUAL)
    unigram = hug.hands[2]
    assert unigram.sizes == (7, 9, 12, 15, 19)
    assert [unigram.at(size) for size in (6, 7, 8, 11, 19, 20)] == [
        (0, "before"),
        (0, "here"),
        (0, "smaller"),
        (1, "smaller"),
        (4, "here"),
        (4, "above"),
    ]
    assert hug.hands[0].at(15) == (7, "after")


def test_what_each_did_is_one_merge_or_what_a_pruning_took() -> None:
    hug = of_example("hug", "unhug")
    bpe, _, unigram = hug.hands
    merged = bpe.move(3)
    assert merged is not None
    assert (merged.step, merged.added, merged.gone) == (2, ("hug",), ())
    pruned = unigram.move(3)
    assert pruned is not None
    assert (pruned.gone, pruned.loss, pruned.is_used) == (("gs",), 0.0, False)
    assert bpe.move(0) is None
    assert unigram.move(len(unigram.states) - 1) is None


def test_of_words_that_are_as_frequent_the_first_is_the_one_that_changed() -> None:
    """A link says the same on every machine."""
    words = [f"ab{letter}" for letter in "klmnopqr"]
    (hand,) = clock_of_traces({"BPE": bpe.train(Corpus(dict.fromkeys(words, 3)), rules="course")}).hands
    assert hand.changed(1) == ("abk", ("ab", "k"))


def test_a_move_that_changes_no_word_that_is_shown_has_one_of_the_corpus_that_it_changed() -> None:
    made = of_example("lighthouse", "The keeper", COURSE)
    for hand in made.hands:
        for number in range(40):
            before, found, move = hand.came_from(number), hand.changed(number), hand.move(number)
            if found is None:
                # A merge is of a pair that is somewhere; a piece may be gone without a word that had it.
                assert move is None or not hand.grows
                continue
            word, tokens = found
            assert before is not None
            assert word in hand.trace.corpus
            assert tuple(hand.model(number).encode_word(word)) == tuple(tokens)
            assert tuple(hand.model(before).encode_word(word)) != tuple(tokens)


def test_of_a_text_the_first_words_are_shown_and_the_whole_corpus_is_counted() -> None:
    text = "The lighthouse keeper shone over the water and the harbour and the boats went home again"
    made = of_example("lighthouse", text, USUAL)
    assert not made.is_whole
    assert len(made.words) == 12
    assert made.largest - made.smallest <= MOST_SIZES
    for hand in made.hands:
        assert made.needed(hand) == hand.totals


def test_trainings_of_different_words_have_no_clock_in_common() -> None:
    one, other = bpe.train(Corpus({"hug": 2})), bpe.train(Corpus({"pug": 2}))
    with pytest.raises(ValueError, match="different words"):
        clock_of_traces({"one": one, "other": other})


@given(
    st.lists(st.text("abcd", min_size=1, max_size=6), min_size=2, max_size=6, unique=True),
    st.sampled_from(["bpe", "wordpiece", "unigram"]),
)
def test_drawn_words_are_split_as_by_the_tokenizer_of_each_size(words: list[str], name: str) -> None:
    corpus = Corpus({word: 1 + place for place, word in enumerate(words)})
    source = ComparedCorpus(corpus, Text.listed(corpus, ("drawn", *words)), "whitespace")
    preset = "soft-em" if name == "unigram" else "course"
    made = clock(source, words[0] + words[-1], (f"{name}:{preset}",))
    (hand,) = made.hands
    for number in range(len(hand.states)):
        model = hand.model(number)
        assert [split.tokens for split in hand.splits[number]] == [
            tuple(model.encode_word(word.text)) for word in made.words
        ]
        assert hand.totals[number] == sum(len(model.encode_word(word)) * count for word, count in corpus.items())
