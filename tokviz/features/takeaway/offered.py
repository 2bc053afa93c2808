"""The replay among the files below a picture."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from tokviz.views import added_files

if TYPE_CHECKING:
    from tokviz.compare.comparison import Comparison
    from tokviz.trace import Trace
    from tokviz.views.added_files import FileColumn, ShownWord
    from tokviz.views.shared.catalog import Catalog
    from tokviz.views.shows import Seen, Show


def register() -> None:
    """Add the files; what makes them is loaded when a visitor opens their tab."""
    added_files.of_training.add(of_training)
    added_files.of_word.add(of_word)
    added_files.of_comparison.add(of_comparison)


def of_training(seen: Seen[Trace]) -> FileColumn | None:
    from tokviz.features.takeaway import files

    return files.of_training(seen)


def of_word(shown: ShownWord, say: Catalog) -> Iterator[Show]:
    from tokviz.features.takeaway import files

    return files.of_word(shown, say)


def of_comparison(comparison: Comparison, say: Catalog) -> Iterator[Show]:
    from tokviz.features.takeaway import files

    return files.of_comparison(comparison, say)
