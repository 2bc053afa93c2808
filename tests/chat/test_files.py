"""Templates and messages as files have them."""

import json

import pytest

from tests.files.gguf_files import gguf
from tokviz.chat import Message, read_messages, read_template
from tokviz.chat.messages import MAX_CHAT_CHARS, MAX_MESSAGES, short, unshort
from tokviz.errors import LimitError, TokvizError

SOURCE = "{{ bos_token }}"
CONFIG = {"chat_template": "{{ eos_token }}", "bos_token": {"content": "<s>"}, "eos_token": "</s>", "pad_token": None}


def file(data: object) -> bytes:
    return json.dumps(data).encode()


def test_the_settings_beside_a_tokenizer_have_template_and_tokens() -> None:
    template = read_template([("tokenizer_config.json", file(CONFIG))])
    assert (template.source, template.variables) == ("{{ eos_token }}", (("bos_token", "<s>"), ("eos_token", "</s>")))
    assert template.controls == ("<s>", "</s>")


@pytest.mark.parametrize("turned", [False, True])
def test_a_template_of_its_own_goes_before_that_of_the_settings(turned: bool) -> None:
    files = [("tokenizer_config.json", file(CONFIG)), ("chat_template.jinja", SOURCE.encode())]
    template = read_template(files[::-1] if turned else files)
    assert (template.name, template.source) == ("chat_template.jinja", SOURCE)
    assert dict(template.variables)["bos_token"] == "<s>"


def test_the_template_inside_a_gguf_file() -> None:
    entries = {"tokenizer.ggml.model": "gpt2", "tokenizer.ggml.tokens": ["<s>", "a"], "tokenizer.ggml.bos_token_id": 0}
    template = read_template([("x.gguf", gguf(entries | {"tokenizer.chat_template": SOURCE}))])
    assert (template.source, template.variables) == (SOURCE, (("bos_token", "<s>"),))
    with pytest.raises(TokvizError) as raised:
        read_template([("x.gguf", gguf(entries))])
    assert raised.value.code == "chat-template-file"


def test_of_several_templates_the_default_is_taken() -> None:
    listed = [{"name": "tool_use", "template": "a"}, {"name": "default", "template": SOURCE}]
    assert read_template([("tokenizer_config.json", file({"chat_template": listed}))]).source == SOURCE


@pytest.mark.parametrize("content", [b"{}", b"[]", b"{", b"\xff", file({"chat_template": [1]})])
def test_a_file_without_a_template_is_refused(content: bytes) -> None:
    with pytest.raises(TokvizError) as raised:
        read_template([("tokenizer_config.json", content)])
    assert raised.value.code == "chat-template-file"


def test_messages_are_a_list_or_in_an_object() -> None:
    listed = [{"role": "user", "content": "Hi"}]
    assert (
        read_messages(json.dumps(listed)) == read_messages(json.dumps({"messages": listed})) == (Message("user", "Hi"),)
    )


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "chat-json"),
        ("{}", "chat-json"),
        ("[" * 99_999, "chat-json"),
        ("[1]", "chat-message"),
        ('[{"role": "user", "content": null}]', "chat-message"),
        ('[{"role": "user"}]', "chat-message"),
        ('[{"role": "user", "content": "", "name": ""}]', "chat-message"),
    ],
)
def test_what_is_no_message_is_refused(text: str, code: str) -> None:
    with pytest.raises(TokvizError) as raised:
        read_messages(text)
    assert raised.value.code == code


def test_too_much_is_refused() -> None:
    for messages in ([Message("user", "")] * (MAX_MESSAGES + 1), [Message("user", "a" * (MAX_CHAT_CHARS + 1))]):
        with pytest.raises(LimitError):
            unshort(short(messages))


@pytest.mark.parametrize("text", ["", "1", "{}", "[1]", '[["user"]]', '[["user", 1]]', "[" * 99_999])
def test_a_link_that_has_no_messages_is_refused(text: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 (that of json, or ours)
        unshort(text)
