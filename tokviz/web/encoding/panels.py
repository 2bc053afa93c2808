"""The app as a host of the views of an encoding (:mod:`tokviz.views.pages.encoding`)."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Mapping
from functools import partial
from typing import TypeVar

from tokviz.model import Model
from tokviz.state.training import ApplyState
from tokviz.views.encoding.loaded import LoadedTokenizer
from tokviz.views.pages.encoding import Applied
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shows import Ask, Page, Show
from tokviz.web.computing.memory import QUIET
from tokviz.web.encoding.page import Draw, PageContext
from tokviz.web.shared import drawing

ModelT = TypeVar("ModelT", bound=Model)
StateT = TypeVar("StateT", bound=ApplyState)
Panels = Callable[[PageContext[ApplyState, LoadedTokenizer[ModelT]], str, int, Catalog], Mapping[str, Draw]]


def panels_of_views(page: Page[StateT, Applied[ModelT]], prefix: str) -> Panels[ModelT]:
    """Return a function that gives the views of a word: name -> what draws it.

    prefix: the beginning of the keys of widgets.
    """

    def panels(
        context: PageContext[ApplyState, LoadedTokenizer[ModelT]], word: str, step: int, say: Catalog
    ) -> Mapping[str, Draw]:
        linked = page.form.parameters
        seen = Applied(context.tokenizer, context.state, word, step, say, QUIET)
        return {name: partial(_draw, view, prefix, linked, say) for name, view in page.of(seen).items()}

    return panels


def _draw(view: Callable[[Ask], Iterator[Show]], prefix: str, linked: Container[str], say: Catalog) -> None:
    drawing.draw(view(drawing.asking(prefix, linked)), prefix, say)
