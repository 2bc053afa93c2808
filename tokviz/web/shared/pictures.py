"""The stage in its lesser roles: a still picture of chips, and the walk through the tokens of a text."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from zlib import crc32

from tokviz.views.stage.questions import payload_json
from tokviz.web.components.stage import stage

__all__ = ["still", "walk"]


def still(payload: Mapping[str, Any], key: str, onward: str = "") -> None:
    """Draw a payload that has no steps. onward: the selector of what gets the focus of who has applied a text."""
    stage(payload_json(payload), goto=0, goto_id=0, key=key, onward=onward)


def walk(payload: str, key: str, step: int = 0) -> None:
    """Draw a stage that no address and no other view follows; with another payload it begins anew, at `step`."""
    stage(payload, goto=step, goto_id=crc32(payload.encode("utf-8", "surrogatepass")), key=key)
