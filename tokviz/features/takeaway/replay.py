"""The replay of a training or of a word to keep, as one HTML page that opens from disk without a network.

It has the picture's own script and style, the frames as JSON, and a short script (``replay.js``) in place of the page.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from tokviz.frontend import script, style
from tokviz.state.training import TrainState
from tokviz.trace import Trace
from tokviz.views.algorithms import views_of
from tokviz.views.shared import rendering
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.rendering import About

__all__ = ["MAX_STEPS", "replay_of_training", "replay_page", "training_replay"]


MAX_STEPS = 500
"""A replay holds at most so many steps: the first ones."""


def training_replay(trace: Trace, say: Catalog) -> Iterator[dict[str, Any]]:
    """Yield the picture's payloads for a training, part after part, as far as a replay goes."""
    picture, last = views_of(trace).picture, min(len(trace), MAX_STEPS)
    step = 0
    while step <= last:
        steps = picture.part_of(trace, step, False)  # neighbors overlap
        yield picture.payload(trace, range(steps.start, min(steps.stop, last + 1)), say)
        step = steps.stop


def replay_of_training(trace: Trace, state: TrainState, say: Catalog, start: int = 0) -> str:
    """Return the replay of a training as a page that opens at step `start`."""
    about = rendering.about_training(trace, say, state.example, state.split)
    return replay_page(training_replay(trace, say), about, say, start=start)


def replay_page(parts: Iterable[Mapping[str, Any]], about: About, say: Catalog, start: int = 0) -> str:
    """Return the page, complete: the picture at step `start`, with what is told of the trace below it.

    parts: payloads of one trace as the picture gets them, in order, together all its steps (see :func:`training_replay`
    and :func:`tokviz.views.encoding.merging.word_parts`); one that has no steps is a picture.

    >>> from tokviz import Corpus, bpe
    >>> from tokviz.views.shared.catalog import load
    >>> from tokviz.views.shared.rendering import about_training
    >>> trace = bpe.train(Corpus({"</script>": 2}), merges=3)
    >>> page = replay_page(training_replay(trace, load("en")), about_training(trace, load("en")), load("en"))
    >>> page.startswith("<!DOCTYPE html>"), page.count("</script>")
    (True, 2)
    """
    shown, total = [], 0
    for part in parts:
        total = max(total, part["total"])
        frames = part["frames"][: max(0, MAX_STEPS + 1 - part["first"])]
        if not frames:
            break
        # Nobody is there to search for words.
        shown.append({**part, "frames": frames, "total": min(part["total"], MAX_STEPS), "search": False})
    return rendering.standalone_page(
        "replay",
        about.title,
        say,
        script("takeaway/replay.js"),
        told=about.settings,
        shortened=say("replay.first-steps", shown=MAX_STEPS, total=total) if total > MAX_STEPS else "",
        picture_style=style("picture/picture.css"),
        data={"parts": shown, "start": min(start, total, MAX_STEPS)},
    )
