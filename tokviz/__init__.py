"""tokviz: how language models cut text into tokens, replayed step by step.

This package is the algorithms with their traces. `tokviz.views` turns traces into tables and charts, `tokviz.web` shows
them in the browser. Neither is loaded here; this module only names the functions that draw when a notebook asks for it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from tokviz import bpe, examples, notebook_display, parity, picky, superbpe, unigram, wordpiece
from tokviz.corpus import Corpus

if TYPE_CHECKING:
    import pandas as pd

    from tokviz.trace import Trace

__all__ = ["Corpus", "bpe", "examples", "parity", "picky", "show", "superbpe", "unigram", "wordpiece"]


def show(thing: object, word: str = "", *, step: int = 0, lang: str = "en") -> object:
    """Return the picture of a training, an encoding or a lattice, which steps in a notebook.

    word: what a model or a pipeline splits. step: at which the picture opens; in a notebook it is an attribute of what
    this returns, and follows what the reader does. lang: of its sentences. Where anywidget is not installed
    (``pip install tokviz[notebook]``), and for an object without steps, this is the object's table. Raises TypeError
    for an object that has neither.
    """
    from tokviz.views.hosts import notebook

    return notebook.shown(thing, word, step, lang)


def _html(thing: object) -> str:
    from tokviz.views import notebook

    return notebook.html(thing)


def _steps(trace: object) -> pd.DataFrame:
    from tokviz.views.algorithms import steps_of

    return steps_of(cast("Trace", trace))


notebook_display.connect(_html, _steps, show)
