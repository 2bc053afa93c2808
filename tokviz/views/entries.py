"""Everything the app needs to show one algorithm: the types of the entries of :mod:`tokviz.views.algorithms`.

The picture and the tables of a training, and the entry that has them. Nothing here knows an algorithm.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, Literal, Protocol, TypeAlias, TypeVar, cast

from tokviz.models.text_encoder import TextEncoder
from tokviz.views.encoding.merging import Frame
from tokviz.views.picture.questions import Question
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.plain_algorithm import AlgorithmLine
from tokviz.views.shared.sentences import Sentence
from tokviz.views.shared.tables import FilledTable

if TYPE_CHECKING:  # all tables of notebooks are in one module
    from tokviz.views.notebook_tables import Table


TraceIn = TypeVar("TraceIn", contravariant=True)
TraceOut = TypeVar("TraceOut", covariant=True)
ModelT = TypeVar("ModelT", bound=TextEncoder)
Thing = TypeVar("Thing")

Drawn: TypeAlias = "Callable[[object, Catalog], Table]"
"""The function that draws an object in a notebook."""
STEP_COUNT_KEYS = {
    "merges": "count.merges",
    "steps": "count.steps",
}
"""The name for the steps of a training -> the key of their number in the catalog."""

# -- the parts of an entry ---------------------------------------------------------------------------------------------


class Payload(Protocol[TraceIn]):
    """Function that makes the picture's payload for some steps; see
    :func:`tokviz.views.picture.payload.picture_payload`."""

    def __call__(
        self,
        trace: TraceIn,
        steps: range,
        say: Catalog,
        query: str = "",
        *,
        asks: bool = False,
    ) -> dict[str, Any]: ...


@dataclass(frozen=True)
class Picture(Generic[TraceIn]):
    """The picture of a training.

    part_of: the steps that are sent together with one, and whether there is a question to each. question: what is asked
    before a step. prepare: derives what every step needs. parting: adds to a payload where another training parts
    from this one, with what both are called; None where that is not shown.
    """

    part_of: Callable[[TraceIn, int, bool], range]
    payload: Payload[TraceIn]
    question: Callable[[TraceIn, int, Catalog], Question | None]
    prepare: Callable[[TraceIn], object] = lambda _: None
    parting: Callable[[dict[str, Any], TraceIn, TraceIn, tuple[str, str], Catalog], None] | None = None


@dataclass(frozen=True)
class Tables(Generic[TraceIn]):
    """The tables of a training, for views that show them as text.

    steps: one row a step, for programs; listed: the same for a reader. state: what there is after so many. choice:
    what the next one chooses from; empty at the end. result: what the training is for, where its steps do not say it.
    """

    steps: Callable[[TraceIn], FilledTable]
    listed: Callable[[TraceIn, Catalog], FilledTable]
    state: Callable[[TraceIn, int], FilledTable]
    choice: Callable[[TraceIn, int, Catalog], FilledTable]
    result: Callable[[TraceIn], FilledTable] | None = None


def _nothing(_: object) -> tuple[()]:
    return ()


@dataclass(frozen=True)
class ViewsEntry(Generic[TraceOut]):
    """One algorithm, with the type of its traces; it is given no others.

    steps: what they are called in the catalog, under ``count.`` and ``files.``. said: what the last step did and what
    the next one will do. end: why training ended. lines: of the plain algorithm beside a step. frames: the
    states of a word on its way to the tokens of a model; none of an added token, which is one whatever the model is.
    notebook: returns the table of its traces, models and encodings, by their classes. notes: keys of what there is to
    say beside it.
    """

    steps: Literal["merges", "steps"]
    said: Callable[[TraceOut, int, Catalog], Sequence[Sentence]]
    end: Callable[[TraceOut, Catalog], Sentence]
    lines: Callable[[TraceOut, int, Catalog], Sequence[AlgorithmLine]]
    picture: Picture[TraceOut]
    tables: Callable[[], Tables[TraceOut]]
    frames: Callable[[object, str, Catalog], Iterator[Frame]]
    notebook: Callable[[], Mapping[type, Drawn]]
    notes: Callable[[TraceOut], Sequence[str]] = _nothing


def frames_by(
    model: type[ModelT], frames: Callable[[ModelT, str, Catalog], Iterator[Frame]]
) -> Callable[[object, str, Catalog], Iterator[Frame]]:
    """Return a function with the states of a word under a model of this class."""

    def of_any(encoder: object, word: str, say: Catalog) -> Iterator[Frame]:
        if not isinstance(encoder, model):
            raise TypeError(f"{type(encoder).__name__} has no states of a word.")
        return iter(()) if any(word == token.content for token in encoder.added) else frames(encoder, word, say)

    return of_any


def drawn(kind: type[Thing], table: Callable[[Thing, Catalog], Table]) -> Mapping[type, Drawn]:
    """Return the table of the objects of a class."""
    return {kind: cast("Drawn", table)}
