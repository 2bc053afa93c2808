"""Picture files, and the module that shows them on pages that are not ours.

The module is one text with the scripts of the app, its sheet and the texts that it needs. A page that is not ours has
sizes and windows of its own. So in the sheet a size is a multiple of ``--rem``, and a query about the window becomes a
query about the element: a narrow column has what a narrow window has.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from tokviz.frontend import script, style, without_comments
from tokviz.texts import LANGUAGES
from tokviz.views.hosts.parts import Part, Stepped
from tokviz.views.shared.catalog import Catalog, load

__all__ = ["FORMAT", "hosted_sheet", "inline_json", "module", "picture_file"]

FORMAT = "tokviz-picture/1"
"""The format of a picture file, which the module asks for."""

_REM = re.compile(r"(?<![\w.-])(-?\d*\.?\d+)rem\b")
_MEDIA = re.compile(r"@media ([^{]*(?:width|height)[^{]*?) \{")
_PIXELS = re.compile(r"(\d+)px")
_SPACE = re.compile(r"\s+")
_ROOT = re.compile(r":root,\s+:host \{")


# -- picture files -----------------------------------------------------------------------------------------------------


def picture_file(
    found: Stepped, catalogs: Sequence[Catalog], step: int = 0, *, is_whole: bool = True
) -> dict[str, Any]:
    """Return a picture with its sentences in some languages, ready for JSON. step: at which it opens. is_whole: whether
    there is nobody to send further parts, so that its steps end where its frames do.

    >>> from tokviz import Corpus, bpe
    >>> from tokviz.views.hosts.parts import stepped
    >>> found = stepped(bpe.train(Corpus({"low": 5, "lower": 2}), merges=3))
    >>> made = picture_file(found, [load("en")]) if found else {}
    >>> made["format"], list(made["languages"]), made["languages"]["en"]["parts"][0]["total"]
    ('tokviz-picture/1', ['en'], 3)
    """
    languages = {}
    for say in catalogs:
        parts = list(found.parts(say))
        languages[say.language] = {"title": found.title(say), "parts": _ending(parts) if is_whole else parts}
    return {"format": FORMAT, "step": step, "languages": languages}


def _ending(parts: list[Part]) -> list[Part]:
    """Return parts whose last step is that of their last frame."""
    last = max(part["first"] + len(part["frames"]) - 1 for part in parts)
    return [{**part, "total": min(part["total"], last)} for part in parts]


# -- the module --------------------------------------------------------------------------------------------------------


def module(picture: Mapping[str, Any] | None = None) -> str:
    """Return the module, with a picture file to show where a page names none.

    >>> text = module()
    >>> text.count("export default "), "</script" in text, "@media (max-width" in text
    (1, False, False)
    """
    made = {
        "sheet": hosted_sheet(),
        "missing": {code: load(code)("embed.missing") for code in LANGUAGES},
        "picture": picture,
    }
    source = without_comments(script("embed/embed.js"))
    return f"{source}\nexport default embedding({inline_json(made)});\n"


@cache
def hosted_sheet() -> str:
    """Return the sheet of the picture, for an element with the class ``embed`` in a shadow root."""
    theirs = style("shared/page_theme.css") + style("picture/picture.css")
    theirs = _ROOT.sub(".embed {", theirs)
    theirs = _MEDIA.sub(lambda found: f"@container tokviz {_of_container(found[1])} {{", theirs)
    sheet = style("embed/embed.css") + _REM.sub(r"calc(\1 * var(--rem))", theirs)
    return _SPACE.sub(" ", without_comments(sheet))


def _of_container(query: str) -> str:
    """Return a list of media queries as one query of a container, in multiples of its letters.

    >>> _of_container("(max-width: 640px), (min-width: 560px) and (max-height: 480px)")
    '(max-width: 40em) or ((min-width: 35em) and (max-height: 30em))'
    """
    queries = _PIXELS.sub(lambda found: f"{int(found[1]) / 16:g}em", query).split(", ")
    return " or ".join(f"({one})" if " and " in one else one for one in queries)


def inline_json(data: object) -> str:
    """Return data as JSON that a script in a page may hold."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
