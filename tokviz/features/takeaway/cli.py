"""The report of a comparison as a format of ``tokviz compare``."""

from __future__ import annotations

from argparse import Namespace

from tokviz.compare.comparison import Comparison
from tokviz.features.takeaway import report
from tokviz.views.compare.charts import measures_over_sizes
from tokviz.views.shared.catalog import Catalog

__all__ = ["comparison_report"]


def comparison_report(found: Comparison, asked: Namespace, say: Catalog) -> str:
    """Return the page that `/compare` offers, with the lines over sizes. Raises TokvizError."""
    lines = measures_over_sizes(found)
    return report.report_page(report.contents_of(found, asked.example or "", lines, say, is_neutral=asked.neutral), say)
