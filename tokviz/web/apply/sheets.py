"""The worksheet on the word of the stage and those beside it."""

from __future__ import annotations

from tokviz.model import Model
from tokviz.views.shared.catalog import Catalog
from tokviz.views.worksheets import applied
from tokviz.views.worksheets.known import for_paper
from tokviz.web.apply.tokenizer import LoadedTokenizer
from tokviz.web.shared import downloads

__all__ = ["show"]


def show(tokenizer: LoadedTokenizer[Model], words: tuple[str, ...], say: Catalog) -> None:
    """Draw the buttons for sheet and solution; nothing where no word is short enough."""
    model, common = tokenizer.model, getattr(tokenizer, "denominator", None)
    if applied.has_sheet(model) and for_paper(words):
        downloads.sheets(
            lambda filled: applied.page(model, words, say, filled=filled, common=common),
            f"tokviz-{model.algorithm}-words",
            say,
        )
