"""tokviz: how language models cut text into tokens, replayed step by step.

This package is the algorithms with their traces. `tokviz.views` turns traces into tables and charts, `tokviz.web` shows
them in the browser. Nothing is loaded here: an algorithm is when it is first asked for, and this module only names the
functions that draw when a notebook asks for it.
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, cast

from tokviz import notebook_display
from tokviz.notebook_display import Shown, ShownViews

if TYPE_CHECKING:
    from pathlib import Path

    import pandas as pd

    from tokviz import bpe, examples, parity, picky, superbpe, unigram, wordpiece
    from tokviz.corpus import Corpus
    from tokviz.files.pipeline import Pipeline
    from tokviz.trace import Trace

__all__ = [
    "Corpus",
    "__version__",
    "bpe",
    "examples",
    "load",
    "parity",
    "picky",
    "show",
    "superbpe",
    "unigram",
    "wordpiece",
]

__version__: str


def load(file: str | Path, *more: str | Path) -> Pipeline:
    """Open the tokenizer of a file, or of merges.txt and vocab.json together, by its path.

    It encodes and decodes texts as its library does, and explains each step: :class:`tokviz.files.pipeline.Pipeline`
    lists the formats, what it raises, and the options of a file that says too little about itself.

    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     file = Path(folder, "tokenizer.json")
    ...     _ = file.write_text('{"model": {"type": "BPE", "vocab": {"l": 0, "o": 1, "lo": 2}, "merges": ["l o"]}}')
    ...     tokenizer = load(file)
    >>> tokenizer.encode("lol").tokens, tokenizer.model.encode("lol")
    (('lo', 'l'), ['lo', 'l'])
    """
    from tokviz.files.pipeline import Pipeline

    return Pipeline.from_file(file, *more)


def show(thing: object, word: str = "", *, step: int = 0, lang: str = "en") -> Shown:
    """Return the picture of a training, an encoding or a lattice, which steps in a notebook.

    Several trainings of the same words, in a list, are on one clock, the size of the vocabulary. word: what a model or
    a pipeline splits, or more words beside those of several trainings. step: at which the picture opens; in a notebook
    it is an attribute of what this returns, and follows what the reader does. lang: of its sentences. Where anywidget
    is not installed (``pip install "tokviz-lab[notebook]"``), and for an object without steps, this is the object's
    table. Raises TypeError for an object that has neither, and ValueError for trainings of different words.
    """
    from tokviz.views.hosts import notebook

    return notebook.shown(thing, word, step, lang)


def __dir__() -> list[str]:
    return __all__


if not TYPE_CHECKING:  # for a type checker every name would be there

    def __getattr__(name: str) -> object:
        """Load what is asked for: a package or module of tokviz, `Corpus`, or the version, for which a file is read."""
        if name == "__version__":
            from tokviz.location import version

            return version()
        if name == "Corpus":
            from tokviz.corpus import Corpus

            return Corpus
        if not name.startswith("_") and find_spec(f"tokviz.{name}"):
            return import_module(f"tokviz.{name}")
        raise AttributeError(f"module 'tokviz' has no attribute {name!r}")


def _html(thing: object) -> str:
    from tokviz.views import notebook

    return notebook.html(thing)


def _steps(trace: object) -> pd.DataFrame:
    from tokviz.views.algorithms import steps_of

    return steps_of(cast("Trace", trace))


def _views(trace: object, step: int | None, lang: str) -> ShownViews:
    from tokviz.views.hosts.views import views

    return views(cast("Trace", trace), step, lang)


def _add_files() -> None:
    from tokviz import features

    features.add_files()


notebook_display.connect(_html, _steps, show, _views, _add_files)
