"""The corpus that `/compare` trains on: an example, a text of one's own, or an uploaded file of one."""

from __future__ import annotations

from hashlib import sha256
from typing import Any

from tokviz.compare.engine import Source
from tokviz.examples import OWN
from tokviz.web.compare.state import CompareState
from tokviz.web.server import cache

__all__ = ["source_of"]


def source_of(chosen: CompareState, file: Any) -> Source:
    """The corpus that was chosen. file: an uploaded one of one's own, or None. Raises TokvizError."""
    if chosen.example != OWN:
        return Source.of_example(chosen.example, chosen.split)
    if file is not None:
        data = file.getvalue()
        return Source.of_text(
            lambda split: cache.corpus_of_file(file.file_id, file.name, split, data),
            chosen.split,
            ("file", file.file_id),
        )
    key = ("text", sha256(chosen.corpus.encode("utf-8", "surrogatepass")).hexdigest())
    return Source.of_text(lambda split: cache.corpus_of_text(chosen.corpus, split), chosen.split, key)
