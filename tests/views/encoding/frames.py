"""What the frames of an encoded word say."""

from __future__ import annotations

from tokviz.views.encoding.merging import Frame


def said(frame: Frame) -> list[str]:
    return ["".join(sentence) for _, sentence in frame.said]
