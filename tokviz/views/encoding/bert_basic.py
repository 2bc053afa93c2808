"""BERT's basic tokenisation in a picture: the text after each step, cut so that what the step changed stands out.

The steps are those of :func:`tokviz.pretokenize.bert_basic.basic_steps`; which of them a pre-tokenisation takes is said
by the caller.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from itertools import pairwise
from typing import Any

import regex

from tokviz.pretokenize.bert_basic import BasicStep
from tokviz.views.encoding import merging as encoding
from tokviz.views.encoding.merging import Row, Span
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.display import visible

__all__ = ["MAX_TEXT", "picture", "step_rows"]

MAX_TEXT = 160
"""How many characters of a text are shown."""
_MAX_CHANGES = 5

_PIECE = regex.compile(r"\s+|\S+")


def picture(text: str, steps: Sequence[BasicStep], say: Catalog) -> dict[str, Any]:
    """The stage's payload: a row for the text, and one for each step, changes marked as new."""
    built = encoding.picture(step_rows(text, steps, say), say)
    built["labels"] |= {"stage": say("tab.basic")}
    return built


def step_rows(text: str, steps: Sequence[BasicStep], say: Catalog) -> Iterator[Row]:
    """The text as it is given, then after each step: its pieces, and in the note what became what."""
    yield Row(say("wordpiece.basic.given"), "", _PIECE.findall(text))
    for step in steps:
        pieces, spans, changes = _compared(text, step.text)
        noted = " · ".join(changes[:_MAX_CHANGES]) + (" …" if len(changes) > _MAX_CHANGES else "")
        yield Row(say(f"wordpiece.step.{step.name}"), noted or say("wordpiece.basic.unchanged"), pieces, spans)
        text = step.text


def _compared(before: str, after: str) -> tuple[list[str], tuple[Span, ...], list[str]]:
    """The pieces of the text after a step, which of them are new, and the different changes as "old → new".

    Where something only went away, the rest of its run is marked, or else the character before it.

    >>> _compared("Où là", "où la")
    (['o', 'ù', ' ', 'l', 'a'], ((0, 1, 'new'), (4, 1, 'new')), ['O → o', 'à → a'])
    """
    cuts = {found.start() for found in _PIECE.finditer(after)} | {len(after)}
    changed: set[int] = set()
    changes: dict[str, None] = {}
    for kind, i, j, start, stop in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if kind == "equal":
            continue
        changes[f"{visible(before[i:j]) or '∅'} → {visible(after[start:stop]) or '∅'}"] = None
        if start == stop and before[j - 1] == after[start : start + 1]:
            stop += 1  # a run became shorter: what is left of it is marked
        elif start == stop:
            start = max(0, start - 1)
        changed |= {*range(start, stop)}
        cuts |= {start, stop}
    places = sorted(cuts | {0}) if after else []
    pieces = [after[start:stop] for start, stop in pairwise(places)]
    spans = tuple((i, 1, "new") for i, start in enumerate(places[:-1]) if start in changed)
    return pieces, spans, list(changes)
