"""What the picture of a top-down training shows beside words and sentences: where words cast their counts, what the
next step selects from, what is kept so far, and how far the search is.

Everything refers to the pool of chips by number. Which words are shown is the business of
:mod:`tokviz.views.top_down.stage`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.display import shown
from tokviz.views.shared.sentences import Sentence, segments
from tokviz.wordpiece import TopDownTrace
from tokviz.wordpiece.top_down.steps import Select, Substring

__all__ = ["CANDIDATES", "SHELF", "frame", "is_small", "picture"]

CANDIDATES = 12
"""How many substrings of a step are sent; a window has room for about nine."""
SHELF = 60
"""How many of the tokens that are kept are sent."""
_WORDS = 6  # of a count, and of what took from it
_WORKED_OUT = 20_000  # on a corpus of more letters no counts are worked out in the picture

Number = Callable[[str], int]
"""A token -> its place in the pool of chips, where it is put if it is not there yet."""


def picture(trace: TopDownTrace, say: Catalog) -> dict[str, Any]:
    """What holds for all frames."""
    per_trial = len(trace) // len(trace.trials)
    return {
        "kind": "top-down",
        "words": len(trace.corpus),
        "mark": trace.rules.continuing_prefix,
        "trials": [
            [one.lower, one.upper, one.threshold, one.size, one.judgement, place * per_trial]
            for place, one in enumerate(trace.trials)
        ],
        "perTrial": per_trial,
        "labels": say.within("top-down.picture."),
    }


def frame(trace: TopDownTrace, k: int, words: Iterable[str], number: Number, say: Catalog) -> dict[str, Any]:
    """What a frame has more. words: those that are shown."""
    upcoming = trace[k] if k < len(trace) else None
    found: dict[str, Any] = {"shelf": _about(trace, k, say), "kept": _kept(trace, k, number)}
    if isinstance(upcoming, Select):
        candidates = upcoming.candidates
        is_told = is_small(trace)
        limit = say(f"top-down.limit.{trace.rules.keep}", threshold=upcoming.threshold)
        found["select"] = {
            "title": [
                say("top-down.picture-title", number=say.integer(k + 1), length=upcoming.length),
                say("top-down.picture-title.limit", total=say.integer(len(candidates)), limit=limit),
            ],
            "length": upcoming.length,
            "threshold": upcoming.threshold,
            "total": len(candidates),
            "rows": [_row(one, number, say, is_told=is_told) for one in candidates[:CANDIDATES]],
            "casts": {
                shown(word, 40): [[at, number(token), -1 if by is None else number(by)] for at, token, by in each]
                for word, each in trace.counted_places(words, k).items()
            },
        }
    return found


def is_small(trace: TopDownTrace) -> bool:
    """Whether it is quick to say of each substring which words count it."""
    return sum(map(len, trace.used)) <= _WORKED_OUT


def _row(one: Substring, number: Number, say: Catalog, *, is_told: bool) -> list[Any]:
    """[token, count, what remains, whether it is kept, words that add to the count, tokens that took from it]

    is_told: whether there are words and tokens.
    """
    added = sorted(one.contributions, key=lambda each: -each.total) if is_told else []
    words: list[Any] = [[shown(each.word, 24), each.total] for each in added[:_WORDS]]
    if len(added) > _WORDS:
        rest = sum(each.total for each in added[_WORDS:])
        words.append([say.count("count.other-words", len(added) - _WORDS), rest])
    taken = [[number(each.token), each.count] for each in one.taken[:_WORDS]] if is_told else []
    return [number(one.token), one.count, one.remains, int(one.kept), words, taken]


def _kept(trace: TopDownTrace, k: int, number: Number) -> list[list[Any]]:
    """The tokens beside the characters: of the pass so far, or else those that words are segmented with.

    [token, what remained of its count, whether the last step kept it]
    """
    done = trace[k - 1] if k else None
    if isinstance(done, Select):
        found = []
        for step in range(k - 1, -1, -1):
            if not isinstance(trace[step], Select):
                break
            found += [[number(token), left, int(step == k - 1)] for token, left in trace.kept(step)]
        return found[:SHELF]
    characters = set(trace.vocabulary(0))
    learned = [(token, left) for token, left in trace.tokens_kept(k) if token not in characters]
    return [[number(token), left, 0] for token, left in learned[:SHELF]]


def _about(trace: TopDownTrace, k: int, say: Catalog) -> Sentence:
    """What stands on the shelf."""
    done = trace[k - 1] if k else None
    if isinstance(done, Select):
        return segments(say("top-down.picture-shelf.pass", iteration=done.iteration + 1))
    return segments(
        say("top-down.picture-shelf", tokens=say.count("count.tokens", trace.sizes()[k]), start=trace.sizes()[0])
    )
