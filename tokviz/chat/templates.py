"""Templates of chats: six of our own in well-known forms, and those of files."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from tokviz.errors import TokvizError
from tokviz.files.reading import GGUF, Files
from tokviz.location import site

MAX_TEMPLATE_CHARS = 50_000
"""The longest template, in characters."""


@dataclass(frozen=True)
class Template:
    """A template. source: its Jinja; variables: name and token of what it knows beside the messages, such as
    `bos_token`; controls: the tokens that it writes around messages, as far as they are known."""

    name: str
    source: str
    variables: tuple[tuple[str, str], ...] = ()
    controls: tuple[str, ...] = ()


_OWN: Mapping[str, tuple[str, str, tuple[str, ...]]] = {
    "chatml": ("", "<|im_end|>", ("<|im_start|>",)),
    "llama-2": ("<s>", "</s>", ()),
    "llama-3": ("<|begin_of_text|>", "<|eot_id|>", ("<|start_header_id|>", "<|end_header_id|>")),
    "gemma": ("<bos>", "<end_of_turn>", ("<start_of_turn>",)),
    "mistral": ("<s>", "</s>", ("[INST]", "[/INST]")),
    "deepseek": ("<｜begin▁of▁sentence｜>", "<｜end▁of▁sentence｜>", ("<｜User｜>", "<｜Assistant｜>")),
}
OWN_TEMPLATES = tuple(_OWN)
"""The names of ours, in the order in which they are offered."""


@cache
def own_template(name: str) -> Template:
    """Return one of ours. Raises KeyError for another name.

    >>> own_template("llama-2").variables, own_template("llama-2").controls
    ((('bos_token', '<s>'), ('eos_token', '</s>')), ('<s>', '</s>'))
    """
    begin, end, others = _OWN[name]
    source = (site() / "assets" / "chat" / f"{name}.jinja").read_text(encoding="utf-8")
    variables = (("bos_token", begin), ("eos_token", end))
    return Template(name, source, variables, tuple(filter(None, (begin, *others, end))))


def read_template(files: Files) -> Template:
    """Read the template of files, (name, content) pairs: tokenizer_config.json, chat_template.json,
    chat_template.jinja or a GGUF file. Of the first and the last it takes special tokens, too. Raises TokvizError.

    >>> config = b'{"chat_template": "{{ bos_token }}", "bos_token": {"content": "<s>"}}'
    >>> read_template([("tokenizer_config.json", config)])
    Template(name='tokenizer_config.json', source='{{ bos_token }}', variables=(('bos_token', '<s>'),), controls=('<s>',))
    """  # noqa: E501 (a doctest's line is as long as what is printed)
    from tokviz.files.gguf_tokenizers import template_of  # most templates are in other files

    source: str | None = None
    variables: dict[str, str] = {}
    named = ""
    for name, content in files:
        if content.startswith(GGUF):
            inside, tokens = template_of(content)
            variables |= tokens
            source, named = (inside, name) if inside else (source, named)
            continue
        try:
            text = content.decode("utf-8-sig")
        except UnicodeDecodeError:
            raise TokvizError("chat-template-file", name=name) from None
        if not name.endswith(".json"):
            source, named = text, name
            continue
        config = _config(name, text)
        variables |= dict(_tokens(config))
        found = _template(config.get("chat_template"))
        if found is not None and (source is None or not named.endswith(".jinja")):
            source, named = found, name
    if source is None:
        raise TokvizError("chat-template-file", name=", ".join(name for name, _ in files))
    return Template(named, source, tuple(variables.items()), tuple(dict.fromkeys(filter(None, variables.values()))))


def own_variables(text: str) -> tuple[tuple[str, str], ...]:
    """Return the variables that a line names, by name and token: what a template of one's own knows.

    >>> own_variables("bos_token=<s> eos_token=</s> nothing")
    (('bos_token', '<s>'), ('eos_token', '</s>'))
    """
    pairs = (word.partition("=") for word in text.split())
    return tuple({name: token for name, _, token in pairs if name.isidentifier() and token}.items())


def line_of(variables: Iterable[tuple[str, str]]) -> str:
    """Return variables as a line for :func:`own_variables`. Tokens with spaces are not in it."""
    return " ".join(f"{name}={token}" for name, token in variables if token.split() == [token])


def _config(name: str, text: str) -> Mapping[str, Any]:
    try:
        config = json.loads(text)
    except (RecursionError, ValueError):
        raise TokvizError("chat-template-file", name=name) from None
    if not isinstance(config, dict):
        raise TokvizError("chat-template-file", name=name)
    return config


def _template(value: object) -> str | None:
    """Return the template of a setting: a text, or the default of a list of templates with names."""
    if isinstance(value, list):
        named = {one.get("name"): one.get("template") for one in value if isinstance(one, dict)}
        value = named.get("default")
    return value if isinstance(value, str) else None


def _tokens(config: Mapping[str, Any]) -> Iterable[tuple[str, str]]:
    for name in ("bos_token", "eos_token", "unk_token", "sep_token", "pad_token", "cls_token", "mask_token"):
        value = config.get(name)
        content = value.get("content") if isinstance(value, dict) else value
        if isinstance(content, str):
            yield name, content
