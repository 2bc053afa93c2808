"""Which words of a corpus a stage with rows shows, in groups: all of a small corpus; of a larger one those that are
searched for, those that a step touches and the most frequent ones.

Which words a step touches, and how they are cut, is up to the stage of an algorithm.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from heapq import nlargest

from tokviz.corpus import Corpus
from tokviz.views.shared.catalog import Catalog
from tokviz.views.stage.payload import FREQUENT_ROWS, MAX_ROWS, TOUCHED_ROWS, find

__all__ = ["Group", "WordGroups", "always", "is_whole"]

Group = tuple[str | None, Sequence[str]]
"""What stands above the words, if anything does, and the words."""


def is_whole(corpus: Corpus) -> bool:
    """Whether the corpus is small enough to be shown whole, so that there is nothing to search."""
    return len(corpus) <= MAX_ROWS


def always(corpus: Corpus) -> Sequence[str]:
    """The words that stand in every frame, whatever is searched: all, or the most frequent."""
    return corpus.words if is_whole(corpus) else corpus.most_frequent(FREQUENT_ROWS)


class WordGroups:
    """The words of `corpus` that are shown while `query` is searched: `always` those that stand in every frame.

    >>> from tokviz.views.shared.catalog import load
    >>> WordGroups(Corpus({"low": 5, "lower": 2}), load("en"), query="low").at_step()
    [(None, ('low', 'lower'))]
    """

    def __init__(self, corpus: Corpus, say: Catalog, query: str = "") -> None:
        self.corpus = corpus
        self.is_whole = is_whole(corpus)
        self.always = always(corpus)
        self._say = say
        self._found: list[Group] = []
        self.found: int | None = None
        """How many words the search finds; None if nothing is searched for."""
        self._headed = None if self.is_whole else self._heading("stage.group.frequent", self.always, len(corpus))
        if query and not self.is_whole:
            found, self.found = find(corpus, query)
            self._found.append((self._heading("stage.group.found", found, self.found), found))

    def at_step(self, touched: Iterable[str] = (), heading: str = "") -> list[Group]:
        """The groups of a step, the last with the most frequent words. touched: the words that the step touches, each
        once; the most frequent of them are shown, below the text of that name."""
        every = () if self.is_whole else tuple(touched)
        most = nlargest(TOUCHED_ROWS, every, key=self.corpus.__getitem__)
        beside: list[Group] = [(self._heading(heading, most, len(every)), most)] if most else []
        return [*self._found, *beside, (self._headed, self.always)]

    def _heading(self, name: str, shown: Sequence[str], total: int) -> str:
        return self._say(name, shown=len(shown), total=total)
