"""The files that features offer below a picture, as shows: every host draws them, and none knows a feature.

A feature adds functions where a program begins (`tokviz.features`); where none does, there are no such files.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, ParamSpec, TypeVar

if TYPE_CHECKING:  # a command that starts has this module before it loads any of them
    from tokviz import bpe
    from tokviz.compare.comparison import Comparison
    from tokviz.memory import Memory
    from tokviz.model import Model
    from tokviz.trace import Trace
    from tokviz.views.byte_level import Pieces
    from tokviz.views.shared.catalog import Catalog
    from tokviz.views.shows import Ask, Seen, Show


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

    @property
    def is_filled(self) -> bool:
        """True if a feature has added something."""
        return bool(self._added)

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> list[R]:
        return [function(*args, **kwargs) for function in self._added]


@dataclass(frozen=True)
class FileColumn:
    """The files of a feature. name: of the feature; width: beside those of others, as a share of all."""

    name: str
    width: int
    shows: Callable[[Ask], Iterator[Show]]


@dataclass(frozen=True, eq=False)
class ShownWord:
    """A word in the picture of a page that encodes.

    parts: the payloads of the picture, as JSON; step: the one that it shows. words: all of the text. memory: of the
    host, which may have the model elsewhere. denominator: of all probabilities of the model, if they have one.
    """

    word: str
    parts: Sequence[str]
    step: int
    model: Model
    words: Sequence[str]
    memory: Memory
    denominator: int | None = None


@dataclass(frozen=True, eq=False)
class ShownText:
    """A text on `/bytes`: its pre-tokens, the model, and the name of the pattern that cut it."""

    pieces: Pieces
    model: bpe.Model
    pattern: str


of_training: Hook[[Seen[Trace]], FileColumn | None] = Hook()
"""Below the files of a training itself; a function returns None where it has none."""

of_word: Hook[[ShownWord, Catalog], Iterator[Show]] = Hook()
"""Below the word in a picture."""

of_comparison: Hook[[Comparison, Catalog], Iterator[Show]] = Hook()
"""On `/compare`, below the files of the comparison."""

of_bytes: Hook[[ShownText, Catalog], Iterator[Show]] = Hook()
"""On `/bytes`, at the end."""
