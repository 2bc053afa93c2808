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
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, Any, TypeAlias

from tokviz import lookup
from tokviz.algorithms import ALGORITHMS, Algorithm
from tokviz.checkpoint import checkpoint
from tokviz.errors import LimitError
from tokviz.model import Encoder
from tokviz.trace import Trace
from tokviz.views import notebook_tables
from tokviz.views.encoding import lookup as lookups
from tokviz.views.encoding.merging import Frame
from tokviz.views.entries import Drawn, Picture, Tables, ViewsEntry, drawn, frames_by
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.tables import cells_csv

if TYPE_CHECKING:
    import pandas as pd

__all__ = [
    "VIEWS",
    "Picture",
    "Tables",
    "Views",
    "ViewsEntry",
    "frames_of",
    "lookup_tables",
    "steps_csv",
    "steps_of",
    "trace_json",
    "training_part",
    "views_of",
]

Views: TypeAlias = ViewsEntry[Trace]
"""The views of an algorithm, whichever it is."""


def views_of(trace: Trace) -> Views:
    """Return the views of a trace."""
    return _entry_of(ALGORITHMS[trace.algorithm].of(trace.rules))


def _entry_of(algorithm: Algorithm) -> Views:
    """Return the entry of an algorithm; without one of its own it is shown as that whose tokenizers it trains."""
    return VIEWS[algorithm.name if algorithm.name in VIEWS else algorithm.model_name]


def training_part(trace: Trace, step: int, say: Catalog, *, split: str = "", asks: bool = False) -> dict[str, Any]:
    """Return the payload of a training with the frames around a step, as the app sends it: all of them where they are
    few. split: what split the corpus into words, where that is known; asks: whether there will be a question to
    each."""
    from tokviz.views.shared.spaces import mark_space, space_in

    picture = views_of(trace).picture
    built = picture.payload(trace, picture.part_of(trace, step, asks), say, asks=asks)
    mark_space(built, space_in(trace, split))
    return built


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
    """Yield the JSON text in parts, by the items of the lists in it.

    One call of json.dumps would not end before all is written.
    """
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


# -- the entries, each loaded when it is first asked for ---------------------------------------------------------------


def _bpe() -> Views:
    from tokviz.views.trainings.merges import BPE

    return BPE


def _wordpiece() -> Views:
    from tokviz.views.trainings.merges import WORDPIECE

    return WORDPIECE


def _top_down() -> Views:
    from tokviz.views.trainings.top_down import TOP_DOWN

    return TOP_DOWN


def _unigram() -> Views:
    from tokviz.views.trainings.unigram import UNIGRAM

    return UNIGRAM


def _parity() -> Views:
    from tokviz.views.trainings.parity import PARITY

    return PARITY


def _picky() -> Views:
    from tokviz.views.trainings.picky import PICKY

    return PICKY


def _superbpe() -> Views:
    from tokviz.views.trainings.superbpe import SUPERBPE

    return SUPERBPE


def _boundless() -> Views:
    from tokviz.views.trainings.superbpe import BOUNDLESS

    return BOUNDLESS


_ALL: dict[str, Callable[[], Views]] = {
    "bpe": _bpe,
    "wordpiece": _wordpiece,
    "top-down": _top_down,
    "unigram": _unigram,
    "parity": _parity,
    "picky": _picky,
    "superbpe": _superbpe,
    "boundless": _boundless,
}


class _Entries(Mapping[str, Views]):
    """The entries; iteration goes over their names, and loads none."""

    def __getitem__(self, name: str) -> Views:
        return _ALL[name]()

    def __contains__(self, name: object) -> bool:
        return name in _ALL

    def __iter__(self) -> Iterator[str]:
        return iter(_ALL)

    def __len__(self) -> int:
        return len(_ALL)


VIEWS: Mapping[str, Views] = _Entries()
"""Name of an algorithm -> how it is shown."""

# -- lookups, which are not trained ------------------------------------------------------------------------------------

_LOOKUP_FRAMES = frames_by(lookup.Model, lookups.lookup_frames)


def lookup_tables() -> Mapping[type, Drawn]:
    """Return the notebook tables of models that look up words and characters, and of their encodings."""

    return {
        **drawn(lookup.Model, notebook_tables.lookup_model),
        **drawn(lookup.EncodeTrace, notebook_tables.lookup_encoding),
    }


def frames_of(model: Encoder, word: str, say: Catalog) -> Iterator[Frame]:
    """Return the states of a word on its way to the tokens of a model; none of an added token."""
    frames = _LOOKUP_FRAMES if model.algorithm == lookup.Model.algorithm else VIEWS[model.algorithm].frames
    return frames(model, word, say)
