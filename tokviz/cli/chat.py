"""``tokviz chat``: messages as the text and the tokens that a model gets."""

from __future__ import annotations

from argparse import Namespace
from dataclasses import asdict
from pathlib import Path
from typing import Any

from tokviz.chat import (
    Message,
    Rendered,
    Template,
    Tokenized,
    own_template,
    read_messages,
    read_template,
    render,
    tokenize,
)
from tokviz.chat.messages import checked
from tokviz.chat.templates import OWN_TEMPLATES
from tokviz.cli import files
from tokviz.cli.inputs import opened, pattern_of, tell
from tokviz.cli.options import choose, format_of
from tokviz.cli.shows import text_of
from tokviz.cli.tables import as_json
from tokviz.errors import TokvizError
from tokviz.files.by_name import on_this_machine
from tokviz.files.pipeline import Pipeline
from tokviz.files.reading import MAX_FILE_BYTES
from tokviz.state.chat import CHATS, first_chat
from tokviz.views.pages.chat import ShownChat, added_controls, findings, text, tokenizer_with, turns
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shows import Given

_FORMATS = ("text", "json")


def run(arguments: Namespace, say: Catalog) -> int:
    """Print the chat as text and as tokens, and what is to be said of it."""
    kind = format_of(arguments.format, arguments.output, _FORMATS, "text")
    template = _template(arguments.template)
    chat = render(template, _messages(arguments, say), prompt=not arguments.no_prompt)
    pipeline, controls = _tokenizer(arguments, template, say)
    tokenized = tokenize(pipeline, chat)
    seen = ShownChat(tokenized, controls, say)
    match kind:
        case "json":
            contents = as_json(_record(tokenized, chat, controls))
        case _:
            ask = Given()
            shows = [*text(seen, ask), *turns(seen, ask), *findings(seen, ask)]
            contents = text_of(shows, say)
    files.write(contents, arguments.output)
    return 0


def _messages(arguments: Namespace, say: Catalog) -> tuple[Message, ...]:
    given = [files.argument(one) for one in arguments.messages]
    if len(given) == 1 and "=" not in given[0]:
        with files.named(given[0]):
            return read_messages(files.read_text(given[0]))
    return checked([_message(one) for one in given]) or CHATS[first_chat(say.language)]


def _message(written: str) -> Message:
    role, equals, content = written.partition("=")
    if not (role and equals):
        raise TokvizError("cli-message", value=written)
    return Message(role, content)


def _template(names: list[str]) -> Template:
    if not names:
        return own_template(OWN_TEMPLATES[0])
    if len(names) == 1 and names[0] in OWN_TEMPLATES:
        return own_template(names[0])
    if not any(Path(name).suffix for name in names):
        choose("--template", names[0], OWN_TEMPLATES)
    return read_template([(name, files.read(name, MAX_FILE_BYTES)) for name in names])


def _tokenizer(arguments: Namespace, template: Template, say: Catalog) -> tuple[Pipeline, tuple[str, ...]]:
    """Return the tokenizer, and the tokens of the template that were added to one that comes with tokviz."""
    name = arguments.tokenizer or "llama"
    named, pattern = on_this_machine().get(name), pattern_of(arguments)
    if named is not None and named.kind == "shipped" and pattern is None:
        pipeline = tokenizer_with(named, template)
        return pipeline, added_controls(named, template, pipeline)
    pipeline = opened(name, pattern)
    tell(pipeline.notes, say)
    return pipeline, ()


def _record(tokenized: Tokenized, chat: Rendered, controls: tuple[str, ...]) -> dict[str, Any]:
    return {
        "template": chat.template.name,
        "messages": [{"role": message.role, "content": message.content} for message in chat.messages],
        "text": chat.text,
        "spans": [
            {"start": start, "end": end, "message": message, "prompt": prompt}
            for start, end, message, prompt in chat.spans
        ],
        "tokens": [
            {
                "token": token.text,
                "id": token.id,
                "start": token.span[0],
                "end": token.span[1],
                "message": token.message,
                "prompt": token.prompt,
                "trained": token.is_trained,
            }
            for token in tokenized.tokens
        ],
        "trained_by": chat.trained_by,
        "prompt": chat.added,
        "added_to_tokenizer": list(controls),
        "begin_twice": None if tokenized.begin_twice is None else asdict(tokenized.begin_twice),
        "unknown": [{"token": token, "tokens": tokens} for token, tokens in tokenized.unknown],
        "typed": [
            {"message": typed.message, "token": typed.token, "id": typed.id, "as_text": list(typed.literal)}
            for typed in tokenized.typed
        ],
    }
