"""The ids of tokens as the libraries give them: what a model does not know has the id of its unknown token."""

from __future__ import annotations

from collections.abc import Iterable

from tokviz.unigram import Model

__all__ = ["ids_of"]


def ids_of(tokens: Iterable[str], model: Model) -> list[int | None]:
    unknown = model.ids.get(model.unk_token or "")
    return [model.ids.get(token, unknown) for token in tokens]
