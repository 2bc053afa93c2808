"""The views of the encoding half of `/superbpe`: the tokens of a text, which is encoded line by line, and the text read
back."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import TypeAlias, cast

from tokviz import superbpe
from tokviz.algorithms import SUPERBPE
from tokviz.memory import Memory
from tokviz.state.trained_pages import applying_views
from tokviz.state.training import ENCODING_FORMS, ApplyState
from tokviz.superbpe import boundless
from tokviz.superbpe.encoding import lines_of
from tokviz.views.pages.encoding import Applied, applied_to, decoded, has_files, tokens, trained, with_files
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shows import Ask, Page, PageView, Show

AnyModel: TypeAlias = superbpe.Model | boundless.Model


def tokens_of_text(seen: Applied[AnyModel], _: Ask) -> Iterator[Show]:
    """Yield the tokens of the text."""
    yield from tokens(seen, ids=seen.tokenizer.ids, has_words=False)


def decode(seen: Applied[AnyModel], _: Ask) -> Iterator[Show]:
    """Yield the text that the tokens read as."""
    yield from decoded(seen, listed_by="encode.decode.joined")


def over_lines(model: AnyModel) -> AnyModel:
    """Return a model as it is applied: BoundlessBPE learned from lines, however they came about."""
    return replace(model, pretokenizer="lines") if isinstance(model, boundless.Model) else model


def subject(state: ApplyState, memory: Memory, say: Catalog) -> Applied[AnyModel]:
    """Return the subject that a link to this half asks for. Raises TokvizError."""
    tokenizer = trained(state, memory, cast("type[AnyModel]", AnyModel), over_lines)
    lines = tuple(dict.fromkeys(lines_of(tokenizer.model, state.text)))
    return applied_to(tokenizer, lines, state, memory, say)


_VIEWS: Mapping[str, PageView[Applied[AnyModel]]] = {"tokens": tokens_of_text, "decode": decode}
PAGE: Page[ApplyState, Applied[AnyModel]] = Page(
    form=ENCODING_FORMS[SUPERBPE.name],
    seen=subject,
    views=with_files("superbpe", _VIEWS),
    where={"files": has_files},
    spoiling=frozenset(view.name for view in applying_views("superbpe") if view.spoils_answer),
    title="tab.page.encode",
    half={"do": "encode"},
)
