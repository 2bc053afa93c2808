"""Answers to choose from, where the app has a field: the right one among slips that are easy to make.

A page without a server cannot read what somebody types, and need not: what there is to say of each of a few answers is
worked out by the real algorithm when the page is made. A slip that happens to be right, or that nobody could read, is
left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import islice, pairwise
from random import Random
from typing import cast

from tokviz import exercises
from tokviz.exercises import Task
from tokviz.exercises.task import Symbols
from tokviz.views.exercises.wording import symbols

__all__ = ["MOST", "options"]

MOST = 4
"""How many answers there are to choose from."""
_MARK = "##"
_LETTER = re.compile(r"</w>|.", re.DOTALL)


def options(task: Task) -> tuple[str, ...]:
    """The answers, each as it can be read; in an order that is the same whenever they are made. None for a corpus,
    which has to be written.

    >>> from tokviz import exercises
    >>> sorted(options(exercises.about("utf8-bytes", text="é")))
    ['00 E9', 'A9 C3', 'C3 A9', 'E9']
    """
    if task.form == "corpus":
        return ()
    right = _right(task)
    wrong = (text for text in dict.fromkeys(_slips(task)) if text != right and _is_wrong(task, text))
    found = [right, *islice(wrong, MOST - 1)]
    Random(f"{task.kind} {right}").shuffle(found)
    return tuple(found)


def _right(task: Task) -> str:
    match task.form:
        case "bytes":
            return _hexadecimal(cast(bytes, task.solution))
        case "number":
            return _number(Fraction(cast("float | Fraction", task.solution)))
        case "text":
            return str(task.solution)
        case "pair":
            return symbols(cast(Symbols, task.solution))
        case "pairs":
            return _pairs(cast("tuple[Symbols, ...]", task.solution))
        case _:
            return _parted(cast(Symbols, task.solution))


def _is_wrong(task: Task, text: str) -> bool:
    verdict = exercises.check(task, text)
    return verdict.readable and not verdict.right


def _slips(task: Task) -> Iterator[str]:
    match task.form:
        case "bytes":
            solution = cast(bytes, task.solution)
            text = solution.decode("utf-8")
            for other in (text.encode("latin-1", "ignore"), text.encode("utf-16-be"), solution[::-1], solution + b"\0"):
                if other:
                    yield _hexadecimal(other)
        case "number":
            value = Fraction(cast("float | Fraction", task.solution))
            if value == 0:
                yield from map(_number, (Fraction(1), Fraction(1, 2), Fraction(2)))
            elif value.denominator == 1:
                yield from map(str, (value - 1, value + 2, value * 2, value + 1))
            else:
                yield from map(_number, (value * 2, value / 2, value * 3, 1 - value))
        case "text":
            tokens = next(cast(Symbols, one.value) for one in task.given if one.name == "tokens")
            yield from ("".join(tokens), " ".join(tokens), "".join(token.removeprefix(_MARK) for token in tokens))
        case "pair":
            left, right = cast(Symbols, task.solution)
            yield symbols((right, left))
            yield from map(symbols, _neighbours(task))
        case "pairs":
            first, *others = cast("tuple[Symbols, ...]", task.solution)
            turned = (first[1], first[0])
            yield _pairs((*others, first))
            yield _pairs((turned, *others))
            yield _pairs((first, *((one[1], one[0]) for one in others)))
            yield _pairs((first,) * (1 + len(others)))
        case _:
            tokens, said = cast(Symbols, task.solution), task.prompt.values
            if tokens == said.get("unknown"):  # the word as if it were known
                whole = str(said["word"])
                tokens = (whole,)
                yield from map(_parted, (tokens, (whole[0], *(f"{_MARK}{letter}" for letter in whole[1:]))))
            yield from map(_parted, _otherwise(task, tokens))


def _otherwise(task: Task, tokens: Symbols) -> Iterator[Symbols]:
    """The same letters, parted elsewhere: an end too early or too late, two tokens in one, one in two, all letters."""
    is_marked = any(token.startswith(_MARK) for token in tokens) or "vocabulary" in {one.name for one in task.given}
    letters = [_LETTER.findall(token.removeprefix(_MARK) if place else token) for place, token in enumerate(tokens)]
    ends: list[int] = []
    for one in letters:
        ends.append((ends[-1] if ends else 0) + len(one))
    every = [letter for one in letters for letter in one]
    inner = ends[:-1]
    slips = [
        *([*inner[:k], end + by, *inner[k + 1 :]] for k, end in enumerate(inner) for by in (1, -1)),
        *([*inner[:k], *inner[k + 1 :]] for k in range(len(inner))),
        *(sorted({*inner, cut}) for cut in (len(every) // 2, len(every) - 1, 1)),
        list(range(1, len(every))),
    ]
    for cuts in slips:
        edges = [0, *cuts, len(every)]
        if all(one < other for one, other in pairwise(edges)):
            parts = ["".join(every[one:other]) for one, other in pairwise(edges)]
            yield tuple(f"{_MARK}{part}" if is_marked and place else part for place, part in enumerate(parts))


def _neighbours(task: Task) -> Iterator[Symbols]:
    """The pairs in the words that are given."""
    for one in task.given:
        for word, _ in cast("Iterable[tuple[Symbols, int]]", one.value if one.name == "words" else ()):
            yield from pairwise(word)


def _parted(tokens: Symbols) -> str:
    return " | ".join(symbols([token]) for token in tokens)


def _pairs(merges: tuple[Symbols, ...]) -> str:
    return ", ".join(map(symbols, merges))


def _hexadecimal(data: bytes) -> str:
    return data.hex(" ").upper()


def _number(value: Fraction) -> str:
    if value.denominator == 1:
        return str(value)
    return f"{value.numerator}/{value.denominator}" if value.denominator < 10_000 else f"{float(value):.4g}"
