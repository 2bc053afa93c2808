"""The payload of the clock: its sentences are true of the trace, and its cuts are those of the splits."""

from __future__ import annotations

import json
from itertools import pairwise

import pytest

from tokviz.compare.clock import Clock, clock_of
from tokviz.compare.comparison import USUAL, ComparedCorpus, Comparison, Engine, Slot
from tokviz.exercises import about, check
from tokviz.merging.merge_trace import MergeTrace
from tokviz.views.compare.clock import (
    agreement,
    part_of,
    payload,
    said,
)
from tokviz.views.exercises.clock import fewest_question, joined_question, question, word_question
from tokviz.views.exercises.wording import sentences
from tokviz.views.shared.catalog import load
from tokviz.views.shared.sentences import as_text

COURSE = ("bpe:course", "wordpiece:course", "unigram:course")
FIRST_MESSAGE = 300_000  # bytes


def made(
    names: tuple[str, ...] = COURSE, example: str = "hug", split: str = "whitespace", text: str = "unhug"
) -> Clock:
    engine = Engine(ComparedCorpus.of_example(example, split))
    tokenizers = tuple(engine.tokenizer(Slot.of(name), 10, name.partition(":")[0]) for name in names)
    return clock_of(Comparison(engine, tokenizers, text))


@pytest.mark.parametrize("language", ["en", "zh"])
def test_each_training_names_what_it_did_and_its_number(language: str) -> None:
    hug, say = made(), load(language)
    bpe, wordpiece, unigram = (as_text(said(hug, hand, 10, "right", say)) for hand in hug.hands)
    assert "`hug`" in bpe
    assert "15" in bpe
    assert "1/15" in wordpiece.replace("\u00a0", " ")
    assert "`bu`" in unigram  # which it still has
    assert "9" in unigram


def test_a_training_against_its_way_only_rewinds() -> None:
    hug, say = made(), load("en")
    bpe, _, unigram = hug.hands
    assert "`pun`" in as_text(said(hug, bpe, 10, "left", say))  # which comes next
    assert "`gs`" in as_text(said(hug, unigram, 10, "left", say))  # which it has just removed


def test_a_size_that_is_skipped_is_told_with_both_ends() -> None:
    hug, say = made(USUAL), load("en")
    text = as_text(said(hug, hug.hands[2], 10, "right", say))
    assert all(number in text for number in ("10", "12", "9"))


@pytest.mark.parametrize("size", range(7, 17))
def test_the_agreement_counts_the_words_that_all_cut_at_the_same_places(size: int) -> None:
    hug, say = made(), load("en")
    states = [hand.splits[hand.at(size)[0]] for hand in hug.hands]
    same = [
        word.text
        for place, word in enumerate(hug.words)
        if all(splits[place].is_known for splits in states) and len({splits[place].cuts for splits in states}) == 1
    ]
    text = as_text(agreement(hug, size, say)).split(". ")[0]
    assert (f" {len(same)} of " in text) == bool(same)


@pytest.mark.parametrize("step", range(10))
def test_the_right_answer_is_who_needs_the_fewest_tokens_at_the_next_size(step: int) -> None:
    hug = made()
    asked = fewest_question(hug, step, load("en"))
    size = hug.smallest + step + 1
    then = [hug.tokens(hand, size) if size <= hug.largest else None for hand in hug.hands]
    now = [hug.tokens(hand, size - 1) for hand in hug.hands]
    if size > hug.largest or then == now or len(set(then)) == 1:
        assert asked is None
        return
    assert asked is not None
    assert [option.right for option in asked.options] == [needed == min(filter(None, then)) for needed in then]
    assert all(str(needed) in as_text(asked.answer) for needed in then)


@pytest.mark.parametrize("step", range(10))
@pytest.mark.parametrize("name", COURSE[:2])
def test_the_right_pairs_are_those_that_are_worth_most_before_the_next_size(name: str, step: int) -> None:
    hug = made((name,))
    (hand,) = hug.hands
    asked = joined_question(hug, step, load("en"))
    number, place = hand.at(hug.smallest + step + 1)
    if place != "here":
        assert asked is None
        return
    trace = hand.trace
    assert isinstance(trace, MergeTrace)
    pair = trace.merges[number - 1]
    shown = {pair for split in hand.splits[number - 1] for pair in pairwise(split.tokens)}
    if pair not in shown:  # for WordPiece, a shown word may be split by longer tokens than those of the merge
        assert asked is None
        return
    assert asked is not None
    candidates = trace.candidates(number - 1)
    best = {candidate.pair for candidate in candidates if candidate.value == candidates[0].value}
    assert {option.names for option in asked.options if option.right} == best
    assert [option.names for option in asked.options if option.chosen] == [pair]
    assert hug.hands[0].label in as_text(asked.text)


WORDS = "bugs buns gnus pugs"


@pytest.mark.parametrize("step", range(10))
def test_the_question_on_a_new_word_is_graded_as_the_exercise_does(step: int) -> None:
    hug, say = made(text=WORDS), load("en")
    asked, size = word_question(hug, step, say), hug.smallest + step + 1
    new = {place: word.text for place, word in enumerate(hug.words) if not word.count}

    def tokens(place: int, at: int) -> list[int | None]:
        every = [(hand, *hand.at(at)) for hand in hug.hands]
        return [None if there == "before" else len(hand.splits[number][place].tokens) for hand, number, there in every]

    known = [place for place in new if all(splits[place].is_known for hand in hug.hands for splits in hand.splits)]
    changed = [place for place in known if size <= hug.largest and tokens(place, size - 1) != tokens(place, size)]
    wanted = [place for place in changed if None not in tokens(place, size) and len(set(tokens(place, size))) > 1]
    if not wanted:
        assert asked is None
        return
    assert asked is not None
    assert f"`{new[wanted[0]]}`" in as_text(asked.text)
    models = [hand.model(hand.at(size)[0]) for hand in hug.hands]
    task = about("fewest-tokens", models=models, word=new[wanted[0]])
    assert [option.right for option in asked.options] == [check(task, choice).right for choice in task.choices]
    numbers = tokens(wanted[0], size)
    assert [option.right for option in asked.options] == [number == min(filter(None, numbers)) for number in numbers]
    assert asked.hint == sentences(task.hints, say)
    reasons = sentences(task.because, say)
    assert asked.answer[-len(reasons) :] == reasons
    assert as_text(asked.answer).startswith(f"`{new[wanted[0]]}` ")  # which the reasons call "it"


@pytest.mark.parametrize(
    ("names", "text"),
    [
        (COURSE, "unhug"),  # WordPiece has no u at the start of a word
        (COURSE, ""),
        (("bpe:course", "bpe:sennrich"), WORDS),  # each algorithm once
        (("bpe:course", "picky:picky"), WORDS),  # which no exercise is about
    ],
)
def test_no_word_is_asked_about_that_the_exercise_does_not_take(names: tuple[str, ...], text: str) -> None:
    clock, say = made(names, text=text), load("en")
    assert {word_question(clock, step, say) for step in range(clock.largest - clock.smallest + 1)} == {None}


def test_a_step_asks_what_has_its_turn_or_what_can_be_asked() -> None:
    hug, say = made(text=WORDS), load("en")
    ways = (fewest_question, joined_question, word_question)
    kinds = set()
    for step in range(10):
        every = [way(hug, step, say) for way in ways]
        turn = [*every[step % 3 :], *every[: step % 3]]
        asked = question(hug, step, say)
        assert asked == next((one for one in turn if one), None)
        kinds |= {place for place, one in enumerate(every) if asked and one == asked}
    assert kinds == {0, 1, 2}


def test_trainings_have_turns_in_which_they_are_asked_about() -> None:
    hug, say = made(), load("en")
    asked = [one for step in range(1, 8, 3) if (one := question(hug, step, say))]
    assert all(one.options[0].names for one in asked)
    names = [as_text(one.text) for one in asked if one.options[0].names]
    told = [next(hand.label for hand in hug.hands if hand.label in text.split()) for text in names]
    assert told == ["bpe", "wordpiece", "wordpiece"]  # BPE has ended where it would have its turn again


def test_the_cuts_that_are_sent_are_those_of_each_state() -> None:
    hug = made()
    sent = payload(hug, part_of(hug, 10), load("en"))["picture"]["hands"]
    for hand, drawn in zip(hug.hands, sent, strict=True):
        here: list[object] = [[]] * len(hug.words)
        changes = {(number, word): cuts for number, word, cuts in drawn["cuts"]}
        for number, splits in enumerate(hand.splits):
            for word, split in enumerate(splits):
                here[word] = changes.get((number, word), here[word])
                wanted = [cut // 288 for cut in split.cuts] if split.is_known else None
                assert here[word] == wanted


def test_a_size_is_free_where_a_piece_is_removed_at_no_loss() -> None:
    hug = made()
    sent = payload(hug, range(10), load("en"))["frames"]
    for frame, size in zip(sent, range(hug.smallest, hug.largest + 1), strict=True):
        for hand, there in zip(hug.hands, frame["hands"], strict=True):
            number, place = hand.at(size)
            move = hand.move(number) if place == "here" else None
            assert there["free"] == (move is not None and move.loss is not None and abs(move.loss) < 1e-9)
    assert [frame["hands"][2]["free"] for frame in sent].count(True) > 1
    assert not any(there["free"] for frame in sent for there in frame["hands"][:2])


def test_where_no_word_that_is_shown_changes_one_of_the_corpus_is_told() -> None:
    """BPE's first merge, `h e`, is in none of the two words that are shown."""
    story, say = made(example="lighthouse", split="words", text="lamp rock"), load("en")
    bpe = story.hands[0]
    found = bpe.changed(1)
    assert found is not None
    text = as_text(said(story, bpe, bpe.states[1].size, "right", say))
    assert f"`{found[0]}`" in text
    assert f"`{' '.join(found[1])}`" in text
    shown = made(example="lighthouse", split="words", text=f"lamp {found[0]}")
    text = as_text(said(shown, shown.hands[0], bpe.states[1].size, "right", say))
    assert f"`{' '.join(found[1])}`" not in text  # it is seen


def test_a_long_corpus_sends_little_at_first() -> None:
    text = "The lighthouse keeper and the unhappiest tokenizers of all"
    english = made(USUAL, "english", "words", text)
    first = payload(english, part_of(english, english.smallest), load("en"))
    assert len(json.dumps(first).encode()) < FIRST_MESSAGE
