"""The entry of parity-aware BPE."""

from __future__ import annotations

from collections.abc import Mapping

from tokviz import parity
from tokviz.views.entries import Drawn, Picture, Tables, ViewsEntry, drawn
from tokviz.views.parity import narration as parity_narration
from tokviz.views.parity import picture as parity_picture
from tokviz.views.shared import plain_algorithm
from tokviz.views.trainings.merges import BPE


def _parity_tables() -> Tables[parity.Trace]:
    from tokviz.views.merges import tables as merge_tables
    from tokviz.views.parity import tables

    return Tables(
        steps=tables.steps,
        listed=tables.listed,
        state=merge_tables.words,
        choice=lambda trace, k, _: tables.choice(trace, k),
    )


def _notebook_of_parity() -> Mapping[type, Drawn]:
    from tokviz.views import notebook_tables

    return drawn(parity.Trace, notebook_tables.merges)


PARITY = ViewsEntry[parity.Trace](
    steps="merges",
    said=parity_narration.said,
    end=parity_narration.end,
    lines=plain_algorithm.merge_lines,
    picture=Picture(
        part_of=parity_picture.part_of,
        payload=parity_picture.payload,
        question=parity_narration.next_merge,
        prepare=parity_picture.prepare,
    ),
    tables=_parity_tables,
    frames=BPE.frames,
    notebook=_notebook_of_parity,
)
