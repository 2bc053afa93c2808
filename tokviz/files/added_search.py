"""The added tokens of a tokenizer.json, and the searches for them without its library."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from tokviz.errors import RulesError
from tokviz.models.added_tokens import AddedToken, AddedTokens

_FLAGS = ("single_word", "lstrip", "rstrip", "normalized", "special")


class AddedSearch(NamedTuple):
    """The searches for added tokens in a text as it is, and in normalized text."""

    in_text: AddedTokens
    in_normalized: AddedTokens

    @classmethod
    def of(cls, tokens: Iterable[AddedToken], names: Mapping[str, str]) -> AddedSearch:
        """Return the searches for tokens. names: each as the normalizers leave it. Raises RulesError for two that look
        the same then, and for one of which nothing is left: the library does not load them."""
        every = list(tokens)
        normalized = [replace(one, content=names[one.content], normalized=False) for one in every if one.normalized]
        contents = [one.content for one in normalized]
        if not all(contents) or len({*contents}) < len(contents):
            raise RulesError("tab-part", part="added_tokens")
        return cls(AddedTokens(one for one in every if not one.normalized), AddedTokens(normalized))


def is_added(one: object) -> bool:
    """Tell if a value of a file is an added token."""
    match one:
        case {"id": int(), "content": str(content)}:
            return bool(content)
    return False


def added_token(one: Mapping[str, Any]) -> AddedToken:
    """Return an added token of a file."""
    return AddedToken(one["id"], one["content"], **{flag: bool(one.get(flag)) for flag in _FLAGS})


def are_numbered(added: Sequence[Mapping[str, Any]], vocabulary: object) -> bool:
    """Tell if added tokens have the ids that the library gives them: those of the model, or the next ones.

    >>> are_numbered([{"id": 0, "content": "a"}, {"id": 2, "content": "b"}], {"a": 0, "c": 1})
    True
    """
    contents = {one["content"] for one in added}
    ids: dict[str, int] = {}
    size = 0
    match vocabulary:
        case dict():
            ids, size = {content: vocabulary[content] for content in contents & vocabulary.keys()}, len(vocabulary)
        case list():
            for number, row in enumerate(vocabulary):
                match row:
                    case [str(piece), *_] if piece in contents:
                        ids[piece] = number
            size = len(vocabulary)
    for one in added:
        if one["content"] not in ids:
            ids[one["content"]] = size
            size += 1
    return all(ids[one["content"]] == one["id"] for one in added)
