"""The exercise on several merges in their order: every order that ties allow is right.

What ties leave open is followed by the plain algorithm of :mod:`tokviz.merging.plain`; under rules that it does not
know only the order of the trace is right.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import islice
from typing import cast

from tokviz import wordpiece
from tokviz.corpus import Corpus
from tokviz.exercises.answers import read_pairs
from tokviz.exercises.drawing import Draw
from tokviz.exercises.kind import Exercise
from tokviz.exercises.merging import Trace, because, drawn_bpe, opening, shown_words, some_step
from tokviz.exercises.task import Answer, Line, State, Task, line, times
from tokviz.merging.plain import Word, count_pairs, count_symbols, leaves_out, merged
from tokviz.merging.rules import Rules
from tokviz.merging.steps import Pair

__all__ = ["KINDS", "MAX_ACCEPTED"]

MAX_ACCEPTED = 200
"""The most orders of merges that a task lists; a list of merges is graded without that list."""

Pairs = tuple[Pair, ...]


def next_merges(*, trace: Trace, k: int = 0, n: int = 2) -> Task:
    """Which `n` pairs are merged after `k` merges, in their order. Raises IndexError where the training is shorter."""
    if n < 1 or k + n > len(trace):
        raise IndexError(f"after {k} merges there are no {n} more")
    taken = tuple(trace.merges[k : k + n])
    return Task(
        "next-merges",
        "pairs",
        line(opening("next-merges", trace), n=n, number=k + 1),
        (shown_words(trace, k),),
        taken,
        (line("exercise.hint.next-merges"), line("exercise.hint.next-merges.first", count=_occurring(trace, k))),
        tuple(one for step in range(k, k + n) for one in because(trace, step)),
        others=tuple(one for one in islice(_orders(trace, k, n), MAX_ACCEPTED) if one != taken),
        state=State(trace, k),
    )


def _occurring(trace: Trace, k: int) -> Line:
    """How often the pair occurs that is merged next, as a part of a sentence."""
    return times(trace.pairs(k)[trace.merges[k]])


def _orders(trace: Trace, k: int, n: int) -> Iterator[Pairs]:
    """Every order of `n` merges that the rules allow where ties are left open."""
    if not _is_open(trace):
        return

    def walk(words: tuple[Word, ...], done: Pairs) -> Iterator[Pairs]:
        if len(done) == n:
            yield done
            return
        for pair in _choices(words, trace.corpus, trace.rules):
            token = trace.rules.join(*pair)
            yield from walk(tuple(merged(word, pair, token) for word in words), (*done, pair))

    yield from walk(tuple(trace.words(k).values()), ())


def _is_open(trace: Trace) -> bool:
    """Whether the plain algorithm knows what these rules choose from."""
    return not leaves_out(trace.rules) and trace.select_by != "gain"


def _choices(words: tuple[Word, ...], corpus: Corpus, rules: Rules) -> list[Pair]:
    """The pairs that tie for the best, by count or score."""
    counts = count_pairs(words, corpus.counts)
    symbols = count_symbols(words, corpus.counts)
    score = isinstance(rules, wordpiece.Rules) and rules.select_by == "score"
    values = {
        pair: Fraction(n, symbols[pair[0]] * symbols[pair[1]] if score else 1)
        for pair, n in counts.items()
        if n >= rules.minimum_count
    }
    best = max(values.values(), default=None)
    return [pair for pair, value in values.items() if value == best]


def _after(task: Task, merges: Pairs) -> tuple[Word, ...]:
    """The words of a task after some more merges."""
    trace = cast("Trace", task.state.trace)
    words = tuple(trace.words(task.state.k).values())
    for pair in merges:
        words = tuple(merged(word, pair, trace.rules.join(*pair)) for word in words)
    return words


def _read(task: Task, answer: object) -> tuple[Answer, ...]:
    rules = cast("Trace", task.state.trace).rules

    def known(merges: Pairs) -> list[tuple[Pair, str]]:
        words = _after(task, merges)
        return [(pair, rules.join(*pair)) for pair in count_pairs(words, [1] * len(words))]

    return read_pairs(answer, known, len(cast("Pairs", task.solution)))


def _right_from_start(task: Task, answer: Answer) -> int:
    """How many merges are right before the first that is not."""
    trace, merges, taken = cast("Trace", task.state.trace), cast("Pairs", answer), cast("Pairs", task.solution)
    for right, (pair, best) in enumerate(zip(merges, taken, strict=True)):
        allowed = _choices(_after(task, merges[:right]), trace.corpus, trace.rules) if _is_open(trace) else [best]
        if pair not in allowed:
            return right
    return len(taken)


def _accepts(task: Task, answer: Answer) -> bool:
    return _right_from_start(task, answer) == len(cast("Pairs", task.solution))


def _part(task: Task, answer: Answer) -> Fraction:
    return Fraction(_right_from_start(task, answer), len(cast("Pairs", task.solution)))


def _remark(task: Task, answer: Answer) -> tuple[Line, ...]:
    trace, merges = cast("Trace", task.state.trace), cast("Pairs", answer)
    right = _right_from_start(task, answer)
    words = _after(task, merges[:right])
    counts = count_pairs(words, trace.corpus.counts)
    best, yours = cast("Pairs", task.solution)[right], merges[right]
    if _is_open(trace):
        allowed = _choices(words, trace.corpus, trace.rules)
        best = best if best in allowed or not allowed else allowed[0]
    return (
        line(
            "exercise.wrong.pairs",
            number=task.state.k + right + 1,
            yours=yours,
            count=counts.get(yours, 0),
            best=best,
            more=counts.get(best, 0),
        ),
    )


def _drawn(draw: Draw, level: int) -> Task:
    trace, n = drawn_bpe(draw, level), 2 if level < 3 else 3
    return next_merges(trace=trace, k=some_step(draw, level, trace, n), n=min(n, len(trace)))


KINDS = (Exercise("next-merges", _drawn, next_merges, _read, accepts=_accepts, remark=_remark, part=_part),)
