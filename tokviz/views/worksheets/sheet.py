"""The page of a worksheet, with the script and the styles of its pictures if it has any."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from tokviz.views.shared import standalone
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.rendering import source
from tokviz.views.shared.scripts import joined, sheets
from tokviz.views.shared.sentences import Sentence
from tokviz.views.shared.standalone import About
from tokviz.views.worksheets.parts import Section

__all__ = ["sheet"]

_HERE = Path(__file__).parent
# Read, as the replay does: nothing here may know Streamlit.
_COMPONENTS = _HERE.parents[1] / "web" / "components"


def sheet(
    about: About,
    task: str,
    sections: Sequence[Section],
    say: Catalog,
    *,
    filled: bool,
    fewer: str = "",
    end: Sentence = (),
) -> str:
    """One HTML page, which opens from disk and prints. fewer: why words are missing; end: the last sentence."""
    stills = [one.still for section in sections for one in section.blocks if one.still is not None]
    kinds = sorted({still.kind for still in stills if filled or still.bare is not None})
    return standalone.page(
        "worksheet",
        say("worksheet.title.filled" if filled else "worksheet.title", what=about.title),
        say,
        joined(_HERE / "stills.js") if kinds else "",
        filled=filled,
        told=about.settings,
        fewer=fewer,
        task=task,
        sections=sections,
        end=end,
        styles={kind: sheets(_COMPONENTS / kind) + source("still.css") for kind in kinds},
    )
