"""Sentences of the frames of an encoded word."""

from __future__ import annotations

from tokviz.views.encoding.merging import Frame
from tokviz.views.shared.sentences import as_text


def said(frame: Frame) -> list[str]:
    """Return the sentences of a frame; tokens are in backquotes."""
    return [as_text(sentence) for _, sentence in frame.said]
