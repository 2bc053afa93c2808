"""Worksheets and their solutions as formats of ``tokviz encode`` and ``tokviz compare``.

The commands load this module whenever they run; what makes a sheet is loaded for a sheet.
"""

from __future__ import annotations

from argparse import Namespace
from typing import TYPE_CHECKING

from tokviz.errors import TokvizError
from tokviz.views.shared.catalog import Catalog

if TYPE_CHECKING:
    from tokviz.compare.comparison import Comparison
    from tokviz.model import Model


def words_sheet(text: str, model: Model, say: Catalog) -> str:
    """Return the sheet on the first words of a text. Raises TokvizError."""
    return _words(text, model, say, filled=False)


def words_solution(text: str, model: Model, say: Catalog) -> str:
    """Return the solution of :func:`words_sheet`. Raises TokvizError."""
    return _words(text, model, say, filled=True)


def comparison_sheet(comparison: Comparison, _: Namespace, say: Catalog) -> str:
    """Return the sheet on words that are split differently. Raises TokvizError."""
    return _comparison(comparison, say, filled=False)


def comparison_solution(comparison: Comparison, _: Namespace, say: Catalog) -> str:
    """Return the solution of :func:`comparison_sheet`. Raises TokvizError."""
    return _comparison(comparison, say, filled=True)


def _words(text: str, model: Model, say: Catalog, *, filled: bool) -> str:
    from tokviz.features.worksheets import applied
    from tokviz.views.encoding.applying import explained_words

    if not applied.has_sheet(model):
        raise TokvizError("cli-sheet-model")
    return _whole(applied.words_page(model, explained_words(model, text), say, filled=filled))


def _comparison(comparison: Comparison, say: Catalog, *, filled: bool) -> str:
    from tokviz.features.worksheets import applied

    return _whole(applied.comparison_page(comparison, say, filled=filled))


def _whole(page: str) -> str:
    """Return a worksheet that has a word. Raises TokvizError for one without."""
    from tokviz.features.worksheets.sheet import LONGEST

    if not page:
        raise TokvizError("cli-sheet-words", most=LONGEST)
    return page
