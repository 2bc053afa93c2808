"""The replay as a format of ``tokviz export``."""

from __future__ import annotations

from argparse import Namespace

from tokviz.cli.export import ShownPicture
from tokviz.features.takeaway import replay
from tokviz.views.shared.catalog import Catalog

__all__ = ["picture_replay"]


def picture_replay(picture: ShownPicture, arguments: Namespace, say: Catalog) -> str:
    """Return the page that steps through a picture, opened at the first step that was asked for."""
    every = range(min(picture.total, replay.MAX_STEPS) + 1)
    return replay.replay_page(picture.parts(every), picture.about, say, start=next(iter(picture.steps), 0))
