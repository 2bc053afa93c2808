"""The buttons for pages to keep: the replay of a training and of a word, and the report of a comparison."""

from __future__ import annotations

import json

import streamlit as st

from tokviz.features.takeaway import replay, report
from tokviz.state.training import TrainState
from tokviz.trace import Trace
from tokviz.views.shared import rendering
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.display import visible
from tokviz.web import hooks
from tokviz.web.hooks import Column, ShownComparison, ShownWord
from tokviz.web.shared.downloads import download, save

__all__ = ["register"]


def register() -> None:
    """Add the replay to the files of trainings and below words, and the report to those of a comparison."""
    hooks.training_files.add(replay_of_training)
    hooks.word_files.add(replay_of_word)
    hooks.comparison_files.add(report_of_comparison)


def replay_of_training(trace: Trace, state: TrainState, step: int, say: Catalog) -> Column:
    """Return the column with the replay, which opens at `step`."""

    def draw() -> None:
        st.markdown(say("files.replay.title"))
        download(
            "replay",
            lambda: replay.replay_of_training(trace, state, say, start=step),
            f"tokviz-{state.algorithm}-{state.example}-replay.html",
            "text/html",
            title=say("files.replay"),
            about=say("files.replay.help"),
        )

    return Column(1, draw)


def replay_of_word(shown: ShownWord, say: Catalog) -> None:
    """Draw the button that saves the picture of a word."""
    about = rendering.about(visible(shown.word), [], say)
    save(
        say("files.replay.word"),
        lambda: replay.replay_page(map(json.loads, shown.parts), about, say, start=shown.step),
        "tokviz-word-replay.html",
        "text/html",
        key="file_word_replay",
        type="tertiary",
        help=say("files.replay.help"),
    )


def report_of_comparison(shown: ShownComparison, say: Catalog) -> Column:
    """Return the column with the report, which is made when it is asked for."""

    def page() -> str:
        contents = report.contents_of(shown.comparison, shown.example, shown.lines(), say, is_neutral=shown.is_neutral)
        return report.report_page(contents, say)

    def draw() -> None:
        download(
            "html",
            page,
            "tokviz-comparison.html",
            "text/html",
            title=say("compare.export.html"),
            about=say("compare.export.html.help"),
            key="compare_export",
        )

    return Column(1, draw)
