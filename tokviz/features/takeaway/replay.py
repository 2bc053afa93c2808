"""The replay of a training or of a word to keep, as one HTML page that opens from disk without a network.

It has the picture's own script and style, the frames as JSON, and a short script (``replay.js``) in place of the page.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from html import escape
from typing import Any

from tokviz.compare.clock import clock_of
from tokviz.compare.comparison import Comparison
from tokviz.exercises.checking import Checked
from tokviz.frontend import script, style
from tokviz.state.request import TrainingRequest
from tokviz.trace import Trace
from tokviz.views.algorithms import training_part
from tokviz.views.compare import clock as clock_view
from tokviz.views.exercises.replaying import checked_picture
from tokviz.views.exercises.wording import sentences
from tokviz.views.hosts.parts import parts_with
from tokviz.views.shared import rendering
from tokviz.views.shared.catalog import Catalog, load
from tokviz.views.shared.rendering import About
from tokviz.views.shared.sentences import without_marks

__all__ = [
    "MAX_STEPS",
    "Shown",
    "replay_of_check",
    "replay_of_sizes",
    "replay_of_training",
    "replay_page",
    "show_check",
    "training_replay",
]


MAX_STEPS = 500
"""A replay holds at most so many steps: the first ones."""


def training_replay(trace: Trace, say: Catalog, split: str = "") -> Iterator[dict[str, Any]]:
    """Return the picture's payloads for a training, part after part, as far as a replay goes. split: what split the
    corpus into words."""
    steps = range(min(len(trace), MAX_STEPS) + 1)
    return parts_with(steps, lambda step: training_part(trace, step, say, split=split))


def replay_of_training(trace: Trace, state: TrainingRequest, say: Catalog, start: int = 0) -> str:
    """Return the replay of a training as a page that opens at step `start`."""
    about = rendering.about_training(trace, say, state.example, state.split)
    return replay_page(training_replay(trace, say, state.split), about, say, start=start)


def replay_of_sizes(comparison: Comparison, say: Catalog) -> str:
    """Return the replay of the trainings of a comparison side by side, which opens at its size."""
    clock = clock_of(comparison)
    steps = range(min(clock.largest - clock.smallest, MAX_STEPS) + 1)
    parts = parts_with(steps, lambda step: clock_view.part_at(clock, clock.smallest + step, say))
    about = rendering.about(clock_view.title_of(clock, say), [], say)
    return replay_page(parts, about, say, start=clock_view.size_of(clock, comparison) - clock.smallest)


def replay_of_check(checked: Checked, say: Catalog) -> str | None:
    """Return a page that opens where a function of the user differs; None where there is nothing to step through."""
    picture = checked_picture(checked, say)
    return None if picture is None else replay_page(picture.parts, picture.about, say, start=picture.step)


def show_check(checked: Checked, language: str = "en") -> Shown:
    """Return a check for a notebook: its picture up to the difference, and sentence.

    >>> from tokviz.exercises import check_function
    >>> show_check(check_function("bpe.train", lambda counts, merges: [("s", "t")]))._repr_html_()[:16]
    '<iframe srcdoc="'
    """
    say = load(language)
    return Shown(replay_of_check(checked, say), without_marks(sentences(checked.said, say)))


@dataclass(frozen=True)
class Shown:
    """A page in a notebook, and what it says in a line. page: None where there is nothing to step through."""

    page: str | None
    told: str

    def __repr__(self) -> str:
        return self.told

    def _repr_html_(self) -> str:
        if self.page is None:
            return f"<p>{escape(self.told)}</p>"
        size = 'style="width: 100%; height: 44rem; border: 0"'
        return (
            f'<iframe srcdoc="{escape(self.page)}" title="{escape(self.told)}" sandbox="allow-scripts" {size}></iframe>'
        )


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
