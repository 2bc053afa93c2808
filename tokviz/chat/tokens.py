"""A chat as tokens: each with the message that it is from, and what is to be said of them."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from tokviz.chat.rendered import Rendered, Span
from tokviz.files.engine import Part
from tokviz.files.pipeline import Pipeline


@dataclass(frozen=True)
class ChatToken:
    """A token of a chat. span: the characters of the text that it comes from. message: as in a
    :class:`~tokviz.chat.rendered.Span`, of the first of its characters that is from a message, if any is; prompt:
    whether all of it is in the beginning of the next answer. is_shared: whether it has characters of several stretches.
    is_added: whether it is one of the tokens that are looked for in the text before the model sees it. is_trained:
    whether the model is trained on it, as far as one of its characters is."""

    text: str
    id: int | None
    span: tuple[int, int]
    message: int | None
    prompt: bool
    is_shared: bool
    is_added: bool
    is_trained: bool


@dataclass(frozen=True)
class BeginTwice:
    """The first token comes twice. by_tokenizer: whether the tokenizer puts the first of them before a text by itself,
    as it does unless it is told not to; else the text has both."""

    token: str
    id: int
    by_tokenizer: bool


@dataclass(frozen=True)
class Typed:
    """A special token that is in a message. literal: the ids and the tokens of its letters, read as text."""

    message: int
    token: str
    id: int
    literal: tuple[int, ...]
    literal_tokens: tuple[str, ...]


@dataclass(frozen=True)
class Tokenized:
    """A chat as tokens. unknown: the tokens of the template that the tokenizer takes for text, each with how many of
    its own they become."""

    chat: Rendered
    tokens: tuple[ChatToken, ...]
    begin_twice: BeginTwice | None
    typed: tuple[Typed, ...]
    unknown: tuple[tuple[str, int], ...]

    @property
    def mask(self) -> tuple[int, ...]:
        """Return 1 for each token that the model is trained on, 0 for the others."""
        return tuple(int(token.is_trained) for token in self.tokens)

    @property
    def added(self) -> tuple[ChatToken, ...]:
        """Return the tokens of the beginning of an answer, at the end."""
        return tuple(token for token in self.tokens if token.prompt)


def tokenize(pipeline: Pipeline, chat: Rendered) -> Tokenized:
    """Return a chat as the tokens of a tokenizer, which adds none of its own. Raises TokvizError."""
    parts = pipeline.encode(chat.text, special=False).parts
    tokens = tuple(_tokens(parts, chat))
    first = pipeline.encode(chat.text[:_BEGINNING]).parts[:2]
    unknown = []
    for control in chat.template.controls:
        if control in chat.text:
            alone = pipeline.encode(control, special=False).parts
            if len(alone) != 1 or alone[0].role != "added":
                unknown.append((control, len(alone)))
    return Tokenized(chat, tokens, _begin_twice(first), tuple(_typed(pipeline, chat, tokens)), tuple(unknown))


_BEGINNING = 1_000  # characters, whose first two tokens are looked at


def _tokens(parts: Sequence[Part], chat: Rendered) -> Iterator[ChatToken]:
    at = 0
    spans, trained = chat.spans, chat.trained
    for part in parts:
        while at < len(spans) - 1 and spans[at].end <= part.start:
            at += 1
        own: list[Span] = []
        for span in spans[at:]:
            if span.start >= max(part.end, part.start + 1):
                break
            own.append(span)
        message = next((span.message for span in own if span.message is not None), None)
        is_trained = any(start < part.end and part.start < end for start, end in trained)
        prompt = bool(own) and all(span.prompt for span in own)
        yield ChatToken(part.text, part.id, part.span, message, prompt, len(own) > 1, part.role == "added", is_trained)


def _begin_twice(first: Sequence[Part]) -> BeginTwice | None:
    if len(first) < 2 or first[0].id is None or first[0].id != first[1].id or first[1].role != "added":
        return None
    return BeginTwice(first[1].text, first[0].id, first[0].role == "put")


def _typed(pipeline: Pipeline, chat: Rendered, tokens: Sequence[ChatToken]) -> Iterator[Typed]:
    """Yield the special tokens in messages, each once for a message."""
    special = {token.id: token.content for token in pipeline.engine.added if token.special}
    seen = set()
    for token in tokens:
        if token.message is None or token.is_shared or not token.is_added or token.id not in special:
            continue
        if (token.message, token.id) not in seen:
            seen.add((token.message, token.id))
            literal = pipeline.literal(special[token.id])
            names = tuple(pipeline.tokens.get(number, "") for number in literal)
            yield Typed(token.message, special[token.id], token.id, literal, names)


def with_controls(file: bytes, controls: Sequence[str]) -> bytes:
    """Return a tokenizer.json that has these tokens as special ones, after all others where it lacks them.

    >>> file = with_controls(b'{"added_tokens": [], "model": {"vocab": {"a": 0}}}', ["<s>"])
    >>> json.loads(file)["added_tokens"][0]["id"]
    1
    """
    data: dict[str, Any] = json.loads(file)
    added: list[dict[str, Any]] = data.get("added_tokens") or []
    vocabulary = data["model"]["vocab"]
    numbers = range(len(vocabulary)) if isinstance(vocabulary, list) else vocabulary.values()
    known = {token["content"] for token in added}
    following = max((*numbers, *(token["id"] for token in added)), default=-1) + 1
    flags = dict.fromkeys(("single_word", "lstrip", "rstrip", "normalized"), False)
    for control in controls:
        if control not in known:
            added.append({"id": following, "content": control, **flags, "special": True})
            following += 1
    return json.dumps({**data, "added_tokens": added}, ensure_ascii=False).encode()
