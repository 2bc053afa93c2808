"""The tree of a token as the views of trainings draw theirs, and a text without one token as chips."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tokviz.views.merges.tree import Node as Drawn
from tokviz.views.merges.tree import as_text
from tokviz.views.shared.display import visible
from tokviz.vocabularies import Node, Unmerged

__all__ = ["MAX_WORDS", "ChipRow", "chip_rows", "drawn", "equations"]

MAX_WORDS = 200
"""So many words of a text are shown as chips; those that the token makes no difference to are left out first."""


def drawn(node: Node) -> Drawn:
    """The same tree with places for its nodes: leaves from the left, the others in the middle of their parts."""
    leaves = 0

    def place(one: Node) -> Drawn:
        nonlocal leaves
        parts = tuple(place(part) for part in one.parts)
        if not parts:
            leaves += 1
            return Drawn(one.token, None, (), float(leaves - 1), 0)
        step = None if one.rank is None else one.rank + 1
        return Drawn(one.token, step, parts, (parts[0].x + parts[-1].x) / 2, max(part.y for part in parts) + 1)

    return place(node)


def equations(node: Node) -> str:
    """The tree in words, the token first.

    >>> equations(Node("ab", 4, (Node("a"), Node("b"))))
    'ab = a + b (5)'
    """
    return as_text(drawn(node))


@dataclass(frozen=True)
class ChipRow:
    """A word: its tokens as it is and without the token. marked: where the token is among the former."""

    before: tuple[str, ...]
    after: tuple[str, ...]
    marked: tuple[bool, ...]

    @property
    def changed(self) -> bool:
        return self.before != self.after


def chip_rows(found: Unmerged) -> tuple[Sequence[ChipRow], int]:
    """The words as chips, in order, at most MAX_WORDS of them; and how many are left out."""
    words = found.words
    if len(words) > MAX_WORDS:
        words = tuple(word for word in words if word.changed)[:MAX_WORDS]
    rows = [
        ChipRow(
            tuple(map(visible, word.before)),
            tuple(map(visible, word.after)),
            tuple(token == found.token for token in word.before),
        )
        for word in words
    ]
    return rows, len(found.words) - len(rows)
