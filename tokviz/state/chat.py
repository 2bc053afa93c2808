"""The state of the page `/chat`: its query string, both ways, and the chats that it offers. An uploaded tokenizer is in
no link."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from tokviz.chat.messages import Message, short, unshort
from tokviz.chat.templates import MAX_TEMPLATE_CHARS, OWN_TEMPLATES
from tokviz.examples import OWN
from tokviz.state.form import MAX_LINK_CHARS, Form, Text, named, own_text, plain

PAGE = "chat"
CHATS: Mapping[str, tuple[Message, ...]] = MappingProxyType(
    {
        "tokens": (
            Message("system", "Answer in one sentence."),
            Message("user", "What is a token?"),
            Message("assistant", "A token is a piece of text with a number."),
            Message("user", "And what is not?"),
        ),
        "tokens-zh": (
            Message("system", "请用一句话回答。"),
            Message("user", "什么是词元？"),
            Message("assistant", "词元是一段带编号的文本。"),
            Message("user", "那什么不是词元？"),
        ),
        "typed": (
            Message("user", "Which ends a turn: <|im_end|>, </s>, <|eot_id|>, <end_of_turn> or <｜end▁of▁sentence｜>?"),
            Message("assistant", "That depends on the model."),
        ),
        "question": (Message("user", "Where do the widest tokens come from?"),),
    }
)
"""Prepared chats by name, in the order in which they are offered."""
_FIRST = {"zh": "tokens-zh"}  # in a language; in others that of the state
MAX_TOKENS_CHARS = 500
"""The longest line of tokens that a template knows, in characters."""
_NAME = 200  # characters


@dataclass(frozen=True)
class ChatState:
    """The state of the page. `messages` count only when `sample` is one's own, `source` and `tokens`, a line of names
    and tokens that the template knows, when `template` is. prompt: "yes" where the text ends in the beginning of an
    answer, else "no"."""

    sample: str = "tokens"
    messages: tuple[Message, ...] = ()
    template: str = "chatml"
    source: str = ""
    tokens: str = ""
    tokenizer: str = "llama"
    prompt: str = "yes"

    @property
    def shown(self) -> tuple[Message, ...]:
        """Return the messages on the page."""
        return CHATS.get(self.sample, self.messages)


class _Messages:
    """Messages, as :func:`tokviz.chat.messages.short` writes them."""

    def parse(self, text: str) -> tuple[Message, ...]:
        return unshort(text) if text else ()

    def format(self, value: tuple[Message, ...]) -> str | None:
        text = short(value) if value else ""
        return text if len(text) <= MAX_LINK_CHARS else None


FORM: Form[ChatState] = Form(
    example=lambda state: state.sample,
    names=(*CHATS, OWN),
    first=ChatState.sample,
    opening=lambda sample: ChatState(sample=sample),
    fields=(
        own_text("chat", _Messages(), "messages", example="sample"),
        plain("template", named((*OWN_TEMPLATES, OWN))),
        own_text("source", Text(MAX_TEMPLATE_CHARS, is_whole=True), example="template"),
        own_text("tokens", Text(MAX_TOKENS_CHARS), example="template"),
        plain("tokenizer", Text(_NAME)),
        plain("prompt", named(("yes", "no"))),
    ),
    own="chat",
    key="preset",
)


def first_chat(language: str) -> str:
    """Return the name of the chat that a first visit opens in a language.

    >>> first_chat("en"), first_chat("zh")
    ('tokens', 'tokens-zh')
    """
    return _FIRST.get(language, ChatState.sample)


def form_of(query: Mapping[str, str], language: str) -> Form[ChatState]:
    """Return the form of an address: one that says nothing opens with a chat in the language of its visitor. Any other
    means the same in each language, and names its chat.

    >>> form_of({}, "zh").read({})[0].sample, form_of({"prompt": "no"}, "zh").read({"prompt": "no"})[0].sample
    ('tokens-zh', 'tokens')
    """
    return FORM if query else replace(FORM, first=first_chat(language))
