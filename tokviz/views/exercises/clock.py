"""Questions on the clock of `/compare`: what the trainings have at the next size, graded by their traces.

That on a new word is the exercise `fewest-tokens` about the trainings at that size, with its verdicts and its reasons.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import pairwise
from typing import Any, cast

from tokviz import bpe, wordpiece
from tokviz.compare.clock import Clock, Hand
from tokviz.exercises import check
from tokviz.exercises.comparing import fewest_tokens
from tokviz.views.compare.clock import counted
from tokviz.views.exercises.wording import sentences
from tokviz.views.merges.narration import next_merge
from tokviz.views.picture.questions import Option, Question, add_questions
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.sentences import code_word, plain, segments


def fewest_question(clock: Clock, step: int, say: Catalog) -> Question | None:
    """Ask which training needs the fewest tokens at the size after a step. Nothing is asked where no number changes, or
    all are the same."""
    size = clock.smallest + step + 1
    known = _worth_asking(*([clock.tokens(hand, at) for hand in clock.hands] for at in (size - 1, size)))
    if size > clock.largest or not known:
        return None
    options = _options(clock, known, [number == min(known) for number in known], say)
    numbers = [f"{hand.label} {say.integer(number)}" for hand, number in zip(clock.hands, known, strict=True)]
    return Question(
        text=plain(say("clock.ask", size=size, counts=counted(clock, say))),
        options=options,
        answer=plain(say("clock.answer", numbers=say("list.comma").join(numbers))),
    )


def _options(clock: Clock, numbers: Sequence[int], right: Sequence[bool], say: Catalog) -> list[Option]:
    """Return the trainings as options. numbers: of their tokens."""
    return [
        Option(
            label=plain(hand.label),
            told=plain(say.count("count.tokens", number)),
            right=is_right,
            chosen=is_right,
            share=1 - (number - min(numbers)) / max(numbers),
        )
        for hand, number, is_right in zip(clock.hands, numbers, right, strict=True)
    ]


def word_question(clock: Clock, step: int, say: Catalog) -> Question | None:
    """Ask the same of a word that the corpus does not have, the first where something changes, as the exercise does: it
    grades the answer. Nothing is asked where the exercise would not, as of a word that one of them does not know."""
    size = clock.smallest + step + 1
    if size > clock.largest:
        return None
    for place, word in enumerate(clock.words):
        known = _worth_asking(*(_tokens_of(clock, place, at) for at in (size - 1, size)))
        if word.count == 0 and known:
            with suppress(IndexError):
                return _asked_as_exercise(clock, word.text, size, known, say)
    return None


def _asked_as_exercise(clock: Clock, word: str, size: int, numbers: Sequence[int], say: Catalog) -> Question | None:
    """Ask as the exercise on the trainings at a size does. numbers: of the tokens that are drawn: nothing is asked if
    the word alone has others than in its text. Raises IndexError for what the exercise does not take."""
    models = [cast("Any", hand.model(hand.at(size)[0])) for hand in clock.hands]
    task = fewest_tokens(models=models, word=word)
    if [len(model.encode_word(word)) for model in models] != [*numbers]:
        return None
    options = _options(clock, numbers, [check(task, choice).right for choice in task.choices], say)
    text = segments(say("clock.ask.word", size=size, word=code_word(word)))
    named = segments(say("clock.answer.word", size=size, word=code_word(word)))
    return Question(text, options, answer=(*named, *sentences(task.because, say)), hint=sentences(task.hints, say))


def _tokens_of(clock: Clock, place: int, size: int) -> list[int | None]:
    """Return the number of tokens that each training needs for a word that is shown.

    None where it has no vocabulary of that size, or does not know the word.
    """
    states = [(hand.splits[number][place], there) for hand in clock.hands for number, there in (hand.at(size),)]
    return [len(split.tokens) if split.is_known and there != "before" else None for split, there in states]


def _worth_asking(now: Sequence[int | None], then: Sequence[int | None]) -> list[int]:
    """Return the numbers of tokens at a size if there is something to ask: all have one, some differ, and at least one
    was another at the size before."""
    known = [number for number in then if number is not None]
    return known if now != then and len(known) == len(then) and len(set(known)) > 1 else []


def joined_question(clock: Clock, step: int, say: Catalog) -> Question | None:
    """Ask which pair a training merges for the size after a step. Nothing is asked where no word that is shown has that
    pair; where several trainings would do, they are asked about in turns."""
    size = clock.smallest + step + 1
    asked = [(hand, merge) for hand in clock.hands if (merge := _joins(hand, size)) is not None]
    if size > clock.largest or not asked:
        return None
    hand, merge = asked[step // len(_QUESTIONS) % len(asked)]
    assert isinstance(hand.trace, bpe.Trace | wordpiece.Trace)
    built = next_merge(hand.trace, merge, say)
    if built is None:
        return None
    text = plain(say("clock.ask.pair", name=hand.label, size=size))
    return replace(built, text=text, pairs=False, others=(), beyond=None)


def _joins(hand: Hand, size: int) -> int | None:
    """Return the merge that leads to a size and joins two boxes of a word that is shown; None where none does."""
    number, place = hand.at(size)
    if place != "here" or not isinstance(hand.trace, bpe.Trace | wordpiece.Trace):
        return None
    move, before = hand.move(number), hand.came_from(number)
    if move is None or move.step is None or before is None:
        return None
    pair = hand.trace[move.step].pair
    return move.step if any(pair in pairwise(split.tokens) for split in hand.splits[before]) else None


_QUESTIONS = (fewest_question, joined_question, word_question)


def question(clock: Clock, step: int, say: Catalog) -> Question | None:
    """Return the question before the size after a step is shown.

    It asks in turns which training needs the fewest tokens there, which two boxes one of them joins, and which needs
    the fewest tokens for a new word alone.
    """
    first = step % len(_QUESTIONS)
    asked = (way(clock, step, say) for way in (*_QUESTIONS[first:], *_QUESTIONS[:first]))
    return next((one for one in asked if one is not None), None)


def add_asked(part: dict[str, Any], clock: Clock, topic: object, say: Catalog) -> None:
    """Add to a part of the payload what is asked at its sizes. topic: names the clock."""
    add_questions(part, lambda step: question(clock, step, say), ("clock", topic), say)
