"""The payload of the ribbon of `/bytes`: characters, bytes, pre-tokens and tokens of one text on one axis.

A column is a byte. The format is that of the aligned rows (:mod:`tokviz.views.compare.rows`), with three rows below the
characters; it is described in ``tokviz/web/components/ribbon``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tokviz.views.bytes.byte_level import ByteToken, Pieces
from tokviz.views.compare.rows import LINE, MOST_DRAWN, WORD, directions, split_long
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.display import shown

__all__ = ["ribbon_payload"]

_LABEL = 24  # characters
_ROWS = ("characters", "bytes", "pretokens", "tokens")
_KINDS = ("character", "byte", "pretoken", "token")
_BYTES = 256
_LONG = 11  # columns of a block: a line on a phone


def ribbon_payload(pieces: Pieces, tokens: Sequence[ByteToken], merges: int, say: Catalog) -> dict[str, Any]:
    """Return a text on its way to tokens, ready for JSON. merges: how many the tokenizer has.

    A part of a row is text, from column, to column, kind (that of the row), the number of the merge that made it (0:
    none), its place in its row from 1, and the sides on which it goes on in another block.
    """
    text = "".join(piece for piece, _ in pieces)
    clusters: list[list[Any]] = []
    octets: list[list[Any]] = []
    at = 0
    for character in text:
        raw = character.encode("utf-8", "surrogatepass")
        clusters.append([shown(character, _LABEL), at, at + len(raw), len(clusters) + 1])
        octets += ([f"{byte:02X}", at + k, at + k + 1, "byte", 0, at + k + 1, 0] for k, byte in enumerate(raw))
        at += len(raw)
    words: list[list[Any]] = []
    spans: list[tuple[int, int]] = []
    blocks: list[list[int]] = []
    place = at = 0
    for number, (piece, _) in enumerate(pieces, start=1):
        size = len(piece.encode("utf-8", "surrogatepass"))
        words.append([shown(piece, _LABEL), at, at + size, "pretoken", 0, number, 0])
        begins_line = place == 0 or text[place - 1] in "\r\n"
        blocks.append([at, at + size, LINE if begins_line else WORD])
        spans.append((place, place + len(piece)))
        place, at = place + len(piece), at + size
    for block, direction in zip(blocks, directions(text, spans, [block[2] for block in blocks]), strict=True):
        block += direction
    cut = [
        [shown(token.token, _LABEL), token.start, token.start + len(token.raw), "token", made, number, 0]
        for number, token in enumerate(tokens, start=1)
        for made in (max(token.id - _BYTES + 1, 0),)
    ]
    parts, rows = split_long(blocks, clusters, [octets, words, cut], [_LONG] * len(blocks))
    return {
        "names": [say(f"bytes.row.{name}") for name in _ROWS],
        "kinds": _KINDS,
        "picks": _KINDS[2:],
        "clusters": clusters,
        "rows": rows,
        "blocks": parts,
        "merges": merges,
        "most": MOST_DRAWN,
        "labels": say.within("bytes.ribbon."),
        "lang": say.language,
    }
