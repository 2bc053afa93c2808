"""Views of the patches that an n-gram model of bytes cuts: a curve, the patches as chips, a table of all bytes."""

from __future__ import annotations

from collections.abc import Sequence

from tokviz.entropy_patches import Position, Segmented, StartRule
from tokviz.pretokenize.byte_level import BYTE_TO_CHAR
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.chips import Chip
from tokviz.views.shared.display import visible
from tokviz.views.shared.lines import DASHED, Dot, Line, Lines, Rule
from tokviz.views.shared.tables import FilledTable, table_of_rows

MAX_SHOWN = 48
"""The most bytes of the curve."""


def curve(positions: Sequence[Position], rule: StartRule, threshold: float, say: Catalog) -> Lines:
    """Return the line of values at each byte, with threshold and patch beginnings.

    The threshold is a rule, and a dot is where a patch begins.

    The value is the entropy in bits, or with the rule `rise` how much it has grown since the byte before.
    """
    values = [position.entropy if rule == "global" else position.rise or 0.0 for position in positions]
    points = tuple((position.index + 1, value) for position, value in zip(positions, values, strict=True))
    title = say("bytes.patches.entropy") if rule == "global" else say("bytes.patches.rise")
    starts = [point for position, point in zip(positions, points, strict=True) if position.starts]
    alt = say(
        "bytes.patches.alt",
        bytes=say.count("bytes.count.bytes", len(positions)),
        starts=len(starts),
        threshold=say.decimal(threshold, 2),
    )
    letters = tuple(_shown(position.byte) for position in positions)
    return Lines(
        alt,
        say("bytes.patches.place"),
        (Line(title, points, "bar", letters=letters),),
        y=title,
        dots=tuple(Dot(x, y) for x, y in starts),
        rules=(Rule(threshold, "", "ink", DASHED, is_level=True),),
        height=220,
    )


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
