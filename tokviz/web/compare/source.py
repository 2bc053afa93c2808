"""The corpus that `/compare` trains on: an example, a text of one's own, or an uploaded file of one."""

from __future__ import annotations

from hashlib import sha256

from tokviz.compare.engine import ComparedCorpus
from tokviz.examples import OWN
from tokviz.web.compare.state import CompareState
from tokviz.web.server import cache
from tokviz.web.server.uploads import Upload

__all__ = ["source_of"]


def source_of(chosen: CompareState, file: Upload | None) -> ComparedCorpus:
    """The corpus that was chosen. file: an uploaded one of one's own, or None. Raises TokvizError."""
    if chosen.example != OWN:
        return ComparedCorpus.of_example(chosen.example, chosen.split)
    if file is not None:
        return ComparedCorpus.of_text(lambda split: cache.corpus_of_file(file, split), chosen.split, ("file", file.id))
    key = ("text", sha256(chosen.corpus.encode("utf-8", "surrogatepass")).hexdigest())
    return ComparedCorpus.of_text(lambda split: cache.corpus_of_text(chosen.corpus, split), chosen.split, key)
