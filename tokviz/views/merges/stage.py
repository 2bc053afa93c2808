"""The stage of a training by merges: which words a step shows, with their symbols, and what is said of it.

A long trace is sent in parts. What is in use, the race and how symbols came about are in
:mod:`tokviz.views.merges.picture`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from tokviz.checkpoint import checkpoint
from tokviz.merging.merge_trace import MergeTrace
from tokviz.merging.steps import Pair, Step
from tokviz.views.merges import narration
from tokviz.views.merges.picture import RUNNERS, frame, picture
from tokviz.views.merges.race import are_made_again, races
from tokviz.views.shared.catalog import Catalog
from tokviz.views.stage.payload import (
    FOUND_ROWS,
    MAX_CHIPS,
    TOUCHED_ROWS,
    Pool,
    WordGroups,
    part_around,
    stage_payload,
    step_sentences,
)

__all__ = ["PART", "part_of", "payload"]

PART = 40
"""A trace of more than twice this many steps is sent in parts of at most this many frames; with long words in fewer."""
_PART_CHIPS = 200_000  # about as many chips as the frames of one part may show
# Symbols of all frames of a part: what is asked before a step, and who ties with whom, take all pairs of the corpus.
_PART_WORK = 2_000_000
_SCORED_WORK = 100_000  # the same where each pair has a score, an exact fraction
_RACE_WORK = 12_000_000  # the same where the merges are made again
_SCORED_RACE_WORK = 3_000_000  # and each pair has a score
_RANKED_WORK = 150_000  # first symbols of the vocabulary in all frames: so many pairs at least are put in order


def part_of(trace: MergeTrace[Step], step: int, *, asks: bool = False) -> range:
    """The steps whose frames belong to the part that holds `step`. asks: whether there is a question to each."""
    words = WordGroups(trace.corpus)
    chips = sum(min(len(word), MAX_CHIPS) for word in words.always)
    if not words.is_whole:
        chips += (TOUCHED_ROWS + FOUND_ROWS) * min(max(map(len, trace.corpus.words)), MAX_CHIPS)
    part = max(1, min(PART, _PART_CHIPS // chips))
    symbols = max(1, trace.total_first_symbols)  # an alphabet can be empty
    if asks or not are_made_again(trace):
        work = _PART_WORK if trace.algorithm == "bpe" else _SCORED_WORK
    else:
        work = _RACE_WORK if trace.select_by == "count" else _SCORED_RACE_WORK
    part = max(1, min(part, work // symbols, _RANKED_WORK // max(1, trace.sizes()[0])))
    part -= part % 10 if part > 10 else 0  # round numbers
    return part_around(step, len(trace), part, part // 6)


def payload(
    trace: MergeTrace[Step], steps: range, say: Catalog, query: str = "", *, asks: bool = False
) -> dict[str, Any]:
    """The stage's payload for these steps, ready for JSON.

    query: words that begin with or hold this are shown besides. asks: whether what
    comes next is asked first; then no word is shown for what comes next.
    """
    pool = Pool(trace.corpus, say)
    words = WordGroups(trace.corpus, query)
    frames = []
    done = trace[steps.start - 1] if steps.start else None
    was: tuple[Pair, ...] = ()  # the pairs that were as good as that of the last step, as far as they are told
    for k, race in zip(steps, races(trace, steps, RUNNERS), strict=True):
        checkpoint()
        upcoming = trace[k] if k < len(trace) else None
        touched = () if words.is_whole else _touched(trace, k, k if asks else k + 1)
        groups = [[None, _rows(pool, trace, group, k, done, upcoming)] for group in words.at_step(touched)]
        tied = tuple(runner.pair for runner in race.best[: race.tied]) if race.tied > 1 else ()
        said = step_sentences(
            trace,
            k,
            narration.made(done, say, was) if done else narration.start(trace, say),
            narration.upcoming(upcoming, say, tied) if upcoming else narration.end(trace, say),
        )
        frames.append({"groups": groups, "say": said, **frame(trace, k, race, pool.number, say)})
        done, was = upcoming, tied
    linked = picture(trace, steps, pool.names, pool.number, say) | {"words": len(trace.corpus)}
    built = stage_payload(
        len(trace), steps.start, frames, pool.tokens, pool.rows, say, has_search=not words.is_whole, found=words.found
    )
    return built | {"picture": linked}


def _rows(
    pool: Pool, trace: MergeTrace[Step], words: Iterable[str], k: int, done: Step | None, upcoming: Step | None
) -> list[Any]:
    """References to the rows of `words` after k merges, with the new token and the next pair marked."""
    made, pair = done.token if done else None, upcoming.pair if upcoming else None
    cuts = ((word, *trace.beginning(word, k, MAX_CHIPS)) for word in words)
    return [pool.row(word, symbols, length, _spans(symbols, made, pair)) for word, symbols, length in cuts]


def _spans(symbols: tuple[str, ...], made: str | None, pair: Pair | None) -> list[list[Any]]:
    """[start, length, mark] of the chips that were just made and of those to be merged next, left to right."""
    spans: list[list[Any]] = []
    end = 0
    for i, symbol in enumerate(symbols):
        if symbol == made:
            spans.append([i, 1, "new"])
        if i >= end and symbols[i : i + 2] == pair:
            spans.append([i, 2, "next"])
            end = i + 2
    return spans


def _touched(trace: MergeTrace[Step], k: int, stop: int) -> Iterable[str]:
    """The words that merge k changed, and those before merge `stop`, each once."""
    steps = [step for step in range(k - 1, stop) if 0 <= step < len(trace)]
    return dict.fromkeys(word for step in steps for word in trace.changed(step))
