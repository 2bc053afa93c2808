"""The living picture of the start page: merges learned from our own prose, and a sentence to begin with.

The merges are files in ``assets/merges``, one a line: left, right and count between tabs. They are what
:func:`tokviz.bpe.train` learns from the example of that name under its own recipe; a test trains them again.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache

from tokviz.location import site
from tokviz.views.shared.catalog import Catalog

__all__ = ["SCRIPTS", "merges", "payload"]

SCRIPTS: Mapping[str, str] = {"english": "Latn", "chinese": "Hani"}
"""The examples whose merges there are -> the script that they are for."""

_FOLDER = site() / "assets" / "merges"
_FIRST = {"en": "english", "zh": "chinese"}


@cache
def merges(example: str) -> str:
    """The merges of an example as its file holds them."""
    return (_FOLDER / f"{example}.tsv").read_text(encoding="utf-8")


def payload(say: Catalog) -> str:
    """What the component gets, as JSON text: all models, that of the visitor's language first, or the English one."""
    first = _FIRST.get(say.language, "english")
    order = sorted(SCRIPTS, key=lambda example: example != first)
    return json.dumps(
        {
            "models": [
                {
                    "example": example,
                    "script": SCRIPTS[example],
                    "merges": merges(example),
                    "learned": say(f"start.learned.{example}"),
                }
                for example in order
            ],
            "sentence": say("start.sentence"),
            "labels": say.within("start.hero."),
            "lang": say.language,
        },
        ensure_ascii=False,
    )
