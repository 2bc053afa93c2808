"""The choices of the visitor of `/chat`: the messages, each with its role, the template, and the tokenizer."""

from __future__ import annotations

from contextlib import suppress
from functools import partial

import streamlit as st

from tokviz.chat import Message, Rendered, Template, read_template, render
from tokviz.chat.messages import MAX_CHAT_CHARS, MAX_MESSAGES, ROLES
from tokviz.chat.rendered import Renderer
from tokviz.chat.templates import MAX_TEMPLATE_CHARS, OWN_TEMPLATES, line_of
from tokviz.errors import TokvizError
from tokviz.examples import OWN
from tokviz.files.by_name import Named
from tokviz.memory import Key, digest
from tokviz.state.chat import CHATS, FORM, MAX_TOKENS_CHARS, PAGE, ChatState, form_of
from tokviz.views.pages import chat as views
from tokviz.views.pages.chat import SAMPLE_KEYS, TEMPLATE_KEYS, ShownChat, role_name
from tokviz.views.shared.catalog import Catalog
from tokviz.web.address import url
from tokviz.web.computing import workers
from tokviz.web.computing.memory import QUIET
from tokviz.web.pages.tokenizers import available, controls
from tokviz.web.server import uploads
from tokviz.web.shared import messages, parts
from tokviz.web.streamlit_workarounds import widget_values

_SOURCE, _TOKENS, _FILES = f"{PAGE}_source", f"{PAGE}_tokens", f"{PAGE}_template_files"
_COUNT = f"{PAGE}_count"  # how many messages have a row
_HEIGHT = 68  # pixels, of a message, where the browser cannot give it the height of its text


def read_address(say: Catalog) -> tuple[str, ...]:
    """Fill the widgets when the address changed or they are new; return the parameters that had to be put right."""
    if not url.has_changed(PAGE) and _COUNT in st.session_state:
        return ()
    query = url.current()
    state, wrong = form_of(query, say.language).read(query)
    widget_values.fill(f"{PAGE}_", state, ("sample", "template", "source", "tokens", "tokenizer"))
    widget_values.put(f"{PAGE}_prompt", state.prompt == "yes")
    _fill(state.shown)
    return wrong


def choose(say: Catalog) -> tuple[ChatState, available.AvailableTokenizer, tuple[str, ...]]:
    """Draw the choices above the page. Returns the state, the tokenizer, and wrong parameters of the link."""
    with parts.text_row():
        sample = st.selectbox(
            say("chat.sample"),
            (*CHATS, OWN),
            format_func=lambda name: say(SAMPLE_KEYS[name]),
            key=f"{PAGE}_sample",
            on_change=_choose_sample,
            label_visibility="collapsed",
            width=200,
        )
        template = st.selectbox(
            say("chat.template"),
            (*OWN_TEMPLATES, OWN),
            format_func=lambda name: say(TEMPLATE_KEYS[name]),
            key=f"{PAGE}_template",
            label_visibility="collapsed",
            width=160,
        )
        name, offered, wrong = controls.choose_tokenizer(PAGE, say)
    for field in (_SOURCE, _TOKENS):
        widget_values.keep(field)
    source, tokens = _own_template(say) if template == OWN else ("", "")
    edited, is_prompt = edit(say)
    state = ChatState(
        sample or OWN,
        edited if sample == OWN else (),
        template,
        source,
        tokens,
        name,
        "yes" if is_prompt else "no",
    )
    messages.note_length(say, source, FORM.text(state, "chat") if sample == OWN else "")
    return state, offered[name], wrong


def _own_template(say: Catalog) -> tuple[str, str]:
    """Draw the fields for a template and the tokens that it knows, which files fill. Returns both."""
    source = st.text_area(say("chat.source"), key=_SOURCE, max_chars=MAX_TEMPLATE_CHARS, help=say("chat.source.help"))
    with st.container(horizontal=True, vertical_alignment="bottom"):
        tokens = st.text_input(
            say("chat.knows"), key=_TOKENS, max_chars=MAX_TOKENS_CHARS, help=say("chat.knows.help"), width=420
        )
        with uploads.panel(_FILES, say("chat.files")):
            files = uploads.ask(
                say("chat.files.label"),
                _FILES,
                say,
                types=("json", "jinja", "gguf"),
                has_many=True,
                on_change=_take_files,
            )
    if files:
        try:
            read_template([(file.name, file.data) for file in files])
        except TokvizError as error:
            messages.show_error(error, say)
    return source or "", tokens or ""


def _take_files() -> None:
    """Fill the fields from the files. What is wrong with those is said where they are."""
    with suppress(TokvizError):
        found = read_template([(file.name, file.data) for file in uploads.uploaded(_FILES)])
        widget_values.put(_SOURCE, found.source)
        widget_values.put(_TOKENS, line_of(found.variables))


# -- messages ----------------------------------------------------------------------------------------------------------


def edit(say: Catalog) -> tuple[tuple[Message, ...], bool]:
    """Draw the messages, a row each, with the buttons that add one and remove one, and what may follow the last.

    Returns the messages, and True if the text ends in the beginning of an answer.
    """
    count: int = st.session_state[_COUNT]
    edited = []
    with parts.part("words"):
        for number in range(count):
            with st.container(horizontal=True, vertical_alignment="center", key=f"{PAGE}_row_{number}"):
                edited.append(_row(number, say))
        with st.container(horizontal=True, vertical_alignment="center"):
            if count < MAX_MESSAGES:
                st.button(say("chat.add"), icon=":material/add:", key=f"{PAGE}_add", on_click=_add)
            is_prompt = st.toggle(say("chat.prompt.label"), key=f"{PAGE}_prompt", help=say("chat.prompt.help"))
    return tuple(edited), is_prompt


def _row(number: int, say: Catalog) -> Message:
    known = st.session_state[_role(number)]
    role = st.selectbox(
        say("chat.role", number=number + 1),
        ROLES if known in ROLES else (*ROLES, known),
        format_func=lambda name: role_name(name, say),
        key=_role(number),
        on_change=_edited,
        label_visibility="collapsed",
        width=130,
    )
    content = st.text_area(
        say("chat.content", number=number + 1),
        key=_content(number),
        height=_HEIGHT,
        max_chars=MAX_CHAT_CHARS,
        on_change=_edited,
        label_visibility="collapsed",
    )
    st.button(
        say("chat.remove", number=number + 1),
        icon=":material/close:",
        key=f"{PAGE}_row_{number}_away",
        type="tertiary",
        on_click=partial(_remove, number),
    )
    return Message(role, content)


def _role(number: int) -> str:
    return f"{PAGE}_role_{number}"


def _content(number: int) -> str:
    return f"{PAGE}_content_{number}"


def _rows() -> list[Message]:
    return [
        Message(st.session_state[_role(number)], st.session_state[_content(number)])
        for number in range(st.session_state[_COUNT])
    ]


def _fill(rows: tuple[Message, ...]) -> None:
    for number, message in enumerate(rows):
        widget_values.put(_role(number), message.role)
        widget_values.put(_content(number), message.content)
    st.session_state[_COUNT] = len(rows)


def _edited() -> None:
    widget_values.put(f"{PAGE}_sample", OWN)


def _add() -> None:
    rows = _rows()
    role = "assistant" if rows and rows[-1].role == "user" else "user"
    _fill((*rows, Message(role, "")))
    _edited()


def _remove(number: int) -> None:
    rows = _rows()
    _fill((*rows[:number], *rows[number + 1 :]))
    _edited()


def _choose_sample() -> None:
    name = st.session_state[f"{PAGE}_sample"]
    if name in CHATS:
        _fill(CHATS[name])


# -- the chat ----------------------------------------------------------------------------------------------------------


def shown(state: ChatState, tokenizer: available.AvailableTokenizer, say: Catalog) -> ShownChat | None:
    """Return the chat as tokens. Returns None after saying why there is none."""
    if not state.shown:
        messages.tell_empty(say("chat.empty"), say)
        return None
    if state.template == OWN and not state.source.strip():
        messages.tell_empty(say("chat.source.empty"), say)
        return None
    template = views.template_of(state)
    key: Key = (template.name, digest(template.source), digest(state.tokens), *tokenizer.key)
    try:
        chat = _rendered(template, state)
        if isinstance(tokenizer.source, Named) and tokenizer.is_shipped:
            of = tokenizer.source
            pipeline = QUIET.kept("view", ("chat tokenizer", *key), views.tokenizer_with, of, template)
            return views.shown(pipeline, chat, views.added_controls(of, template, pipeline), QUIET, key, say)
        return views.shown(available.load_pipeline(tokenizer), chat, (), QUIET, key, say)
    except TokvizError as error:
        messages.show_error(error, say)
        return None


def _rendered(template: Template, state: ChatState) -> Rendered:
    """Return the text; a stranger's template makes it in a worker. Raises TokvizError."""
    is_prompt = state.prompt == "yes"
    if state.template != OWN:
        return render(template, state.shown, prompt=is_prompt)
    renderer: Renderer = workers.opened(
        ("chat template", digest(template.source), digest(state.tokens)), template.name, Renderer, template
    )
    return renderer.render(state.shown, prompt=is_prompt)
