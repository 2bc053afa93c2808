"""The messages of a chat, and how a file or a link has them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from tokviz.checks import check_limit
from tokviz.errors import TokvizError

ROLES = ("system", "user", "assistant")
"""The roles that most templates know."""
MAX_MESSAGES = 40
"""The most messages of a chat."""
MAX_CHAT_CHARS = 8_000
"""The most characters of all messages together."""
_MAX_ROLE = 40


@dataclass(frozen=True)
class Message:
    """A message: who says it, and what."""

    role: str
    content: str


def checked(messages: Sequence[Message]) -> tuple[Message, ...]:
    """Return the messages. Raises LimitError for more than are taken."""
    check_limit("MAX_MESSAGES", MAX_MESSAGES, met=len(messages))
    check_limit("MAX_CHAT_CHARS", MAX_CHAT_CHARS, met=sum(len(message.content) for message in messages))
    return tuple(messages)


def read_messages(text: str) -> tuple[Message, ...]:
    """Read messages as programs send them: a list in JSON of objects with `role` and `content`, or an object that has
    it as `messages`. Raises TokvizError for anything else.

    >>> read_messages('[{"role": "user", "content": "Hi"}]')
    (Message(role='user', content='Hi'),)
    """
    try:
        data = json.loads(text)
    except (RecursionError, ValueError):
        raise TokvizError("chat-json") from None
    listed = data.get("messages") if isinstance(data, dict) else data
    if not isinstance(listed, list):
        raise TokvizError("chat-json")
    return checked([_message(number, one) for number, one in enumerate(listed, start=1)])


def _message(number: int, data: Any) -> Message:
    if not isinstance(data, dict) or data.keys() != {"role", "content"} or not all(map(_is_text, data.values())):
        raise TokvizError("chat-message", number=number)
    return Message(data["role"][:_MAX_ROLE], data["content"])


def _is_text(value: object) -> bool:
    return isinstance(value, str)


def short(messages: Sequence[Message]) -> str:
    """Return messages as a link has them.

    >>> short([Message("user", "Hi")]), unshort('[["user","Hi"]]')
    ('[["user","Hi"]]', (Message(role='user', content='Hi'),))
    """
    pairs = [[message.role, message.content] for message in messages]
    return json.dumps(pairs, ensure_ascii=False, separators=(",", ":"))


def unshort(text: str) -> tuple[Message, ...]:
    """Read messages as a link has them. Raises ValueError, or TokvizError for more than are taken."""
    try:
        data = json.loads(text)
    except RecursionError:
        raise ValueError(text) from None
    if not isinstance(data, list) or not all(isinstance(one, list) and len(one) == 2 for one in data):
        raise ValueError(text)
    if not all(_is_text(value) for one in data for value in one):
        raise ValueError(text)
    return checked([Message(role[:_MAX_ROLE], content) for role, content in data])
