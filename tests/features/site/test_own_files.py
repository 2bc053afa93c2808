"""The visitor's own tokenizers in a browser tab: its one function opens their files, held against the libraries."""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Any
from urllib.parse import parse_qs, urlencode

import pytest
import tiktoken
from sentencepiece import SentencePieceProcessor

from tests.catalogs import saying
from tests.files.gguf_files import of_bert, of_byte_level, of_sentencepiece
from tests.files.styles import GPT4, MIXED, STYLES, file_of, sentencepiece_model, theirs
from tokviz.compare.comparison import USUAL
from tokviz.features.site.tab.answering import answer
from tokviz.files.by_name import on_this_machine
from tokviz.files.pipeline import Pipeline
from tokviz.files.reading import Files, Loaded
from tokviz.memory import Key, LocalMemory
from tokviz.model import Model
from tokviz.state.compare import defaults as compare_defaults
from tokviz.text_keys import file_note_key
from tokviz.views.compare.linked import linked_comparison
from tokviz.views.compare.rows import comparison_payload
from tokviz.views.pages.registry import page_of
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


def ggufs() -> dict[str, bytes]:
    """Files of llama.cpp with a tokenizer of each kind."""
    bert = json.dumps(json.loads(file_of("bert-uncased")) | {"truncation": None, "padding": None})
    pieces = {"normalization_rule_name": "identity", "byte_fallback": True, "vocab_size": 700}
    return {
        "gpt2": of_byte_level(file_of("llama3"), "llama-bpe", bos_token_id=0, add_bos_token=True),
        "bert": of_bert(bert),
        "llama": of_sentencepiece(sentencepiece_model("bpe", **pieces), "llama"),
        "t5": of_sentencepiece(sentencepiece_model("unigram", vocab_size=420), "t5"),
    }


@pytest.mark.parametrize("kind", ["gpt2", "bert", "llama", "t5"])
def test_a_gguf_file_is_split_as_by_the_library_of_its_kind(kind: str) -> None:
    content, name = ggufs()[kind], f"{kind}.gguf"
    assert open_file(name, content) == {"ok": True}
    library = Pipeline.from_file(content)
    for text in PLAIN:
        answered = ask("picture", query={"tokenizer": name, "text": text})
        if answered["ok"]:
            assert EN(file_note_key("gguf"), model=kind, library="tokviz") in answered["notes"]
            assert shown_ids(name, text) == list(library.encode(text).ids)[:MOST]
        else:
            assert saying("error.tab-character").fullmatch(answered["message"])


# -- compared ----------------------------------------------------------------------------------------------------------

LONG = ("compared.json", "english")  # a corpus that is too long for stages to be shown
SENTENCE = "the lowest of 128 strawberries, naïve café"
COMPARED = {"example": "lighthouse", "text": SENTENCE}


class WithLibraries(LocalMemory):
    """The memory of a host that has the libraries, and the contents of files that go by their names."""

    def __init__(self, contents: Mapping[str, bytes]) -> None:
        super().__init__()
        self.contents = contents

    def opened(self, key: Key, files: Files, specials: Sequence[str], pattern: str | None = None) -> Loaded[Model]:
        return super().opened(key, [(name, self.contents[name]) for name, _ in files], specials, pattern)


@cache
def own_files() -> Mapping[str, bytes]:
    ranks = {bytes([byte]): byte for byte in range(256)} | {b"th": 256, b" th": 257, b"the": 258}
    lines = "".join(f"{b64encode(token).decode()} {rank}\n" for token, rank in ranks.items())
    return {
        "compared.json": file_of("llama3").encode(),
        "compared.model": sentencepiece_model("unigram", byte_fallback=True, vocab_size=600),
        "compared.tiktoken": lines.encode(),
        "compared.gguf": ggufs()["bert"],
    }


@pytest.mark.parametrize(("name", "example"), [*((name, "lighthouse") for name in own_files()), LONG])
def test_a_file_is_compared_as_where_its_library_is(name: str, example: str) -> None:
    assert open_file(name, own_files()[name]) == {"ok": True}
    query = {**COMPARED, "example": example, "t": f"bpe:course,file:{name}"}
    answered = ask("picture", "compare", query=query)
    assert answered["ok"], answered
    state = replace(compare_defaults(example), text=SENTENCE, tokenizers=("bpe:course", f"file:{name}"))
    comparison, _ = linked_comparison(state, WithLibraries(own_files()), EN)
    (rows,) = (show for show in answered["shows"] if show["kind"] == "text_rows")
    assert answered["payloads"][rows["payload"]] == comparison_payload(comparison, EN, is_neutral=False)
    assert [name, EN.count("count.entries", comparison.tokenizers[1].tokenizer.entries or 0)] in answered["settings"]


@pytest.mark.parametrize("name", own_files())
def test_a_compared_file_has_all_views(name: str) -> None:
    assert open_file(name, own_files()[name]) == {"ok": True}
    query = {**COMPARED, "t": f"file:{name},unigram:course", "marks": "neutral"}
    for view in page_of("compare").views:
        answered = ask("view", "compare", view=view, query=query)
        assert answered["ok"], (view, answered)


def test_only_files_can_be_compared() -> None:
    for name in ("compared.json", "compared.gguf"):
        assert open_file(name, own_files()[name]) == {"ok": True}
    answered = ask("picture", "compare", query={**COMPARED, "t": "file:compared.json,file:compared.gguf"})
    assert answered["ok"], answered
    assert [show["kind"] for show in answered["shows"]] == ["text_rows"]  # nothing is trained, so no clock


def test_a_file_alone_is_compared_with_the_usual_first() -> None:
    name = "compared.json"
    assert open_file(name, own_files()[name]) == {"ok": True}
    for named in (f"file:{name}", f"file:{name},bpe:nothing"):
        answered = ask("picture", "compare", query={**COMPARED, "t": named})
        assert parse_qs(answered["query"])["t"] == [f"file:{name},{USUAL[0]}"]
        told = EN("notice.link", names="t")
        assert (told in answered["notes"]) == ("nothing" in named)


def test_a_compared_file_that_python_does_not_have_is_wanted() -> None:
    query = {**COMPARED, "t": "bpe:course,file:elsewhere.json"}
    for answered in (ask("picture", "compare", query=query), ask("view", "compare", view="words", query=query)):
        assert (answered["ok"], answered["wants"]) == (False, "elsewhere.json")


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


def test_training_goes_on_from_a_file_as_from_the_same_tokenizer_of_ours() -> None:
    (path,) = on_this_machine()["gpt"].files
    query = {"example": "own", "corpus": "low lower newest widest", "merges": "4"}
    mine = "to go on from.json"  # which no other test opens
    assert ask("picture", "bpe", query={**query, "from": mine})["wants"] == mine
    assert open_file(mine, path.read_bytes())["ok"]
    for kind, more in (("picture", {}), ("view", {"view": "merges"})):
        ours, theirs = (ask(kind, "bpe", query={**query, "from": name}, **more) for name in (mine, "gpt"))
        assert ours["shows"]
        assert (ours["shows"], ours["payloads"]) == (theirs["shows"], theirs["payloads"])
    assert open_file("to go on from.model", sentencepiece_model("unigram"))["ok"]
    refused = ask("picture", "bpe", query={**query, "from": "to go on from.model"})
    assert (refused["ok"], refused.get("wants")) == (False, None)
