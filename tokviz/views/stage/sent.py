"""A word on the stage, as it is sent to the browser: built where its tokenizer is, in a worker or here."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

from tokviz.model import Encoder
from tokviz.views.shared.catalog import Catalog, load
from tokviz.views.stage.questions import Question, pose

__all__ = ["DrawWord", "StagedWord", "as_json", "stage_parts"]

StagedWord = tuple[list[dict[str, Any]], Callable[[int], Question | None]]
"""How a word is shown on the stage: its payloads, part by part, and what is asked before a step."""
DrawWord = Callable[[Any, str, Catalog], StagedWord]
"""Makes that of an encoder, a word and a catalog."""


def as_json(payload: Mapping[str, Any]) -> str:
    """A payload of the stage as it is sent."""
    return json.dumps(payload, ensure_ascii=False, separators=(",", ":"))


def stage_parts(
    draw: DrawWord, encoder: Encoder, word: str, language: str, asks: object
) -> tuple[int, tuple[str, ...]]:
    """The last step of a word, and the payloads of the stage for it, part by part, as JSON. Raises TokvizError.

    asks: what seeds the order of the options, where what comes next is asked first; None where it is not.
    """
    say = load(language)
    built, asked = draw(encoder, word, say)
    if asks is not None:
        for part in built:
            pose(part, asked, asks, say)
    return built[0]["total"], tuple(map(as_json, built))
