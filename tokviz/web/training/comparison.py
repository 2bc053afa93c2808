"""The words of an example's source beside what is computed, on pages whose views are not data yet."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tokviz.examples import Erratum
from tokviz.state.training import TrainState
from tokviz.trace import Trace
from tokviz.views.pages import printed
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.display import with_spaces
from tokviz.views.shows import Given, Seen
from tokviz.web.shared import drawing

if TYPE_CHECKING:
    from tokviz.web.training.page import TrainingContext

__all__ = ["beside_word", "card", "errata"]


def errata(context: TrainingContext[Trace], step: int, say: Catalog) -> None:
    """Draw the errata about a step, where the rules are those of the source."""
    seen = Seen(context.trace, context.state, step, say)
    drawing.draw(with_spaces(printed.errata(seen, Given()), seen.space), context.state.algorithm, say)


def beside_word(state: TrainState, word: str, say: Catalog) -> None:
    """Draw the errata about the encoding of a word that is whole in the vocabulary, under the rules of the source."""
    lesson = state.lesson
    if lesson is None or state.rules != lesson.rules:
        return
    for erratum in lesson.errata:
        if erratum.word == word:
            card(erratum, say)


def card(erratum: Erratum, say: Catalog) -> None:
    """Draw an erratum or a note, folded, but not beside the card of a lesson, which may speak of it."""
    drawing.draw([printed.card(erratum, say)], "", say)
