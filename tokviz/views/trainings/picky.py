"""The entry of PickyBPE."""

from __future__ import annotations

from collections.abc import Mapping

from tokviz import picky
from tokviz.views.encoding import replay
from tokviz.views.entries import Drawn, Picture, Tables, ViewsEntry, drawn, frames_by
from tokviz.views.merges import picture as merge_picture
from tokviz.views.picky import narration as picky_narration
from tokviz.views.picky import picture as picky_picture
from tokviz.views.picky.narration import next_event
from tokviz.views.shared import plain_algorithm


def _picky_tables() -> Tables[picky.Trace]:
    from tokviz.views.merges import tables
    from tokviz.views.picky import tables as picky_tables

    return Tables(
        steps=picky_tables.steps,
        listed=picky_tables.listed,
        state=tables.words,
        choice=lambda trace, k, _: tables.choice(trace, k),
        result=lambda trace: tables.VOCABULARY.only("id", "token").of((trace, len(trace))),
    )


def _notebook_of_picky() -> Mapping[type, Drawn]:
    from tokviz.views import notebook_tables

    return {
        **drawn(picky.Trace, notebook_tables.picky_steps),
        **drawn(picky.Model, notebook_tables.picky_model),
        **drawn(picky.EncodeTrace, notebook_tables.picky_encoding),
    }


PICKY = ViewsEntry[picky.Trace](
    steps="steps",
    said=picky_narration.said,
    end=picky_narration.end,
    lines=plain_algorithm.picky_lines,
    picture=Picture(
        part_of=lambda trace, step, asks: merge_picture.part_of(trace, step, asks=asks),
        payload=picky_picture.payload,
        question=next_event,
        prepare=lambda trace: trace.tie_sizes,
    ),
    tables=_picky_tables,
    frames=frames_by(picky.Model, replay.replay_frames),
    notebook=_notebook_of_picky,
)
