"""The replay of a training and of a word as a file below the picture."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import partial

from tokviz.compare.comparison import FEWEST, Comparison
from tokviz.features.takeaway import replay
from tokviz.trace import Trace
from tokviz.views.added_files import FileColumn, ShownWord
from tokviz.views.compare.charts import is_quick
from tokviz.views.shared import rendering
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.display import visible
from tokviz.views.shows import Ask, File, Seen, Show, told

_MEDIA_TYPE = "text/html"


def of_training(seen: Seen[Trace]) -> FileColumn:
    """Return the replay, which opens at the step of the picture."""
    return FileColumn("takeaway", 1, partial(_replay, seen))


def _replay(seen: Seen[Trace], _: Ask) -> Iterator[Show]:
    state, say = seen.state, seen.say
    yield told(say, "files.replay.title", "strong")
    yield File(
        "replay",
        say("files.replay"),
        f"tokviz-{state.algorithm}-{state.example}-replay.html",
        _MEDIA_TYPE,
        lambda: replay.replay_of_training(seen.trace, state, say, start=seen.step),
    )
    yield told(say, "files.replay.help", "caption")


def of_word(shown: ShownWord, say: Catalog) -> Iterator[Show]:
    """Yield the replay of the picture of a word."""
    about = rendering.about(visible(shown.word), [], say)
    yield File(
        "word_replay",
        say("files.replay.word"),
        "tokviz-word-replay.html",
        _MEDIA_TYPE,
        lambda: replay.replay_page(map(json.loads, shown.parts), about, say, start=shown.step),
        help=say("files.replay.help"),
        is_small=True,
    )


def of_comparison(comparison: Comparison, say: Catalog) -> Iterator[Show]:
    """Yield the replay of the trainings side by side; nothing where less than two are trained, or where that takes
    long."""
    if sum(one.slot.is_trained for one in comparison.tokenizers) >= FEWEST and is_quick(comparison):
        yield File(
            "sizes_replay",
            say("files.replay.sizes"),
            "tokviz-sizes-replay.html",
            _MEDIA_TYPE,
            partial(replay.replay_of_sizes, comparison, say),
            help=say("files.replay.help"),
            is_small=True,
        )
