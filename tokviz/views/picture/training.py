"""The loop that all pictures of trainings share: rows of words step by step, and what an algorithm adds to them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from typing import Any, Generic, TypeVar, cast

from tokviz.checkpoint import checkpoint
from tokviz.trace import Trace
from tokviz.views.picture.payload import MarkedRow, Pool, WordGroups, picture_payload, row_group
from tokviz.views.shared.catalog import Catalog

TraceT = TypeVar("TraceT", bound=Trace)
StepT = TypeVar("StepT")


class TrainingPicture(ABC, Generic[TraceT, StepT]):
    """The picture of some steps of a training. An algorithm says how words are split, what a frame has, and what holds
    for all of them.

    query: words that begin with or hold this are shown besides. ahead: whether words are shown for what comes next.
    """

    def __init__(self, trace: TraceT, steps: range, say: Catalog, query: str, *, ahead: bool) -> None:
        self.trace, self.steps, self.say, self._ahead = trace, steps, say, ahead
        self.pool = Pool(say)
        self.words = WordGroups(trace.corpus, query)
        self._made: dict[int, StepT] = {}

    def payload(self) -> dict[str, Any]:
        """Return the payload of these steps, ready for JSON."""
        frames = []
        for k in self.steps:
            checkpoint()
            shown = self.words.at_step(() if self.words.is_whole else self.touched(k))
            groups = [row_group(self.rows(words, k)) for words in shown]
            frames.append({"groups": groups, **self.frame(k, shown)})
        return picture_payload(
            len(self.trace),
            self.steps.start,
            frames,
            self.whole(),
            self.say,
            self.pool,
            has_search=not self.words.is_whole,
            found=self.words.found,
        )

    def step(self, k: int) -> StepT | None:
        """Return step k, None where there is none; each is made once, since it keeps what is derived from it."""
        if not 0 <= k < len(self.trace):
            return None
        if k not in self._made:
            self._made[k] = cast("StepT", self.trace[k])
        return self._made[k]

    def touched(self, k: int) -> Iterable[str]:
        """Return the words that the last of k steps changed, and those ahead, each once."""
        steps = (step for step in range(k - 1, k + self._ahead) if 0 <= step < len(self.trace))
        return dict.fromkeys(word for step in steps for word in self.changed(step))

    @abstractmethod
    def changed(self, k: int) -> Iterable[str]:
        """Return the words that step k changes."""

    @abstractmethod
    def rows(self, words: Sequence[str], k: int) -> list[MarkedRow]:
        """Return the rows of words after k steps, with what is new and what comes next marked."""

    @abstractmethod
    def frame(self, k: int, shown: Sequence[Sequence[str]]) -> dict[str, Any]:
        """Return the data of a frame beside these words: its sentences, and more.

        Frames are made in order.
        """

    @abstractmethod
    def whole(self) -> Any:
        """Return the data common to all frames, once they are made."""
