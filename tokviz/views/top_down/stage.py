"""The payload of the stage for a top-down training: the words as they are cut, and what a step selects from.

The same payload as for merges (:mod:`tokviz.views.stage.payload`). The words change where an iteration ends; in
between, rows of tokens say what is left of each count and what the iteration has kept so far.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from heapq import nlargest
from typing import Any

from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.display import shown, visible
from tokviz.views.stage.payload import (
    COLOURS,
    FREQUENT_ROWS,
    MAX_CHIPS,
    MAX_ROWS,
    TOUCHED_ROWS,
    colours_of,
    find,
    part_around,
    staged,
)
from tokviz.views.top_down import narration
from tokviz.wordpiece import TopDownTrace
from tokviz.wordpiece.top_down.steps import Select, Substring

__all__ = ["part_of", "payload", "token_colours"]

_PART = 60  # frames sent at once
_COLOURED = 300  # so many of the most frequent words are looked at to choose colours
_CANDIDATES = 10  # of a step, on the stage


def part_of(trace: TopDownTrace, step: int) -> range:
    """The steps whose frames belong to the part that holds `step`."""
    return part_around(step, len(trace), _PART, _PART // 4)


def token_colours(trace: TopDownTrace) -> dict[str, int]:
    """Token -> colour, for the whole trace: those of the end choose first."""
    watched = nlargest(_COLOURED, trace.corpus, key=trace.corpus.__getitem__)
    splits = [split for k in (len(trace), 0) for split in trace.among(watched, k).values()]
    return colours_of(dict.fromkeys((*reversed(trace.vocabulary()), *trace.vocabulary(0))), splits)


def payload(
    trace: TopDownTrace, steps: range, say: Catalog, colours: dict[str, int], query: str = "", *, asks: bool = False
) -> dict[str, Any]:
    """The stage's payload for these steps, ready for JSON; asks: whether what comes next is asked first."""
    corpus = trace.corpus
    whole = len(corpus) <= MAX_ROWS
    frequent = corpus.words if whole else tuple(nlargest(FREQUENT_ROWS, corpus, key=corpus.__getitem__))
    found, matches = find(corpus, query) if not whole else ((), 0)
    pool = _Pool(trace, colours, say)
    frames = []
    for k in steps:
        groups: list[list[Any]] = []
        if found:
            groups.append([say("stage.group.found", shown=len(found), total=matches), pool.words(found, k)])
        groups += _selection(trace, k, pool, say, asks=asks)
        if not whole and k and (changes := trace.changes(k - 1)):
            words = nlargest(TOUCHED_ROWS, (change.word for change in changes), key=corpus.__getitem__)
            heading = say("td.group.touched", shown=len(words), total=len(changes))
            groups.append([heading, pool.words(words, k)])
        every = None if whole else say("stage.group.frequent", shown=len(frequent), total=len(corpus))
        groups.append([every, pool.words(frequent, k)])
        frames.append({"groups": groups, "say": _sentences(trace, k, say)})
    legends = {f"legend_{name}": say(f"td.label.{name}") for name in ("new", "next")}
    return staged(len(trace), steps, frames, pool.tokens, pool.rows, say, has_search=not whole, **legends)


def _selection(trace: TopDownTrace, k: int, pool: _Pool, say: Catalog, *, asks: bool) -> list[list[Any]]:
    """What the iteration has kept so far, and what the next step selects from."""
    done = trace[k - 1] if k else None
    upcoming = trace[k] if k < len(trace) else None
    groups: list[list[Any]] = []
    if isinstance(done, Select):
        rows = []
        for step in range(k - 1, -1, -1):
            one = trace[step]
            if not isinstance(one, Select):
                break
            if kept := trace.kept(step):
                label = say("td.row.length", length=one.length)
                rows.append(pool.listed(label, [token for token, _ in kept], is_new=step == k - 1))
        if rows:
            groups.append([say("td.group.kept", iteration=done.iteration + 1), rows[:TOUCHED_ROWS]])
    if isinstance(upcoming, Select) and not asks:
        found = upcoming.candidates
        heading = say(
            "td.group.candidates", length=upcoming.length, shown=min(_CANDIDATES, len(found)), total=len(found)
        )
        rows = [
            pool.candidate(_counted(one, say), one.token, one.remains, is_next=one.kept) for one in found[:_CANDIDATES]
        ]
        if rows:
            groups.append([heading, rows])
    return groups


def _counted(one: Substring, say: Catalog) -> str:
    """What a candidate was counted, and what longer ones take of it."""
    taken = one.count - one.remains
    return say("td.row.taken", count=one.count, taken=taken) if taken else say("td.row.counted", count=one.count)


def _sentences(trace: TopDownTrace, k: int, say: Catalog) -> list[list[Any]]:
    done = trace[k - 1] if k else None
    upcoming = trace[k] if k < len(trace) else None
    return [
        ["done", narration.done(done, say)] if done else ["note", narration.start(trace, say)],
        ["next", narration.upcoming(upcoming, say)] if upcoming else ["note", narration.end(trace, say)],
    ]


class _Pool:
    """Chips and rows that frames refer to by number, each kept once."""

    def __init__(self, trace: TopDownTrace, colours: dict[str, int], say: Catalog) -> None:
        self.tokens: list[list[Any]] = []
        self.rows: list[list[Any]] = []
        self._trace, self._colours, self._say = trace, colours, say
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

    def listed(self, label: str, tokens: Sequence[str], *, is_new: bool) -> Any:
        """A row of tokens."""
        chips = self._chips(tokens[:MAX_CHIPS], len(tokens))
        marks = [[i, 1, "new"] for i in range(min(len(tokens), MAX_CHIPS))] if is_new else []
        return self._ref(label, len(tokens), chips, marks)

    def candidate(self, label: str, token: str, remains: int, *, is_next: bool) -> Any:
        """A row of one token, which the next step may keep."""
        return self._ref(label, remains, self._chips([token], 1), [[0, 1, "next"]] if is_next else [])

    def _ref(self, label: str, count: int, chips: tuple[int, ...], marks: list[list[Any]]) -> Any:
        key = (label, count, chips)
        if key not in self._row_ids:
            self._row_ids[key] = len(self.rows)
            self.rows.append([label, count, list(chips)])
        return [self._row_ids[key], marks] if marks else self._row_ids[key]

    def _chips(self, tokens: Sequence[str], total: int) -> tuple[int, ...]:
        chips = [self._add(visible(token), self._colours.get(token, len(token) % COLOURS)) for token in tokens]
        if total > len(tokens):
            chips.append(self._add(f"… +{self._say.integer(total - len(tokens))}", 0))
        return tuple(chips)

    def _add(self, text: str, colour: int) -> int:
        if text not in self._token_ids:
            self._token_ids[text] = len(self.tokens)
            self.tokens.append([text, colour])
        return self._token_ids[text]

    def _places(self, split: Sequence[str]) -> list[tuple[int, str]]:
        """Each piece with where it begins, in characters."""
        places, at = [], 0
        mark = len(self._trace.rules.continuing_prefix)
        for i, piece in enumerate(split):
            places.append((at, piece))
            at += len(piece) - (mark if i else 0)
        return places
