"""Views of each algorithm's trainings, by the names of :mod:`tokviz.algorithms`: how they are told and drawn.

Picture, sentences, tables, notebook and the words that a model cuts. Who shows a training takes what it needs
from here and asks for no class. Tables know pandas, which is slow to import, and are imported when they are called for.

>>> from tokviz import Corpus, bpe
>>> trace = bpe.train(Corpus({"low": 5, "lower": 2}), merges=1)
>>> views_of(trace).tables().state(trace, 1).frame()["count"].tolist()
[5, 2]
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import partial
from types import MappingProxyType
from typing import TYPE_CHECKING, TypeAlias, TypeVar, cast

from tokviz import bpe, lookup, parity, picky, superbpe, unigram, wordpiece
from tokviz.algorithms import ALGORITHMS, Algorithm
from tokviz.checkpoint import checkpoint
from tokviz.errors import LimitError
from tokviz.merging.merge_trace import MergeTrace
from tokviz.merging.steps import Step
from tokviz.model import Encoder
from tokviz.models.text_encoder import TextEncoder
from tokviz.superbpe import boundless
from tokviz.superbpe.encoding import explain_line
from tokviz.trace import Trace
from tokviz.views import notebook_tables
from tokviz.views.encoding import longest_match, merging, replay
from tokviz.views.encoding import lookup as lookups
from tokviz.views.encoding.merging import Frame
from tokviz.views.entries import Drawn, Picture, Tables, ViewsEntry
from tokviz.views.lattice import viterbi
from tokviz.views.merges import narration as merge_narration
from tokviz.views.merges import picture as merge_picture
from tokviz.views.merges.narration import next_merge
from tokviz.views.merges.picture import OtherTraining, show_parting
from tokviz.views.notebook_tables import Table
from tokviz.views.parity import narration as parity_narration
from tokviz.views.parity import picture as parity_picture
from tokviz.views.picky import narration as picky_narration
from tokviz.views.picky import picture as picky_picture
from tokviz.views.picky.narration import next_event
from tokviz.views.shared import plain_algorithm
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.tables import FilledTable, cells_csv
from tokviz.views.superbpe import narration as superbpe_narration
from tokviz.views.superbpe import picture as superbpe_picture
from tokviz.views.superbpe.encoding import boundless_frames, line_frames
from tokviz.views.superbpe.traces import AnyTrace
from tokviz.views.top_down import narration as top_down_narration
from tokviz.views.top_down import picture as top_down_picture
from tokviz.views.top_down.narration import next_kept
from tokviz.views.unigram import narration as unigram_narration
from tokviz.views.unigram import picture as unigram_picture
from tokviz.views.unigram.narration import next_pruned

if TYPE_CHECKING:
    import pandas as pd

__all__ = [
    "LOOKUP_TABLES",
    "VIEWS",
    "Picture",
    "Tables",
    "Views",
    "ViewsEntry",
    "frames_of",
    "steps_csv",
    "steps_of",
    "trace_json",
    "views_of",
]

Thing = TypeVar("Thing")
ModelT = TypeVar("ModelT", bound=TextEncoder)

Views: TypeAlias = ViewsEntry[Trace]
"""The views of an algorithm, whichever it is."""


def views_of(trace: Trace) -> Views:
    """Return how a trace is shown."""
    return _entry_of(ALGORITHMS[trace.algorithm].of(trace.rules))


def _entry_of(algorithm: Algorithm) -> Views:
    """Return the entry of an algorithm; without one of its own it is shown as that whose tokenizers it trains."""
    return VIEWS[algorithm.name if algorithm.name in VIEWS else algorithm.model_name]


def steps_of(trace: Trace) -> pd.DataFrame:
    """Return the steps of a trace as a frame, one row a step."""
    return views_of(trace).tables().steps(trace).frame()


def steps_csv(trace: Trace) -> str:
    """Return the steps as CSV. Cells that a spreadsheet would take for a formula begin with an apostrophe.

    Scores are decimal here, since a spreadsheet takes 1/20 for a day; the counts beside them give the fraction.
    """
    cells = views_of(trace).tables().steps(trace).stored()
    if "score" in cells:
        cells["score"] = [float(Fraction(str(score))) for score in cells["score"]]
    return cells_csv(cells)


def trace_json(trace: Trace, most: int | None = None) -> str:
    """Return the whole trace as JSON, exact (see docs/reference/trace-format.md).

    Raises LimitError for more than `most` characters, once so many are written.
    """
    written, size = [], 0
    for part in _json_parts(trace.to_dict()):
        written.append(part)
        size += len(part)
        if most is not None and size > most:
            raise LimitError("MAX_SAVED_BYTES", most, met="more")
    return "".join(written)


def _json_parts(values: Mapping[str, object]) -> Iterator[str]:
    """Yield what json.dumps writes, by the items of the lists in it: one call would not end before all is written."""
    write = partial(json.dumps, ensure_ascii=False)
    for place, (name, value) in enumerate(values.items()):
        yield f"{', ' if place else '{'}{write(name)}: "
        if not isinstance(value, list | tuple):
            yield write(value)
            continue
        for number, item in enumerate(value):
            checkpoint()
            yield f"{', ' if number else '['}{write(item)}"
        yield "]" if value else "[]"
    yield "}"


def _frames(
    model: type[ModelT], frames: Callable[[ModelT, str, Catalog], Iterator[Frame]]
) -> Callable[[object, str, Catalog], Iterator[Frame]]:
    """Return the same for any model, which has to be of this class."""

    def of_any(encoder: object, word: str, say: Catalog) -> Iterator[Frame]:
        if not isinstance(encoder, model):
            raise TypeError(f"{type(encoder).__name__} has no states of a word.")
        return iter(()) if any(word == token.content for token in encoder.added) else frames(encoder, word, say)

    return of_any


def _drawn(kind: type[Thing], table: Callable[[Thing, Catalog], Table]) -> Mapping[type, Drawn]:
    return {kind: cast("Drawn", table)}


# -- training by merges ------------------------------------------------------------------------------------------------


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

_BPE = ViewsEntry[bpe.Trace](
    steps="merges",
    said=merge_narration.said,
    end=merge_narration.end,
    lines=plain_algorithm.merge_lines,
    picture=_MERGE_PICTURE,
    tables=_merge_tables,
    frames=_frames(bpe.Model, lambda model, word, say: merging.word_frames(model.explain(word), say)),
    notebook={
        **_drawn(cast("type[MergeTrace[Step]]", MergeTrace), notebook_tables.merges),  # but for those with their own
        **_drawn(bpe.Model, notebook_tables.bpe_model),
        **_drawn(bpe.EncodeTrace, notebook_tables.bpe_encoding),
    },
)

_WORDPIECE = ViewsEntry[wordpiece.Trace](
    steps="merges",
    said=merge_narration.said,
    end=merge_narration.end,
    lines=plain_algorithm.merge_lines,
    picture=_MERGE_PICTURE,
    tables=_scored_tables,
    frames=_frames(
        wordpiece.Model,
        lambda model, word, say: longest_match.match_frames(
            model.explain(word), say, has_unknown=model.unk in model.ids
        ),
    ),
    notebook={
        **_drawn(wordpiece.Trace, notebook_tables.scored_merges),
        **_drawn(wordpiece.Model, notebook_tables.wordpiece_model),
        **_drawn(wordpiece.EncodeTrace, notebook_tables.wordpiece_encoding),
    },
)

# -- from the top down -------------------------------------------------------------------------------------------------


def _top_down_tables() -> Tables[wordpiece.TopDownTrace]:
    from tokviz.views.top_down import tables

    return Tables(
        steps=tables.steps,
        listed=tables.listed,
        state=lambda trace, k: tables.WORDS.of((trace, k)),
        choice=lambda trace, k, _: tables.candidates(trace, k),
        result=lambda trace: tables.VOCABULARY.only("id", "token").of((trace, None)),
    )


_TOP_DOWN = ViewsEntry[wordpiece.TopDownTrace](
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
    frames=_WORDPIECE.frames,
    notebook=_drawn(wordpiece.TopDownTrace, notebook_tables.top_down_steps),
)

# -- unigram -----------------------------------------------------------------------------------------------------------


def _unigram_tables() -> Tables[unigram.Trace]:
    from tokviz.views.unigram import tables

    return Tables(
        steps=tables.steps,
        listed=tables.listed,
        state=tables.pieces,
        choice=lambda trace, k, _: tables.worked_on(trace, k),
        result=tables.pieces,
    )


_UNIGRAM = ViewsEntry[unigram.Trace](
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
    frames=_frames(unigram.Model, lambda model, word, say: viterbi.word_frames(model.explain(word), say)),
    notebook={
        **_drawn(unigram.Trace, notebook_tables.unigram_steps),
        **_drawn(unigram.Model, notebook_tables.unigram_model),
        **_drawn(unigram.EncodeTrace, notebook_tables.unigram_encoding),
        **_drawn(unigram.Lattice, notebook_tables.lattice),
    },
    notes=lambda trace: ("unigram.no-lines",) if trace.takes_words_for_lines else (),
)

# -- merges in turns ---------------------------------------------------------------------------------------------------


def _parity_tables() -> Tables[parity.Trace]:
    from tokviz.views.merges import tables as merge_tables
    from tokviz.views.parity import tables

    return Tables(
        steps=tables.steps,
        listed=tables.listed,
        state=merge_tables.words,
        choice=lambda trace, k, _: tables.choice(trace, k),
    )


_PARITY = ViewsEntry[parity.Trace](
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
    frames=_BPE.frames,
    notebook=_drawn(parity.Trace, notebook_tables.merges),
)

# -- merges and removals -----------------------------------------------------------------------------------------------


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


_PICKY = ViewsEntry[picky.Trace](
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
    frames=_frames(picky.Model, replay.replay_frames),
    notebook={
        **_drawn(picky.Trace, notebook_tables.picky_steps),
        **_drawn(picky.Model, notebook_tables.picky_model),
        **_drawn(picky.EncodeTrace, notebook_tables.picky_encoding),
    },
)

# -- across words ------------------------------------------------------------------------------------------------------


def _frames_of_superbpe(model: object, word: str, say: Catalog) -> Iterator[Frame]:
    """Return the states of a line, or of a piece of one."""
    return (_BOUNDLESS_FRAMES if isinstance(model, boundless.Model) else _LINE_FRAMES)(model, word, say)


_BOUNDLESS_FRAMES = _frames(boundless.Model, boundless_frames)
_LINE_FRAMES = _frames(superbpe.Model, lambda model, line, say: line_frames(model, explain_line(model, line), say))


def _superbpe_tables() -> Tables[AnyTrace]:
    from tokviz.views.superbpe import tables

    return Tables(
        steps=tables.steps,
        listed=tables.listed,
        state=tables.state,
        choice=lambda trace, k, _: tables.choice(trace, k),
    )


_SUPERBPE_PICTURE: Picture[AnyTrace] = Picture(
    part_of=superbpe_picture.part_of, payload=superbpe_picture.payload, question=superbpe_narration.next_pair
)

_SUPERBPE = ViewsEntry[superbpe.Trace](
    steps="steps",
    said=superbpe_narration.said,
    end=superbpe_narration.end,
    lines=plain_algorithm.superbpe_lines,
    picture=_SUPERBPE_PICTURE,
    tables=_superbpe_tables,
    frames=_frames_of_superbpe,
    notebook={
        **_drawn(superbpe.Trace, notebook_tables.superbpe_steps),
        **_drawn(superbpe.Model, notebook_tables.superbpe_model),
    },
    notes=superbpe_narration.notes,
)

_BOUNDLESS = ViewsEntry[boundless.Trace](
    steps="steps",
    said=superbpe_narration.said,
    end=superbpe_narration.end,
    lines=plain_algorithm.superbpe_lines,
    picture=_SUPERBPE_PICTURE,
    tables=_superbpe_tables,
    frames=_SUPERBPE.frames,
    notebook={
        **_drawn(boundless.Trace, notebook_tables.superbpe_steps),
        **_drawn(boundless.Model, notebook_tables.boundless_model),
        **_drawn(boundless.BoundlessEncoding, notebook_tables.boundless_encoding),
    },
    notes=superbpe_narration.notes,
)

_ALL: dict[str, Views] = {
    "bpe": _BPE,
    "wordpiece": _WORDPIECE,
    "top-down": _TOP_DOWN,
    "unigram": _UNIGRAM,
    "parity": _PARITY,
    "picky": _PICKY,
    "superbpe": _SUPERBPE,
    "boundless": _BOUNDLESS,
}

VIEWS: Mapping[str, Views] = MappingProxyType(_ALL)
"""Name of an algorithm -> how it is shown."""

# -- lookups, which are not trained ------------------------------------------------------------------------------------

_LOOKUP_FRAMES = _frames(lookup.Model, lookups.lookup_frames)

LOOKUP_TABLES: Mapping[type, Drawn] = {
    **_drawn(lookup.Model, notebook_tables.lookup_model),
    **_drawn(lookup.EncodeTrace, notebook_tables.lookup_encoding),
}
"""The notebook tables of models that look up words and characters, and of their encodings."""


def frames_of(model: Encoder, word: str, say: Catalog) -> Iterator[Frame]:
    """Return the states of a word on its way to the tokens of a model; none of an added token."""
    frames = _LOOKUP_FRAMES if model.algorithm == lookup.Model.algorithm else VIEWS[model.algorithm].frames
    return frames(model, word, say)
