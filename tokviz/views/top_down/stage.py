"""The payload of the stage for a top-down training: the words as they are cut, and what a step selects from.

The same payload as for merges (:mod:`tokviz.views.stage.payload`). The words change where an iteration ends; what a
step selects from, and what is kept, is the picture's (:mod:`tokviz.views.top_down.picture`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tokviz.checkpoint import checkpoint
from tokviz.views.shared.catalog import Catalog
from tokviz.views.stage.payload import MAX_CHIPS, Pool, WordGroups, part_around, stage_payload, step_sentences
from tokviz.views.top_down import narration
from tokviz.views.top_down.picture import frame, is_small, picture
from tokviz.wordpiece import TopDownTrace

__all__ = ["part_of", "payload"]

_PART = 60  # frames sent at once
_PART_OF_MANY = 16  # the same on a large corpus, where a step looks at tens of thousands of substrings
_PART_WORK = 2_000_000  # characters of the words in all frames of a part: so many substrings at most are put in order


def part_of(trace: TopDownTrace, step: int) -> range:
    """The steps whose frames belong to the part that holds `step`."""
    part = _PART if is_small(trace) else _PART_OF_MANY
    part = max(1, min(part, _PART_WORK // max(1, sum(map(len, trace.used)))))
    return part_around(step, len(trace), part, part // 4)


def payload(trace: TopDownTrace, steps: range, say: Catalog, query: str = "", *, asks: bool = False) -> dict[str, Any]:
    """The stage's payload for these steps, ready for JSON. asks: whether what comes next is asked first; the browser
    covers it then."""
    every = WordGroups(trace.corpus, query)
    pool = Pool(trace.corpus, say)
    frames = []
    for k in steps:
        checkpoint()
        touched = [change.word for change in trace.changes(k - 1)] if k and not every.is_whole else []
        shown = every.at_step(touched)
        groups = [[None, _rows(pool, trace, group, k)] for group in shown]
        words = dict.fromkeys((*every.always, *(word for group in shown for word in group)))
        linked = frame(trace, k, words, pool.number, say)
        frames.append({"groups": groups, "say": step_sentences(trace, k, *narration.said(trace, k, say)), **linked})
    built = stage_payload(
        len(trace), steps.start, frames, pool.tokens, pool.rows, say, has_search=not every.is_whole, found=every.found
    )
    return built | {"picture": picture(trace, say)}


def _rows(pool: Pool, trace: TopDownTrace, words: Sequence[str], k: int) -> list[Any]:
    """The rows of words after k steps; pieces that the last step made are marked."""
    mark = len(trace.rules.continuing_prefix)
    now = trace.among(words, k)
    is_cut_anew = k > 0 and trace[k - 1].kind in ("complete", "threshold")
    before = trace.among(words, k - 1) if is_cut_anew else now
    refs = []
    for word in words:
        split = now[word][:MAX_CHIPS]
        old = set(_places(before[word], mark))
        spans = [[i, 1, "new"] for i, place in enumerate(_places(split, mark)) if place not in old]
        refs.append(pool.row(word, split, len(now[word]), spans))
    return refs


def _places(split: Sequence[str], mark: int) -> list[tuple[int, str]]:
    """Each piece with where it begins, in characters. mark: the length of the one that pieces but the first have."""
    places, at = [], 0
    for i, piece in enumerate(split):
        places.append((at, piece))
        at += len(piece) - (mark if i else 0)
    return places
