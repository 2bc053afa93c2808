"""The worksheet on a text and its bytes: characters, pre-tokens, and the merges of the first of these."""

from __future__ import annotations

from itertools import accumulate, takewhile

from tokviz.bpe import Model
from tokviz.views.bytes.byte_level import Pieces, characters, word_of
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.display import visible
from tokviz.views.shared.standalone import about
from tokviz.views.worksheets.applied import word_sections
from tokviz.views.worksheets.known import LONGEST, known
from tokviz.views.worksheets.parts import Block, Cell, Section, given, side_by_side, token
from tokviz.views.worksheets.sheet import sheet
from tokviz.views.worksheets.word_stills import of_bytes

__all__ = ["MAX_CHARACTERS", "MAX_MERGED", "beginning", "page"]

MAX_CHARACTERS = 60
"""Of a longer text the pre-tokens that begin it are asked for."""
MAX_DIFFERENT = 16
"""So many different characters are asked for."""
MAX_MERGED = 4
"""So many pre-tokens are merged on a sheet."""


def beginning(pieces: Pieces) -> list[str]:
    """The pre-tokens that fit on a sheet.

    >>> beginning((("Don", ""), ("x" * 58, ""), ("t", "")))
    ['Don']
    """
    ends = accumulate(len(piece) for piece, _ in pieces)
    return [piece for (piece, _), _ in takewhile(lambda one: one[1] <= MAX_CHARACTERS, zip(pieces, ends, strict=True))]


def page(pieces: Pieces, model: Model, pattern: str, say: Catalog, *, filled: bool) -> str:
    """The sheet on a text that was cut into pre-tokens by a pattern, or its solution; empty where a single pre-token
    is too long for one."""
    texts = beginning(pieces)
    if not texts:
        return ""
    words = dict.fromkeys(word_of(text, model) for text in texts)
    chosen = [word for word in words if len(model.rules.segment(word)) <= LONGEST][:MAX_MERGED]
    text = "".join(texts)
    drawn = of_bytes(pieces[: len(texts)], model, say)
    sections = [Section(say("bytes.characters.title"), [_characters(text, say)])]
    sections.append(Section(say("bytes.pretokens.title"), [_pretokens(texts, say), Block(still=drawn)]))
    if chosen:
        sections.append(Section(say("bytes.merges.title"), [known(model, chosen, say)]))
        sections += word_sections(model, chosen, None, say)
    told = [(say("worksheet.text"), visible(text)), (say("control.split"), say.choice("split", pattern))]
    return sheet(about(say("worksheet.bytes"), told, say), say("worksheet.task.bytes"), sections, say, filled=filled)


def _characters(text: str, say: Catalog) -> Block:
    different = "".join(dict.fromkeys(text))
    rows = [
        [given(row["character"], "token"), Cell(row["code_point"], "number"), Cell(row["utf8"], "wide")]
        for row in characters(different[:MAX_DIFFERENT]).to_dict("records")
    ]
    titles = [say("column.character"), say("column.code_point"), say("column.utf8")]
    total = len(different)
    notes = [] if total <= MAX_DIFFERENT else [say("worksheet.characters.first", shown=MAX_DIFFERENT, total=total)]
    size = [(say("worksheet.size"), say.count("bytes.count.bytes", len(text.encode("utf-8", "surrogatepass"))))]
    return Block("", notes, side_by_side(titles, rows, 2), size)


def _pretokens(texts: list[str], say: Catalog) -> Block:
    rows = [
        [
            given(say.integer(number), "number"),
            Cell(token(text), "token"),
            Cell(say.integer(len(text.encode("utf-8", "surrogatepass"))), "number"),
        ]
        for number, text in enumerate(texts, start=1)
    ]
    titles = [say("worksheet.number"), say("column.pretoken"), say("worksheet.bytes.number")]
    return Block("", tables=side_by_side(titles, rows, 2))
