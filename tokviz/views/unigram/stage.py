"""The payload of the stage for a unigram trace: a picture of what each step did, with its sentences.

A small corpus is shown whole; of a larger one those frequent words whose segmentation a step changes or whose pieces it
takes out, and the most frequent. What a picture holds is made in :mod:`tokviz.views.unigram.picture`.
"""

from __future__ import annotations

from typing import Any

from tokviz.checkpoint import checkpoint
from tokviz.unigram import Trace
from tokviz.views.shared.catalog import Catalog
from tokviz.views.stage.payload import find, part_around, sentences, staged
from tokviz.views.unigram import narration
from tokviz.views.unigram.picture import Pictures

__all__ = ["WORDS", "part_of", "payload"]

WORDS = 8
"""A corpus of up to so many words is shown whole, and of a larger one so many words."""
_TOUCHED = 4  # words that a step touches, of a larger one
_WATCHED = 300  # so many of the most frequent words are looked at to say what a step touches
_PART, _PART_OF_MANY = 12, 8  # frames sent at once, and of a larger corpus, whose frames take longer to make
_PIECES = 200_000  # fewer, where their vocabularies together have more pieces: to tell of a step takes all of them


def part_of(trace: Trace, step: int) -> range:
    """The steps whose frames belong to the part that holds `step`."""
    part = _PART if len(trace.corpus) <= WORDS else _PART_OF_MANY
    size = max(4, min(part, _PIECES // max(trace.pieces_left)))
    return part_around(step, len(trace), size, max(1, size // 4))


def payload(trace: Trace, steps: range, say: Catalog, query: str = "", *, asks: bool = False) -> dict[str, Any]:
    """The stage's payload for these steps, ready for JSON.

    query: words that begin with or hold this come first. asks: whether what comes next is asked first:
    no step shows anything of the next one, so this changes nothing.
    """
    corpus = trace.corpus
    is_whole = len(corpus) <= WORDS
    found, matches = find(corpus, query) if query and not is_whole else ((), None)
    watched = corpus.words if is_whole else tuple(dict.fromkeys((*found, *corpus.most_frequent(_WATCHED))))
    part = trace if is_whole else trace.among(watched)
    pictures = Pictures(trace, part, say)
    frames = []
    for k in steps:
        checkpoint()
        words = watched if is_whole else (*found, *_touched(trace, part, k), *watched[len(found) :])
        view = pictures.view(k, tuple(dict.fromkeys(words))[:WORDS])
        frames.append({"groups": [], "say": sentences(trace, k, *narration.told(trace, k, say)), "view": view})
    built = staged(len(trace), steps.start, frames, [], [], say, has_search=not is_whole, found=matches)
    return built | {"picture": pictures.whole()}


def _touched(trace: Trace, part: Trace, k: int) -> list[str]:
    """Frequent words that the last of k steps cuts anew, or from which it takes a piece. part: the training of these.

    An expectation step changes nothing: it shows what the maximization after it will touch, which then stays."""
    at = k + 1 if k and k < len(trace) and trace.kinds[k - 1] == "expect" else k
    if not at:
        return []
    now, before = part.words(at), part.words(at - 1)
    gone = set(trace[at - 1].dropped)
    often = trace.corpus.__getitem__
    touched = (word for word in now if now[word] != before[word] or not gone.isdisjoint(before[word]))
    return sorted(touched, key=lambda word: -often(word))[:_TOUCHED]
