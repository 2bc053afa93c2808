"""The report of a comparison as a format of ``tokviz compare``, and the replay as one of ``tokviz export``."""

from __future__ import annotations

from argparse import Namespace

from tokviz.cli.export import ShownPicture
from tokviz.compare.comparison import Comparison
from tokviz.features.takeaway import replay, report
from tokviz.views.compare.charts import measures_over_sizes
from tokviz.views.shared.catalog import Catalog

__all__ = ["comparison_report", "picture_replay"]


def comparison_report(comparison: Comparison, arguments: Namespace, say: Catalog) -> str:
    """Return the page that `/compare` offers, with the lines over sizes. Raises TokvizError."""
    lines = measures_over_sizes(comparison)
    return report.report_page(
        report.contents_of(comparison, arguments.example or "", lines, say, is_neutral=arguments.neutral), say
    )


def picture_replay(picture: ShownPicture, arguments: Namespace, say: Catalog) -> str:
    """Return the page that steps through a picture, opened at the first step that was asked for."""
    every = range(min(picture.total, replay.MAX_STEPS) + 1)
    return replay.replay_page(picture.parts(every), picture.about, say, start=next(iter(picture.steps), 0))
