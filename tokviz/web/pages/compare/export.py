"""The whole comparison to take away: a page that opens from disk, and tables."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from tokviz.compare.comparison import Comparison
from tokviz.examples import OWN
from tokviz.state.compare import CompareState
from tokviz.views.compare.words import MAX_EXPORTED, explained
from tokviz.views.shared.catalog import Catalog
from tokviz.views.takeaway import report
from tokviz.views.takeaway.export import table_csv
from tokviz.views.worksheets import comparison
from tokviz.web.pages.compare import measures as compare_measures
from tokviz.web.shared import messages
from tokviz.web.shared.downloads import download, sheets

__all__ = ["show"]


def show(found: Comparison, asked: CompareState, say: Catalog) -> None:
    """Draw the buttons; a file is made when somebody asks for it."""
    is_neutral = asked.marks == "neutral"
    example = "" if asked.example == OWN else asked.example

    def page() -> str:
        lines = compare_measures.curves(found)
        return report.html(report.contents_of(found, example, lines, say, is_neutral=is_neutral), say)

    messages.caption_with_terms("compare.export.about", say)
    made: tuple[tuple[str, Callable[[], str], str, str], ...] = (
        ("html", page, "tokviz-comparison.html", "text/html"),
        ("measures", lambda: report.measures_csv(found.readings), "tokviz-measures.csv", "text/csv"),
        (
            "words",
            lambda: table_csv(explained(found, MAX_EXPORTED, say, is_neutral=is_neutral)),
            "tokviz-words.csv",
            "text/csv",
        ),
    )
    for column, (kind, make, name, mime) in zip(st.columns(len(made)), made, strict=True):
        with column:
            title, about = say(f"compare.export.{kind}"), say(f"compare.export.{kind}.help")
            download(kind, make, name, mime, say, title=title, about=about, key="compare_export")
    if comparison.chosen(found):
        with st.container(horizontal=True):
            sheets(lambda filled: comparison.page(found, say, filled=filled), "tokviz-comparison", say)
