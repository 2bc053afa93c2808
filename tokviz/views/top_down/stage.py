"""The payload of the stage for a top-down training: the words as they are cut, and what a step selects from.

The same payload as for merges (:mod:`tokviz.views.stage.payload`). The words change where an iteration ends; what a
step selects from, and what is kept, is the picture's (:mod:`tokviz.views.top_down.picture`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from heapq import nlargest
from typing import Any

from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.display import shown, visible
from tokviz.views.stage.payload import (
    FREQUENT_ROWS,
    MAX_CHIPS,
    MAX_ROWS,
    TOUCHED_ROWS,
    find,
    part_around,
    staged,
)
from tokviz.views.top_down import narration
from tokviz.views.top_down.picture import frame, is_small, picture
from tokviz.wordpiece import TopDownTrace

__all__ = ["part_of", "payload"]

_PART = 60  # frames sent at once
_PART_OF_MANY = 16  # the same on a large corpus, where a step looks at tens of thousands of substrings


def part_of(trace: TopDownTrace, step: int) -> range:
    """The steps whose frames belong to the part that holds `step`."""
    part = _PART if is_small(trace) else _PART_OF_MANY
    return part_around(step, len(trace), part, part // 4)


def payload(trace: TopDownTrace, steps: range, say: Catalog, query: str = "", *, asks: bool = False) -> dict[str, Any]:
    """The stage's payload for these steps, ready for JSON. asks: whether what comes next is asked first; the browser
    covers it then."""
    corpus = trace.corpus
    whole = len(corpus) <= MAX_ROWS
    frequent = corpus.words if whole else corpus.most_frequent(FREQUENT_ROWS)
    found, matches = find(corpus, query) if not whole else ((), 0)
    pool = _Pool(trace, say)
    frames = []
    for k in steps:
        groups: list[list[Any]] = []
        words = dict.fromkeys(frequent)
        if found:
            groups.append([say("stage.group.found", shown=len(found), total=matches), pool.words(found, k)])
            words |= dict.fromkeys(found)
        if not whole and k and (changes := trace.changes(k - 1)):
            touched = nlargest(TOUCHED_ROWS, (change.word for change in changes), key=corpus.__getitem__)
            heading = say("td.group.touched", shown=len(touched), total=len(changes))
            groups.append([heading, pool.words(touched, k)])
            words |= dict.fromkeys(touched)
        every = None if whole else say("stage.group.frequent", shown=len(frequent), total=len(corpus))
        groups.append([every, pool.words(frequent, k)])
        linked = frame(trace, k, words, pool.number, say)
        frames.append({"groups": groups, "say": _sentences(trace, k, say), **linked})
    built = staged(len(trace), steps, frames, pool.tokens, pool.rows, say, has_search=not whole)
    return built | {"picture": picture(trace, say)}


def _sentences(trace: TopDownTrace, k: int, say: Catalog) -> list[list[Any]]:
    done = trace[k - 1] if k else None
    upcoming = trace[k] if k < len(trace) else None
    return [
        ["done", narration.done(done, say)] if done else ["note", narration.start(trace, say)],
        ["next", narration.upcoming(upcoming, say)] if upcoming else ["note", narration.end(trace, say)],
    ]


class _Pool:
    """Chips and rows that frames refer to by number, each kept once."""

    def __init__(self, trace: TopDownTrace, say: Catalog) -> None:
        self.tokens: list[list[Any]] = []
        self.rows: list[list[Any]] = []
        self._trace, self._say = trace, say
        self._token_ids: dict[str, int] = {}
        self._row_ids: dict[tuple[str, int, tuple[int, ...]], int] = {}

    def words(self, words: Iterable[str], k: int) -> list[Any]:
        """The rows of words after k steps; pieces that the last step made are marked."""
        asked = tuple(words)
        now = self._trace.among(asked, k)
        is_cut_anew = k > 0 and self._trace[k - 1].kind in ("complete", "threshold")
        before = self._trace.among(asked, k - 1) if is_cut_anew else now
        refs = []
        for word in asked:
            split = now[word][:MAX_CHIPS]
            chips = self._chips(split, len(now[word]))
            old = set(self._places(before[word]))
            marks = [[i, 1, "new"] for i, place in enumerate(self._places(split)) if place not in old]
            refs.append(self._ref(shown(word, 40), self._trace.corpus[word], chips, marks))
        return refs

    def number(self, token: str) -> int:
        """The place of a token in the pool of chips."""
        return self._add(visible(token))

    def _ref(self, label: str, count: int, chips: tuple[int, ...], marks: list[list[Any]]) -> Any:
        key = (label, count, chips)
        if key not in self._row_ids:
            self._row_ids[key] = len(self.rows)
            self.rows.append([label, count, list(chips)])
        return [self._row_ids[key], marks] if marks else self._row_ids[key]

    def _chips(self, tokens: Sequence[str], total: int) -> tuple[int, ...]:
        chips = [self.number(token) for token in tokens]
        if total > len(tokens):
            chips.append(self._add(f"… +{self._say.integer(total - len(tokens))}"))
        return tuple(chips)

    def _add(self, text: str) -> int:
        if text not in self._token_ids:
            self._token_ids[text] = len(self.tokens)
            self.tokens.append([text])
        return self._token_ids[text]

    def _places(self, split: Sequence[str]) -> list[tuple[int, str]]:
        """Each piece with where it begins, in characters."""
        places, at = [], 0
        mark = len(self._trace.rules.continuing_prefix)
        for i, piece in enumerate(split):
            places.append((at, piece))
            at += len(piece) - (mark if i else 0)
        return places
