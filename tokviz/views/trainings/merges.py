"""The entries of BPE, which is that of whatever trains its tokenizers, too, and of WordPiece by merges."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import cast

from tokviz import bpe, wordpiece
from tokviz.merging.merge_trace import MergeTrace
from tokviz.merging.steps import Step
from tokviz.views.encoding import longest_match, merging
from tokviz.views.entries import Drawn, Picture, Tables, ViewsEntry, drawn, frames_by
from tokviz.views.merges import narration as merge_narration
from tokviz.views.merges import picture as merge_picture
from tokviz.views.merges.narration import next_merge
from tokviz.views.merges.picture import OtherTraining, show_parting
from tokviz.views.shared import plain_algorithm
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.tables import FilledTable


def _merge_tables() -> Tables[MergeTrace[Step]]:
    from tokviz.views.merges import tables

    return Tables(
        steps=tables.steps,
        listed=tables.listed,
        state=tables.words,
        choice=lambda trace, k, _: tables.choice(trace, k),
    )


def _scored_tables() -> Tables[wordpiece.Trace]:
    from tokviz.views.merges import scores, tables

    def candidates(trace: wordpiece.Trace, k: int, say: Catalog) -> FilledTable:
        return tables.choice(trace, k) if trace.pair_measure.is_count else scores.listed(trace, k, say)

    plain: Tables[wordpiece.Trace] = _merge_tables()
    return replace(plain, choice=candidates)


_MERGE_PICTURE: Picture[MergeTrace[Step]] = Picture(
    part_of=lambda trace, step, asks: merge_picture.part_of(trace, step, asks=asks),
    payload=merge_picture.payload,
    question=next_merge,
    prepare=lambda trace: trace.tie_sizes,
    parting=lambda built, trace, other, names, say: show_parting(built, trace, OtherTraining(other, *names), say),
)


def _notebook_of_bpe() -> Mapping[type, Drawn]:
    from tokviz.views import notebook_tables

    return {
        **drawn(cast("type[MergeTrace[Step]]", MergeTrace), notebook_tables.merges),  # but for those with their own
        **drawn(bpe.Model, notebook_tables.bpe_model),
        **drawn(bpe.EncodeTrace, notebook_tables.bpe_encoding),
    }


BPE = ViewsEntry[bpe.Trace](
    steps="merges",
    said=merge_narration.said,
    end=merge_narration.end,
    lines=plain_algorithm.merge_lines,
    picture=_MERGE_PICTURE,
    tables=_merge_tables,
    frames=frames_by(bpe.Model, lambda model, word, say: merging.word_frames(model.explain(word), say)),
    notebook=_notebook_of_bpe,
)


def _notebook_of_wordpiece() -> Mapping[type, Drawn]:
    from tokviz.views import notebook_tables

    return {
        **drawn(wordpiece.Trace, notebook_tables.scored_merges),
        **drawn(wordpiece.Model, notebook_tables.wordpiece_model),
        **drawn(wordpiece.EncodeTrace, notebook_tables.wordpiece_encoding),
    }


WORDPIECE = ViewsEntry[wordpiece.Trace](
    steps="merges",
    said=merge_narration.said,
    end=merge_narration.end,
    lines=plain_algorithm.merge_lines,
    picture=_MERGE_PICTURE,
    tables=_scored_tables,
    frames=frames_by(
        wordpiece.Model,
        lambda model, word, say: longest_match.match_frames(
            model.explain(word), say, has_unknown=model.unk in model.ids
        ),
    ),
    notebook=_notebook_of_wordpiece,
)
