"""Views of the patches that an n-gram model of bytes cuts: a curve, the patches as chips, a table of all bytes."""

from __future__ import annotations

from collections.abc import Sequence

import altair as alt
import pandas as pd

from tokviz.entropy_patches import Position, Segmented, StartRule
from tokviz.pretokenize.byte_level import BYTE_TO_CHAR
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.charts import Layers
from tokviz.views.shared.chips import Chip
from tokviz.views.shared.display import visible
from tokviz.views.shared.palette import LIGHT, Palette
from tokviz.views.shared.tables import FilledTable, table_of_rows

__all__ = ["MAX_SHOWN", "curve", "patch_chips", "positions_table"]

MAX_SHOWN = 48
"""The most bytes of the curve."""


def curve(
    positions: Sequence[Position], rule: StartRule, threshold: float, say: Catalog, colors: Palette = LIGHT
) -> Layers:
    """Draw what decides at each byte, the threshold as a dashed rule, and a point where a patch begins.

    The value is the entropy in bits, or with the rule `rise` how much it has grown since the byte before.
    """
    data = pd.DataFrame(
        {
            "place": [position.index + 1 for position in positions],
            "value": [position.entropy if rule == "global" else position.rise or 0.0 for position in positions],
            "byte": [_shown(position.byte) for position in positions],
            "starts": [position.starts for position in positions],
        }
    )
    first, last = int(data["place"].min()), int(data["place"].max())
    x = alt.X(
        "place:Q",
        title=say("bytes.patches.place"),
        axis=alt.Axis(tickMinStep=1, format="d"),
        scale=alt.Scale(domain=[first - 1, last + 1], nice=False),
    )
    title = say("bytes.patches.entropy") if rule == "global" else say("bytes.patches.rise")
    y = alt.Y("value:Q", title=title)
    base = alt.Chart(data, height=220)
    line = base.mark_line(strokeWidth=2, color=colors.bar).encode(x, y)
    letters = base.mark_text(dy=-12, fontSize=14, color=colors.ink).encode(x, y, text="byte:N")
    starts = base.transform_filter("datum.starts").mark_point(filled=True, size=70, color=colors.accent)
    rule_at = alt.Chart(pd.DataFrame({"value": [threshold]})).mark_rule(strokeDash=[6, 4], color=colors.ink)
    return alt.layer(line, rule_at.encode(alt.Y("value:Q")), starts.encode(x, y), letters)


def patch_chips(cut: Segmented) -> list[Chip]:
    """Return the patches as chips: their text, or their bytes as characters where they are no whole text."""
    return [Chip(_text(patch.raw), hue=None) for patch in cut.patches]


def positions_table(positions: Sequence[Position], say: Catalog) -> FilledTable:
    """Return a row a byte: its place, itself, the context and how often training met it, probability, entropy, rise,
    and whether a patch begins."""
    rows = [
        (
            position.index + 1,
            f"{_shown(position.byte)} ({position.byte:02X})",
            _text(position.context),
            position.seen,
            say.probability(position.probability),
            say.decimal(position.entropy, 3),
            "–" if position.rise is None else say.decimal(position.rise, 3),
            "✓" if position.starts else "",
        )
        for position in positions
    ]
    names = ("place", "byte", "byte_context", "context_count", "probability", "entropy", "rise", "starts_patch")
    return table_of_rows(names, rows)


def _shown(byte: int) -> str:
    """Return a byte as a character: printable ASCII as it is, others as byte-level tokens write them."""
    return visible(chr(byte)) if 32 <= byte < 127 else BYTE_TO_CHAR[byte]


def _text(raw: bytes) -> str:
    try:
        return visible(raw.decode("utf-8"))
    except UnicodeDecodeError:
        return "".join(_shown(byte) for byte in raw)
