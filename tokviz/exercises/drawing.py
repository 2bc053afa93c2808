"""Drawing tasks: a generator that gives the same numbers on every machine and in every version of Python, and the small
corpora that it draws.

`random` promises that only for `Random.random()`; homework has to be the same in a year, so the numbers come from
SHA-256 instead.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from typing import TypeVar

from tokviz.corpus import Corpus

__all__ = ["LEVELS", "Draw", "small_corpus", "variant"]

LEVELS = (1, 2, 3)
"""From what is counted at a glance to what takes pencil and paper."""

Thing = TypeVar("Thing")

_FAMILIES = (
    ("hug", "pug", "pun", "bun", "hugs", "bugs", "puns"),
    ("low", "lower", "slow", "flow", "owl", "bowl"),
    ("new", "newer", "widest", "newest", "west", "nest"),
    ("cat", "hat", "chat", "cats", "that", "hats"),
    ("run", "runs", "gun", "sun", "sung", "rung"),
    ("tea", "eat", "seat", "meat", "team", "neat"),
    ("top", "stop", "pot", "spot", "tops", "pots"),
    ("ring", "sing", "king", "rings", "sting", "kin"),
    ("ban", "nab", "bana", "anna", "nana", "cabana"),
    ("tin", "tint", "hint", "thin", "inn", "into"),
    ("red", "reed", "deer", "seed", "need", "weed"),
    ("ash", "wash", "cash", "dash", "shed", "wish"),
)
"""Words that share parts, so that there is something to count."""


class Draw:
    """Numbers from a seed, one after the other.

    >>> draw = Draw("homework", 7)
    >>> [draw.below(10) for _ in range(5)], draw.choice("abc")
    ([8, 8, 0, 0, 8], 'c')
    """

    def __init__(self, *seed: object) -> None:
        self._seed = "\0".join(map(str, seed)).encode("utf-8", "surrogatepass")
        self._drawn = 0

    def below(self, n: int) -> int:
        """A number from 0 to n - 1."""
        self._drawn += 1
        block = sha256(self._seed + b"\0" + str(self._drawn).encode()).digest()
        return int.from_bytes(block[:16], "big") % n

    def between(self, least: int, most: int) -> int:
        """A number from `least` to `most`, both included."""
        return least + self.below(most - least + 1)

    def choice(self, things: Sequence[Thing]) -> Thing:
        """One of them."""
        return things[self.below(len(things))]

    def sample(self, things: Sequence[Thing], n: int) -> list[Thing]:
        """`n` of them, or all there are, in a random order."""
        left = list(things)
        return [left.pop(self.below(len(left))) for _ in range(min(n, len(left)))]


def small_corpus(draw: Draw, level: int) -> Corpus:
    """Three to five short words that share parts, with counts up to nine."""
    longest = 3 + level
    families = [[word for word in family if len(word) <= longest] for family in _FAMILIES]
    family = draw.choice([family for family in families if len(family) >= 2 + level])
    return Corpus({word: draw.between(1, 5 + level) for word in draw.sample(family, 2 + level)})


def variant(roster_seed: object, student: str, number: int) -> str:
    """The seed of a student's own variant of a task, from the seed of the class, the student's name and the task's
    number. Names that differ in blanks around them only are the same student.

    >>> variant(7, "Ada", 1) == variant("7", " Ada ", 1), variant(7, "Ada", 1) == variant(7, "Bo", 1)
    (True, False)
    """
    return sha256("\0".join((str(roster_seed), student.strip(), str(number))).encode("utf-8")).hexdigest()[:16]
