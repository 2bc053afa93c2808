"""A trace to take away: the stage with its frames in one HTML file, which opens from disk without a network.

The page holds the stage's own script and style, the frames as JSON, and a short script (``replay.js``) that stands in
for the server. The browser is told to run nothing else and to fetch nothing. It is written in one language.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from tokviz.trace import Trace
from tokviz.views.algorithms import views_of
from tokviz.views.shared import standalone
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.scripts import joined, sheets
from tokviz.views.shared.standalone import About

__all__ = ["MAX_STEPS", "of_training", "page"]

MAX_STEPS = 500
"""A replay holds at most so many steps: the first ones."""

_HERE = Path(__file__).parent
# The style of the stage is read, as its script is: nothing here may know Streamlit.
_STAGE = _HERE.parents[1] / "web" / "components" / "stage"


def of_training(trace: Trace, say: Catalog) -> Iterator[dict[str, Any]]:
    """The stage's payloads for a training, part after part, as far as a replay goes."""
    stage, last = views_of(trace).stage, min(len(trace), MAX_STEPS)
    step = 0
    while step <= last:
        steps = stage.part_of(trace, step, False)  # neighbours overlap
        yield stage.payload(trace, range(steps.start, min(steps.stop, last + 1)), say)
        step = steps.stop


def page(parts: Iterable[Mapping[str, Any]], about: About, say: Catalog, start: int = 0) -> str:
    """The page, complete: the stage at step `start`, with what is told of the trace below it.

    parts: payloads of one trace as the stage gets them, in order, together all its steps (see :func:`of_training` and
    :func:`tokviz.views.encoding.merging.word_parts`); one that has no steps is a picture.

    >>> from tokviz import Corpus, bpe
    >>> from tokviz.views.shared.catalog import load
    >>> trace = bpe.train(Corpus({"</script>": 2}), merges=3)
    >>> made = page(of_training(trace, load("en")), standalone.of_training(trace, load("en")), load("en"))
    >>> made.startswith("<!DOCTYPE html>"), made.count("</script>")
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
    return standalone.page(
        "replay",
        about.title,
        say,
        joined(_HERE / "replay.js"),
        told=about.settings,
        shortened=say("replay.first-steps", shown=MAX_STEPS, total=total) if total > MAX_STEPS else "",
        stage_style=sheets(_STAGE),
        data={"parts": shown, "start": min(start, total, MAX_STEPS)},
    )
