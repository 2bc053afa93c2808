"""The visitor's own tokenizers in a browser tab: its one function opens their files, held against the libraries."""

from __future__ import annotations

import json
from base64 import b64encode
from typing import Any
from urllib.parse import urlencode

import pytest
import tiktoken
from sentencepiece import SentencePieceProcessor

from tests.catalogs import saying
from tests.files.styles import GPT4, MIXED, STYLES, file_of, sentencepiece_model, theirs
from tokviz.features.site.tab.answering import answer
from tokviz.views.shared.catalog import load

EN = load("en")
MOST = 100  # rows of a table
PLAIN = [text for text in MIXED if text.strip() and text.isprintable()]


def ask(kind: str, page: str = "tokenizers", /, *, query: dict[str, str] | None = None, **more: Any) -> Any:
    request = {"kind": kind, "page": page, "query": urlencode(query or {}), "lang": "en", **more}
    return json.loads(answer(json.dumps(request)))


def open_file(name: str, content: bytes) -> Any:
    return ask("open", name=name, content=b64encode(content).decode())


def shown_ids(name: str, text: str) -> list[int]:
    """The ids that the page lists for a text."""
    view = ask("view", view="tokens", query={"tokenizer": name, "text": text})
    assert view["ok"], view
    (table,) = (show for show in view["shows"] if show["kind"] == "grid")
    return [int(row[table["head"].index(EN("column.id"))]["number"].replace(",", "")) for row in table["rows"]]


@pytest.mark.parametrize("style", STYLES)
def test_a_file_is_refused_by_name_or_split_as_by_its_library(style: str) -> None:
    name = f"{style}.json"
    opened = open_file(name, file_of(style).encode())
    if not opened["ok"]:
        assert any(saying(key).fullmatch(opened["message"]) for key in ("error.tab-part", "error.tab-element"))
        return
    for text in PLAIN:
        answered = ask("picture", query={"tokenizer": name, "text": text})
        if not answered["ok"]:
            assert saying("error.tab-character").fullmatch(answered["message"])
            continue
        assert shown_ids(name, text) == theirs(style).encode(text).ids[:MOST]


@pytest.mark.parametrize(
    ("kind", "options"),
    [
        ("unigram", {"byte_fallback": True, "vocab_size": 600}),
        ("bpe", {"byte_fallback": True, "vocab_size": 700}),
        ("unigram", {"user_defined_symbols": "<sep>,er"}),
        ("word", {}),
        ("char", {}),
    ],
)
def test_a_model_is_split_as_by_sentencepiece(kind: str, options: dict[str, Any]) -> None:
    content = sentencepiece_model(kind, **options)
    name, theirs = f"{kind} {sorted(options)}.model", SentencePieceProcessor(model_proto=content)
    assert open_file(name, content) == {"ok": True}
    for text in PLAIN:
        assert shown_ids(name, text) == theirs.encode(text)[:MOST]


def test_ranks_are_split_as_by_tiktoken() -> None:
    ranks = {bytes([byte]): byte for byte in range(256)} | {b"th": 256, b" th": 257, b"the": 258, "你".encode(): 259}
    lines = "".join(f"{b64encode(token).decode()} {rank}\n" for token, rank in ranks.items())
    assert open_file("small.tiktoken", lines.encode()) == {"ok": True}
    library = tiktoken.Encoding("small", pat_str=GPT4, mergeable_ranks=ranks, special_tokens={})
    for text in PLAIN:
        assert shown_ids("small.tiktoken", text) == library.encode_ordinary(text)[:MOST]
    assert ask("picture", query={"tokenizer": "small.tiktoken", "text": "the"})["notes"]  # the pattern is a guess


def test_an_opened_file_is_on_all_pages_that_choose_a_tokenizer() -> None:
    name = "mine.json"
    assert open_file(name, file_of("gpt4o").encode()) == {"ok": True}
    chat = ask("picture", "chat", query={"tokenizer": name})
    assert [EN("tokenizers.which"), name] in chat["settings"]
    assert not ask("view", "chat", view="tokens", query={"tokenizer": name}).get("message")
    entries = ask("view", "vocabulary", view="entries", query={"tokenizer": name, "beside": "gpt"})
    assert entries["ok"]


def test_a_file_that_python_does_not_have_is_wanted() -> None:
    answered = ask("picture", query={"tokenizer": "elsewhere.json"})
    assert (answered["ok"], answered["wants"]) == (False, "elsewhere.json")
    assert answered["message"] == EN("error.tab-library", name="elsewhere.json")


@pytest.mark.parametrize(
    "more",
    [{}, {"name": "a"}, {"name": "a", "content": 3}, {"name": "gpt", "content": ""}, {"name": "a", "content": "ü"}],
)
def test_what_is_no_file_is_refused(more: dict[str, Any]) -> None:
    assert ask("open", **more) == {"ok": False, "message": EN("error.tab-request")}


def test_a_broken_file_is_a_sentence() -> None:
    assert open_file("broken.json", b"{")["ok"] is False
    assert open_file("model.gguf", b"GGUF\3") == {"ok": False, "message": EN("error.gguf-short")}
