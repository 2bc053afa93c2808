"""The entry of WordPiece from the top down."""

from __future__ import annotations

from collections.abc import Mapping

from tokviz import wordpiece
from tokviz.views.entries import Drawn, Picture, Tables, ViewsEntry, drawn
from tokviz.views.shared import plain_algorithm
from tokviz.views.top_down import narration as top_down_narration
from tokviz.views.top_down import picture as top_down_picture
from tokviz.views.top_down.narration import next_kept
from tokviz.views.trainings.merges import WORDPIECE


def _top_down_tables() -> Tables[wordpiece.TopDownTrace]:
    from tokviz.views.top_down import tables

    return Tables(
        steps=tables.steps,
        listed=tables.listed,
        state=lambda trace, k: tables.WORDS.of((trace, k)),
        choice=lambda trace, k, _: tables.candidates(trace, k),
        result=lambda trace: tables.VOCABULARY.only("id", "token").of((trace, None)),
    )


def _notebook_of_top_down() -> Mapping[type, Drawn]:
    from tokviz.views import notebook_tables

    return drawn(wordpiece.TopDownTrace, notebook_tables.top_down_steps)


TOP_DOWN = ViewsEntry[wordpiece.TopDownTrace](
    steps="steps",
    said=top_down_narration.said,
    end=top_down_narration.end,
    lines=plain_algorithm.top_down_lines,
    picture=Picture(
        part_of=lambda trace, step, _: top_down_picture.part_of(trace, step),
        payload=top_down_picture.payload,
        question=next_kept,
    ),
    tables=_top_down_tables,
    frames=WORDPIECE.frames,
    notebook=_notebook_of_top_down,
)
