"""The tree of a token as the views of trainings draw theirs, and which words of a text without one token are shown."""

from __future__ import annotations

from collections.abc import Sequence

from tokviz.views.merges.tree import Node as Drawn
from tokviz.views.merges.tree import as_text
from tokviz.vocabularies import Node, Unmerged, Word

__all__ = ["MAX_WORDS", "drawn", "equations", "words_shown"]

MAX_WORDS = 200
"""So many words of a text are shown as chips; those that the token makes no difference to are left out first."""


def drawn(node: Node) -> Drawn:
    """Return the same tree with places for its nodes: leaves from the left, the others in the middle of their parts."""
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
    """Return the tree in words, the token first.

    >>> equations(Node("ab", 4, (Node("a"), Node("b"))))
    'ab = a + b (5)'
    """
    return as_text(drawn(node))


def words_shown(found: Unmerged) -> Sequence[Word]:
    """Return the words in order; of many at most MAX_WORDS, all of them such that the token makes a difference to."""
    if len(found.words) <= MAX_WORDS:
        return found.words
    return [word for word in found.words if word.changed][:MAX_WORDS]
