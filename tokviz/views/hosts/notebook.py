"""Display in a notebook: the picture as a widget where anywidget is installed, and else the table."""

from __future__ import annotations

from dataclasses import dataclass, field
from importlib.util import find_spec
from typing import cast

from tokviz.compare.clock import Clock
from tokviz.notebook_display import Shown
from tokviz.views import notebook
from tokviz.views.hosts.parts import clock_in, is_several, stepped
from tokviz.views.shared.catalog import LANGUAGES, load


@dataclass
class ShownTable:
    """A table that a notebook shows, where there is no picture."""

    html: str = field(repr=False)
    step: int = 0
    lang: str = "en"

    def _repr_html_(self) -> str:
        return self.html


def shown(thing: object, word: str = "", step: int = 0, lang: str = "en") -> Shown:
    """Return the widget of an object, or its table. Raises TokvizError, and TypeError for an object that has neither.

    >>> from tokviz import Corpus, bpe
    >>> model = bpe.train(Corpus({"low": 5, "lower": 2}), merges=3).model()
    >>> type(shown(model)).__name__
    'ShownTable'
    >>> shown(model, lang="xx")
    Traceback (most recent call last):
    ValueError: There is no language xx. Choose one of these: en, zh.
    """
    if lang not in LANGUAGES:
        raise ValueError(f"There is no language {lang}. Choose one of these: {', '.join(LANGUAGES)}.")
    found, say = stepped(thing, word), load(lang)
    if found is None:
        return ShownTable(notebook.html(thing, say), step, lang)
    if is_several(thing):
        thing = clock_in(thing, word, say)
    if find_spec("anywidget") is None:
        return ShownTable(notebook.html(thing, say, say("notebook.widget")), step, lang)
    from tokviz.views.hosts.widget import PictureWidget

    # A word's table is that of its encoding, which the model has to make first; the picture says the same.
    table = "" if word and not isinstance(thing, Clock) else notebook.html(thing, say)
    return cast("Shown", PictureWidget(found, step, lang, table))  # whose traits are typed as what describes them
