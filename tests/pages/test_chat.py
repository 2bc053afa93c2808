"""`/chat`: messages, the text of a template and its tokens, by link and by hand, in both languages."""

from __future__ import annotations

import json

import pytest
from streamlit.testing.v1 import AppTest

from tests.pages import visit
from tokviz.chat import Message
from tokviz.chat.messages import short
from tokviz.chat.templates import OWN_TEMPLATES
from tokviz.state.chat import CHATS, first_chat
from tokviz.views.shared.catalog import LANGUAGES, load

EN = load("en")


def chat(**query: str) -> AppTest:
    """The page `/chat`, as a link with this query opens it."""
    return visit.opened("chat", **query)


def rows(at: AppTest) -> list[Message]:
    roles = [one.value for one in at.selectbox if one.key and one.key.startswith("chat_role_")]
    contents = [one.value for one in at.text_area if one.key and one.key.startswith("chat_content_")]
    return [Message(str(role), content or "") for role, content in zip(roles, contents, strict=True)]


@pytest.mark.both
@pytest.mark.parametrize("language", list(LANGUAGES))
def test_the_page_in_each_language(language: str) -> None:
    say = load(language)
    at = chat(lang=language)
    assert at.title[0].value == say("page.chat")
    assert rows(at) == list(CHATS[first_chat(language)])
    assert "preset" not in at.query_params
    names = [heading.value for heading in at.main.subheader]
    assert names == [say("chat.findings.title"), say("chat.turns.title"), say("chat.text.title")]


def test_an_address_that_says_something_names_its_chat() -> None:
    at = chat(lang="zh")
    visit.alive(at.selectbox(key="chat_template").select("gemma").run())
    assert at.query_params["preset"] == "tokens-zh"
    for language in LANGUAGES:
        assert rows(chat(template="gemma", lang=language)) == list(CHATS["tokens"])
        assert rows(chat(preset="tokens-zh", lang=language)) == list(CHATS["tokens-zh"])


@pytest.mark.parametrize("template", OWN_TEMPLATES)
def test_each_template_shows_a_chat(template: str) -> None:
    at = chat(template=template)
    assert EN("chat.turns.title") in [heading.value for heading in at.main.subheader]
    assert CHATS["tokens"][0].content in at.code[0].value


def test_what_is_odd_is_said() -> None:
    at = chat(preset="typed", template="llama-2")
    said = [visit.plain(one.value) for one in at.main.markdown]
    assert any("`<s>`" in one for one in said)
    assert any("`</s>`" in one for one in said)


def test_messages_are_added_changed_and_removed() -> None:
    at = chat(chat=short([Message("user", "Hi")]))
    assert rows(at) == [Message("user", "Hi")]
    visit.alive(at.button(key="chat_add").click().run())
    assert rows(at) == [Message("user", "Hi"), Message("assistant", "")]
    visit.alive(at.text_area(key="chat_content_1").input("Hello").run())
    assert at.query_params["chat"] == short(rows(at))
    visit.alive(at.selectbox(key="chat_role_1").select("system").run())
    visit.alive(at.button(key="chat_row_0_away").click().run())
    assert rows(at) == [Message("system", "Hello")]
    visit.alive(at.button(key="chat_row_0_away").click().run())
    assert rows(at) == []
    assert EN("chat.empty") in visit.plain(visit.texts(at.main))


def test_an_edited_chat_is_ones_own() -> None:
    at = chat()
    visit.alive(at.text_area(key="chat_content_0").input("Be brief.").run())
    assert at.selectbox(key="chat_sample").value == "own"
    visit.alive(at.selectbox(key="chat_sample").select("question").run())
    assert rows(at) == list(CHATS["question"])


@pytest.mark.workers
def test_a_template_of_ones_own_runs_in_a_worker() -> None:
    at = chat(template="own", preset="question")
    assert EN("chat.source.empty") in visit.plain(visit.texts(at.main))
    visit.alive(
        at.text_area(key="chat_source").input("{% for m in messages %}<{{ m.role }}>{{ m.content }}{% endfor %}").run()
    )
    assert at.code[0].value.strip() == f"<user>{CHATS['question'][0].content}"
    visit.alive(at.text_area(key="chat_source").input("{{ raise_exception('never') }}").run())
    assert "never" in visit.plain(visit.texts(at.main)) or "never" in at.error[0].value


def take_files(at: AppTest, *files: tuple[str, bytes]) -> None:
    at.file_uploader(key="chat_template_files").set_value([(name, content, "") for name, content in files])
    visit.alive(at.run())


@pytest.mark.workers
def test_files_fill_the_fields_of_a_template() -> None:
    config = {"chat_template": "{{ bos_token }}{{ messages[0].content }}", "bos_token": "<s>", "eos_token": None}
    at = chat(template="own", preset="question")
    take_files(at, ("tokenizer_config.json", json.dumps(config).encode()))
    assert at.text_area(key="chat_source").value == config["chat_template"]
    assert at.text_input(key="chat_tokens").value == "bos_token=<s>"
    assert at.code[0].value.strip() == f"<s>{CHATS['question'][0].content}"
    assert at.query_params["tokens"] == "bos_token=<s>"
    take_files(at, ("tokenizer_config.json", b"[]"))
    assert "tokenizer_config.json" in visit.plain(visit.texts(at.main))
    assert at.text_area(key="chat_source").value == config["chat_template"]


@pytest.mark.parametrize(
    "query", [{"chat": "[1]"}, {"chat": "[["}, {"template": "none"}, {"tokenizer": "none"}, {"prompt": "maybe"}]
)
def test_a_wrong_link_breaks_nothing(query: dict[str, str]) -> None:
    assert chat(**query).warning
