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

__all__ = ["HOLDS", "share"]

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
        "holds": [[say(f"share.holds.{name}"), list(names)] for name, names in HOLDS.items()],
        "parts": [[name, say(f"share.part.{name}"), selector] for name, selector in parts.items()],
    }
