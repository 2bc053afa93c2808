"""The views of `/chat`: messages, the text that a template makes of them, and its tokens in the colors of their
roles."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Protocol

from tokviz.chat import Rendered, Template, Tokenized, own_template, render, tokenize, with_controls
from tokviz.chat.messages import ROLES, short
from tokviz.chat.templates import own_variables
from tokviz.chat.tokens import ChatToken
from tokviz.errors import TokvizError
from tokviz.examples import OWN
from tokviz.files.by_name import Named, on_this_machine
from tokviz.files.pipeline import Pipeline
from tokviz.memory import Key, Memory, digest
from tokviz.state.chat import FORM, ChatState
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.chips import Chip, Chips, DataTable, Heading, Row
from tokviz.views.shared.display import visible
from tokviz.views.shared.sentences import as_code, code
from tokviz.views.shared.tables import FilledTable, table_of_rows
from tokviz.views.shows import Ask, Code, Fold, Grid, Page, Show, Text, cut_short, explained, heading, told

ROLE_KEYS = {
    "system": "chat.role.system",
    "user": "chat.role.user",
    "assistant": "chat.role.assistant",
}
TEMPLATE_KEYS = {
    "chatml": "chat.template.chatml",
    "llama-2": "chat.template.llama-2",
    "llama-3": "chat.template.llama-3",
    "gemma": "chat.template.gemma",
    "mistral": "chat.template.mistral",
    "deepseek": "chat.template.deepseek",
    OWN: "chat.template.own",
}
SAMPLE_KEYS = {
    "tokens": "chat.sample.tokens",
    "tokens-zh": "chat.sample.tokens-zh",
    "typed": "chat.sample.typed",
    "question": "chat.sample.question",
    OWN: "chat.sample.own",
}
_TRAINED_KEYS = {
    "generation": "chat.trained.generation",
    "prefix": "chat.trained.prefix",
    "content": "chat.trained.content",
}
_HUES = {"system": 35, "user": 215, "assistant": 140}
_OTHER_HUE = 285
_MOST_CHIPS = 1_000
_LINE = 80  # letters of the chips in a row of a table
_BORDER = 2  # that the border of a chip takes
_HEIGHT = 400  # pixels
_WHOLE = 10**6  # letters: nothing is cut


class Opener(Protocol):
    """Opens a tokenizer.json: with its library, or as a browser tab does."""

    def __call__(self, file: bytes, /, *, name: str) -> Pipeline: ...


@dataclass(frozen=True, eq=False)
class ShownChat:
    """The subject of the views: a chat as tokens. controls: the tokens of the template that were added to the
    tokenizer, since it comes with tokviz and is no chat model's."""

    tokenized: Tokenized
    controls: tuple[str, ...]
    say: Catalog

    @property
    def chat(self) -> Rendered:
        """Return the chat as text."""
        return self.tokenized.chat


def template_of(state: ChatState) -> Template:
    """Return the template of a state."""
    if state.template != OWN:
        return own_template(state.template)
    variables = own_variables(state.tokens)
    return Template(OWN, state.source, variables, tuple(token for _, token in variables))


def shown_chat(state: ChatState, memory: Memory, say: Catalog, open_shipped: Opener = Pipeline.from_file) -> ShownChat:
    """Return the subject of a state. open_shipped: opens a tokenizer.json that comes with tokviz. Raises TokvizError,
    also for a tokenizer that is not on this machine."""
    named = on_this_machine().get(state.tokenizer)
    if named is None:
        raise TokvizError("tab-library", name=state.tokenizer)
    template = template_of(state)
    key: Key = ("chat", named.name, state.template, digest(template.source), digest(state.tokens))
    pipeline = memory.kept("view", ("chat tokenizer", *key), tokenizer_with, named, template, open_shipped)
    chat = render(template, state.shown, prompt=state.prompt == "yes")
    return shown(pipeline, chat, added_controls(named, template, pipeline), memory, key, say)


def shown(
    pipeline: Pipeline, chat: Rendered, controls: tuple[str, ...], memory: Memory, key: Key, say: Catalog
) -> ShownChat:
    """Return the subject of a chat whose tokenizer is open. key: of template and tokenizer. Raises TokvizError."""
    told = digest(short(chat.messages))
    tokenized = memory.kept("view", ("chat", *key, told, int(chat.has_prompt)), tokenize, pipeline, chat)
    return ShownChat(tokenized, controls, say)


def tokenizer_with(named: Named, template: Template, open_shipped: Opener = Pipeline.from_file) -> Pipeline:
    """Return a tokenizer of this machine; one that comes with tokviz has the tokens of the template besides. Raises
    TokvizError."""
    if named.kind != "shipped":
        return named.open()
    return open_shipped(with_controls(named.files[0].read_bytes(), template.controls), name=named.name)


def added_controls(named: Named, template: Template, pipeline: Pipeline) -> tuple[str, ...]:
    """Return the tokens that were added to a tokenizer that comes with tokviz."""
    if named.kind != "shipped":
        return ()
    before = len(pipeline.vocabulary) - len(template.controls)
    return tuple(control for control in template.controls if pipeline.vocabulary[control] >= before)


# -- what there is to say ----------------------------------------------------------------------------------------------


def findings(seen: ShownChat, _: Ask) -> Iterator[Show]:
    """Yield the numbers of tokens by role, and the remarks on them."""
    say, tokenized, chat = seen.say, seen.tokenized, seen.chat
    counts = Counter(_whose(token, chat, say) for token in tokenized.tokens)
    listed = say("list.comma").join(f"{name} {count}" for name, count in counts.items())
    yield heading(say, "chat.findings.title", "chat.findings.title")
    yield told(say, "chat.count", tokens=say.count("chat.tokens", len(tokenized.tokens)), listed=listed)
    if seen.controls:
        names = say("list.comma").join(map(code, seen.controls))
        yield told(say, "chat.controls", "caption", names=names)
    if twice := tokenized.begin_twice:
        key = "chat.begin-twice.tokenizer" if twice.by_tokenizer else "chat.begin-twice.text"
        yield told(say, key, token=code(twice.token), id=as_code(f"{twice.id}"))
    for control, tokens in tokenized.unknown:
        yield told(say, "chat.unknown", token=code(control), tokens=say.count("chat.tokens", tokens))
    for typed in tokenized.typed:
        yield told(
            say,
            "chat.typed",
            token=code(typed.token),
            number=typed.message + 1,
            id=as_code(f"{typed.id}"),
            ids=as_code(" ".join(map(str, typed.literal)), _WHOLE),
            tokens=say.count("chat.tokens", len(typed.literal)),
        )
    if any(tokenized.mask) or "assistant" in {message.role for message in chat.messages}:
        yield told(say, _TRAINED_KEYS[chat.trained_by], trained=sum(tokenized.mask), total=len(tokenized.tokens))
    yield _prompt(seen)
    if shared := [token for token in tokenized.tokens if token.is_shared]:
        names = say("list.comma").join([*dict.fromkeys(code(token.text) for token in shared)][:3])
        yield told(say, "chat.shared", "caption", names=names, tokens=say.count("chat.tokens", len(shared)))
    if chat.is_found:
        yield told(say, "chat.found", "info")


def _prompt(seen: ShownChat) -> Text:
    say, added = seen.say, seen.chat.added
    if added is None:
        return told(say, "chat.prompt.other")
    if not added:
        return told(say, "chat.prompt.none")
    if not seen.chat.has_prompt:
        return told(say, "chat.prompt.would", text=as_code(visible(added), _WHOLE))
    tokens = say.count("chat.tokens", len(seen.tokenized.added))
    return told(say, "chat.prompt", text=as_code(visible(added), _WHOLE), tokens=tokens)


# -- tokens ------------------------------------------------------------------------------------------------------------


def turns(seen: ShownChat, _: Ask) -> Iterator[Show]:
    """Yield the tokens in the colors of their roles, a row for each stretch of the text."""
    say, chat, tokens = seen.say, seen.chat, seen.tokenized.tokens
    yield heading(say, "chat.turns.title", "chat.turns.title")
    drawn = tokens[:_MOST_CHIPS]
    rows = []
    for _owner, group in groupby(drawn, key=lambda token: (token.message, token.prompt)):
        own = tuple(group)
        trained = say.integer(sum(token.is_trained for token in own))
        said = (_whose(own[0], chat, say), say.integer(len(own)), trained)
        for line in _lines(_chip(token, chat) for token in own):
            rows.append(Row((*said, line)))
            said = ("", "", "")
    columns = (
        Heading(say("chat.column.part")),
        Heading(say("chat.column.count"), is_number=True),
        Heading(say("chat.column.trained"), say("chat.column.trained.help"), is_number=True),
        Heading(say("chat.column.tokens")),
    )
    yield DataTable(say("chat.turns.title"), columns, tuple(rows))
    yield from cut_short(len(drawn), len(tokens), say)
    yield explained(say, "chat.turns.caption")


def _lines(chips: Iterable[Chip]) -> Iterator[tuple[Chip, ...]]:
    """Yield chips in lines that a table has room for."""
    line: list[Chip] = []
    width = 0
    for chip in chips:
        width += len(chip.letters) + _BORDER
        if line and width > _LINE:
            yield tuple(line)
            line, width = [], len(chip.letters) + _BORDER
        line.append(chip)
    yield tuple(line)


def _whose(token: ChatToken, chat: Rendered, say: Catalog) -> str:
    if token.message is not None:
        return role_name(chat.messages[token.message].role, say)
    return say("chat.whose.prompt") if token.prompt else say("chat.whose.template")


def role_name(role: str, say: Catalog) -> str:
    """Return the name of a role; one that we do not know keeps its own."""
    return say(ROLE_KEYS[role]) if role in ROLES else visible(role)


def _chip(token: ChatToken, chat: Rendered) -> Chip:
    chip = Chips().chip(token.text)
    if token.message is None:
        return chip
    return replace(chip, hue=_HUES.get(chat.messages[token.message].role, _OTHER_HUE))


def tokens_frame(seen: ShownChat) -> FilledTable:
    """Return one row a token: its number, the token, its id, whose it is, the characters of the text that it comes
    from, and 1 where the model is trained on it."""
    rows: Sequence[tuple[object, ...]] = [
        (
            place,
            visible(token.text),
            "–" if token.id is None else token.id,
            _whose(token, seen.chat, seen.say),
            token.span[0],
            token.span[1],
            int(token.is_trained),
        )
        for place, token in enumerate(seen.tokenized.tokens, start=1)
    ]
    return table_of_rows(("place", "token", "id", "part", "start", "end", "trained"), rows)


# -- text and template -------------------------------------------------------------------------------------------------


def text(seen: ShownChat, _: Ask) -> Iterator[Show]:
    """Yield the text that the template makes."""
    yield heading(seen.say, "chat.text.title", "chat.text.title")
    yield explained(seen.say, "chat.text.caption", characters=len(seen.chat.text))
    yield Code(seen.chat.text)


def details(seen: ShownChat, _: Ask) -> Iterator[Show]:
    """Yield all tokens as a table, and the template, folded away."""
    say = seen.say
    title = say("chat.table.title")
    yield Fold(title, (Grid(title, tokens_frame(seen), height=_HEIGHT),), "table_rows")
    source = seen.chat.template.source
    yield Fold(say("chat.source.title"), (told(say, "chat.source.caption", "caption"), Code(source)), "code")


PAGE: Page[ChatState, ShownChat] = Page(
    form=FORM,
    seen=shown_chat,
    views={
        "now": ("chat.findings.title", findings),
        "tokens": ("chat.turns.title", turns),
        "text": ("chat.text.title", text),
        "details": ("chat.table.title", details),
    },
)
