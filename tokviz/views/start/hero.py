"""The upper half of the start page: the first merges to watch, merges learned from our own prose, and a sentence.

The merges are files in ``assets/merges``, one a line: left, right and count between tabs. They are what
:func:`tokviz.bpe.train` learns from the example of that name under its own recipe; a test trains them again.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache

from tokviz.location import site
from tokviz.views.shared.catalog import Catalog
from tokviz.views.start.first_merges import first_merges

__all__ = ["SCRIPTS", "merges", "payload"]

SCRIPTS: Mapping[str, str] = {"english": "Latn", "chinese": "Hani"}
"""The examples whose merges there are -> the script that they are for."""

_FOLDER = site() / "assets" / "merges"
_FIRST = {"en": "english", "zh": "chinese"}


@cache
def merges(example: str) -> str:
    """Return the merges of an example as its file holds them."""
    return (_FOLDER / f"{example}.tsv").read_text(encoding="utf-8")


def payload(say: Catalog, *, watch: str, own: Mapping[str, object]) -> str:
    """Return what the component gets, as JSON text. watch: the address that the primary button opens. own: how a text
    of the visitor's own travels to its page.

    The first model is that of the visitor's language, or the English one.
    """
    first = _FIRST.get(say.language, "english")
    order = sorted(SCRIPTS, key=lambda example: example != first)
    models = [
        {
            "example": example,
            "script": SCRIPTS[example],
            "merges": merges(example),
            "learned": say(f"start.learned.{example}"),
        }
        for example in order
    ]
    shown = {
        "watch": {**first_merges(say), "href": watch, "labels": say.within("start.watch.")},
        "type": {"models": models, "sentence": say("start.sentence"), "labels": say.within("start.hero.")},
        "own": {**own, "labels": say.within("start.own.")},
        "lang": say.language,
    }
    return json.dumps(shown, ensure_ascii=False)
