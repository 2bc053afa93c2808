"""Choosing whose turn it is: that of the worst compressed language, unless it is exhausted or passed over.

The choice is a function of the lengths and of the turns given so far. Training and trace both call it, so a trace
records the turns that were given, and no reason for them.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from math import isnan

from tokviz.parity.rules import Rules

Score = int | float
"""A length in symbols, or a rate of compression divided by its target. Of lengths the greatest has the turn, of rates
the smallest."""


@dataclass(frozen=True)
class Choice:
    """The language that chooses: one that is `tied` with it has a higher number.

    passed_over: those before it, which had too many of the last turns, in the order in which they were looked at.
    is_over: whether it had too many itself, since all others did.
    """

    language: int
    tied: tuple[int, ...] = ()
    passed_over: tuple[int, ...] = ()
    is_over: bool = False


class Window:
    """The last turns, by language."""

    def __init__(self, size: int) -> None:
        """Begin without turns. size: the number that is remembered."""
        self.size = size
        self._turns: deque[int] = deque(maxlen=size)
        self._counts: dict[int, int] = {}

    def give(self, language: int) -> None:
        """Remember a turn, and forget the oldest beyond the size."""
        if len(self._turns) == self.size:
            self._counts[self._turns[0]] -= 1
        self._turns.append(language)
        self._counts[language] = self._counts.get(language, 0) + 1

    def count(self, language: int) -> int:
        """Return the number of remembered turns that a language had."""
        return self._counts.get(language, 0)


def scores_of(lengths: Sequence[int], first: Sequence[int], rules: Rules) -> tuple[Score, ...]:
    """Return the scores that decide the turn.

    These are the lengths, or under ``ratio`` the rates against their targets.

    first: the lengths before the first merge. The rate of an empty text is not a number.

    >>> scores_of([40, 10], [80, 30], Rules(turn="ratio", ratio=(1.0, 2.0)))
    (2.0, 1.5)
    """
    if rules.turn != "ratio":
        return tuple(lengths)
    ratio = rules.ratio or (1.0,) * len(lengths)
    return tuple(
        (begun / now if now else float("nan")) / wanted
        for begun, now, wanted in zip(first, lengths, ratio, strict=True)
    )


def choose(scores: Sequence[Score], exhausted: Collection[int], window: Window, rules: Rules) -> Choice | None:
    """Return the choice of the language for the next merge.

    None where the library would look for ever, and where the authors' program fails.

    Source: tokenizers 0.23.3; cimeister/parity-aware-bpe 9e31091.

    >>> choose([8, 9, 9], (), Window(100), Rules())
    Choice(language=1, tied=(2,), passed_over=(), is_over=False)
    >>> choose([8, 9, 9], (1, 2), Window(100), Rules()).language
    0
    """
    order = _ranked(scores, exhausted, rules)
    if rules.variant == "base":
        if not order:  # no language is left to compare: the program asks for the first, which has nothing
            return Choice(0) if 0 not in exhausted else None
        return Choice(order[0], _tied(order, scores))
    allowed = rules.share(len(scores))
    passed_over: list[int] = []
    for place, language in enumerate(order):
        if window.count(language) / window.size <= allowed:
            return Choice(language, _tied(order[place:], scores), tuple(passed_over))
        passed_over.append(language)
    if rules.joint_window:  # the authors' program has nothing left to choose from
        return None
    if len(passed_over) == len(scores):
        return Choice(passed_over[-1], (), tuple(passed_over[:-1]), is_over=True)
    # An exhausted language is not passed over until it is looked at, and only the first one ever is.
    if 0 in exhausted and window.count(0) == window.size:  # nothing would change any more
        return None
    if window.count(0) / window.size <= allowed:
        return Choice(0, (), tuple(passed_over))
    if 0 not in passed_over and len(passed_over) + 1 == len(scores):
        return Choice(0, (), tuple(passed_over), is_over=True)
    return None


def _ranked(scores: Sequence[Score], exhausted: Collection[int], rules: Rules) -> list[int]:
    """Return the languages that can choose, the worst compressed first; ties go to the lowest number."""
    sign = 1 if rules.turn == "ratio" else -1
    languages = (i for i, score in enumerate(scores) if i not in exhausted and not isnan(score))
    return sorted(languages, key=lambda i: sign * scores[i])


def _tied(order: Sequence[int], scores: Sequence[Score]) -> tuple[int, ...]:
    return tuple(i for i in order[1:] if scores[i] == scores[order[0]])


def window_after(turns: Sequence[int], size: int) -> Window:
    """Return the window after these turns."""
    window = Window(size)
    for language in turns[-size:]:
        window.give(language)
    return window
