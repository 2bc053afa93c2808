"""Which words of a corpus a stage shows, in groups: all of a small corpus; of a larger one those that are searched for,
those that a step touches and the most frequent ones.

Which words a step touches, and how they are cut, is up to the stage of an algorithm.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from heapq import nlargest

from tokviz.corpus import Corpus
from tokviz.views.stage.payload import FREQUENT_ROWS, MAX_ROWS, TOUCHED_ROWS, find

__all__ = ["WordGroups"]


class WordGroups:
    """The words of `corpus` that are shown while `query` is searched.

    is_whole: whether the corpus is small enough to be shown whole, so that there is nothing to search. always: the
    words that stand in every frame: all, or the most frequent.

    >>> WordGroups(Corpus({"low": 5, "lower": 2}), "low").at_step()
    [('low', 'lower')]
    """

    def __init__(self, corpus: Corpus, query: str = "") -> None:
        self.corpus = corpus
        self.is_whole = len(corpus) <= MAX_ROWS
        self.always = corpus.words if self.is_whole else corpus.most_frequent(FREQUENT_ROWS)
        self.found: int | None = None
        """How many words the search finds; None if nothing is searched for."""
        self._found: list[Sequence[str]] = []
        if query and not self.is_whole:
            found, self.found = find(corpus, query)
            self._found.append(found)

    def at_step(self, touched: Iterable[str] = ()) -> list[Sequence[str]]:
        """The groups of a step: what was found, if anything was searched for, the most frequent of the words that the
        step touches, if it touches any, and those that are always there."""
        most = [] if self.is_whole else nlargest(TOUCHED_ROWS, touched, key=self.corpus.__getitem__)
        return [*self._found, *([most] if most else []), self.always]
