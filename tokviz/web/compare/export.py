"""The whole comparison to take away: a page that opens from disk, and tables."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from tokviz.compare.reading import Reading
from tokviz.examples import OWN
from tokviz.views.shared.catalog import Catalog
from tokviz.views.takeaway import report
from tokviz.web.compare import measures as compare_measures
from tokviz.web.compare import words as compare_words
from tokviz.web.compare.models import View
from tokviz.web.compare.state import CompareState

__all__ = ["show"]


def show(view: View, asked: CompareState, held: str, say: Catalog) -> None:
    """Draw the buttons; a file is made when somebody asks for it. held: the held-out text."""
    st.caption(say("cmp.export.about"))
    made: tuple[tuple[str, Callable[[], str], str, str], ...] = (
        ("html", lambda: report.html(_comparison(view, asked, held, say), say), "tokviz-comparison.html", "text/html"),
        ("measures", lambda: report.measures_csv(_readings(view, held)), "tokviz-measures.csv", "text/csv"),
        (
            "words",
            lambda: report.words_csv(compare_words.all_words(view, say, compare_words.MAX_EXPORTED)),
            "tokviz-words.csv",
            "text/csv",
        ),
    )
    for column, (kind, make, name, mime) in zip(st.columns(len(made)), made, strict=True):
        with column:
            st.download_button(
                say(f"cmp.export.{kind}"),
                make,
                name,
                mime,
                on_click="ignore",
                key=f"cmp_export_{kind}",
                width="stretch",
                icon=":material/download:",
            )
            st.caption(say(f"cmp.export.{kind}.help"))


def _readings(view: View, held: str) -> dict[str, dict[str, Reading]]:
    return compare_measures.readings(view.tokenizers, view.material, compare_measures.held_out(held))


def _comparison(view: View, asked: CompareState, held: str, say: Catalog) -> report.Comparison:
    """What the page tells of the comparison."""
    example = say.choice("example", asked.example)
    settings = [(say("control.corpus"), example)]
    if asked.example == OWN or asked.split != "whitespace":
        settings.append((say("control.split"), say.choice("split", asked.split)))
    for one in view.tokenizers:
        size = one.tokenizer.size
        settings.append((one.label, say.count("count.tokens", size) if size else say("cmp.range.unknown")))
    return report.Comparison(
        names=tuple(one.label for one in view.tokenizers),
        settings=tuple(settings),
        text=view.text,
        segmentations=view.segmentations,
        readings=_readings(view, held),
        differing=compare_words.all_words(view, say, report.MOST_WORDS),
        lines=compare_measures.curves(view.tokenizers, view.material, compare_measures.held_out(held)),
        models=tuple(one.model for one in view.tokenizers) if asked.marks == "neutral" else None,
    )
