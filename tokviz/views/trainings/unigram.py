"""The entry of Unigram."""

from __future__ import annotations

from collections.abc import Mapping

from tokviz import unigram
from tokviz.views.entries import Drawn, Picture, Tables, ViewsEntry, drawn, frames_by
from tokviz.views.lattice import viterbi
from tokviz.views.shared import plain_algorithm
from tokviz.views.unigram import narration as unigram_narration
from tokviz.views.unigram import picture as unigram_picture
from tokviz.views.unigram.narration import next_pruned


def _unigram_tables() -> Tables[unigram.Trace]:
    from tokviz.views.unigram import tables

    return Tables(
        steps=tables.steps,
        listed=tables.listed,
        state=tables.pieces,
        choice=lambda trace, k, _: tables.worked_on(trace, k),
        result=tables.pieces,
    )


def _notebook_of_unigram() -> Mapping[type, Drawn]:
    from tokviz.views import notebook_tables

    return {
        **drawn(unigram.Trace, notebook_tables.unigram_steps),
        **drawn(unigram.Model, notebook_tables.unigram_model),
        **drawn(unigram.EncodeTrace, notebook_tables.unigram_encoding),
        **drawn(unigram.Lattice, notebook_tables.lattice),
    }


UNIGRAM = ViewsEntry[unigram.Trace](
    steps="steps",
    said=unigram_narration.said,
    end=unigram_narration.end,
    lines=plain_algorithm.unigram_lines,
    picture=Picture(
        part_of=lambda trace, step, _: unigram_picture.part_of(trace, step),
        payload=unigram_picture.payload,
        question=next_pruned,
    ),
    tables=_unigram_tables,
    frames=frames_by(unigram.Model, lambda model, word, say: viterbi.word_frames(model.explain(word), say)),
    notebook=_notebook_of_unigram,
    notes=lambda trace: ("unigram.no-lines",) if trace.takes_words_for_lines else (),
)
