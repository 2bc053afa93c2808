"""The buttons for pages to keep: the replay of a training and of a word."""

from __future__ import annotations

import json

import streamlit as st

from tokviz.features.takeaway import replay
from tokviz.state.training import TrainState
from tokviz.trace import Trace
from tokviz.views.shared import rendering
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.display import visible
from tokviz.web import hooks
from tokviz.web.hooks import Column, ShownWord
from tokviz.web.shared.downloads import download, save

__all__ = ["register"]


def register() -> None:
    """Add the replay to the files of trainings and below words."""
    hooks.training_files.add(replay_of_training)
    hooks.word_files.add(replay_of_word)


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
