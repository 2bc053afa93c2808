"""The page of a worksheet that is about no training."""

from __future__ import annotations

from collections.abc import Sequence

from tokviz.views.shared.catalog import LANGUAGES, Catalog
from tokviz.views.takeaway import page as takeaway
from tokviz.views.takeaway.worksheets.parts import Section

__all__ = ["sheet"]


def sheet(
    title: str, told: Sequence[tuple[str, str]], task: str, sections: Sequence[Section], say: Catalog, *, filled: bool
) -> str:
    """One HTML page, which opens from disk and prints. told: settings with their names."""
    return takeaway.page(
        "worksheet",
        say("worksheet.title.filled" if filled else "worksheet.title", what=title),
        say,
        filled=filled,
        told=[*told, (say("language.label"), LANGUAGES[say.language])],
        fewer="",
        task=task,
        sections=sections,
        end=(),
    )
