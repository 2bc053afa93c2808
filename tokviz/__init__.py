"""tokviz: how language models cut text into tokens, replayed step by step.

This package is the algorithms with their traces. `tokviz.views` turns traces into tables and charts, `tokviz.web` shows
them in the browser. Neither is loaded here; this module only names the functions that draw a table when one is wanted.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from tokviz import bpe, examples, notebook_display, superbpe, unigram, wordpiece
from tokviz.corpus import Corpus

if TYPE_CHECKING:
    import pandas as pd

    from tokviz.trace import Trace

__all__ = ["Corpus", "bpe", "examples", "superbpe", "unigram", "wordpiece"]


def _html(thing: object) -> str:
    from tokviz.views import notebook

    return notebook.html(thing)


def _steps(trace: object) -> pd.DataFrame:
    from tokviz.views.algorithms import steps_of

    return steps_of(cast("Trace", trace))


notebook_display.connect(_html, _steps)
