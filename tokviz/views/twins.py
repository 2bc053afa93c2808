"""A sentence in two languages, in tokens: merges trained on either language shorten the sentence in that language."""

from __future__ import annotations

from collections.abc import Iterable

from tokviz.state.bytes import TWIN_TRAININGS
from tokviz.views.shared.bars import NamedBar
from tokviz.views.shared.catalog import Catalog

_LANGUAGE_KEYS = {
    "english": "bytes.twins.english",
    "chinese": "bytes.twins.chinese",
    "lighthouse": "bytes.twins.english",
    "tea": "bytes.twins.chinese",
}


def twins(lengths: Iterable[tuple[str, str, int]], say: Catalog) -> tuple[NamedBar, ...]:
    """Return a bar for each training and sentence; trainings have different colors, and are in the names. lengths: as
    :func:`tokviz.state.bytes.twin_lengths` returns them."""
    return tuple(
        NamedBar(
            say("bytes.twins.bar", sentence=say(_LANGUAGE_KEYS[sentence]), training=say(_LANGUAGE_KEYS[corpus])),
            tokens,
            say.count("count.tokens", tokens),
            "bar" if corpus == TWIN_TRAININGS[0] else "accent",
        )
        for corpus, sentence, tokens in lengths
    )
