"""The payload of the stage for a unigram trace: the best segmentation of each word after every step.

The same payload as for merges (:mod:`tokviz.views.stage.payload`). A chip's foot is the thicker the more probable its
piece is. Chips that a step put in are marked as new, those that the coming pruning takes out as next. On a small corpus
every word is shown; on a large one those of the most frequent whose segmentation the step changes, and the most
frequent.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tokviz.unigram import Trace
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.display import shorten, visible
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
from tokviz.views.unigram import narration

__all__ = ["LEVELS", "part_of", "payload", "piece_colours"]

LEVELS = 5
"""How many thicknesses the foot of a chip has."""
_WATCHED = 300  # so many of the most frequent words are looked at to say what a step changes
_PART = 40  # frames sent at once
_MAX_TIED = 600  # letters of a corpus whose words are looked through for equally good segmentations, at every step


def part_of(trace: Trace, step: int) -> range:
    """The steps whose frames belong to the part that holds `step`."""
    return part_around(step, len(trace), _PART, _PART // 4)


def piece_colours(trace: Trace) -> dict[str, int]:
    """Piece -> colour, for the whole trace: those that stay longest choose first."""
    pieces = dict.fromkeys(piece for k in range(len(trace), 0, -1) for piece in trace.probabilities(k))
    characters = dict.fromkeys(char for word in trace.corpus for char in word)
    watched = trace.corpus.most_frequent(_WATCHED)
    places = sorted({len(trace), 1, *range(1, len(trace), max(1, len(trace) // 8))})
    part = trace.among(watched)
    splits = [split for k in places for split in part.words(k).values()]
    return colours_of({**pieces, **characters}, splits)


def payload(
    trace: Trace, steps: range, say: Catalog, colours: dict[str, int], query: str = "", *, asks: bool = False
) -> dict[str, Any]:
    """The stage's payload for these steps, ready for JSON.

    colours: of :func:`piece_colours`. query: words that begin with or hold this are shown besides. asks: whether what
    comes next is asked first; then no word is shown for what comes next.
    """
    corpus = trace.corpus
    whole = len(corpus) <= MAX_ROWS
    frequent = corpus.words if whole else corpus.most_frequent(FREQUENT_ROWS)
    watched = corpus.words if whole else corpus.most_frequent(_WATCHED)
    found, matches = find(corpus, query) if not whole else ((), 0)
    every = tuple(dict.fromkeys((*watched, *found)))
    part = trace.among(every)
    splits = {k: part.words(k) for k in range(max(0, steps.start - 1), steps.stop)}
    pool = _Pool(trace, colours, say)
    frames = []
    for k in steps:
        now, before = splits[k], splits[max(0, k - 1)]
        upcoming = trace[k] if k < len(trace) else None
        going = set(upcoming.dropped) if upcoming is not None else set()
        groups: list[tuple[str | None, Sequence[str]]] = []
        if whole:
            groups.append((None, frequent))
        else:
            if query:
                groups.append((say("stage.group.found", shown=len(found), total=matches), found))
            ahead = set() if asks else going
            touched = [word for word in watched if now[word] != before[word] or not ahead.isdisjoint(now[word])]
            if touched:
                shown = touched[:TOUCHED_ROWS]
                name = "predict.group.resplit" if asks else "unigram.group.touched"
                heading = say(name, shown=len(shown), total=len(touched))
                groups.append((heading, shown))
            heading = say("stage.group.frequent", shown=len(frequent), total=len(corpus))
            groups.append((heading, frequent))
        drawn = [
            [name, [pool.row(word, now[word], before[word], k, going) for word in group]] for name, group in groups
        ]
        frames.append({"groups": drawn, "say": _sentences(trace, k, whole, say)})
    legends = {f"legend_{name}": say(f"unigram.label.{name}") for name in ("new", "next", "level")}
    return staged(len(trace), steps, frames, pool.tokens, pool.rows, say, has_search=not whole, **legends)


def _sentences(trace: Trace, k: int, whole: bool, say: Catalog) -> list[list[Any]]:
    done = trace[k - 1] if k else None
    upcoming = trace[k] if k < len(trace) else None
    said: list[list[Any]] = [
        ["done", narration.done(done, say)] if done else ["note", narration.start(trace, say)],
        ["next", narration.upcoming(upcoming, say)] if upcoming else ["note", narration.end(trace, say)],
    ]
    if whole and k and sum(len(trace.rules.marked(word)) for word in trace.corpus) <= _MAX_TIED:
        said += [["note", tied] for tied in narration.ties(trace, k, say)]
    return said


class _Pool:
    """Chips and rows that frames refer to by number, each kept once."""

    def __init__(self, trace: Trace, colours: dict[str, int], say: Catalog) -> None:
        self.tokens: list[list[Any]] = []
        self.rows: list[list[Any]] = []
        self._trace = trace
        self._colours = colours
        self._say = say
        self._token_ids: dict[tuple[str, int], int] = {}
        self._row_ids: dict[tuple[str, tuple[int, ...]], int] = {}
        self._levels: dict[int, dict[str, int]] = {}

    def row(self, word: str, split: tuple[str, ...], before: tuple[str, ...], k: int, going: set[str]) -> list[Any]:
        """A reference to the row of a word after k steps, with its marks."""
        shown = split[:MAX_CHIPS]
        levels = self._levels_at(k)
        chips = [self._chip(piece, levels.get(piece, 0)) for piece in shown]
        if len(split) > MAX_CHIPS:
            chips.append(self._add(f"… +{self._say.integer(len(split) - MAX_CHIPS)}", 0, 0))
        key = (word, tuple(chips))
        if key not in self._row_ids:
            self._row_ids[key] = len(self.rows)
            self.rows.append([shorten(visible(word), 40), self._trace.corpus[word], chips])
        old = set(_places(before))
        marks: list[list[Any]] = []
        for i, place in enumerate(_places(shown)):
            if place not in old:
                marks.append([i, 1, "new"])
            if shown[i] in going:
                marks.append([i, 1, "next"])
        return [self._row_ids[key], marks]

    def _levels_at(self, k: int) -> dict[str, int]:
        """Piece -> 1 to LEVELS by its probability among all after k steps, in equal steps of the logarithm."""
        if k not in self._levels:
            scores = self._trace.scores(k)
            low, high = min(scores.values(), default=0.0), max(scores.values(), default=0.0)
            width = (high - low) or 1.0
            self._levels[k] = {
                piece: 1 + min(LEVELS - 1, int(LEVELS * (score - low) / width)) for piece, score in scores.items()
            }
        return self._levels[k]

    def _chip(self, piece: str, level: int) -> int:
        return self._add(visible(piece), self._colours.get(piece, len(piece) % COLOURS), level)

    def _add(self, text: str, colour: int, level: int) -> int:
        token = self._token_ids.get((text, level))
        if token is None:
            token = self._token_ids[text, level] = len(self.tokens)
            self.tokens.append([text, colour, level] if level else [text, colour])
        return token


def _places(split: Sequence[str]) -> list[tuple[int, str]]:
    """Each piece with where it begins, in characters."""
    places, at = [], 0
    for piece in split:
        places.append((at, piece))
        at += len(piece)
    return places
