"""The text, the ids and the mask of a chat beside `apply_chat_template` of transformers."""

import os
import re
from functools import cache
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tokviz.chat import OWN_TEMPLATES, Message, Template, own_template, render, tokenize, with_controls
from tokviz.errors import TokvizError
from tokviz.files.pipeline import Pipeline
from tokviz.location import site

PREFIXED = Template(
    "prefixed",
    "{{ bos_token }}{% for m in messages %}[{{ m.role | upper }}]{{ m.content.strip() }}{{ '\\n' }}"
    "{% if m.role == 'assistant' %}{{ eos_token }}{% endif %}{% endfor %}"
    "{% if add_generation_prompt %}[ASSISTANT]{% endif %}",
    (("bos_token", "<s>"), ("eos_token", "</s>")),
    ("<s>", "</s>"),
)
TEMPLATES = {name: own_template(name) for name in OWN_TEMPLATES} | {"prefixed": PREFIXED}
MARKS = ("<|im_end|>", "</s>", "<s>", "<|eot_id|>", "[INST]", "<start_of_turn>", "<｜User｜>")
words = st.one_of(st.text(max_size=12), st.sampled_from(MARKS), st.sampled_from((" ", "\n", "\t ", " low lower ")))
contents = st.lists(words, max_size=4).map("".join)


@st.composite
def chats(draw: st.DrawFn) -> list[Message]:
    """Draw messages: often those that take turns, which some templates ask for."""
    if draw(st.booleans()):
        roles = draw(st.lists(st.sampled_from(("system", "user", "assistant", "tool")), min_size=1, max_size=5))
    else:
        roles = ["system"] * draw(st.integers(0, 1))
        roles += (["user", "assistant"] * 3)[: draw(st.integers(1, 5))]
    return [Message(role, draw(contents)) for role in roles]


@cache
def tokenizers(name: str, template: str) -> tuple[Pipeline, Any]:
    """Return a tokenizer with the tokens of a template as ours, and as theirs."""
    os.environ.setdefault("TRANSFORMERS_VERBOSITY", "error")
    from tokenizers import Tokenizer
    from transformers import PreTrainedTokenizerFast

    of = TEMPLATES[template]
    file = with_controls((site() / "assets" / "tokenizers" / f"{name}.json").read_bytes(), of.controls)
    special = {key: token for key, token in of.variables if token}
    made: Any = PreTrainedTokenizerFast
    theirs = made(tokenizer_object=Tokenizer.from_buffer(file), **special)
    theirs.chat_template = of.source
    return Pipeline.from_file(file), theirs


@pytest.mark.parametrize("template", TEMPLATES)
@given(messages=chats(), prompt=st.booleans())
def test_text_ids_and_mask_are_those_of_transformers(template: str, messages: list[Message], prompt: bool) -> None:
    of = TEMPLATES[template]
    ours, theirs = tokenizers("llama", template)
    told = [{"role": message.role, "content": message.content} for message in messages]
    given = {name: token for name, token in of.variables if not token}  # one that is empty is none of theirs
    options: dict[str, Any] = {"add_generation_prompt": prompt, **given}
    try:
        chat = render(of, messages, prompt=prompt)
    except TokvizError as error:
        with pytest.raises(Exception, match=re.escape(str(error.details["why"]))):
            theirs.apply_chat_template(told, tokenize=False, **options)
        return
    assert chat.text == theirs.apply_chat_template(told, tokenize=False, **options)
    assert "".join(chat.text[start:end] for start, end, *_ in chat.spans) == chat.text
    tokenized = tokenize(ours, chat)
    encoded = theirs.apply_chat_template(
        told, return_dict=True, return_assistant_tokens_mask=template != "prefixed", **options
    )
    assert [token.id for token in tokenized.tokens] == encoded["input_ids"]
    if template != "prefixed":
        assert list(tokenized.mask) == encoded["assistant_masks"]


@pytest.mark.parametrize("name", OWN_TEMPLATES)
@given(messages=chats())
def test_every_character_of_a_message_is_whose_it_is(name: str, messages: list[Message]) -> None:
    try:
        chat = render(own_template(name), messages)
    except TokvizError:
        return
    of = {number: "" for number, _ in enumerate(messages)}
    for start, end, number, _ in chat.spans:
        if number is not None:
            of[number] += chat.text[start:end]
    for number, text in of.items():
        content = messages[number].content
        is_left_out = [message.role for message in messages] == ["system"]  # some templates need another message
        assert text in (content, content.strip()) or chat.is_found or is_left_out


@pytest.mark.parametrize("mark", MARKS)
def test_a_typed_token_has_two_readings(mark: str) -> None:
    for name in OWN_TEMPLATES:
        ours, theirs = tokenizers("llama", name)
        typed = tokenize(ours, render(own_template(name), [Message("user", f"a {mark} b")])).typed
        known = mark in theirs.get_added_vocab()
        assert [one.token for one in typed] == [mark] * known
        for one in typed:
            assert [one.id] == theirs.encode(mark, add_special_tokens=False)
            assert list(one.literal) == theirs.encode(mark, add_special_tokens=False, split_special_tokens=True)
            assert one.literal != (one.id,)


def test_the_begin_token_comes_twice_where_the_tokenizer_adds_it() -> None:
    ours, theirs = tokenizers("llama", "llama-2")
    chat = render(own_template("llama-2"), [Message("user", "Hi")])
    twice = tokenize(ours, chat).begin_twice
    assert twice is not None
    assert theirs(chat.text)["input_ids"][:2] == [twice.id, twice.id]
    assert twice.by_tokenizer


def test_what_is_trained_on_follows_from_what_each_answer_adds() -> None:
    chat = render(PREFIXED, [Message("user", "a"), Message("assistant", "b")])
    assert chat.trained_by == "prefix"
    assert [chat.text[start:end] for start, end in chat.trained] == ["b\n</s>"]
    assert chat.added == "[ASSISTANT]"


def test_a_template_that_reads_messages_is_told_from_others() -> None:
    template = Template("reads", "{% for m in messages %}{{ m.content.split('</think>')[-1] }}|{% endfor %}")
    messages = [Message("user", "a"), Message("assistant", "x</think>b")]
    assert not render(template, messages[:1]).is_found
    found = render(template, messages)
    assert (found.text, found.is_found) == ("a|b|", True)
    assert [found.text[start:end] for start, end, number, _ in found.spans if number is not None] == ["a"]
