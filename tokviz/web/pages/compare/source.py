"""The corpus that `/compare` trains on: an example, a text of one's own, or an uploaded file of one."""

from __future__ import annotations

from tokviz.compare.comparison import ComparedCorpus
from tokviz.examples import OWN
from tokviz.state.compare import CompareState
from tokviz.web.server.uploads import Upload
from tokviz.web.training import own_corpus

__all__ = ["source_of"]


def source_of(chosen: CompareState, file: Upload | None) -> ComparedCorpus:
    """The corpus that was chosen. file: an uploaded one of one's own, or None. Raises TokvizError."""
    if chosen.example != OWN:
        return ComparedCorpus.of_example(chosen.example, chosen.split)
    key, read = own_corpus.source(chosen.corpus, file)
    return ComparedCorpus.of_text(read, chosen.split, key)
