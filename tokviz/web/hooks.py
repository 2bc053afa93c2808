"""The places on pages that features fill.

A page calls a hook and knows no feature. A feature adds functions to hooks (`tokviz.features` says which ones do), and
where none does, a page shows nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, ParamSpec, TypeVar

if TYPE_CHECKING:  # a server that starts has this module before it loads any of them
    from tokviz import bpe
    from tokviz.compare.comparison import Comparison
    from tokviz.exercises.hand_in import HandIn
    from tokviz.model import Model
    from tokviz.state.training import TrainState
    from tokviz.trace import Trace
    from tokviz.views.byte_level import Pieces
    from tokviz.views.shared.catalog import Catalog

__all__ = [
    "Column",
    "Hook",
    "ShownWord",
    "above_page",
    "before_pages",
    "below_bytes",
    "below_comparison_files",
    "below_rows",
    "beside_score",
    "in_share",
    "is_leading",
    "more_tokenizers",
    "on_last_card",
    "picture_sent",
    "training_files",
    "word_files",
]

P = ParamSpec("P")
R = TypeVar("R")


class Hook(Generic[P, R]):
    """A place that features fill. A call of it calls what was added, in that order, and returns all results.

    >>> greet: Hook[[str], str] = Hook()
    >>> greet.add(lambda name: f"Hello, {name}")
    >>> greet("Ada")
    ['Hello, Ada']
    """

    def __init__(self) -> None:
        self._added: list[Callable[P, R]] = []

    def add(self, function: Callable[P, R]) -> None:
        """Have a function called in this place, once."""
        if function not in self._added:
            self._added.append(function)

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> list[R]:
        return [function(*args, **kwargs) for function in self._added]


before_pages: Hook[[], None] = Hook()
"""Once the libraries of pages are loaded, and before each visit: fills the other hooks."""

above_page: Hook[[Catalog], None] = Hook()
"""Above every page."""

in_share: Hook[[Catalog], None] = Hook()
"""In the panel that shares a page, below its link."""

is_leading: Hook[[], bool] = Hook()
"""A hook that returns whether the visitor leads others: the panel that shares a page closes when that changes."""

picture_sent: Hook[[str], str] = Hook()
"""Before a picture is drawn: takes its payload, and returns a name under which others can get it; empty for none."""

beside_score: Hook[[HandIn, Catalog], None] = Hook()
"""On `/practice`, beside the score: draws what can be done with the answers."""

on_last_card: Hook[[HandIn, Catalog], Mapping[str, str]] = Hook()
"""On the last card of a lesson: returns the texts of a button that hands in the answers; described in card.js."""


more_tokenizers: Hook[[str, Catalog], str | None] = Hook()
"""In the panel for files of a page that offers tokenizers: takes the page, returns the name of a new one."""

below_rows: Hook[[Catalog], None] = Hook()
"""On `/tokenizers`, below the rows of the text."""


# -- files to keep -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Column:
    """A column beside others: how wide it is, as a share of all, and what draws it."""

    width: int
    draw: Callable[[], None]


@dataclass(frozen=True, eq=False)
class ShownWord:
    """A word in the picture of a page that encodes.

    parts: the payloads of the picture, as JSON; step: the one that it shows. words: all of the text. denominator: of
    all probabilities of the model, if they have one.
    """

    word: str
    parts: Sequence[str]
    step: int
    model: Model
    words: Sequence[str]
    denominator: int | None = None


training_files: Hook[[Trace, TrainState, int, Catalog], Column | None] = Hook()
"""Below the files of a training, in a row; takes the step that the picture shows, and returns None for no column."""

word_files: Hook[[ShownWord, Catalog], None] = Hook()
"""Below the word in a picture, in a row of buttons."""

below_comparison_files: Hook[[Comparison, Catalog], None] = Hook()
"""On `/compare`, below the files of the comparison."""

below_bytes: Hook[[Pieces, bpe.Model, str, Catalog], None] = Hook()
"""On `/bytes`, at the end; takes the pre-tokens of the text, the model, and the name of the pattern that cut it."""
