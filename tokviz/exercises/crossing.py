"""Exercises on SuperBPE: the first token of two words, and the pair that is merged although others are more frequent.

Both begin where the borders between words have fallen, and give the lines as they are split there. A pair that is
passed over is no answer, however often it occurs.
"""

from __future__ import annotations

from collections import Counter
from typing import cast

from tokviz.corpus import Corpus
from tokviz.exercises.answers import Exercise, read_pair
from tokviz.exercises.task import Answer, Draw, Explanation, Given, State, Task
from tokviz.lines import Line, line, times
from tokviz.merging.steps import Pair
from tokviz.superbpe import Candidate, Rules, Trace, train, words_in_token

__all__ = ["KINDS", "first_superword", "passed_over"]

_FIRST, _MIDDLE, _LAST = ("by", "on", "in", "at"), ("the", "my", "a", "our"), ("way", "sea", "day", "bay", "end")
_MOST_DRAWS = 200


def _lines(draw: Draw, level: int) -> Corpus:
    """Draw some lines of three words that share parts."""
    first, middle, last = draw.sample(_FIRST, 2), draw.sample(_MIDDLE, 1 + level // 2), draw.sample(_LAST, 1 + level)
    counts: Counter[str] = Counter()
    for _ in range(2 + level):
        phrase = " ".join((draw.choice(first), draw.choice(middle), draw.choice(last)))
        counts[phrase] += draw.between(1, 3)
    return Corpus(counts)


def _trained(corpus: Corpus, most: int) -> Trace:
    """Train with words that are whole before the borders fall."""
    return train(corpus, rules=Rules(stage1="spaces", stage2="lines", max_token_words=most))


def _given(trace: Trace, k: int) -> Given:
    lines = tuple((symbols, trace.corpus[text]) for text, symbols in trace.words(k).items())
    return Given("words", lines, unit="line")


def _task(
    kind: str, trace: Trace, k: int, prompt: Line, hints: tuple[Line, ...], because: tuple[Explanation, ...]
) -> Task:
    candidates = trace.candidates(k)
    allowed = [one for one in candidates if one.vetoed is None]
    if not allowed:
        raise IndexError(f"after {k} steps there is nothing left to merge")
    right = [one.pair for one in allowed if one.count == allowed[0].count]
    known = tuple((one.pair, _reason(one)) for one in candidates)
    told = line("exercise.why.crossing", pair=right[0], count=times(allowed[0].count))
    return Task(
        kind,
        "pair",
        prompt,
        (_given(trace, k),),
        right[0],
        hints,
        (told, *because),
        others=tuple(right[1:]),
        known=cast("tuple[Answer, ...]", known),
        state=State(trace, k),
    )


def _reason(one: Candidate) -> str:
    return "" if one.vetoed is None else str(words_in_token(one.token))


def first_superword(*, trace: Trace) -> Task:
    """Ask which pair is merged first once the borders have fallen. Raises IndexError where they never do."""
    if trace.lift is None:
        raise IndexError("the borders do not fall in this training")
    hints = (line("exercise.hint.first-superword"),)
    return _task("first-superword", trace, trace.lift + 1, line("exercise.ask.first-superword"), hints, ())


def passed_over(*, trace: Trace, k: int) -> Task:
    """Ask which pair is merged after `k` steps, where a token has a limit of words."""
    most = trace.rules.max_token_words or 0
    vetoed = [one for one in trace.candidates(k) if one.vetoed is not None]
    because = tuple(
        line("exercise.why.passed-over", pair=one.pair, count=times(one.count), words=words_in_token(one.token))
        for one in vetoed[:2]
    )
    hints = (line("exercise.hint.passed-over", most=most),)
    return _task("passed-over", trace, k, line("exercise.ask.passed-over", most=most), hints, because)


def _drawn_superword(draw: Draw, level: int) -> Task:
    return first_superword(trace=_trained(_lines(draw, level), 4))


def _drawn_passed_over(draw: Draw, level: int) -> Task:
    for _ in range(_MOST_DRAWS):
        trace = _trained(_lines(draw, level), 2)
        assert trace.lift is not None
        for k in range(trace.lift + 1, len(trace)):
            first = trace.candidates(k)[0]
            if first.vetoed is not None:
                return passed_over(trace=trace, k=k)
    raise AssertionError("no lines were drawn in which a pair is passed over")


def _read(task: Task, answer: object) -> tuple[Answer, ...]:
    known = cast("tuple[tuple[Pair, str], ...]", task.known)
    return read_pair(answer, [(pair, "".join(pair)) for pair, _ in known])


def _remark(task: Task, answer: Answer) -> tuple[Line, ...]:
    pair, known = cast("Pair", answer), dict(cast("tuple[tuple[Pair, str], ...]", task.known))
    if pair not in known:
        return (line("exercise.wrong.pair.none", pair=pair),)
    if words := known[pair]:
        return (line("exercise.wrong.passed-over", pair=pair, words=int(words)),)
    return (line("exercise.wrong.crossing", yours=pair, best=cast("Pair", task.solution)),)


KINDS = (
    Exercise("first-superword", _drawn_superword, first_superword, _read, remark=_remark),
    Exercise("passed-over", _drawn_passed_over, passed_over, _read, remark=_remark),
)
