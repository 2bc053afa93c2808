"""The replay as a format of ``tokviz export``, ``tokviz compare`` and ``tokviz check``."""

from __future__ import annotations

from argparse import Namespace

from tokviz.cli.compare import picture_of
from tokviz.cli.export import ShownPicture
from tokviz.compare.comparison import Comparison
from tokviz.exercises.checking import Checked
from tokviz.views.shared.catalog import Catalog


def picture_replay(picture: ShownPicture, arguments: Namespace, say: Catalog) -> str:
    """Return the page that steps through a picture, opened at the first step that was asked for."""
    from tokviz.features.takeaway import replay

    every = range(min(picture.total, replay.MAX_STEPS) + 1)
    return replay.replay_page(picture.parts(every), picture.about, say, start=next(iter(picture.steps), 0))


def comparison_replay(comparison: Comparison, arguments: Namespace, say: Catalog) -> str:
    """Return the page that steps through the sizes of trainings side by side, opened at that of the comparison. Raises
    TokvizError where less than two are trained."""
    return picture_replay(picture_of(comparison, say), arguments, say)


def check_replay(checked: Checked, say: Catalog) -> str | None:
    """Return the page that opens where a function differs; None where there is nothing to step through."""
    from tokviz.features.takeaway import replay

    return replay.replay_of_check(checked, say)
