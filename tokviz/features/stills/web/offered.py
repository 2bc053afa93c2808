"""The buttons for animations on pages, and the fonts that they need."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tokviz.features.stills import raster
from tokviz.views.shared.catalog import LANGUAGES
from tokviz.web import hooks

if TYPE_CHECKING:
    from tokviz.compare.comparison import Comparison
    from tokviz.trace import Trace
    from tokviz.views.shared.catalog import Catalog
    from tokviz.views.shows import Seen


def register() -> None:
    """Add animations below the stills of a training, and both to the files of a comparison."""
    hooks.below_files.add(below_stills)
    hooks.below_comparison_files.add(below_comparison)
    for language in LANGUAGES:  # looks for fonts, for which no answer of the server should wait
        raster.lacking(language)


def below_stills(feature: str, seen: Seen[Trace]) -> None:
    from tokviz.features.stills.web import downloads

    downloads.below_stills(feature, seen)


def below_comparison(comparison: Comparison, say: Catalog) -> None:
    from tokviz.features.stills.web import downloads

    downloads.below_comparison(comparison, say)
