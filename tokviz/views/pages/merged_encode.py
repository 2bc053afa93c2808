"""The views of the encoding half of any algorithm whose tokenizer is one of merges: the tokens of a text, what their
parts are, and the text read back. How the merges were chosen has no part in it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from tokviz.bpe import Model
from tokviz.memory import Memory
from tokviz.state.trained_pages import applying_views
from tokviz.state.training import ENCODING_FORMS, ApplyState
from tokviz.views.pages.encoding import (
    Applied,
    applied_to,
    decoded,
    derived,
    dropped,
    has_files,
    tokens,
    trained,
    with_files,
)
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shows import Ask, Page, PageView, Show


def tokens_of_text(seen: Applied[Model], _: Ask) -> Iterator[Show]:
    """Yield the tokens of the text, and which symbols are dropped of it."""
    yield from dropped(seen)
    yield from tokens(seen, ids=seen.tokenizer.ids)


def derivation(seen: Applied[Model], _: Ask) -> Iterator[Show]:
    """Yield the merge trees of the tokens of the word."""
    yield derived(seen, seen.tokenizer.model.encode_word(seen.word))


def decode(seen: Applied[Model], _: Ask) -> Iterator[Show]:
    """Yield the text that the tokens read as."""
    yield from decoded(seen, listed_by="encode.decode.joined")


def subject(state: ApplyState, memory: Memory, say: Catalog) -> Applied[Model]:
    """Return the subject that a link to this half asks for. Raises TokvizError."""
    tokenizer = trained(state, memory, Model)
    return applied_to(tokenizer, tokenizer.model.words(state.text), state, memory, say)


_VIEWS: Mapping[str, PageView[Applied[Model]]] = {
    "tokens": tokens_of_text,
    "derivation": derivation,
    "decode": decode,
}


def page_of(algorithm: str) -> Page[ApplyState, Applied[Model]]:
    """Return the views of the half that applies the tokenizers of an algorithm."""
    views = applying_views(algorithm)
    return Page(
        form=ENCODING_FORMS[algorithm],
        seen=subject,
        views=with_files(algorithm, _VIEWS),
        where={"files": has_files},
        spoiling=frozenset(view.name for view in views if view.spoils_answer),
        title="tab.page.encode",
        half={"do": "encode"},
    )
