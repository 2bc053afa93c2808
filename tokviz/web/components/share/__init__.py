"""A link to what the page shows, made in the browser: what it holds, which parts it hides, and a button that copies it.

The address changes with every step, and the server need not hear of it: the component reads it where it stands. What
each parameter means is said here; `share.js` and `share.css` beside this module are the rest.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tokviz.views.shared.catalog import Catalog
from tokviz.web.components.registration import register

__all__ = ["HOLDS", "PART_KEYS", "share"]

PART_KEYS = {
    "controls": "share.part.controls",
    "about": "share.part.about",
    "rows": "share.part.rows",
    "word": "share.part.word",
    "stage": "share.part.stage",
    "now": "share.part.now",
    "printed": "share.part.printed",
    "merges": "share.part.merges",
    "views": "share.part.views",
    "onward": "share.part.onward",
    "characters": "share.part.characters",
    "pretokens": "share.part.pretokens",
    "tokens": "share.part.tokens",
    "words": "share.part.words",
    "sizes": "share.part.sizes",
    "units": "share.part.units",
    "agreement": "share.part.agreement",
    "figures": "share.part.figures",
}

_HELD = {
    "corpus": "share.holds.corpus",
    "training": "share.holds.training",
    "step": "share.holds.step",
    "half": "share.holds.half",
    "text": "share.holds.text",
    "view": "share.holds.view",
    "guide": "share.holds.guide",
    "predict": "share.holds.predict",
    "language": "share.holds.language",
}

HOLDS: Mapping[str, tuple[str, ...]] = {
    "corpus": ("example", "corpus", "sample"),
    "training": ("split", "rules", "merges", "vocab", "vs", "size", "t"),
    "step": ("step",),
    "half": ("do", "at"),
    "text": ("text", "word", "held"),
    "view": ("view", "measure", "marks", "token"),
    "guide": ("guide", "card"),
    "predict": ("predict",),
    "language": ("lang",),
}
"""What a link can hold -> the parameters that say it; all others are settings."""

_mount = register(Path(__file__).parent)


def share(parts: Mapping[str, str], say: Catalog) -> None:
    """Draw the panel. parts: names of the parts of a page, each with the CSS selector of where it is."""
    _mount(key="share", data={"payload": json.dumps(_payload(parts, say), ensure_ascii=False)})


def _payload(parts: Mapping[str, str], say: Catalog) -> dict[str, Any]:
    """Return what the panel needs to know: its words, what parameters mean, and where the parts of a page are."""
    return {
        "lang": say.language,
        "labels": say.within("share.label."),
        "holds": [[say(_HELD[name]), list(names)] for name, names in HOLDS.items()],
        "parts": [[name, say(PART_KEYS[name]), selector] for name, selector in parts.items()],
    }
