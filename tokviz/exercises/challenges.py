"""Challenges: find a corpus on which the algorithms behave in a given way. An answer is graded by training on it.

A corpus has to be small, so that its training can be read and the best of all merges can be searched for.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import cast

from tokviz import bpe, wordpiece
from tokviz.corpus import Corpus
from tokviz.errors import TokvizError
from tokviz.exercises.answers import Exercise, UnreadableError, text_of
from tokviz.exercises.task import Answer, Draw, Given, State, Task
from tokviz.lines import Line, line, times
from tokviz.merging.plain import Word, count_pairs, merged
from tokviz.merging.steps import Pair

CHALLENGE_KEYS = {
    "second-ties": "exercise.challenge.second-ties",
    "shrinks": "exercise.challenge.shrinks",
    "bpe-wordpiece": "exercise.challenge.bpe-wordpiece",
    "tie-break": "exercise.challenge.tie-break",
    "mark": "exercise.challenge.mark",
    "greedy": "exercise.challenge.greedy",
    "overlap": "exercise.challenge.overlap",
}

_HINTS = {
    "second-ties": "exercise.challenge.second-ties.hint",
    "shrinks": "exercise.challenge.shrinks.hint",
    "bpe-wordpiece": "exercise.challenge.bpe-wordpiece.hint",
    "tie-break": "exercise.challenge.tie-break.hint",
    "mark": "exercise.challenge.mark.hint",
    "overlap": "exercise.challenge.overlap.hint",
    "greedy": "exercise.challenge.greedy.hint",
}

MAX_WORDS = 8
MAX_LETTERS = 12
"""The maximum number of words in a challenge's corpus, and the maximum length of a word."""

Found = tuple[bool, tuple[Line, ...]]


@dataclass(frozen=True)
class Challenge:
    """One challenge. look: whether a corpus meets it, and what there is to see. start: what to begin with, which does
    not; example: one that does."""

    name: str
    look: Callable[[Corpus], Found]
    start: Mapping[str, int]
    example: Mapping[str, int]
    level: int


def _differ_at_first(corpus: Corpus) -> Found:
    bpe_trace, other = bpe.train(corpus, merges=1, rules="course"), wordpiece.train(corpus, merges=1, rules="course")
    if not len(bpe_trace) or not len(other):
        return False, (line("exercise.find.nothing"),)
    step, scored = bpe_trace[0], other[0]
    plain = cast("Pair", tuple(symbol.removeprefix("##") for symbol in scored.pair))
    explanation = line(
        "exercise.find.bpe-wordpiece",
        bpe=step.pair,
        count=times(step.count),
        wordpiece=scored.pair,
        score=scored.score,
    )
    return step.pair != plain, (explanation,)


def _second_ties(corpus: Corpus) -> Found:
    trace = bpe.train(corpus, merges=2, rules="course")
    if len(trace) < 2:
        return False, (line("exercise.find.short", n=len(trace)),)
    tied = trace[1].tied
    if len(tied) > 1:
        return True, (line("exercise.find.second-ties", pairs=tied[:5], count=times(trace[1].count)),)
    return False, (line("exercise.find.second-ties.not", pair=tied[0], count=times(trace[1].count)),)


def _length(words: tuple[Word, ...], corpus: Corpus) -> int:
    return sum(len(word) * count for word, count in zip(words, corpus.counts, strict=True))


def _best_of_two(corpus: Corpus) -> tuple[int, tuple[Pair, ...]]:
    """Return the fewest tokens that two merges can leave, and the merges: all of them are tried."""
    start = tuple(tuple(word) for word in corpus)
    best: tuple[int, tuple[Pair, ...]] = (_length(start, corpus), ())
    for first in count_pairs(start, corpus.counts):
        once = tuple(merged(word, first, "".join(first)) for word in start)
        for second in count_pairs(once, corpus.counts):
            twice = tuple(merged(word, second, "".join(second)) for word in once)
            best = min(best, (_length(twice, corpus), (first, second)), key=lambda candidate: candidate[0])
    return best


def _greedy_loses(corpus: Corpus) -> Found:
    trace = bpe.train(corpus, merges=2, rules="course")
    if len(trace) < 2:
        return False, (line("exercise.find.short", n=len(trace)),)
    greedy = _length(tuple(trace.words().values()), corpus)
    best, merges = _best_of_two(corpus)
    explanation = line("exercise.find.greedy", merges=tuple(trace.merges), greedy=greedy, others=merges, best=best)
    return best < greedy, (explanation,)


def _mark_matters(corpus: Corpus) -> Found:
    bare, marked = bpe.train(corpus, merges=1, rules="course"), bpe.train(corpus, merges=1, rules="sennrich")
    if not len(bare) or not len(marked):
        return False, (line("exercise.find.nothing"),)
    explanation = line("exercise.find.mark", bare=bare.merges[0], marked=marked.merges[0])
    return bare.merges[0] != marked.merges[0], (explanation,)


def _conventions_part(corpus: Corpus) -> Found:
    trace = bpe.train(corpus, merges=1, rules=bpe.Rules())
    other = bpe.train(corpus, merges=1, rules=bpe.Rules(tie_break="greatest-pair"))
    if not len(trace):
        return False, (line("exercise.find.nothing"),)
    rules = {"first": line("reason.rule.first-seen.present"), "last": line("reason.rule.greatest-pair.present")}
    explanation = line("exercise.find.tie-break", one=trace.merges[0], other=other.merges[0], **rules)
    return trace.merges != other.merges, (explanation,)


def _overlap(corpus: Corpus) -> Found:
    trace = bpe.train(corpus, merges=2, rules="course")
    ranked = list(trace.pairs(0).items())
    if len(trace) < 2 or len(ranked) < 2:
        return False, (line("exercise.find.short", n=len(trace)),)
    (_, most), (runner, before) = ranked[:2]
    third = ranked[2][1] if len(ranked) > 2 else 0
    if not most > before > third:
        return False, (line("exercise.find.overlap.tie", pair=runner, before=times(before)),)
    after, second = trace.pairs(1).get(runner, 0), trace.merges[1]
    explanation = line("exercise.find.overlap", pair=runner, before=times(before), after=times(after), second=second)
    return second != runner, (explanation,)


def _shrinks(corpus: Corpus) -> Found:
    trace = bpe.train(corpus, merges=1, rules="course")
    if not len(trace):
        return False, (line("exercise.find.nothing"),)
    step, before = trace[0], trace.symbols_in_use[0]
    explanation = line("exercise.find.shrinks", pair=step.pair, before=before, after=before + step.vocabulary_change)
    return step.vocabulary_change < 0, (explanation,)


CHALLENGES: Mapping[str, Challenge] = MappingProxyType(
    {
        challenge.name: challenge
        for challenge in (
            Challenge("second-ties", _second_ties, {"low": 5, "new": 3}, {"low": 5, "new": 5}, 1),
            Challenge("shrinks", _shrinks, {"low": 5, "wool": 2}, {"bid": 5, "bib": 1, "qu": 9}, 1),
            Challenge("bpe-wordpiece", _differ_at_first, {"hug": 10, "pun": 9}, {"hug": 10, "pug": 5, "hugs": 5}, 1),
            Challenge("tie-break", _conventions_part, {"up": 5, "upon": 3}, {"ab": 5, "cd": 5}, 2),
            Challenge("mark", _mark_matters, {"low": 5, "lower": 2}, {"cats": 3, "dogs": 4, "pins": 2}, 2),
            Challenge("overlap", _overlap, {"hug": 5, "pin": 4}, {"abc": 5, "ab": 1, "xy": 4}, 2),
            Challenge("greedy", _greedy_loses, {"low": 5, "lower": 2}, {"abc": 4, "cdab": 3, "bcd": 4}, 3),
        )
    }
)
"""Name -> challenge, from the easiest on."""


def find_corpus(*, challenge: str) -> Task:
    """Return the challenge of that name as a task. Raises KeyError for an unknown one."""
    searched = CHALLENGES[challenge]
    example = Corpus(searched.example)
    return Task(
        "find-corpus",
        "corpus",
        line(CHALLENGE_KEYS[challenge]),
        (Given("corpus", Corpus(searched.start)),),
        example,
        (line(_HINTS[challenge]),),
        (
            line("exercise.find.example", words=tuple((word, str(count)) for word, count in example.items())),
            *searched.look(example)[1],
        ),
        known=(challenge,),
        state=State(bpe.train(example, merges=4, rules="course")),
    )


def _drawn(draw: Draw, level: int) -> Task:
    return find_corpus(
        challenge=draw.choice([candidate.name for candidate in CHALLENGES.values() if candidate.level <= level])
    )


def _read(task: Task, answer: object) -> tuple[Answer, ...]:
    try:
        corpus = answer if isinstance(answer, Corpus) else _corpus(answer)
    except TokvizError as error:
        raise UnreadableError(line("exercise.unreadable.corpus", why=error)) from None
    if len(corpus) > MAX_WORDS or max(map(len, corpus)) > MAX_LETTERS:
        raise UnreadableError(line("exercise.unreadable.large", words=MAX_WORDS, letters=MAX_LETTERS))
    return (corpus,)


def _corpus(answer: object) -> Corpus:
    if isinstance(answer, Mapping):
        return Corpus(cast("Mapping[str, int]", answer))
    return Corpus.parse(text_of(answer))


def _look(task: Task, answer: Answer) -> Found:
    return CHALLENGES[str(task.known[0])].look(cast("Corpus", answer))


KINDS = (
    Exercise(
        "find-corpus",
        _drawn,
        find_corpus,
        _read,
        accepts=lambda task, answer: _look(task, answer)[0],
        remark=lambda task, answer: _look(task, answer)[1],
    ),
)
